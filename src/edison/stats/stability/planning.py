"""With this judge noise, how many comparisons will be needed?"""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from edison.errors import SampleBroken, SampleEmpty
from edison.stats.arrays import FloatArray

from .movement import correlate, mean_ranks
from .rehearsal import Rehearsal, Setting


class Aim(StrEnum):
    """What is wanted of a ranking."""

    RANK_CORRELATION = "rank_correlation"
    """Spearman's, with the true order."""
    RELIABILITY = "reliability"
    """The squared correlation of estimated and true strengths."""
    MEAN_SE = "mean_se"
    """The mean standard error, in logits; smaller is better."""

    def is_reached(self, values: FloatArray, level: float) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
        """Where the values are as good as wished."""
        return values <= level if self is Aim.MEAN_SE else values >= level


@dataclass(frozen=True, slots=True, eq=False)
class ComparisonPlan:
    """How good a ranking becomes with more comparisons, over many pretend worlds."""

    aim: Aim
    level: float
    comparisons_per_item: FloatArray
    """Where the worlds were looked at."""
    rank_correlation: FloatArray
    """The mean over worlds at each of them, as the next two."""
    reliability: FloatArray
    mean_se: FloatArray
    needed_per_item: float | None
    """Where the mean reaches the aim; None when it does not within the limit."""
    needed: int | None
    """Comparisons in all."""
    low_per_item: float | None
    """One in ten worlds needs less; None when fewer than one in ten reach the aim."""
    high_per_item: float | None
    """One in ten worlds needs more; None when more than one in ten do not reach it within the limit."""
    reached: float
    """The share of worlds that reach the aim within the limit."""
    worlds: int


def plan_comparisons(
    setting: Setting,
    *,
    aim: Aim = Aim.RANK_CORRELATION,
    level: float = 0.95,
    most_per_item: int = 60,
    worlds: int = 20,
    seed: int = 0,
) -> ComparisonPlan:
    """Rank pretend items until the aim is reached, in many worlds.

    Args:
        setting: How many items, how far apart they are for the judge, how pairs are chosen.
        aim: What is wanted.
        level: How much of it.
        most_per_item: Where to stop looking.
        worlds: How many pretend worlds.
        seed: Equal seeds give equal plans.
    """
    if worlds < 1:
        raise SampleEmpty("worlds", got=worlds)
    if most_per_item < 2:
        raise SampleBroken("comparisons per item", f"{most_per_item} show no course; give at least 2")
    grid = np.arange(1.0, most_per_item + 1)
    courses = np.stack([_course(setting, grid=grid, seed=seed + world) for world in range(worlds)])
    mean = courses.mean(axis=0)
    column = list(Aim).index(aim)
    firsts = np.array([_first(course[:, column], aim=aim, level=level, grid=grid) for course in courses])
    needed = _crossing(mean[:, column], aim=aim, level=level, grid=grid)
    low, high = (float(np.quantile(firsts, share, method="higher")) for share in (0.1, 0.9))
    return ComparisonPlan(
        aim=aim,
        level=level,
        comparisons_per_item=grid,
        rank_correlation=mean[:, 0],
        reliability=mean[:, 1],
        mean_se=mean[:, 2],
        needed_per_item=needed,
        needed=None if needed is None else int(np.ceil(needed * setting.items / 2)),
        low_per_item=low if np.isfinite(low) else None,
        high_per_item=high if np.isfinite(high) else None,
        reached=float(np.isfinite(firsts).mean()),
        worlds=worlds,
    )


def spread_for_accuracy(accuracy: float) -> float:
    """The spread at which a judge puts this share of randomly chosen pairs in their true order.

    A judge's noise is more often known by how often he is right than in logits. The share is an integral over normal
    differences; the spread is found by halving an interval.
    """
    if not 0.5 < accuracy < 0.99:
        raise SampleBroken("accuracy", f"{accuracy:g} does not lie between 0.5 and 0.99")
    low, high = 0.0, 200.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _accuracy(middle) < accuracy else (low, middle)
    return (low + high) / 2


def _accuracy(spread: float) -> float:
    # On a fine even grid: at large spreads the integrand is too sharp for a few well-chosen points.
    points = np.linspace(0, 8, 20_001)
    weights = np.exp(-(points**2) / 2)
    right = 0.5 + 0.5 * np.tanh(spread * points / np.sqrt(2))
    return float(weights @ right / weights.sum())


def _course(setting: Setting, *, grid: FloatArray, seed: int) -> FloatArray:
    """All aims at every point of the grid, by straight lines between waves."""
    run = Rehearsal(setting, seed=seed)
    true_ranks = mean_ranks(run.truth)
    seen: list[tuple[float, float, float, float]] = [(0.0, 0.0, 0.0, setting.spread)]
    while run.comparisons_per_item < grid[-1]:
        run.ask_wave()
        if run.comparisons_per_item < seen[-1][0] + 1 and run.comparisons_per_item < grid[-1]:
            continue
        standing = run.standing()
        ranks = correlate(mean_ranks(standing.scores), true_ranks)
        reliability = correlate(standing.scores, run.truth) ** 2
        seen.append((run.comparisons_per_item, ranks, reliability, float(standing.se.mean())))
    at = np.array([point[0] for point in seen])
    columns = [np.array([point[place] for point in seen]) for place in (1, 2, 3)]
    return np.column_stack([np.interp(grid, at, column) for column in columns])


def _first(values: FloatArray, *, aim: Aim, level: float, grid: FloatArray) -> float:
    reached = np.flatnonzero(aim.is_reached(values, level))
    return float(grid[reached[0]]) if len(reached) else np.inf


def _crossing(values: FloatArray, *, aim: Aim, level: float, grid: FloatArray) -> float | None:
    reached = np.flatnonzero(aim.is_reached(values, level))
    if not len(reached):
        return None
    place = int(reached[0])
    if place == 0:
        return float(grid[0])
    before, after = float(values[place - 1]), float(values[place])
    return float(grid[place - 1] + (level - before) / (after - before) * (grid[place] - grid[place - 1]))
