"""Which of several arms are told apart: every pair on the cases both have, all of them one family of tests."""

from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import LengthsDiffer, SampleBroken, SampleEmpty
from edison.stats.arrays import BoolArray, FloatArray, as_numbers
from edison.stats.comparing.families import adjust
from edison.stats.comparing.missing import MissingResults, count_missing
from edison.stats.comparing.paired import PairFlag, flags_of_missing
from edison.stats.means.clusters import Scale
from edison.stats.means.intervals import Located, MeanEstimate, state
from edison.stats.means.pivots import Tails
from edison.stats.means.rule import MeanFlag, choose_grounds
from edison.stats.means.samples import (
    Labels,
    SampleKind,
    check_level,
    check_scale,
    check_within,
    code_labels,
    read_sample,
)

from .groups import tie_groups
from .panels import panel_differences, read_weights

"""Arms × arms: row is ahead of column."""


class BoardFlag(StrEnum):
    """What a reader of a board must know."""

    MISSING_RESULTS = "missing_results"
    """Arms were not measured on all cases; two arms are compared on the cases both have."""
    NOT_COMPARED = "not_compared"
    """Some arms share too little to be told apart: no common case, or few that vary and no scale."""


@dataclass(frozen=True, slots=True)
class ArmPair:
    """Two arms on the cases both have."""

    left: int
    right: int
    difference: MeanEstimate | None
    """Left minus right with its own interval, not adjusted; None where they could not be compared."""
    adjusted_p: float
    """Of the leading arm being ahead by chance, adjusted over all pairs and both directions."""
    ahead: int | None
    """The arm that is ahead; None when the two are tied."""
    missing: MissingResults
    """Which results the left arm (`baseline`) and the right one (`candidate`) lack."""
    flags: frozenset[PairFlag]


@dataclass(frozen=True, slots=True)
class Separation:
    """What is told apart, with everything that is not left open."""

    pairs: tuple[ArmPair, ...]
    is_ahead: BoolArray
    """Row is ahead of column."""
    groups: tuple[tuple[int, ...], ...]
    """Largest sets of arms no two of which are told apart; they may overlap."""
    level: float
    """At least the chance that no pair is told apart wrongly."""
    flags: frozenset[BoardFlag]


@dataclass(frozen=True, slots=True)
class RankRange:
    """An arm's rank, and those that remain possible."""

    rank: int
    """By its strength; arms of equal strength share the better rank."""
    low: int
    """The best rank that remains possible, for all arms at once."""
    high: int


def separate_arms(
    scores: ArrayLike,
    *,
    scale: Scale | None = None,
    families: Labels | None = None,
    weights: ArrayLike | None = None,
    lower_is_better: bool = False,
    level: float = 0.95,
) -> Separation:
    """Tell arms apart that were measured on the same cases.

    All pairs are tested in both directions on the cases they share and adjusted together (Holm 1979), so that
    at most 1 - level of boards contain any false claim.

    Args:
        scores: Cases × arms, or cases × arms × judges; NaN where missing.
        scale: The ends of a score.
        families: The family each case was made from.
        weights: Of the judges; equal when not given. Two arms are compared by the judges that scored both.
        lower_is_better: For boards of cost or time.
        level: Of the whole family of tests, and of each difference's own interval.
    """
    check_level(level)
    table = _read_board(scores, scale=scale)
    asking = _Asking(
        scale=scale,
        families=None if families is None else code_labels(families, name="families", like=table[:, 0, 0]),
        weights=read_weights(weights, judges=table.shape[2]),
        level=level,
    )
    tests = [
        _test_pair(table, left, right, asking=asking)
        for left, right in combinations(range(table.shape[1]), 2)
    ]
    sign = -1.0 if lower_is_better else 1.0
    pairs = tuple(
        _conclude(test, p=p, sign=sign, level=level)
        for test, p in zip(tests, _adjust_all(tests), strict=True)
    )
    is_ahead = _ahead(pairs, count=table.shape[1])
    return Separation(
        pairs=pairs,
        is_ahead=is_ahead,
        groups=tie_groups(is_ahead | is_ahead.T),
        level=level,
        flags=_flags(table, pairs=pairs),
    )


