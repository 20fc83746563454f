"""Results as they come in, brought onto one table of cases, arms and judges."""

from collections.abc import Sequence
from typing import Protocol, TypeAlias

import numpy as np

from edison.stats.arrays import FloatArray
from edison.stats.means.samples import Labels

Table: TypeAlias = FloatArray
"""Cases × arms × judges, NaN where there is no result."""


class CaseValues(Protocol):
    """Values with the case each belongs to, by its number."""

    @property
    def values(self) -> Sequence[float]: ...

    @property
    def cases(self) -> Sequence[int]: ...


def lay_out(
    columns: Sequence[Sequence[CaseValues | None]], *, cases: int, least: float | None = None
) -> Table:
    """The mean of each case for every arm and judge.

    Args:
        columns: For each arm, what each judge gave it; None where one gave nothing.
        cases: How many cases there are.
        least: Take logarithms, of no less than this; for times, whose ratios are compared. None takes none.
    """
    judges = max((len(row) for row in columns), default=0)
    table = np.full((cases, len(columns), judges), np.nan)
    for arm, row in enumerate(columns):
        for judge, column in enumerate(row):
            if column is not None:
                table[:, arm, judge] = _case_means(column, cases=cases, least=least)
    return table


def independent_rows(table: Table, *, families: Labels | None = None) -> FloatArray:
    """One arm of each case, each arm in turn, and one case of each family: rows that do not depend on each other."""
    chosen = np.arange(len(table))
    if families is not None:
        chosen = np.sort(np.unique(np.asarray(families), return_index=True)[1])
    return table[chosen, chosen % table.shape[1]]


def some_rows(table: Table, *, most: int) -> FloatArray | None:
    """Every case of every arm as a row of judges, spread evenly over all where there are more than `most`.

    None where nobody gave anything.
    """
    if np.isnan(table).all():
        return None
    rows = table.reshape(-1, table.shape[2])
    return rows[:: max(1, -(-len(rows) // most))]


def _case_means(column: CaseValues, *, cases: int, least: float | None) -> FloatArray:
    values = np.asarray(column.values, dtype=np.float64)
    places = np.asarray(column.cases, dtype=np.intp)
    if least is not None:
        values = np.log(np.maximum(values, least))
    sums = np.bincount(places, weights=values, minlength=cases)
    counts = np.bincount(places, minlength=cases)
    return np.divide(sums, counts, out=np.full(cases, np.nan), where=counts > 0)
