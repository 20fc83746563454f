"""card people: how a judge stands beside people who looked at the same pairs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isnan
from statistics import fmean

from edison.domain import CardMeasure, PersonLabel

from .measures import from_measured, if_known
from .rows import PairAnswer

AGREEMENT, KAPPA, ALPHA = "agreement_with_people", "kappa_with_people", "alpha_with_people"


def measure_people(rows: Sequence[PairAnswer]) -> Iterator[tuple[str, CardMeasure | None]]:
    """Agreement, plainly and beyond chance; nothing where no pair has a label.

    A judge's word on a pair is what most of its comparisons say, whichever side was shown first; where they are
    divided it is a tie. So is the word of people.
    """
    from edison.stats.judges import agreement_with_people, cohen_kappa, krippendorff_alpha

    said = _Said.of(rows)
    if not said.judge:
        return
    together = [_majority(labels) for labels in said.people]
    yield (
        AGREEMENT,
        if_known(lambda: from_measured(agreement_with_people(said.judge, said.people).with_people)),
    )
    yield KAPPA, if_known(lambda: from_measured(cohen_kappa(said.judge, together)))
    table = [[mine, *theirs] for mine, theirs in zip(said.judge, said.people, strict=True)]
    yield ALPHA, if_known(lambda: from_measured(krippendorff_alpha(table)))


@dataclass(frozen=True, slots=True)
class _Said:
    """What was said about each pair that people looked at: the share of side A."""

    judge: list[float]
    people: list[list[float]]
    """Pairs down, people across, NaN where a person said nothing."""

    @classmethod
    def of(cls, rows: Sequence[PairAnswer]) -> "_Said":
        won: dict[str, list[float]] = {}
        labels: dict[str, tuple[PersonLabel, ...]] = {}
        for row in rows:
            if row.match.pair is not None and row.match.pair.people:
                won.setdefault(row.match.pair.id, []).append(row.a_won)
                labels[row.match.pair.id] = row.match.pair.people
        persons = list(dict.fromkeys(label.person for given in labels.values() for label in given))
        return cls(
            judge=[_majority(shares) for shares in won.values()],
            people=[_across(labels[pair], persons=persons) for pair in won],
        )


def _across(labels: Sequence[PersonLabel], *, persons: Sequence[str]) -> list[float]:
    chosen = {label.person: label.choice.share for label in labels}
    return [chosen.get(person, float("nan")) for person in persons]


def _majority(shares: Sequence[float]) -> float:
    mean = fmean(share for share in shares if not isnan(share))
    return 0.5 if mean == 0.5 else float(mean > 0.5)
