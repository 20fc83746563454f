"""What every statistic about judges asks of its input."""

from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import LengthsDiffer, SampleBroken, SampleEmpty
from edison.stats.arrays import LARGEST, FloatArray, IntArray, as_numbers


def as_table(ratings: ArrayLike, *, what: str = "ratings") -> FloatArray:
    """Cases down, judges across, NaN where a judge said nothing."""
    table = as_numbers(ratings, what=what, largest=LARGEST)
    if table.ndim != 2:
        raise SampleBroken(what, f"a table has two dimensions, not {table.ndim}")
    if not table.size:
        raise SampleEmpty(what)
    return table


def as_column(values: ArrayLike, *, what: str) -> FloatArray:
    """One value per row, NaN where nothing was said."""
    column = as_numbers(values, what=what, largest=LARGEST)
    if column.ndim != 1:
        raise SampleBroken(what, f"a column has one dimension, not {column.ndim}")
    if not column.size:
        raise SampleEmpty(what)
    return column


def as_columns(values: ArrayLike, *, what: str) -> FloatArray:
    """A table, or a single column as a table of one."""
    numbers = as_numbers(values, what=what, largest=LARGEST)
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
    return tuple(places), np.asarray(codes, dtype=np.intp)
