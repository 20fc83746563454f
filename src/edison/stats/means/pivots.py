"""Where a mean may lie: each way of knowing gives bounds at any level, and the tails of a test to match."""

import math
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np

from edison.stats.arrays import FloatArray

from .clusters import Clusters, Ends, measure_spread
from .quantiles import normal_quantile, normal_tail, t_quantile, t_tail

Bounds: TypeAlias = tuple[float, float]

_STRAIGHT = 1e-6
"""Less skewness than this leaves the transformation a straight line."""


@dataclass(frozen=True, slots=True)
class Tails:
    """One-sided p-values: how unlikely the sample would be if the mean were not above, or not below, a point."""

    above: float
    below: float

    @property
    def two_sided(self) -> float:
        return min(1.0, 2 * min(self.above, self.below))


class Pivot(Protocol):
    """A way of knowing where a mean lies; `bounds` leaves a point out exactly when `tails` reject it."""

    def bounds(self, level: float) -> Bounds: ...

    def tails(self, point: float) -> Tails: ...


@dataclass(frozen=True, slots=True)
class StudentPivot:
    """Student's t; with infinite degrees of freedom the normal distribution."""

    centre: float
    error: float
    degrees: float

    def bounds(self, level: float) -> Bounds:
        reach = self._quantile((1 + level) / 2) * self.error
        return self.centre - reach, self.centre + reach

    def tails(self, point: float) -> Tails:
        distance = (self.centre - point) / self.error
        return Tails(above=self._tail(distance), below=self._tail(-distance))

    def _quantile(self, probability: float) -> float:
        if math.isinf(self.degrees):
            return normal_quantile(probability)
        return t_quantile(probability, degrees=self.degrees)

    def _tail(self, distance: float) -> float:
        return normal_tail(distance) if math.isinf(self.degrees) else t_tail(distance, degrees=self.degrees)


@dataclass(frozen=True, slots=True)
class DrawnPivot:
    """Studentised deviations of resampled means, in ascending order (the bootstrap-t of Efron 1981)."""

    mean: float
    error: float
    drawn: FloatArray

    def bounds(self, level: float) -> Bounds:
        rank = max(1, math.floor((1 - level) / 2 * (len(self.drawn) + 1) + 1e-9))
        return self.mean - self.drawn[-rank] * self.error, self.mean - self.drawn[rank - 1] * self.error

    def tails(self, point: float) -> Tails:
        distance = (self.mean - point) / self.error
        count = len(self.drawn)
        farther = count - int(np.searchsorted(self.drawn, distance, side="left"))
        nearer = int(np.searchsorted(self.drawn, distance, side="right"))
        return Tails(above=(1 + farther) / (count + 1), below=(1 + nearer) / (count + 1))


@dataclass(frozen=True, slots=True)
class ScorePivot:
    """A share by its score test (Wilson 1927): the error is that of the supposed share, not of the seen one."""

    share: float
    count: int

    def bounds(self, level: float) -> Bounds:
        z = normal_quantile((1 + level) / 2)
        shrink = 1 + z * z / self.count
        centre = (self.share + z * z / (2 * self.count)) / shrink
        inner = self.share * (1 - self.share) / self.count + z * z / (4 * self.count**2)
        reach = z / shrink * math.sqrt(inner)
        return max(0.0, centre - reach), min(1.0, centre + reach)

    def tails(self, point: float) -> Tails:
        error = math.sqrt(max(0.0, point * (1 - point)) / self.count)
        if error == 0:
            return Tails(above=float(self.share <= point), below=float(self.share >= point))
        distance = (self.share - point) / error
        return Tails(above=normal_tail(distance), below=normal_tail(-distance))


@dataclass(frozen=True, slots=True)
class CorrectedPivot:
    """Student's t after the cubic transformation that takes out the skewness of a mean (Hall 1992).

    With T the distance in standard deviations and g its skewness: T + g T² / 3 + g² T³ / 27 + g / (6 n), which
    rises with T, so that it can be undone. As good as resampling to the same order, and without it.
    """

    mean: float
    error: float
    count: int
    skewness: float

    def bounds(self, level: float) -> Bounds:
        reach = t_quantile((1 + level) / 2, degrees=self.count - 1) / math.sqrt(self.count)
        spread = self.error * math.sqrt(self.count)
        return self.mean - self._undone(reach) * spread, self.mean - self._undone(-reach) * spread

    def tails(self, point: float) -> Tails:
        distance = (self.mean - point) / (self.error * math.sqrt(self.count))
        shifted = distance + self.skewness * distance**2 / 3 + self.skewness**2 * distance**3 / 27
        statistic = math.sqrt(self.count) * (shifted + self.skewness / (6 * self.count))
        degrees = self.count - 1
        return Tails(above=t_tail(statistic, degrees=degrees), below=t_tail(-statistic, degrees=degrees))

    def _undone(self, reach: float) -> float:
        if abs(self.skewness) < _STRAIGHT:
            return reach
        inner = 1 + self.skewness * (reach - self.skewness / (6 * self.count))
        return 3 / self.skewness * (math.cbrt(inner) - 1)


@dataclass(frozen=True, slots=True)
class WiderPivot:
    """Two ways of knowing, the more cautious one on either side."""

    one: Pivot
    other: Pivot

    def bounds(self, level: float) -> Bounds:
        (low, high), (lower, higher) = self.one.bounds(level), self.other.bounds(level)
        return min(low, lower), max(high, higher)

    def tails(self, point: float) -> Tails:
        one, other = self.one.tails(point), self.other.tails(point)
        return Tails(above=max(one.above, other.above), below=max(one.below, other.below))


def student_pivot(clusters: Clusters, *, ends: Ends | None = None) -> StudentPivot:
    """Student's t on the means of cases, or of families; it needs two that differ, or the scale's ends.

    With one pseudo-case at each end it is to a mean what Agresti and Coull (1998) are to a share, and Bonett
    and Price (2012) to a difference of paired shares.
    """
    spread = measure_spread(clusters.totals, clusters.sizes, ends=ends)
    degrees = len(clusters) - 1 + (2 * ends.weight if ends else 0)
    return StudentPivot(centre=float(spread.centres), error=float(spread.errors), degrees=degrees)


def corrected_pivot(clusters: Clusters) -> CorrectedPivot:
    """Student's t corrected for the skewness of the clusters, which must differ."""
    spread = measure_spread(clusters.totals, clusters.sizes)
    return CorrectedPivot(
        mean=float(spread.means),
        error=float(spread.errors),
        count=len(clusters),
        skewness=clusters.skewness,
    )
