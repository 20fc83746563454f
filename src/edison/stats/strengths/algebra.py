"""Sums, inverses and solutions, and results nobody can change afterwards."""

from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt

from edison.stats.arrays import FloatArray, IntArray

# Numbers of rows from which loading scipy pays.
_LARGE = 500

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
    """The inverse of a symmetric matrix, faster where it is large and positive definite."""
    if len(matrix) <= _LARGE:
        return np.linalg.inv(matrix).astype(np.float64, copy=False)
    from scipy.linalg import lapack  # pyright: ignore[reportMissingTypeStubs] (scipy has none)

    # Half the work of the general inverse: only one triangle is computed.
    factor, trouble = cast("tuple[FloatArray, int]", lapack.dpotrf(matrix, lower=True, clean=False))  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType] (made at import)
    if trouble:
        return np.linalg.inv(matrix).astype(np.float64, copy=False)
    half, _ = cast("tuple[FloatArray, int]", lapack.dpotri(factor, lower=True))  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType] (made at import)
    return np.tril(half) + np.tril(half, -1).T


def inverse_if_any(matrix: FloatArray) -> FloatArray | None:
    """The inverse, or None for a matrix that has none."""
    try:
        return inverse(matrix)
    except np.linalg.LinAlgError:
        return None


def solve(matrix: FloatArray, target: FloatArray) -> FloatArray:
    """What the matrix turns into the target."""
    return np.linalg.solve(matrix, target).astype(np.float64, copy=False)
