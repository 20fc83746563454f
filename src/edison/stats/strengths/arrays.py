"""The arrays of this drawer, a few operations on them, and results nobody can change afterwards."""

from typing import Any, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

FloatArray: TypeAlias = npt.NDArray[np.float64]
IntArray: TypeAlias = npt.NDArray[np.intp]
BoolArray: TypeAlias = npt.NDArray[np.bool_]

_Array = TypeVar("_Array", bound=npt.NDArray[Any])


def sealed(array: _Array) -> _Array:
    """A view that cannot be written to; whoever owns the memory still can."""
    view = array.view()
    view.setflags(write=False)
    return view


def tally(places: IntArray, weights: FloatArray, *, size: int) -> FloatArray:
    """The sum of the weights that fall on each place."""
    return np.bincount(places, weights=weights, minlength=size).astype(np.float64, copy=False)


def inverse(matrix: FloatArray) -> FloatArray:
    """The inverse of a matrix, or of each in a stack."""
    return np.linalg.inv(matrix).astype(np.float64, copy=False)


def solve(matrix: FloatArray, target: FloatArray) -> FloatArray:
    """What the matrix turns into the target."""
    return np.linalg.solve(matrix, target).astype(np.float64, copy=False)
