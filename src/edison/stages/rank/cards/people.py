"""card people: how a judge stands beside people: on the same pairs, and on anchors with their grades."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isnan
from statistics import fmean

from edison.domain import CardMeasure, JudgeSuite, PersonLabel

from .measures import from_measured, if_known, share
from .rows import PairAnswer, pair_credits

AGREEMENT, KAPPA, ALPHA = "agreement_with_people", "kappa_with_people", "alpha_with_people"

TAU, ACCURACY = "anchor_tau", "anchor_accuracy"
_CODES = {0.5: 0, 1.0: 1, 0.0: 2}
"""Outcomes as a table of comparisons writes them."""


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


def measure_anchors(
    suite: JudgeSuite, rows: Sequence[PairAnswer], *, seed: int
) -> Iterator[tuple[str, CardMeasure | None]]:
    """The share of matches that the better-graded one won, and Kendall's tau of grades and found order."""
    met = [row for row in rows if row.match.pair is None]
    if not met:
        return
    yield ACCURACY, share(pair_credits(met), seed=seed)
    yield TAU, if_known(lambda: _tau(suite, met))


def _tau(suite: JudgeSuite, met: Sequence[PairAnswer]) -> CardMeasure:
    from edison.stats.grades import align_anchors
    from edison.stats.strengths import ComparisonTable, fit

    first = suite.cells - len(suite.anchors)
    shown = [(row.match.a - first, row.match.b - first, row.a_won) for row in met]
    left, right, result = (list(column) for column in zip(*shown, strict=True))
    there = sorted({*left, *right})
    places = {anchor: place for place, anchor in enumerate(there)}
    lefts, rights = [places[int(one)] for one in left], [places[int(one)] for one in right]
    fitted = fit(
        ComparisonTable.from_arrays(lefts, rights, [_CODES[one] for one in result], items=len(there))
    )
    alignment = align_anchors(
        [suite.grades.index(suite.anchors[int(anchor)].grade) for anchor in there],
        fitted.scores,
        left=lefts,
        right=rights,
        result=result,
    )
    return CardMeasure(value=alignment.tau, n=len(there))
