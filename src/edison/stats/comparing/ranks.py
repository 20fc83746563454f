"""Wilcoxon's signed-rank test, exact with ties."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import SampleBroken, SampleEmpty
from edison.stats.arrays import FloatArray, IntArray
from edison.stats.means.quantiles import normal_tail
from edison.stats.means.samples import read_values

_MOST_EXACT = 100
"""Beyond so many differences the normal approximation is as good."""
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class SignedRanks:
    """Wilcoxon's test of symmetry around zero (Wilcoxon 1945)."""

    p: float
    """Two-sided."""
    positive: float
    """The sum of the ranks of positive differences."""
    count: int
    """Differences that are not zero; zeros are left out."""
    is_exact: bool


def signed_ranks(differences: ArrayLike) -> SignedRanks:
    """Test whether differences are symmetric around zero, by the ranks of their sizes."""
    column = read_values(differences, name="differences")
    if not len(column):
        raise SampleEmpty("differences")
    if np.isnan(column).any():
        raise SampleBroken("differences", "some are missing")
    moved = column[column != 0]
    if not len(moved):
        return SignedRanks(p=1.0, positive=0.0, count=0, is_exact=True)
    doubled = _doubled_ranks(np.abs(moved))
    positive = int(doubled[moved > 0].sum())
    is_exact = len(moved) <= _MOST_EXACT
    p = _exact_p(doubled, positive=positive) if is_exact else _normal_p(doubled, positive=positive)
    return SignedRanks(p=p, positive=positive / 2, count=len(moved), is_exact=is_exact)


def _doubled_ranks(sizes: FloatArray) -> IntArray:
    """Twice the ranks, so that the average rank of ties is a whole number."""
    step = _ROUNDING * float(sizes.max())
    _, code, counts = np.unique(np.round(sizes / step), return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return (2 * last - counts + 1)[code]


def _exact_p(doubled: IntArray, *, positive: int) -> float:
    """From the distribution over all signs, ties included (Streitberg and Röhmel 1986)."""
    total = int(doubled.sum())
    chances = np.zeros(total + 1)
    chances[0] = 1.0
    for rank in doubled:
        shifted = np.zeros_like(chances)
        shifted[rank:] = chances[: total + 1 - rank]
        chances = (chances + shifted) / 2
    least = min(positive, total - positive)
    return min(1.0, 2 * float(chances[: least + 1].sum()))


def _normal_p(doubled: IntArray, *, positive: int) -> float:
    ranks = doubled / 2
    distance = abs(positive / 2 - float(ranks.sum()) / 2)
    return min(1.0, 2 * normal_tail(distance / math.sqrt(float((ranks**2).sum()) / 4)))
