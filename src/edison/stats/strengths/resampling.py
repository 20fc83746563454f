"""Drawing comparisons or judges again, as counts per pair."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from edison.errors import SampleEmpty
from edison.stats.arrays import BoolArray, FloatArray, IntArray

from .cells import Cells
from .table import ComparisonTable
from .winners import ComparisonOutcome

# Resamples handled at once: what they need fits in the cache of an ordinary machine.
_TOGETHER = 64


class ResampledUnit(StrEnum):
    """What is drawn again and again."""

    COMPARISON = "comparison"
    JUDGE = "judge"
    """All verdicts of a judge together: where the verdicts of one judge hang together."""


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """A few resamples, one per row: comparisons in each cell, and wins less losses of its left item, halved."""

    totals: FloatArray
    leans: FloatArray

    @classmethod
    def of(cls, kinds: FloatArray) -> "Counts":
        """From counts of each outcome in each cell, as the urn tells kinds apart."""
        by_cell = kinds.reshape(len(kinds), -1, len(ComparisonOutcome))
        leans = (by_cell[:, :, ComparisonOutcome.LEFT] - by_cell[:, :, ComparisonOutcome.RIGHT]) / 2
        return cls(totals=by_cell.sum(axis=2, dtype=np.float64), leans=leans)

    def take(self, rows: BoolArray | IntArray) -> "Counts":
        """Some of the resamples."""
        return Counts(totals=self.totals[rows], leans=self.leans[rows])

    def cells(self, place: int, *, among: Cells) -> Cells:
        """One resample as cells of its own, ties as half wins."""
        seen = self.totals[place] > 0
        totals, leans = self.totals[place][seen], self.leans[place][seen]
        return Cells(
            left=among.left[seen],
            right=among.right[seen],
            left_wins=totals / 2 + leans,
            right_wins=totals / 2 - leans,
            ties=np.zeros_like(totals),
            size=among.size,
        )


@dataclass(frozen=True, slots=True, eq=False)
class Urn:
    """The rows of a table, ready to be drawn from."""

    table: ComparisonTable
    cells: Cells
    kinds: IntArray
    """For each row three times its cell plus the outcome as seen from the cell's left item."""

    @classmethod
    def of(cls, table: ComparisonTable, cells: Cells) -> "Urn":
        swapped = table.left > table.right
        pairs = np.minimum(table.left, table.right) * cells.size + np.maximum(table.left, table.right)
        place = np.searchsorted(cells.left * cells.size + cells.right, pairs)
        decided = table.outcome != ComparisonOutcome.TIE
        outcome = np.where(
            swapped & decided, ComparisonOutcome.LEFT + ComparisonOutcome.RIGHT - table.outcome, table.outcome
        )
        return cls(table=table, cells=cells, kinds=place * len(ComparisonOutcome) + outcome)

    def draw(self, resamples: int, *, unit: ResampledUnit, seed: int) -> Iterator[Counts]:
        """The resamples, a few at a time."""
        rng = np.random.default_rng(seed)
        judged = self.sum_by_judge() if unit is ResampledUnit.JUDGE else None
        for begin in range(0, resamples, _TOGETHER):
            some = min(_TOGETHER, resamples - begin)
            if judged is None:
                yield Counts.of(np.array([self._draw_rows(rng) for _ in range(some)]))
            else:
                drawn = rng.multinomial(len(judged), np.full(len(judged), 1 / len(judged)), size=some)
                yield Counts.of(drawn @ judged)

    def _draw_rows(self, rng: np.random.Generator) -> FloatArray:
        rows = rng.integers(len(self.table), size=len(self.table))
        weights = None if self.table.weight is None else self.table.weight[rows]
        counts = np.bincount(self.kinds[rows], weights=weights, minlength=self._size)
        return counts.astype(np.float64, copy=False)

    def sum_by_judge(self) -> FloatArray:
        """How often each kind stands in each judge's verdicts; raises `SampleEmpty` for fewer than two judges."""
        codes, judges = self.table.judge, len(self.table.judges)
        if codes is None or judges < 2:
            raise SampleEmpty("judges", needed=2, got=judges)
        kinds = codes * self._size + self.kinds
        summed = np.bincount(kinds, weights=self.table.weight, minlength=judges * self._size)
        return summed.reshape(judges, self._size).astype(np.float64)

    @property
    def _size(self) -> int:
        return len(self.cells.left) * len(ComparisonOutcome)


@dataclass(frozen=True, slots=True, eq=False)
class ResampledSpread:
    """Adds each cell's value to its left item and takes it from its right one, for many resamples at once."""

    order: IntArray
    """Cells by their right item; by their left one they are in order already."""
    left_begins: IntArray
    lefts: IntArray
    right_begins: IntArray
    rights: IntArray
    size: int

    @classmethod
    def over(cls, cells: Cells) -> "ResampledSpread":
        order = np.argsort(cells.right, kind="stable")
        lefts, left_begins = np.unique(cells.left, return_index=True)
        rights, right_begins = np.unique(cells.right[order], return_index=True)
        return cls(
            order=order,
            left_begins=left_begins,
            lefts=lefts,
            right_begins=right_begins,
            rights=rights,
            size=cells.size,
        )

    def __call__(self, values: FloatArray) -> FloatArray:
        summed = np.zeros((len(values), self.size))
        summed[:, self.lefts] = np.add.reduceat(values, self.left_begins, axis=1)
        summed[:, self.rights] -= np.add.reduceat(values[:, self.order], self.right_begins, axis=1)
        return summed

    def add(self, values: FloatArray) -> FloatArray:
        """The same with each cell's value added to both of its items."""
        summed = np.zeros((len(values), self.size))
        summed[:, self.lefts] = np.add.reduceat(values, self.left_begins, axis=1)
        summed[:, self.rights] += np.add.reduceat(values[:, self.order], self.right_begins, axis=1)
        return summed
