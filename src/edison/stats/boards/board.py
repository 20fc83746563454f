"""Several arms on the same cases: who is ahead of whom, and which ranks remain possible for each."""

from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from edison.errors import SampleBroken, SampleEmpty
from edison.stats.comparing.families import adjust
from edison.stats.means.clusters import FloatArray, Scale
from edison.stats.means.intervals import Located, MeanEstimate, mean_interval, state
from edison.stats.means.pivots import Tails
from edison.stats.means.rule import Flag, choose_grounds
from edison.stats.means.samples import (
    Labels,
    SampleKind,
    check_level,
    check_scale,
    check_within,
    read_sample,
)

from .groups import tie_groups

BoolArray: TypeAlias = NDArray[np.bool_]


class BoardFlag(StrEnum):
    """What a reader of a board must know."""

    MISSING_RESULTS = "missing_results"
    """Arms were not measured on all cases; two arms are compared on the cases both have."""
    NOT_COMPARED = "not_compared"
    """Some arms share too little to be told apart: no common case, or few that vary and no scale."""


@dataclass(frozen=True, slots=True)
class ArmRank:
    """One arm's place on the board."""

    arm: int
    """Its column."""
    mean: MeanEstimate
    rank: int
    """By its mean; arms with equal means share the better rank."""
    rank_low: int
    """The best rank that remains possible, for all arms at once."""
    rank_high: int


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


@dataclass(frozen=True, slots=True)
class Board:
    """Arms by rank, with everything that is not settled left open."""

    arms: tuple[ArmRank, ...]
    """Best mean first."""
    pairs: tuple[ArmPair, ...]
    groups: tuple[tuple[int, ...], ...]
    """Largest sets of arms no two of which are told apart; they may overlap."""
    level: float
    """The chance that every true rank lies within its arm's interval, at least."""
    flags: frozenset[BoardFlag]


def rank_board(
    scores: ArrayLike,
    *,
    scale: Scale | None = None,
    families: Labels | None = None,
    lower_is_better: bool = False,
    level: float = 0.95,
    seed: int = 0,
) -> Board:
    """Rank arms measured on the same cases.

    All pairs are tested in both directions on the cases they share and adjusted together (Holm 1979), so that
    at most 1 - level of boards contain any false claim. An arm's rank interval leaves out the ranks of those
    that are ahead of it and of those behind: simultaneous for all arms (Mogstad, Romano, Shaikh, Wilhelm 2024).

    Args:
        scores: One row per case, one column per arm, NaN where missing.
        scale: The ends of a score.
        families: The family each case was made from.
        lower_is_better: For boards of cost or time.
        level: Of each mean's interval, and of all rank intervals together.
        seed: Of the resampling behind the means' intervals.
    """
    check_level(level)
    scale = (0.0, 1.0) if scale is None and np.asarray(scores).dtype == np.bool_ else scale
    table = _read_table(scores, scale=scale)
    means = [
        mean_interval(column, scale=scale, families=families, level=level, seed=seed) for column in table.T
    ]
    tests = [
        _test_pair(table, left, right, scale=scale, families=families, level=level)
        for left, right in combinations(range(table.shape[1]), 2)
    ]
    sign = -1.0 if lower_is_better else 1.0
    adjusted = _adjust_all(tests)
    pairs = tuple(
        _conclude(test, p=p, sign=sign, level=level) for test, p in zip(tests, adjusted, strict=True)
    )
    order = np.array([sign * mean.mean for mean in means])
    is_ahead = _ahead(pairs, count=len(means))
    arms = tuple(
        _place(arm, means=means, order=order, is_ahead=is_ahead)
        for arm in np.argsort(-order, kind="stable").tolist()
    )
    return Board(
        arms=arms,
        pairs=pairs,
        groups=tie_groups(is_ahead | is_ahead.T),
        level=level,
        flags=_flags(table, pairs=pairs),
    )


@dataclass(frozen=True, slots=True)
class _Test:
    left: int
    right: int
    difference: MeanEstimate | None
    tails: Tails


def _read_table(scores: ArrayLike, *, scale: Scale | None) -> FloatArray:
    try:
        table = np.asarray(scores, dtype=np.float64)
    except (TypeError, ValueError) as cause:
        raise SampleBroken("scores", "they are not a table of numbers") from cause
    if table.ndim != 2:
        raise SampleBroken("scores", f"they form an array of {table.ndim} dimensions, not cases by arms")
    if table.shape[1] < 2:
        raise SampleEmpty("arms", needed=2, got=table.shape[1])
    if np.isinf(table).any():
        raise SampleBroken("scores", "some are infinite")
    check_scale(scale)
    check_within(table, scale=scale, name="scores")
    return table


def _test_pair(
    table: FloatArray, left: int, right: int, *, scale: Scale | None, families: Labels | None, level: float
) -> _Test:
    differences = table[:, left] - table[:, right]
    nothing = _Test(left, right, None, Tails(above=1.0, below=1.0))
    if np.isnan(differences).all():
        return nothing
    sample = read_sample(differences, families=families)
    reach = None if scale is None else (scale[0] - scale[1], scale[1] - scale[0])
    if reach is None and sample.clusters.differing == 0:
        return nothing
    grounds = choose_grounds(sample, kind=SampleKind.PAIRED_DIFFERENCES, scale=reach, seed=None)
    if Flag.SCALE_UNKNOWN in grounds.flags:
        return nothing
    located = Located(grounds.method, grounds.pivot.bounds(level), grounds.flags)
    difference = state(sample, located=located, scale=reach, level=level)
    return _Test(left, right, difference, grounds.pivot.tails(0.0))


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
    )


def _ahead(pairs: tuple[ArmPair, ...], *, count: int) -> BoolArray:
    """Row is ahead of column."""
    is_ahead = np.zeros((count, count), dtype=np.bool_)
    for pair in pairs:
        if pair.ahead is not None:
            is_ahead[pair.ahead, pair.left + pair.right - pair.ahead] = True
    return is_ahead


def _place(arm: int, *, means: list[MeanEstimate], order: FloatArray, is_ahead: BoolArray) -> ArmRank:
    rank = 1 + int((order > order[arm]).sum())
    # Where cases are missing, a pair may have been compared on others than the means were taken over.
    return ArmRank(
        arm=arm,
        mean=means[arm],
        rank=rank,
        rank_low=min(rank, 1 + int(is_ahead[:, arm].sum())),
        rank_high=max(rank, len(means) - int(is_ahead[arm].sum())),
    )


def _flags(table: FloatArray, *, pairs: tuple[ArmPair, ...]) -> frozenset[BoardFlag]:
    flags: set[BoardFlag] = set()
    if np.isnan(table).any():
        flags.add(BoardFlag.MISSING_RESULTS)
    if any(pair.difference is None for pair in pairs):
        flags.add(BoardFlag.NOT_COMPARED)
    return frozenset(flags)
