"""Methods for comparison: Elo, in row order (*The rating of chessplayers, past and present*, 1978), and shares won."""

import math
from dataclasses import dataclass

import numpy as np

from edison.stats.arrays import FloatArray, IntArray

from .algebra import tally
from .cells import Cells
from .results import reach_of
from .table import ComparisonTable
from .winners import ComparisonOutcome, OutcomeArray

START = 1000.0
SCALE = 400.0
FACTOR = 4.0
_HOPELESS = 300.0
"""Powers of ten against an item; more make no number."""

_SCORED = {ComparisonOutcome.TIE: 0.5, ComparisonOutcome.LEFT: 1.0, ComparisonOutcome.RIGHT: 0.0}


def elo_ratings(
    table: ComparisonTable, *, start: float = START, scale: float = SCALE, factor: float = FACTOR
) -> FloatArray:
    """A rating per item. Later rows count more, so that the same rows in another order give other ratings."""
    ratings = [start] * len(table.items)
    scored = [_SCORED[outcome] for outcome in sorted(ComparisonOutcome)]
    lefts, rights, outcomes = _listed(table.left), _listed(table.right), _listed(table.outcome)
    for left, right, outcome, weight in zip(lefts, rights, outcomes, table.weights.tolist(), strict=True):
        expected = 1 / (1 + math.pow(10.0, min((ratings[right] - ratings[left]) / scale, _HOPELESS)))
        moved = factor * weight * (scored[outcome] - expected)
        ratings[left] += moved
        ratings[right] -= moved
    return np.array(ratings)


def _listed(codes: IntArray | OutcomeArray) -> list[int]:
    # Plain numbers are several times faster to walk through than an array's.
    return codes.tolist()


@dataclass(frozen=True, slots=True, eq=False)
class WinRates:
    """A share per item with Wilson's interval; NaN for an item that was never compared."""

    rates: FloatArray
    se: FloatArray
    low: FloatArray
    high: FloatArray


def win_rates(cells: Cells, *, level: float = 0.95) -> WinRates:
    """Won and half the tied over all; the interval is that of Wilson 1927 (JASA 22, 209-212)."""
    halves = cells.half_wins()
    wins = _per_item(halves, left=halves.left_wins, right=halves.right_wins)
    played = _per_item(halves, left=halves.totals, right=halves.totals)
    reach = reach_of(level)
    with np.errstate(divide="ignore", invalid="ignore"):
        rates = wins / played
        middle = (wins + reach**2 / 2) / (played + reach**2)
        half = reach * np.sqrt(played * rates * (1 - rates) + reach**2 / 4) / (played + reach**2)
        se = np.sqrt(rates * (1 - rates) / played)
    return WinRates(rates=rates, se=se, low=middle - half, high=middle + half)


def _per_item(cells: Cells, *, left: FloatArray, right: FloatArray) -> FloatArray:
    return tally(cells.left, left, size=cells.size) + tally(cells.right, right, size=cells.size)
