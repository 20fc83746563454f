"""What every statistic about embeddings asks of its input."""

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import LengthsDiffer, SampleBroken, SampleEmpty
from edison.stats.arrays import LARGEST, FloatArray, as_numbers

# Similarities are computed in blocks of about this many numbers.
BLOCK = 4_000_000


def as_vectors(vectors: ArrayLike, *, what: str = "vectors", needed: int = 1) -> FloatArray:
    """Texts down, dimensions across; every number finite and no vector of length zero."""
    table = as_numbers(vectors, what=what)
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
    single = as_numbers(vector, what=what)
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
