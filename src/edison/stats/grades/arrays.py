"""The arrays of this drawer, and how they are read."""

from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from edison.errors import LengthsDiffer, SampleBroken, SampleEmpty

FloatArray: TypeAlias = NDArray[np.float64]
IntArray: TypeAlias = NDArray[np.intp]
BoolArray: TypeAlias = NDArray[np.bool_]

# How far a covariance may be from symmetric or positive before it is none, relative to its largest variance.
ROUNDING = 1e-8


def read_scores(scores: ArrayLike, *, least: int = 2) -> FloatArray:
    """One column of finite numbers."""
    column = _floats(scores, what="scores")
    if column.ndim != 1:
        raise SampleBroken("scores", f"they form an array of {column.ndim} dimensions, not one column")
    if len(column) < least:
        raise SampleEmpty("scores", needed=least, got=len(column))
    if not np.isfinite(column).all():
        raise SampleBroken("scores", "some are missing or infinite")
    return column


def read_covariance(covariance: ArrayLike, *, items: int) -> FloatArray:
    """A matrix that can be the joint uncertainty of so many scores, each of them uncertain.

    A column holds variances of scores whose errors are independent.
    """
    matrix = _floats(covariance, what="covariance")
    if matrix.ndim == 1:
        matrix = np.diag(matrix)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise SampleBroken("covariance", f"its shape is {matrix.shape}, not square")
    if len(matrix) != items:
        raise LengthsDiffer({"scores": items, "covariance": len(matrix)})
    if not np.isfinite(matrix).all():
        raise SampleBroken("covariance", "some entries are missing or infinite")
    variances = np.diagonal(matrix)
    if variances.min() <= 0:
        raise SampleBroken("covariance", f"score {int(variances.argmin())} would be known without any error")
    allowed = ROUNDING * variances.max()
    if np.abs(matrix - matrix.T).max() > allowed:
        raise SampleBroken("covariance", "it is not symmetric")
    return (matrix + matrix.T) / 2


def read_places(places: ArrayLike, *, what: str, below: int) -> IntArray:
    """Whole numbers from 0 to `below` - 1."""
    column = _floats(places, what=what)
    if column.ndim != 1 or np.any(column != np.floor(column)):
        raise SampleBroken(what, "they are not a column of whole numbers")
    if column.size and (column.min() < 0 or column.max() >= below):
        raise SampleBroken(what, f"they must lie between 0 and {below - 1}")
    return column.astype(np.intp)


def _floats(values: ArrayLike, *, what: str) -> FloatArray:
    try:
        return np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError) as cause:
        raise SampleBroken(what, "they are not all numbers") from cause
