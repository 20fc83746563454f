"""How far each judge is relied on: by what people say of answers that it judged, by its card, or like all others."""

from collections.abc import Sequence

from edison.domain import JudgeTrust, Right, Snapshot
from edison.stages.rank import find_card, measure_labels, weigh_by_labels
from edison.stats.judges import EnsembleWeights, WeightBasis, accuracy_weights, equal_weights

from ..access import verb
from ..house import House
from ..labels import people_beside

_ACCURACY = "accuracy"


@verb(Right.READ)
def trust_judges(house: House, snapshot: Snapshot) -> tuple[JudgeTrust, ...]:
    """The weight of every judge that scores single answers, as it is known now; all together are one."""
    judges = {at: snapshot.judges[at] for at in snapshot.cell_judges}
    families = [judge.votes_with for judge in judges.values()]
    ids = [judge.id for judge in judges.values()]
    said = people_beside(house, ids)
    by_labels = weigh_by_labels([measure_labels(said.get(one, ())) for one in ids], families=families)
    weighed, basis = by_labels or _by_cards(house, snapshot, families=families)
    return tuple(
        JudgeTrust(judge=at, name=judge.name, weight=weight, basis=basis)
        for (at, judge), weight in zip(judges.items(), weighed.weights, strict=True)
    )


def _by_cards(house: House, snapshot: Snapshot, *, families: Sequence[str]) -> tuple[EnsembleWeights, str]:
    """By the accuracy on their cards, where all are evidence about these very judges and were made on one suite."""
    with house.store.reading() as work:
        cards = work.cards.all()
    found = [find_card(snapshot.judges[at], cards) for at in snapshot.cell_judges]
    own = [card for card in found if card is not None and card.match.is_evidence]
    known = [card.measures[_ACCURACY] for card in own if _ACCURACY in card.measures]
    if len(known) < len(found) or len({card.suite_digest for card in own}) != 1:
        return equal_weights(families), "all alike: not all have a card on one suite, nor labels of people"
    shares, counts = [one.value for one in known], [one.n for one in known]
    weighed = accuracy_weights(shares, labelled=counts, families=families)
    is_known = weighed.basis is WeightBasis.ACCURACIES
    return weighed, "accuracy on their cards" if is_known else weighed.basis.value
