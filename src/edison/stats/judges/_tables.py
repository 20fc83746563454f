"""What every statistic about judges asks of its input."""

from collections.abc import Hashable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from edison.errors import LengthsDiffer, SampleBroken, SampleEmpty

FloatArray: TypeAlias = NDArray[np.float64]
IntArray: TypeAlias = NDArray[np.int64]

# Powers of larger numbers do not fit.
LARGEST = 1e50


def as_table(ratings: ArrayLike, *, what: str = "ratings") -> FloatArray:
    """Cases down, judges across, NaN where a judge said nothing."""
    table = _as_numbers(ratings, what=what)
    if table.ndim != 2:
        raise SampleBroken(what, f"a table has two dimensions, not {table.ndim}")
    if not table.size:
        raise SampleEmpty(what)
    return table


def as_column(values: ArrayLike, *, what: str) -> FloatArray:
    """One value per row, NaN where nothing was said."""
    column = _as_numbers(values, what=what)
    if column.ndim != 1:
        raise SampleBroken(what, f"a column has one dimension, not {column.ndim}")
    if not column.size:
        raise SampleEmpty(what)
    return column


def as_columns(values: ArrayLike, *, what: str) -> FloatArray:
    """A table, or a single column as a table of one."""
    numbers = _as_numbers(values, what=what)
    return as_table(numbers[:, None] if numbers.ndim == 1 else numbers, what=what)


def as_shares(values: ArrayLike, *, what: str) -> FloatArray:
    """A column of numbers from 0 to 1, NaN where nothing was said."""
    column = as_column(values, what=what)
    if np.any((column < 0) | (column > 1)):
        raise SampleBroken(what, "each lies between 0 and 1")
    return column


def demand_equal_lengths(**columns: Sequence[object] | FloatArray) -> None:
    """Raise `LengthsDiffer` unless all columns belong to one table."""
    lengths = {name: len(column) for name, column in columns.items()}
    if len(set(lengths.values())) > 1:
        raise LengthsDiffer(lengths)


def factorise(labels: Sequence[Hashable]) -> tuple[tuple[Hashable, ...], IntArray]:
    """Distinct labels in order of appearance, and for each row the place of its label among them."""
    places: dict[Hashable, int] = {}
    codes = [places.setdefault(label, len(places)) for label in labels]
    return tuple(places), np.asarray(codes, dtype=np.int64)


def _as_numbers(values: ArrayLike, *, what: str) -> FloatArray:
    try:
        numbers = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise SampleBroken(what, "they are not a regular table of numbers") from error
    if np.any(np.abs(numbers) > LARGEST):
        raise SampleBroken(what, "some numbers are infinite or beyond all measure")
    return numbers
