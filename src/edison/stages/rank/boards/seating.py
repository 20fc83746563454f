"""The panel behind a board: whose word counts how much, who could be read, and who errs with whom."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from edison.domain import (
    CardMeasure,
    Judge,
    JudgeCard,
    JudgeId,
    PairLine,
    Panel,
    PanelJudge,
    SeenCard,
    SharedError,
    Snapshot,
)
from edison.errors import EdisonError, SampleBroken

from ..cards.labels import weigh_by_labels
from ..cards.matching import find_card
from .contenders import ContenderResults, Families

if TYPE_CHECKING:
    from edison.stats.boards import Table
    from edison.stats.judges import EnsembleWeights

ACCURACY = "accuracy"
"""The measure of a card that weights are made from."""
ONE_JUDGE = "one judge"
EVERY_COMPARISON = "every comparison counts once"
MOST_VOTES = 2_000
"""So many outputs are enough to weigh a panel by its votes; more would only take longer."""


@dataclass(frozen=True, slots=True)
class Seats:
    """Who sits on a panel, and what is known about it."""

    judges: Mapping[int, Judge]
    """By index."""
    snapshot: Snapshot
    families: Families
    cards: Sequence[JudgeCard] = ()
    """Of these judges and of others."""
    people: Mapping[JudgeId, CardMeasure] = field(default_factory=dict[JudgeId, CardMeasure])
    """How far judges agree with what people said of outputs."""

    @property
    def kin(self) -> list[str]:
        """The family of each judge: one family, one vote."""
        return [judge.votes_with for judge in self.judges.values()]


def seat_panel(table: "Table", *, seats: Seats, results: Sequence[ContenderResults], seed: int) -> Panel:
    """Weigh the judges whose scores stand in a table of cases × contenders × judges.

    Weights come from labels alone: from those that people gave to outputs that these very judges judged, where each
    has enough of them; else from the accuracy on all their cards, where all are evidence about these judges and were
    made on one suite. Else the guarded rule of the stats room decides: equal, one family one vote, unless votes show
    more beyond doubt.
    """
    cards = [find_card(judge, seats.cards) for judge in seats.judges.values()]
    weighed, rule = _weigh(table, seats=seats, cards=cards, seed=seed)
    errors, why_not = _shared_errors(table, seats=seats)
    return Panel(
        rule=ONE_JUDGE if len(seats.judges) == 1 else rule,
        judges=tuple(
            _seated(index, seats=seats, weight=weight, card=card, results=results)
            for index, weight, card in zip(seats.judges, weighed.weights, cards, strict=True)
        ),
        shared_errors=errors,
        no_shared_errors=why_not,
    )


def seat_comparing(lines: Sequence[PairLine], *, snapshot: Snapshot, cards: Sequence[JudgeCard]) -> Panel:
    """All who were asked to compare; nobody's word counts for more than another's."""
    judges = snapshot.judges
    asked = Counter(line.judge for line in lines)
    missed = Counter(line.judge for line in lines if line.outcome is None)
    return Panel(
        rule=EVERY_COMPARISON,
        judges=tuple(
            PanelJudge(
                judge_id=judges[index].id,
                name=judges[index].name,
                family=judges[index].votes_with,
                akin=snapshot.akin_to(judges[index]),
                weight=1 / len(asked),
                asked=asked[index],
                not_judged=missed[index],
                card=find_card(judges[index], cards),
            )
            for index in sorted(asked)
        ),
    )


def _seated(
    index: int, *, seats: Seats, weight: float, card: SeenCard | None, results: Sequence[ContenderResults]
) -> PanelJudge:
    judge = seats.judges[index]
    not_judged = sum(one.not_judged[index] for one in results)
    return PanelJudge(
        judge_id=judge.id,
        name=judge.name,
        family=judge.votes_with,
        akin=seats.snapshot.akin_to(judge),
        weight=weight,
        asked=not_judged + sum(one.judged[index] for one in results),
        not_judged=not_judged,
        card=card,
        people=seats.people.get(judge.id),
    )


def _weigh(
    table: "Table", *, seats: Seats, cards: Sequence[SeenCard | None], seed: int
) -> tuple["EnsembleWeights", str]:
    """The weights, and what they rest on."""
    labelled = [seats.people.get(judge.id) for judge in seats.judges.values()]
    by_labels = weigh_by_labels(labelled, families=seats.kin)
    if by_labels is not None:
        return by_labels
    weighed = _weigh_otherwise(table, seats=seats, cards=cards, seed=seed)
    return weighed, weighed.basis.value


def _weigh_otherwise(
    table: "Table", *, seats: Seats, cards: Sequence[SeenCard | None], seed: int
) -> "EnsembleWeights":
    from edison.stats.judges import accuracy_weights, ensemble_weights, equal_weights

    known = _comparable(cards)
    if known:
        shares, counts = [one.value for one in known], [one.n for one in known]
        return accuracy_weights(shares, labelled=counts, families=seats.kin)
    votes = _votes(table, seats=seats)
    if votes is None:
        return equal_weights(seats.kin)
    try:
        return ensemble_weights(votes, families=seats.kin, seed=seed)
    except SampleBroken:
        # A scale of very many stages: its verdicts are scores.
        return equal_weights(seats.kin)


def _comparable(cards: Sequence[SeenCard | None]) -> list[CardMeasure]:
    """The accuracies of all judges, where all have one of their own on the same suite; else none."""
    own = [card for card in cards if card is not None and card.match.is_evidence]
    known = [card.measures[ACCURACY] for card in own if ACCURACY in card.measures]
    suites = {card.suite_digest for card in own}
    return known if len(known) == len(cards) and len(suites) == 1 else []


def _votes(table: "Table", *, seats: Seats) -> "Table | None":
    """Verdicts of one stage each; scores and sets of stages are no votes, and neither are means over repeats."""
    from edison.stats.boards import some_rows

    are_votes = all(judge.names_stages and not judge.may_name_several for judge in seats.judges.values())
    return some_rows(table, most=MOST_VOTES) if are_votes and seats.snapshot.repeats == 1 else None


def _shared_errors(table: "Table", *, seats: Seats) -> tuple[tuple[SharedError, ...], str]:
    """How far each two judges err together, or why that is not known."""
    from edison.stats.boards import independent_rows
    from edison.stats.judges import residual_correlations

    if len(seats.judges) < 2:
        return (), ""
    ids = [judge.id for judge in seats.judges.values()]
    try:
        found = residual_correlations(independent_rows(table, families=seats.families.of()))
    except EdisonError as refused:
        return (), refused.sentence
    return tuple(
        SharedError(
            first=ids[pair.first],
            second=ids[pair.second],
            correlation=pair.correlation,
            p_value=pair.p_value,
            is_certain=pair.flagged,
        )
        for pair in found.pairs
    ), ""
