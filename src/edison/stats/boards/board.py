"""Several arms on the same cases: who is ahead of whom, and which ranks remain possible for each."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from edison.stats.means.clusters import Scale
from edison.stats.means.intervals import MeanEstimate, mean_interval
from edison.stats.means.samples import Labels, check_level

from .panels import panel_means
from .separation import ArmPair, BoardFlag, RankRange, rank_ranges, read_board, separate_arms


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
class ScoreBoard:
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
) -> ScoreBoard:
    """Rank arms measured on the same cases, with the means they are ranked by.

    Pairs are told apart by `separate_arms` and ranks ranged by `rank_ranges`: at most 1 - level of boards
    contain any false claim.

    Args:
        scores: Cases × arms, or cases × arms × judges of equal weight; NaN where missing.
        scale: The ends of a score.
        families: The family each case was made from.
        lower_is_better: For boards of cost or time.
        level: Of each mean's interval, and of all rank intervals together.
        seed: Of the resampling behind the means' intervals.
    """
    check_level(level)
    scale = (0.0, 1.0) if scale is None and np.asarray(scores).dtype == np.bool_ else scale
    table = read_board(scores, scale=scale)
    means = [
        mean_interval(column, scale=scale, families=families, level=level, seed=seed)
        for column in panel_means(table).T
    ]
    apart = separate_arms(table, scale=scale, families=families, lower_is_better=lower_is_better, level=level)
    strengths = np.array([mean.mean for mean in means])
    ranges = rank_ranges(strengths, is_ahead=apart.is_ahead, lower_is_better=lower_is_better)
    order: list[int] = np.argsort(strengths if lower_is_better else -strengths, kind="stable").tolist()
    return ScoreBoard(
        arms=tuple(_place(arm, mean=means[arm], among=ranges[arm]) for arm in order),
        pairs=apart.pairs,
        groups=apart.groups,
        level=level,
        flags=apart.flags,
    )


def _place(arm: int, *, mean: MeanEstimate, among: RankRange) -> ArmRank:
    return ArmRank(arm=arm, mean=mean, rank=among.rank, rank_low=among.low, rank_high=among.high)
