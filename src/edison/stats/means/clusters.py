"""What varies independently: cases, or the families they were made from."""

import math
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from edison.stats.arrays import FloatArray, IntArray

Scale: TypeAlias = tuple[float, float]

# Averages of equal scores differ by rounding alone: below this share of their size they count as equal.
ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Clusters:
    """For each case (or family of cases) the sum of its case means and their number."""

    totals: FloatArray
    sizes: FloatArray

    def __len__(self) -> int:
        return len(self.totals)

    @property
    def mean(self) -> float:
        return float(self.totals.sum() / self.sizes.sum())

    @property
    def means(self) -> FloatArray:
        return self.totals / self.sizes

    @property
    def commonest(self) -> int:
        """How many clusters share the commonest value."""
        means = self.means
        step = ROUNDING * float(np.abs(means).max()) or 1.0
        return int(np.unique(np.round(means / step), return_counts=True)[1].max())

    @property
    def differing(self) -> int:
        """How many clusters differ from the commonest value."""
        return len(self) - self.commonest

    @property
    def skewness(self) -> float:
        """The third standardised moment of what varies."""
        residuals = self.totals - self.mean * self.sizes
        spread = math.sqrt(float((residuals**2).mean()))
        return float(((residuals / spread) ** 3).mean()) if spread > 0 else 0.0


@dataclass(frozen=True, slots=True)
class Ends:
    """Pseudo-cases at both ends of the scale, so that what was not seen counts; each as a share of one case."""

    scale: Scale
    weight: float


@dataclass(frozen=True, slots=True)
class ClusterSpread:
    """Of one sample of clusters, or of many side by side: its mean, the centre with the ends, and the error."""

    means: FloatArray
    centres: FloatArray
    errors: FloatArray


def measure_spread(
    totals: FloatArray, sizes: FloatArray, *, counts: FloatArray | None = None, ends: Ends | None = None
) -> ClusterSpread:
    """Means over cases and their standard errors, along the last axis.

    The mean is a ratio of sums over clusters and its error the linearised one (Cochran, Sampling Techniques,
    3rd ed., 6.4); with clusters of one case it is the familiar s / √n. A pseudo-cluster is as large as the
    average one. Sizes with a last axis of one are the same for all clusters; counts say how often each occurs.
    """
    weight, (low, high) = (ends.weight, ends.scale) if ends else (0.0, (0.0, 0.0))
    clusters = totals.shape[-1] if counts is None else counts.sum(axis=-1)
    count = clusters + 2 * weight
    sums = _sum(totals, counts=counts)
    size = sizes.mean(axis=-1) if counts is None else _sum(sizes, counts=counts) / clusters
    cases = clusters * size
    whole = cases + 2 * weight * size
    centres = (sums + weight * size * (low + high)) / whole
    residuals = totals - centres[..., None] * sizes
    squares = _sum(residuals * residuals, counts=counts)
    squares = squares + weight * size**2 * ((low - centres) ** 2 + (high - centres) ** 2)
    return ClusterSpread(
        means=sums / cases, centres=centres, errors=np.sqrt(count / (count - 1) * squares) / whole
    )


def _sum(values: FloatArray, *, counts: FloatArray | None) -> FloatArray:
    return values.sum(axis=-1) if counts is None else (counts * values).sum(axis=-1)


def gather_clusters(case_means: FloatArray, *, families: IntArray | None = None) -> Clusters:
    """Sum the case means of each family; each case is its own cluster when there are none."""
    if families is None:
        return Clusters(totals=case_means, sizes=np.ones(len(case_means)))
    code = np.unique(families, return_inverse=True)[1]
    totals = np.bincount(code, weights=case_means).astype(np.float64)
    return Clusters(totals=totals, sizes=np.bincount(code).astype(np.float64))
