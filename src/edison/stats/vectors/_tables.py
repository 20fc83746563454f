"""What every statistic about embeddings asks of its input."""

from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from edison.errors import LengthsDiffer, SampleBroken, SampleEmpty

FloatArray: TypeAlias = NDArray[np.float64]
IntArray: TypeAlias = NDArray[np.int64]

# Powers of larger numbers do not fit.
LARGEST = 1e50
# Similarities are computed in blocks of about this many numbers.
BLOCK = 4_000_000


def as_vectors(vectors: ArrayLike, *, what: str = "vectors", needed: int = 1) -> FloatArray:
    """Texts down, dimensions across; every number finite and no vector of length zero."""
    try:
        table = np.asarray(vectors, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise SampleBroken(what, "they are not a regular table of numbers") from error
    if table.ndim != 2:
        raise SampleBroken(what, f"a table has two dimensions, not {table.ndim}")
    if len(table) < needed:
        raise SampleEmpty(what, needed=needed, got=len(table))
    if not np.all(np.abs(table) <= LARGEST):
        raise SampleBroken(what, "some numbers are missing, infinite or beyond all measure")
    if not np.all(np.abs(table).max(axis=1, initial=0.0) > 0):
        raise SampleBroken(what, "a vector of length zero points nowhere")
    return table


def as_directions(vectors: ArrayLike, *, what: str = "vectors", needed: int = 1) -> FloatArray:
    """The same vectors, each of length one, so that products are cosines."""
    table = as_vectors(vectors, what=what, needed=needed)
    # Scaled by the largest number first: squares of very small ones vanish.
    table = table / np.abs(table).max(axis=1, keepdims=True)
    return table / np.linalg.norm(table, axis=1, keepdims=True)


def as_direction(vector: ArrayLike, *, what: str = "vector") -> FloatArray:
    """One vector of length one."""
    try:
        single = np.asarray(vector, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise SampleBroken(what, "it is not a row of numbers") from error
    if single.ndim != 1:
        raise SampleBroken(what, f"a vector has one dimension, not {single.ndim}")
    return as_directions(single[None, :], what=what)[0]


def demand_same_space(one: FloatArray, other: FloatArray) -> None:
    """Raise `LengthsDiffer` unless both have the same number of dimensions."""
    if one.shape[-1] != other.shape[-1]:
        raise LengthsDiffer({"dimensions of one": one.shape[-1], "dimensions of the other": other.shape[-1]})


def rows_at_a_time(columns: int) -> int:
    """How many rows of similarities to `columns` vectors fit into one block."""
    return max(1, BLOCK // max(1, columns))
