"""Arrays of numbers, whatever they are of: what they are called here, and how what came in is read."""

from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from edison.errors import LengthsDiffer, SampleBroken

FloatArray: TypeAlias = NDArray[np.float64]
IntArray: TypeAlias = NDArray[np.intp]
BoolArray: TypeAlias = NDArray[np.bool_]

LARGEST = 1e50
"""Powers of larger numbers do not fit."""


def as_numbers(values: ArrayLike, *, what: str, largest: float | None = None) -> FloatArray:
    """Numbers of any shape; NaN may stand where something is missing, and nothing beyond `largest`."""
    try:
        numbers = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError) as cause:
        raise SampleBroken(what, "they are not all numbers, or no regular table of them") from cause
    if largest is not None and np.any(np.abs(numbers) > largest):
        raise SampleBroken(what, "some numbers are infinite or beyond all measure")
    return numbers


def as_one_column(values: ArrayLike, *, what: str) -> FloatArray:
    """One column of numbers; NaN may stand where something is missing."""
    column = as_numbers(values, what=what)
    if column.ndim != 1:
        raise SampleBroken(what, f"they form an array of {column.ndim} dimensions, not one column")
    return column


def read_column(values: ArrayLike, *, what: str, length: int | None = None) -> FloatArray:
    """One column of finite numbers, of a given length where one is known."""
    column = as_one_column(values, what=what)
    if length is not None and len(column) != length:
        raise LengthsDiffer({what: len(column), "expected": length})
    if not np.isfinite(column).all():
        raise SampleBroken(what, "some are missing or infinite")
    return column


def read_places(values: ArrayLike, *, what: str, below: int) -> IntArray:
    """One column of whole numbers from 0 to `below` - 1."""
    column = read_column(values, what=what)
    if np.any(column != np.floor(column)):
        raise SampleBroken(what, "they are not whole numbers")
    if column.size and (column.min() < 0 or column.max() >= below):
        raise SampleBroken(what, f"they must lie between 0 and {below - 1}")
    return column.astype(np.intp)
