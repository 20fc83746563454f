"""Shares of comparisons won: no model, no allowance for who the opponents were."""

from dataclasses import dataclass

import numpy as np

from .arrays import FloatArray, tally
from .cells import Cells
from .results import reach_of


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
