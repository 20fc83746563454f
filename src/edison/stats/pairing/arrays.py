"""The arrays of this drawer, and how they are read."""

from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from edison.errors import LengthsDiffer, SampleBroken

FloatArray: TypeAlias = NDArray[np.float64]
IntArray: TypeAlias = NDArray[np.intp]
BoolArray: TypeAlias = NDArray[np.bool_]


def read_column(values: ArrayLike, *, what: str, length: int | None = None) -> FloatArray:
    """One column of finite numbers, of a given length where one is known."""
    try:
        column = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError) as cause:
        raise SampleBroken(what, "they are not all numbers") from cause
    if column.ndim != 1:
        raise SampleBroken(what, f"they form an array of {column.ndim} dimensions, not one column")
    if length is not None and len(column) != length:
        raise LengthsDiffer({what: len(column), "expected": length})
    if not np.isfinite(column).all():
        raise SampleBroken(what, "some are missing or infinite")
    return column


def read_indices(values: ArrayLike, *, what: str, below: int) -> IntArray:
    """One column of whole numbers from 0 to `below` - 1."""
    column = read_column(values, what=what)
    if np.any(column != np.floor(column)):
        raise SampleBroken(what, "they are not whole numbers")
    if column.size and (column.min() < 0 or column.max() >= below):
        raise SampleBroken(what, f"they must lie between 0 and {below - 1}")
    return column.astype(np.intp)
