"""The bootstrap of Bradley–Terry scores, with all resamples climbing together.

Efron 1979 (Annals of Statistics 7, 1-26). It shows how scores and ranks vary; its percentile intervals cover too
seldom when comparisons are few, which is why the intervals of `fit` come from the Fisher information.
"""

from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np

from edison.errors import SampleEmpty, StatisticRefused
from edison.stats.arrays import FloatArray, IntArray

from .algebra import inverse, sealed
from .cells import Cells, sum_cells
from .connection import ComparisonGraph, find_connection
from .estimates import estimate
from .likelihood import Likelihood, Shape
from .newton import Hill, climb
from .resampling import Counts, ResampledSpread, ResampledUnit, Urn
from .results import Method, reach_of
from .table import ComparisonTable

_ROUNDS = 40
# Resamples differ by far more than this.
_CLOSE = 1e-5


@dataclass(frozen=True, slots=True, eq=False)
class StrengthBootstrap:
    """Scores of many resamples, in the order of `items`."""

    items: tuple[Hashable, ...]
    scores: FloatArray
    """One row per resample."""
    se: FloatArray
    low: FloatArray
    high: FloatArray
    rank_low: IntArray
    """The best rank within the level."""
    rank_high: IntArray
    level: float
    penalised: int
    """How many resamples had no finite maximum-likelihood scores of their own.

    They got the whole sample's imagined comparisons of Firth's penalty added.
    """


def bootstrap(
    table: ComparisonTable,
    *,
    seed: int,
    resamples: int = 1000,
    level: float = 0.95,
    unit: ResampledUnit = ResampledUnit.COMPARISON,
) -> StrengthBootstrap:
    """Resample and rank again, ties as half wins.

    Raises `StatisticRefused` when the items are not connected: then there is nothing common to rank on.
    """
    reach_of(level)
    if resamples < 2:
        raise SampleEmpty("resamples", needed=2, got=resamples)
    cells = sum_cells(table)
    connection = find_connection(cells)
    if not connection.is_connected:
        raise StatisticRefused(
            "bootstrap ranking",
            "some items are joined by no chain of comparisons",
            instead="Compare the groups with each other, or rank each alone.",
        )
    crowd = _Crowd.at(cells.half_wins(), connection)
    parts = [crowd.climb(counts) for counts in Urn.of(table, cells).draw(resamples, unit=unit, seed=seed)]
    scores = np.concatenate([part.scores for part in parts])
    penalised = sum(part.penalised for part in parts)
    return _summarise(scores, items=table.items, level=level, penalised=penalised)


@dataclass(frozen=True, slots=True, eq=False)
class _Climbed:
    scores: FloatArray
    penalised: int


@dataclass(frozen=True, slots=True, eq=False)
class _Crowd:
    """The scores all resamples start from, and the one matrix that leads all of them up."""

    cells: Cells
    start: FloatArray
    covariance: FloatArray
    leverage: FloatArray
    """For each cell how many comparisons Firth's penalty imagines, half of them won by either side."""
    is_separated: bool
    spread: ResampledSpread

    @classmethod
    def at(cls, cells: Cells, connection: ComparisonGraph) -> "_Crowd":
        shape = Shape(items=cells.size)
        found = estimate(cells, method=Method.BRADLEY_TERRY, shape=shape, connection=connection)
        likelihood, moments = found.likelihood, found.likelihood.moments(found.parameters)
        covariance = inverse(Hill(likelihood, connection.components).curvature(moments))
        return cls(
            cells=cells,
            start=found.parameters,
            covariance=covariance,
            leverage=cells.totals * moments.variance * likelihood.variances(covariance),
            is_separated=found.method is Method.FIRTH,
            spread=ResampledSpread.over(cells),
        )

    def climb(self, counts: Counts) -> _Climbed:
        """Climb together; whoever has no finite top climbs again with the imagined comparisons."""
        told = self.spread(counts.leans)
        scores = np.tile(self.start, (len(told), 1))
        if self.is_separated:
            self._walk(scores, told=told, totals=counts.totals + self.leverage)
            return _Climbed(scores=scores, penalised=len(scores))
        late = self._walk(scores, told=told, totals=counts.totals)
        endless = [place for place in late if not self._climb_alone(scores, counts=counts, place=int(place))]
        again = np.tile(self.start, (len(endless), 1))
        self._walk(again, told=told[endless], totals=counts.totals[endless] + self.leverage)
        scores[endless] = again
        return _Climbed(scores=scores, penalised=len(endless))

    def _walk(self, scores: FloatArray, *, told: FloatArray, totals: FloatArray) -> IntArray:
        """Move scores up by the information of the whole sample; the places of those that did not arrive."""
        walking = np.arange(len(scores))
        rounds = 0
        while walking.size and rounds < _ROUNDS:
            here = scores[walking]
            halves = np.tanh((here[:, self.cells.left] - here[:, self.cells.right]) / 2) / 2
            step = (told[walking] - self.spread(totals[walking] * halves)) @ self.covariance
            scores[walking] = here + step - step.mean(axis=1, keepdims=True)
            walking = walking[np.abs(step).max(axis=1) >= _CLOSE]
            rounds += 1
        return walking

    def _climb_alone(self, scores: FloatArray, *, counts: Counts, place: int) -> bool:
        """Fill in the scores of one resample, unless it has no finite ones."""
        cells = counts.cells(place, among=self.cells)
        connection = find_connection(cells)
        if not connection.is_connected or connection.is_separated:
            return False
        hill = Hill(Likelihood.of(cells, Shape(items=cells.size)), connection.components)
        scores[place] = climb(hill, start=self.start).parameters
        return True


def _summarise(
    scores: FloatArray, *, items: tuple[Hashable, ...], level: float, penalised: int
) -> StrengthBootstrap:
    tails = [(1 - level) / 2, (1 + level) / 2]
    low, high = np.quantile(scores, tails, axis=0)
    ranks = np.argsort(np.argsort(-scores, axis=1, kind="stable"), axis=1) + 1
    rank_low, rank_high = np.quantile(ranks, tails, axis=0, method="inverted_cdf").astype(np.intp)
    return StrengthBootstrap(
        items=items,
        scores=sealed(scores),
        se=sealed(scores.std(axis=0, ddof=1)),
        low=sealed(low),
        high=sealed(high),
        rank_low=sealed(rank_low),
        rank_high=sealed(rank_high),
        level=level,
        penalised=penalised,
    )
