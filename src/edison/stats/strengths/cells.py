"""A table of comparisons summed up by pair: all that the models of strength need to know."""

from dataclasses import dataclass, replace

import numpy as np

from edison.stats.arrays import FloatArray, IntArray

from .algebra import tally
from .table import ComparisonTable

_OUTCOMES = 3
# Counting into a full cube is several times faster than sorting, as long as the cube is not mostly empty.
_CUBE_LIMIT = 1 << 21


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """Weighted outcomes per pair of items."""

    left: IntArray
    right: IntArray
    left_wins: FloatArray
    right_wins: FloatArray
    ties: FloatArray
    size: int
    """How many items there are, those without a comparison among them."""
    longer: FloatArray | None = None
    """How much longer the left text is, where each row has a cell of its own."""

    @property
    def totals(self) -> FloatArray:
        return self.left_wins + self.right_wins + self.ties

    def half_wins(self) -> "Cells":
        """Each tie as half a win for either side."""
        half = self.ties / 2
        return replace(
            self,
            left_wins=self.left_wins + half,
            right_wins=self.right_wins + half,
            ties=np.zeros_like(half),
        )


def sum_cells(table: ComparisonTable, *, ordered: bool = False) -> Cells:
    """One cell per pair that was compared; `ordered` keeps (a, b) and (b, a) apart, for position effects."""
    size = len(table.items)
    keys = (table.left * size + table.right) * _OUTCOMES + table.outcome
    if size * size * _OUTCOMES <= max(_CUBE_LIMIT, 4 * len(table)):
        pairs, counts = _count_into_cube(keys, table=table)
    else:
        pairs, counts = _count_by_sorting(keys, table=table)
    cells = Cells(
        left=pairs // size,
        right=pairs % size,
        left_wins=counts[:, 1],
        right_wins=counts[:, 2],
        ties=counts[:, 0],
        size=size,
    )
    return cells if ordered else _fold(cells)


def row_cells(table: ComparisonTable) -> Cells:
    """A cell for each row: lengths differ from row to row."""
    weights = table.weights
    return Cells(
        left=table.left,
        right=table.right,
        left_wins=np.where(table.outcome == 1, weights, 0.0),
        right_wins=np.where(table.outcome == 2, weights, 0.0),
        ties=np.where(table.outcome == 0, weights, 0.0),
        size=len(table.items),
        longer=table.longer,
    )


def _count_into_cube(keys: IntArray, *, table: ComparisonTable) -> tuple[IntArray, FloatArray]:
    size = len(table.items)
    counts = np.bincount(keys, weights=table.weight, minlength=size * size * _OUTCOMES)
    cube = counts.reshape(size * size, _OUTCOMES)
    pairs = np.flatnonzero(cube.any(axis=1))
    return pairs, cube[pairs].astype(np.float64, copy=False)


def _count_by_sorting(keys: IntArray, *, table: ComparisonTable) -> tuple[IntArray, FloatArray]:
    pairs, place = np.unique(keys // _OUTCOMES, return_inverse=True)
    counts = np.bincount(
        place * _OUTCOMES + table.outcome, weights=table.weight, minlength=len(pairs) * _OUTCOMES
    )
    return pairs, counts.reshape(len(pairs), _OUTCOMES).astype(np.float64, copy=False)


def _fold(cells: Cells) -> Cells:
    """Put (b, a) on top of (a, b), where a < b."""
    swapped = cells.left > cells.right
    low, high = np.minimum(cells.left, cells.right), np.maximum(cells.left, cells.right)
    pairs, place = np.unique(low * cells.size + high, return_inverse=True)

    def summed(values: FloatArray) -> FloatArray:
        return tally(place, values, size=len(pairs))

    return Cells(
        left=pairs // cells.size,
        right=pairs % cells.size,
        left_wins=summed(np.where(swapped, cells.right_wins, cells.left_wins)),
        right_wins=summed(np.where(swapped, cells.left_wins, cells.right_wins)),
        ties=summed(cells.ties),
        size=cells.size,
    )
