"""What every statistic about verdicts asks of its input."""

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import LengthsDiffer, SampleBroken, SampleEmpty
from edison.stats.arrays import LARGEST, BoolArray, FloatArray, as_numbers


def verdict_table(verdicts: Sequence[Collection[int]], *, stages: int) -> BoolArray:
    """Verdicts down, stages across: true where a verdict names the stage, all false where it abstains.

    Stages are numbered from 1; a verdict is the collection of those it names.
    """
    if stages < 2:
        raise SampleBroken("scale", f"it has {stages} stages and needs two")
    table = np.zeros((len(verdicts), stages), dtype=np.bool_)
    for row, verdict in enumerate(verdicts):
        for stage in verdict:
            if not 1 <= stage <= stages:
                raise SampleBroken("verdicts", f"stage {stage} is none of 1 to {stages}")
            table[row, stage - 1] = True
    return table


def as_verdicts(members: ArrayLike) -> BoolArray:
    """A table as `verdict_table` makes it."""
    table = np.asarray(members)
    if table.ndim != 2 or table.dtype != np.bool_:
        raise SampleBroken("verdicts", "they are a table of true and false; `verdict_table` makes one")
    if not len(table):
        raise SampleEmpty("verdicts")
    if table.shape[1] < 2:
        raise SampleBroken("scale", f"it has {table.shape[1]} stages and needs two")
    return table


def as_distributions(rows: ArrayLike) -> FloatArray:
    """Rows of chances over the same stages, each made to sum to one."""
    table = as_numbers(rows, what="distributions", largest=LARGEST)
    if table.ndim == 1:
        table = table[None, :]
    if table.ndim != 2 or not table.size:
        raise SampleEmpty("distributions")
    if table.shape[1] < 2:
        raise SampleBroken("scale", f"it has {table.shape[1]} stages and needs two")
    if np.any(np.isnan(table)) or np.any(table < 0):
        raise SampleBroken("distributions", "chances are numbers from 0 upwards")
    totals = table.sum(axis=1, keepdims=True)
    if np.any(totals <= 0):
        raise SampleBroken("distributions", "a row has no mass; leave abstentions out")
    return table / totals


def as_weights(weights: ArrayLike | None, *, rows: int) -> FloatArray:
    """Weights that sum to one; equal ones when none are given."""
    if weights is None:
        return np.full(rows, 1 / rows)
    given = as_numbers(weights, what="weights", largest=LARGEST)
    demand_length("weights", given, rows=rows)
    if np.any(np.isnan(given)) or np.any(given < 0) or not np.any(given > 0):
        raise SampleBroken("weights", "they are numbers from 0 upwards, and one is above 0")
    return given / given.sum()


def as_certainties(values: ArrayLike | None, *, what: str, rows: int) -> FloatArray:
    """Numbers kept within 0 to 1; what is missing counts as 1."""
    if values is None:
        return np.ones(rows)
    given = as_numbers(values, what=what, largest=LARGEST)
    demand_length(what, given, rows=rows)
    return np.clip(np.where(np.isnan(given), 1.0, given), 0.0, 1.0)


def demand_length(what: str, values: FloatArray, *, rows: int) -> None:
    """Raise `LengthsDiffer` unless there is one value per verdict."""
    if values.ndim != 1 or len(values) != rows:
        raise LengthsDiffer({"verdicts": rows, what: values.size})
