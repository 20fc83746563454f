"""How far scores and ranks moved since they were last looked at, and how precise they are now."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import LengthsDiffer, SampleBroken, SampleEmpty
from edison.stats.arrays import FloatArray, read_column

# Above these a reader is warned; nothing ends or goes on because of them.
_WIDE_ON_AVERAGE, _WIDE_AT_MOST, _SPARSE = 0.4, 0.8, 1.0


@dataclass(frozen=True, slots=True)
class Movement:
    """What some more comparisons changed. Both sets of scores are taken relative to their mean.

    Where they all grew apart by one factor, more of the same was found: that is certainty gained, and no movement.
    Where they drew together, what was found contradicts what was known, and moves them.
    """

    added: int
    """Comparisons between the two looks."""
    largest: float
    """The largest change of a score."""
    mean: float
    per_comparison: float
    """The largest change for each comparison that the items had on average.

    A small wave moves scores little because it is small; this does not fall with its size.
    """
    rank_correlation: float
    """Spearman's, between both orders: 1 where no two items changed places."""
    largest_rank_change: float


class PrecisionFlag(StrEnum):
    """What to know before believing the scores."""

    SE_INFLATED = "se_inflated"
    SPARSE = "sparse"
    ISOLATED = "isolated"


@dataclass(frozen=True, slots=True)
class Precision:
    """How sure the scores are and what they rest on."""

    mean_se: float
    largest_se: float
    smallest_se: float
    mean_comparisons: float
    """For each item."""
    fewest_comparisons: int
    most_comparisons: int
    isolated: int
    """Items that were never compared; they have no standard error and are left out of the above."""
    flags: tuple[PrecisionFlag, ...]


def measure_movement(before: ArrayLike, after: ArrayLike, *, added: int) -> Movement:
    """Compare scores before and after some more comparisons, item by item."""
    old, new = read_column(before, what="scores before"), read_column(after, what="scores after")
    if len(old) != len(new):
        raise LengthsDiffer({"before": len(old), "after": len(new)})
    if len(old) < 2:
        raise SampleEmpty("scores", needed=2, got=len(old))
    if added < 1:
        raise SampleBroken("comparisons added", f"{added} cannot have moved anything")
    change = np.abs(_moved(old - old.mean(), new - new.mean()))
    old_ranks, new_ranks = mean_ranks(old), mean_ranks(new)
    return Movement(
        added=added,
        largest=float(change.max()),
        mean=float(change.mean()),
        per_comparison=float(change.max()) * len(old) / (2 * added),
        rank_correlation=correlate(old_ranks, new_ranks),
        largest_rank_change=float(np.abs(new_ranks - old_ranks).max()),
    )


def measure_precision(se: ArrayLike, comparisons: ArrayLike) -> Precision:
    """Sum up standard errors, and how often each item was compared; an item never compared may lack the former."""
    errors, times = np.asarray(se, dtype=np.float64), read_column(comparisons, what="comparisons")
    if errors.shape != times.shape:
        raise LengthsDiffer({"se": errors.size, "comparisons": len(times)})
    compared = times > 0
    if not compared.any():
        raise SampleEmpty("items that were compared")
    known = errors[compared]
    if not np.isfinite(known).all() or known.min() < 0:
        raise SampleBroken("standard errors", "some are missing or below zero")
    claims = {
        PrecisionFlag.SE_INFLATED: known.mean() > _WIDE_ON_AVERAGE or known.max() > _WIDE_AT_MOST,
        PrecisionFlag.SPARSE: times.mean() < _SPARSE,
        PrecisionFlag.ISOLATED: not compared.all(),
    }
    return Precision(
        mean_se=float(known.mean()),
        largest_se=float(known.max()),
        smallest_se=float(known.min()),
        mean_comparisons=float(times.mean()),
        fewest_comparisons=int(times.min()),
        most_comparisons=int(times.max()),
        isolated=int((~compared).sum()),
        flags=tuple(flag for flag, holds in claims.items() if holds),
    )


def _moved(old: FloatArray, new: FloatArray) -> FloatArray:
    """What is left of a change once the factor by which all scores grew apart is taken out."""
    size = float(old @ old)
    return new - max(1.0, float(old @ new) / size if size else 1.0) * old


def mean_ranks(values: FloatArray) -> FloatArray:
    """Ranks from 1, equal values sharing the mean of theirs."""
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    return ((2 * ends - counts + 1) / 2)[place]


def correlate(one: FloatArray, other: FloatArray) -> float:
    """Pearson's correlation; what does not vary agrees only with what does not vary either."""
    first, second = one - one.mean(), other - other.mean()
    size = float(np.sqrt((first @ first) * (second @ second)))
    if not size:
        return float(not (first.any() or second.any()))
    return float(np.clip(first @ second / size, -1, 1))
