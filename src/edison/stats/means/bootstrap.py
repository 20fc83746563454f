"""Resampling clusters: cases are drawn with everything nested in them, never single judgments."""

from collections.abc import Iterator

import numpy as np

from edison.stats.arrays import FloatArray, IntArray

from .clusters import ROUNDING, Clusters, ClusterSpread, Ends, measure_spread
from .pivots import Bounds, DrawnPivot
from .quantiles import normal_quantile, normal_tail

# One less than a round number, so that the usual tails fall on a drawn value (Davison and Hinkley 1997, 2.4).
RESAMPLES = 3_999

_BLOCK = 1_000_000
"""Draws held in memory at once."""
_FEW_VALUES = 20
"""Clusters per distinct value from which on values are counted rather than picked."""


def studentised_pivot(
    clusters: Clusters, *, seed: int, ends: Ends | None = None, resamples: int = RESAMPLES
) -> DrawnPivot:
    """The studentised cluster bootstrap (Efron 1981; Hall 1988): each resample is measured by its own error.

    A resample without variation counts as infinitely far out; pseudo-cases at the ends keep it near.
    """
    spread = measure_spread(clusters.totals, clusters.sizes, ends=ends)
    mean, error = float(spread.means), float(spread.errors)
    drawn = resample(clusters, seed=seed, resamples=resamples, ends=ends)
    shifts = drawn.means - mean
    flat = drawn.errors <= ROUNDING * error
    far = np.where(np.abs(shifts) <= ROUNDING * error, 0.0, np.copysign(np.inf, shifts))
    deviations = np.where(flat, far, shifts / np.where(flat, 1.0, drawn.errors))
    return DrawnPivot(mean=mean, error=error, drawn=np.sort(deviations))


def percentile_bounds(clusters: Clusters, *, level: float, seed: int, resamples: int = RESAMPLES) -> Bounds:
    """The middle of the resampled means (Efron 1979); too narrow for few or skewed cases."""
    means = np.sort(resample(clusters, seed=seed, resamples=resamples).means)
    return _between(means, tails=((1 - level) / 2, (1 + level) / 2))


def bca_bounds(clusters: Clusters, *, level: float, seed: int, resamples: int = RESAMPLES) -> Bounds:
    """Bias-corrected and accelerated (Efron 1987), the acceleration from leaving out one cluster at a time."""
    means = np.sort(resample(clusters, seed=seed, resamples=resamples).means)
    mean = clusters.mean
    below = (np.searchsorted(means, mean, "left") + np.searchsorted(means, mean, "right")) / 2
    bias = normal_quantile(min(max(below, 0.5), resamples - 0.5) / resamples)
    acceleration = _acceleration(clusters)

    def shifted(tail: float) -> float:
        reach = bias + normal_quantile(tail)
        return 1 - normal_tail(bias + reach / (1 - acceleration * reach))

    return _between(means, tails=(shifted((1 - level) / 2), shifted((1 + level) / 2)))


def resample(clusters: Clusters, *, seed: int, resamples: int, ends: Ends | None = None) -> ClusterSpread:
    """Means and errors of samples of clusters drawn with replacement."""
    blocks = list(_blocks(clusters, seed=seed, resamples=resamples, ends=ends))
    return ClusterSpread(
        means=np.concatenate([block.means for block in blocks]),
        centres=np.concatenate([block.centres for block in blocks]),
        errors=np.concatenate([block.errors for block in blocks]),
    )


def _blocks(clusters: Clusters, *, seed: int, resamples: int, ends: Ends | None) -> Iterator[ClusterSpread]:
    rng = np.random.default_rng(seed)
    distinct, counts = np.unique(np.stack([clusters.totals, clusters.sizes]), axis=1, return_counts=True)
    if _FEW_VALUES * len(counts) <= len(clusters):
        yield _draw_counts(rng, distinct=distinct, counts=counts, resamples=resamples, ends=ends)
        return
    is_even = bool((clusters.sizes == clusters.sizes[0]).all())
    rows = max(1, _BLOCK // len(clusters))
    for start in range(0, resamples, rows):
        shape = (min(rows, resamples - start), len(clusters))
        picked = rng.integers(0, len(clusters), size=shape, dtype=np.int32)
        sizes = clusters.sizes[:1] if is_even else clusters.sizes[picked]
        yield measure_spread(clusters.totals[picked], sizes, ends=ends)


def _draw_counts(
    rng: np.random.Generator, *, distinct: FloatArray, counts: IntArray, resamples: int, ends: Ends | None
) -> ClusterSpread:
    """On a scale of few steps it is enough to draw how often each occurs."""
    drawn = rng.multinomial(int(counts.sum()), counts / counts.sum(), size=resamples)
    return measure_spread(distinct[0], distinct[1], counts=drawn.astype(np.float64), ends=ends)


def _acceleration(clusters: Clusters) -> float:
    left = (clusters.totals.sum() - clusters.totals) / (clusters.sizes.sum() - clusters.sizes)
    shifts = left.mean() - left
    spread = float(shifts @ shifts)
    return float((shifts**3).sum()) / (6 * spread**1.5) if spread > 0 else 0.0


def _between(ordered: FloatArray, *, tails: tuple[float, float]) -> Bounds:
    low, high = np.quantile(ordered, tails)
    return float(low), float(high)
