"""Does a judge put anchors in the order the experts put them in?"""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import LengthsDiffer, SampleBroken, SampleEmpty
from edison.stats.arrays import BoolArray, FloatArray, IntArray, read_places

from .covariance import read_scores
from .kendall import kendall_tau


@dataclass(frozen=True, slots=True)
class AlignmentTargets:
    """What a judge should reach before it is trusted with grades."""

    tau: float = 0.90
    inversions: int = 1
    zero_wins: int = 0


class Miss(StrEnum):
    """A target that was not reached."""

    TAU = "tau"
    INVERSIONS = "inversions"
    ZERO_WINS = "zero_wins"
    NEVER_COMPARED = "never_compared"
    """An anchor without a comparison cannot be aligned."""


@dataclass(frozen=True, slots=True)
class Inversion:
    """An anchor of a lower grade that won, on the whole, its direct comparisons with one of a higher grade."""

    lower: int
    higher: int
    points: float
    """What the lower one won of them, a tie as half."""
    comparisons: int


@dataclass(frozen=True, slots=True, eq=False)
class AlignedAnchors:
    """How a judge's order of the anchors compares with the experts'."""

    tau: float
    """Kendall's tau-b between grades and scores."""
    inversions: tuple[Inversion, ...]
    zero_wins: tuple[int, ...]
    """Anchors that were compared and won nothing, not even a tie. One of the lowest grade may: it is not held
    against the judge."""
    never_compared: tuple[int, ...]
    win_rates: FloatArray
    """Share of its comparisons each anchor won, a tie as half; NaN where it had none."""
    se: FloatArray | None
    comparisons: int
    misses: tuple[Miss, ...]

    @property
    def is_aligned(self) -> bool:
        """All targets were reached."""
        return not self.misses


def align_anchors(
    places: ArrayLike,
    scores: ArrayLike,
    *,
    left: ArrayLike,
    right: ArrayLike,
    result: ArrayLike,
    se: ArrayLike | None = None,
    targets: AlignmentTargets | None = None,
) -> AlignedAnchors:
    """Compare the experts' order of anchors with a judge's.

    Args:
        places: The place of each anchor's grade on the scale, the lowest being 0.
        scores: Each anchor's strength from the judge's comparisons.
        left: The anchor shown first in each comparison, an index.
        right: The anchor shown second.
        result: 1 where the left one won, 0 where the right one did, 0.5 for a tie.
        se: Standard errors of the scores, for the report.
        targets: What should be reached.
    """
    strengths = read_scores(scores)
    grades = read_places(places, what="places", below=np.iinfo(np.int32).max)
    errors = None if se is None else read_scores(se)
    _check_lengths({"scores": strengths, "places": grades, "se": strengths if errors is None else errors})
    meetings = _read_meetings(left, right=right, result=result, anchors=len(strengths))
    points, played = meetings.totals(len(strengths))
    with np.errstate(invalid="ignore"):
        win_rates = np.where(played > 0, points / played, np.nan)
    tau = kendall_tau(grades, strengths)
    inversions = _find_inversions(meetings, grades=grades)
    beaten = (played > 0) & (points == 0)
    never = _places_of(played == 0)
    reached = targets or AlignmentTargets()
    claims = {
        Miss.TAU: tau < reached.tau,
        Miss.INVERSIONS: len(inversions) > reached.inversions,
        Miss.ZERO_WINS: int((beaten & (grades > grades.min())).sum()) > reached.zero_wins,
        Miss.NEVER_COMPARED: bool(never),
    }
    return AlignedAnchors(
        tau=tau,
        inversions=inversions,
        zero_wins=_places_of(beaten),
        never_compared=never,
        win_rates=win_rates,
        se=errors,
        comparisons=len(meetings.result),
        misses=tuple(miss for miss, holds in claims.items() if holds),
    )


def fit_of_anchors(places: ArrayLike, scores: ArrayLike) -> float:
    """Kendall's tau-b between the grades of anchors and their strengths, whether they met or not."""
    strengths = read_scores(scores)
    grades = read_places(places, what="places", below=np.iinfo(np.int32).max)
    _check_lengths({"scores": strengths, "places": grades})
    return kendall_tau(grades, strengths)


@dataclass(frozen=True, slots=True, eq=False)
class _Meetings:
    left: IntArray
    right: IntArray
    result: FloatArray

    def totals(self, anchors: int) -> tuple[FloatArray, IntArray]:
        """Points and comparisons of each anchor."""
        won_left = np.bincount(self.left, weights=self.result, minlength=anchors)
        won_right = np.bincount(self.right, weights=1 - self.result, minlength=anchors)
        played = np.bincount(self.left, minlength=anchors) + np.bincount(self.right, minlength=anchors)
        return np.asarray(won_left + won_right, dtype=np.float64), played


def _read_meetings(left: ArrayLike, *, right: ArrayLike, result: ArrayLike, anchors: int) -> _Meetings:
    lefts = read_places(left, what="left anchors", below=anchors)
    rights = read_places(right, what="right anchors", below=anchors)
    results = read_scores(result, least=0)
    _check_lengths({"left": lefts, "right": rights, "result": results})
    if not len(lefts):
        raise SampleEmpty("comparisons of anchors")
    if np.any(lefts == rights):
        raise SampleBroken("comparisons", "an anchor meets itself")
    if not np.isin(results, (0.0, 0.5, 1.0)).all():
        raise SampleBroken("results", "each must be 1 (left won), 0 (right won) or 0.5 (tie)")
    return _Meetings(left=lefts, right=rights, result=results)


def _check_lengths(columns: dict[str, FloatArray | IntArray]) -> None:
    lengths = {name: len(column) for name, column in columns.items()}
    if len(set(lengths.values())) > 1:
        raise LengthsDiffer(lengths)


def _find_inversions(meetings: _Meetings, *, grades: IntArray) -> tuple[Inversion, ...]:
    rising = grades[meetings.left] < grades[meetings.right]
    apart = grades[meetings.left] != grades[meetings.right]
    lower = np.where(rising, meetings.left, meetings.right)[apart]
    higher = np.where(rising, meetings.right, meetings.left)[apart]
    won = np.where(rising, meetings.result, 1 - meetings.result)[apart]
    pairs, pair_of = np.unique(np.stack([lower, higher]), axis=1, return_inverse=True)
    points = np.bincount(pair_of, weights=won, minlength=pairs.shape[1])
    played = np.bincount(pair_of, minlength=pairs.shape[1])
    return tuple(
        Inversion(
            lower=int(pairs[0, k]),
            higher=int(pairs[1, k]),
            points=float(points[k]),
            comparisons=int(played[k]),
        )
        for k in np.flatnonzero(points > played / 2)
    )


def _places_of(chosen: BoolArray) -> tuple[int, ...]:
    return tuple(np.flatnonzero(chosen).tolist())
