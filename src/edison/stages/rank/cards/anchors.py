"""card anchors: whether a judge puts graded texts in the order of their grades."""

from collections.abc import Iterator, Sequence

from edison.domain import CardMeasure, JudgeSuite

from .measures import if_known, share
from .rows import PairAnswer, pair_credits

TAU, ACCURACY = "anchor_tau", "anchor_accuracy"

_CODES = {0.5: 0, 1.0: 1, 0.0: 2}
"""Outcomes as a table of comparisons writes them."""


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
