"""Several judges of the same cases: one score of a case, and one difference between two arms on it."""

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import LengthsDiffer, SampleBroken
from edison.stats.arrays import FloatArray


def panel_means(scores: ArrayLike, *, weights: ArrayLike | None = None) -> FloatArray:
    """The weighted mean of each row over the judges that scored it: judges stand across, NaN where one did not."""
    table = np.asarray(scores, dtype=np.float64)
    return _weigh(table, weights=read_weights(weights, judges=table.shape[-1]))


def panel_differences(left: FloatArray, right: FloatArray, *, weights: FloatArray) -> FloatArray:
    """Left minus right for each case, over the judges that scored both.

    A judge that scored one arm alone would bring its own severity into the difference, so it is left out there.
    """
    return _weigh(left - right, weights=weights)


def read_weights(weights: ArrayLike | None, *, judges: int) -> FloatArray:
    """One weight per judge; equal where none are given."""
    if weights is None:
        return np.ones(judges)
    column = np.asarray(weights, dtype=np.float64)
    if column.shape != (judges,):
        raise LengthsDiffer({"judges": judges, "weights": column.size})
    if not np.all(np.isfinite(column)) or not np.all(column >= 0) or not np.any(column > 0):
        raise SampleBroken("weights", "they are numbers from 0 upwards, and one is above 0")
    return column


def _weigh(table: FloatArray, *, weights: FloatArray) -> FloatArray:
    there = ~np.isnan(table)
    whole = there @ weights
    sums = np.where(there, table, 0.0) @ weights
    return np.divide(sums, whole, out=np.full(whole.shape, np.nan), where=whole > 0)
