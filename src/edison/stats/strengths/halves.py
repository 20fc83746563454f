"""Scores of many halves of the judges at once, by the estimator of the comparative-judgment literature."""

from dataclasses import dataclass

import numpy as np

from edison.stats.arrays import BoolArray, FloatArray

from .algebra import solve
from .cells import Cells, sum_cells
from .connection import find_connection
from .newton import Hill, climb
from .published import adjust_wins, published_likelihood
from .resampling import Counts, ResampledSpread, Urn
from .table import ComparisonTable

_ROUNDS = 60
_SMALL_STEP = 1e-8
_LONGEST_STEP = 1.5
_TOGETHER = 50
# A half may have no finite scores; it ends out here and must not stop all others.
_FAR = 15.0
_FLATTEST = 1e-12
# Above this many items, one half after the other with conjugate gradients is faster than many dense matrices.
_MOST_TOGETHER = 200


@dataclass(frozen=True, slots=True, eq=False)
class Halves:
    """A table with judges, ready to be split again and again."""

    cells: Cells
    judged: FloatArray
    spread: ResampledSpread

    @classmethod
    def of(cls, table: ComparisonTable) -> "Halves":
        cells = sum_cells(table)
        return cls(
            cells=cells, judged=Urn.of(table, cells).sum_by_judge(), spread=ResampledSpread.over(cells)
        )

    @property
    def judges(self) -> int:
        return len(self.judged)

    def score(self, chosen: BoolArray) -> FloatArray:
        """Scores from the chosen judges, one row of judges per row of scores; NaN for items they did not see."""
        return np.concatenate(
            [self._score(some) for some in np.array_split(chosen, -(-len(chosen) // _TOGETHER))]
        )

    def _score(self, chosen: BoolArray) -> FloatArray:
        counts = Counts.of(chosen.astype(np.float64) @ self.judged)
        scores = np.full((len(chosen), self.cells.size), np.nan)
        together = np.zeros(len(chosen), dtype=np.bool_)
        if self.cells.size <= _MOST_TOGETHER:
            together = self._are_connected(counts.totals)
            scores[together] = self._climb_together(counts.take(together))
        for place in np.flatnonzero(~together):
            scores[place] = self._climb_alone(counts.cells(int(place), among=self.cells))
        return scores

    def _are_connected(self, totals: FloatArray) -> BoolArray:
        """For each half whether its comparisons connect all items: let the first item spread to its neighbours."""
        links = self._matrices((totals > 0).astype(np.float64))
        reached = np.zeros((len(totals), 1, self.cells.size))
        reached[:, :, 0] = 1.0
        wider = np.minimum(reached + reached @ links, 1.0)
        while not np.array_equal(wider > 0, reached > 0):
            reached = wider
            wider = np.minimum(reached + reached @ links, 1.0)
        return np.count_nonzero(reached, axis=(1, 2)) == self.cells.size

    def _climb_together(self, counts: Counts) -> FloatArray:
        played = self.spread.add(counts.totals)
        told = adjust_wins(self.spread(counts.leans) + played / 2, played=played) - played / 2
        scores = np.zeros_like(played)
        climbing = np.arange(len(scores))
        rounds = 0
        while climbing.size and rounds < _ROUNDS:
            step = self._step(scores[climbing], told=told[climbing], totals=counts.totals[climbing])
            scores[climbing] += step
            is_near = np.abs(scores[climbing]).max(axis=1) < _FAR
            climbing = climbing[is_near & (np.abs(step).max(axis=1) >= _SMALL_STEP)]
            rounds += 1
        return scores

    def _step(self, scores: FloatArray, *, told: FloatArray, totals: FloatArray) -> FloatArray:
        """Newton's step for each half, shortened where it would leap."""
        size = self.cells.size
        halves = np.tanh((scores[:, self.cells.left] - scores[:, self.cells.right]) / 2) / 2
        slope = told - self.spread(totals * halves)
        slope -= slope.mean(axis=1, keepdims=True)
        matrices = -self._matrices(totals * (0.25 - halves**2))
        own = -matrices.sum(axis=2)
        matrices[:, np.arange(size), np.arange(size)] = own + _FLATTEST * own.max(axis=1, keepdims=True)
        # The common level is free: any positive number on it leaves the step as it is.
        step = solve(matrices + 1 / size, slope[:, :, None])[:, :, 0]
        step -= step.mean(axis=1, keepdims=True)
        return step * _LONGEST_STEP / np.maximum(np.abs(step).max(axis=1, keepdims=True), _LONGEST_STEP)

    def _climb_alone(self, cells: Cells) -> FloatArray:
        hill = Hill(published_likelihood(cells), find_connection(cells).components)
        alone = np.ones(cells.size, dtype=np.bool_)
        alone[cells.left] = alone[cells.right] = False
        return np.where(alone, np.nan, climb(hill).parameters)

    def _matrices(self, values: FloatArray) -> FloatArray:
        """A symmetric matrix per half with the cells' values in their places."""
        size = self.cells.size
        matrices = np.zeros((len(values), size, size))
        matrices[:, self.cells.left, self.cells.right] = values
        matrices[:, self.cells.right, self.cells.left] = values
        return matrices
