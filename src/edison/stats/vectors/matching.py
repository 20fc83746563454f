"""How much the movement of one text resembles that of another."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from edison.stats.arrays import FloatArray

from .trajectory import Spike, Trajectory

_UNMATCHED = 0.2


class TrajectoryFit(StrEnum):
    """How well a text follows the pace of its model."""

    EXCELLENT = "excellent"
    GOOD = "good"
    MODERATE = "moderate"
    POOR = "poor"


@dataclass(frozen=True, slots=True)
class TrajectoryMatch:
    """A synthetic text beside a golden one."""

    fitness: float
    """From 0, the best, to 1."""
    fit: TrajectoryFit
    acceleration_dtw: float | None
    """Mean cost of warping one acceleration profile into the other; nothing when a text has none."""
    acceleration_correlation: float
    spike_position_match: float
    spike_count_match: float


def compare_trajectories(golden: Trajectory, synthetic: Trajectory) -> TrajectoryMatch:
    """Say how well a text has a pattern of its own and how well it follows the golden one's."""
    theirs, ours = np.asarray(golden.accelerations), np.asarray(synthetic.accelerations)
    warped = _dtw(theirs, ours) if len(theirs) and len(ours) else None
    correlation = _correlation(theirs, ours)
    positions = _position_match(golden.spikes, synthetic.spikes)
    counts = _count_match(len(golden.spikes), len(synthetic.spikes))
    fitness = (
        0.30 * (1 - synthetic.deadpan)
        + 0.15 * (1 - synthetic.isolation)
        + 0.20 * (1.0 if warped is None else min(warped, 1.0))
        + 0.15 * (1 - max(correlation, 0.0))
        + 0.10 * (1 - positions)
        + 0.10 * (1 - counts)
    )
    return TrajectoryMatch(
        fitness=fitness,
        fit=_fit(fitness),
        acceleration_dtw=warped,
        acceleration_correlation=correlation,
        spike_position_match=positions,
        spike_count_match=counts,
    )


def _fit(fitness: float) -> TrajectoryFit:
    if fitness < 0.3:
        return TrajectoryFit.EXCELLENT
    if fitness < 0.5:
        return TrajectoryFit.GOOD
    return TrajectoryFit.MODERATE if fitness < 0.7 else TrajectoryFit.POOR


def _dtw(one: FloatArray, other: FloatArray) -> float:
    """Dynamic time warping (Sakoe and Chiba, IEEE Trans. ASSP 26, 1978), over the longest path n + m − 1."""
    costs = np.abs(one[:, None] - other[None, :])
    previous = np.cumsum(costs[0])
    for row in costs[1:]:
        current = np.empty_like(previous)
        current[0] = previous[0] + row[0]
        steps = np.minimum(previous[1:], previous[:-1])
        for place in range(1, len(row)):
            current[place] = row[place] + min(steps[place - 1], current[place - 1])
        previous = current
    return float(previous[-1]) / (len(one) + len(other) - 1)


def _correlation(one: FloatArray, other: FloatArray) -> float:
    """Pearson's, after stretching the shorter profile; 0 where a profile is flat."""
    if min(len(one), len(other)) < 2:
        return 0.0
    grid = np.linspace(0, 1, max(len(one), len(other)))
    a, b = (np.interp(grid, np.linspace(0, 1, len(profile)), profile) for profile in (one, other))
    a, b = a - a.mean(), b - b.mean()
    scale = float(np.linalg.norm(a) * np.linalg.norm(b))
    if scale <= 1e-12:
        return 0.0
    return min(1.0, max(-1.0, float(a @ b) / scale))


def _position_match(golden: tuple[Spike, ...], synthetic: tuple[Spike, ...]) -> float:
    """Each golden spike takes the nearest that is left, in the order of the text, and misses by 1 where none is.

    One at the other end of the text misses by 1 as well, so it is left to the next. Each that one text has more
    than the other costs 0.2 besides.
    """
    if not golden and not synthetic:
        return 1.0
    if not golden or not synthetic:
        return 0.0
    free = [spike.position for spike in synthetic]
    apart = 0.0
    for spike in golden:
        near = (place for place in free if abs(place - spike.position) < 1)
        nearest = min(near, key=lambda place: abs(place - spike.position), default=None)
        if nearest is None:
            apart += 1.0
            continue
        free.remove(nearest)
        apart += abs(nearest - spike.position)
    unequal = _UNMATCHED * abs(len(golden) - len(synthetic))
    return 1 - min(apart / len(golden) + unequal, 1.0)


def _count_match(golden: int, synthetic: int) -> float:
    most = max(golden, synthetic)
    return min(golden, synthetic) / most if most else 1.0