def rank_ranges(
    strengths: ArrayLike, *, is_ahead: BoolArray, lower_is_better: bool = False
) -> tuple[RankRange, ...]:
    """The ranks that remain possible for each arm, in the order of the arms.

    An arm's range leaves out the ranks of those that are ahead of it and of those behind: simultaneous for all
    arms (Mogstad, Romano, Shaikh, Wilhelm 2024).
    """
    column = np.asarray(strengths, dtype=np.float64)
    if is_ahead.shape != (len(column), len(column)):
        raise LengthsDiffer({"strengths": len(column), "arms": len(is_ahead)})
    order = -column if lower_is_better else column
    ranks = 1 + (order[None, :] > order[:, None]).sum(axis=1)
    ahead, behind = is_ahead.sum(axis=0), is_ahead.sum(axis=1)
    # Where cases are missing, a pair may have been compared on others than the strengths were taken over.
    return tuple(
        RankRange(rank=int(rank), low=int(min(rank, 1 + better)), high=int(max(rank, len(column) - worse)))
        for rank, better, worse in zip(ranks, ahead, behind, strict=True)
    )


def _read_board(scores: ArrayLike, *, scale: Scale | None) -> FloatArray:
    """Cases × arms × judges; one judge where there is no third dimension."""
    table = as_numbers(scores, what="scores")
    if table.ndim not in (2, 3):
        raise SampleBroken("scores", f"they form an array of {table.ndim} dimensions, not cases by arms")
    if table.shape[1] < 2:
        raise SampleEmpty("arms", needed=2, got=table.shape[1])
    if np.isinf(table).any():
        raise SampleBroken("scores", "some are infinite")
    check_scale(scale)
    check_within(table, scale=scale, name="scores")
    return table if table.ndim == 3 else table[:, :, None]


@dataclass(frozen=True, slots=True)
class _Asking:
    """How every pair is asked about."""

    scale: Scale | None
    families: Labels | None
    weights: FloatArray
    level: float

    @property
    def reach(self) -> Scale | None:
        """The ends of a difference."""
        return None if self.scale is None else (self.scale[0] - self.scale[1], self.scale[1] - self.scale[0])


_NO_FINDING = Tails(above=1.0, below=1.0)


@dataclass(frozen=True, slots=True)
class _Test:
    left: int
    right: int
    missing: MissingResults
    flags: frozenset[PairFlag]
    difference: MeanEstimate | None = None
    tails: Tails = _NO_FINDING


def _test_pair(table: FloatArray, left: int, right: int, *, asking: _Asking) -> _Test:
    sides = table[:, left], table[:, right]
    missing = _count_missing(*sides)
    flags = flags_of_missing(missing, scale=asking.scale)
    nothing = _Test(left, right, missing, flags)
    differences = panel_differences(*sides, weights=asking.weights)
    if np.isnan(differences).all():
        return nothing
    sample, reach = read_sample(differences, families=asking.families), asking.reach
    if reach is None and sample.clusters.differing == 0:
        return nothing
    grounds = choose_grounds(sample, kind=SampleKind.PAIRED_DIFFERENCES, scale=reach, seed=None)
    if MeanFlag.SCALE_UNKNOWN in grounds.flags:
        return nothing
    located = Located(grounds.method, grounds.pivot.bounds(asking.level), grounds.flags)
    difference = state(sample, located=located, scale=reach, level=asking.level)
    return _Test(left, right, missing, flags, difference, grounds.pivot.tails(0.0))


def _count_missing(left: FloatArray, right: FloatArray) -> MissingResults:
    cases = np.repeat(np.arange(len(left)), left.shape[1])
    return count_missing(left.ravel(), right.ravel(), cases=cases)


def _adjust_all(tests: list[_Test]) -> list[Tails]:
    """Every pair asks twice, once in each direction, and all questions are one family."""
    tails = np.array([(test.tails.above, test.tails.below) for test in tests])
    return [Tails(above=above, below=below) for above, below in adjust(tails.ravel()).reshape(-1, 2).tolist()]


def _conclude(test: _Test, *, p: Tails, sign: float, level: float) -> ArmPair:
    is_left_higher = p.above <= p.below
    adjusted = min(p.above, p.below)
    ahead = test.left if is_left_higher == (sign > 0) else test.right
    return ArmPair(
        left=test.left,
        right=test.right,
        difference=test.difference,
        adjusted_p=adjusted,
        ahead=ahead if adjusted <= 1 - level else None,
        missing=test.missing,
        flags=test.flags,
    )


def _ahead(pairs: tuple[ArmPair, ...], *, count: int) -> BoolArray:
    is_ahead = np.zeros((count, count), dtype=np.bool_)
    for pair in pairs:
        if pair.ahead is not None:
            is_ahead[pair.ahead, pair.left + pair.right - pair.ahead] = True
    return is_ahead


def _flags(table: FloatArray, *, pairs: tuple[ArmPair, ...]) -> frozenset[BoardFlag]:
    flags: set[BoardFlag] = set()
    if np.isnan(table).any():
        flags.add(BoardFlag.MISSING_RESULTS)
    if any(pair.difference is None for pair in pairs):
        flags.add(BoardFlag.NOT_COMPARED)
    return frozenset(flags)
