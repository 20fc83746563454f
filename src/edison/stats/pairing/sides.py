"""Who is shown first: so that a judge's preference for a side falls on all items alike."""

from dataclasses import dataclass

import numpy as np

from edison.stats.arrays import FloatArray, IntArray

from .history import History


@dataclass(frozen=True, slots=True, eq=False)
class Sides:
    """Pairs in the order they are shown."""

    left: IntArray
    right: IntArray


def place_sides(pairs: IntArray, *, history: History, rng: np.random.Generator) -> Sides:
    """Show first, in each pair, whoever was shown first less often on balance; a coin decides between equals.

    A pair that met before in one order more often than in the other is shown the other way round.
    """
    skew = history.skew.copy()
    owed = history.balance(pairs[:, 0], pairs[:, 1])
    coins = rng.random(len(pairs)) < 0.5
    left = np.empty(len(pairs), dtype=np.intp)
    right = np.empty(len(pairs), dtype=np.intp)
    for place, (one, other) in enumerate(pairs.tolist()):
        keep = _keeps_order(
            int(owed[place]), one=int(skew[one]), other=int(skew[other]), coin=bool(coins[place])
        )
        first, second = (one, other) if keep else (other, one)
        left[place], right[place] = first, second
        skew[first] += 1
        skew[second] -= 1
    return Sides(left=left, right=right)


def position_skew(history: History) -> FloatArray:
    """|first - second| / (first + second) for each item; NaN for one that was never shown."""
    with np.errstate(invalid="ignore"):
        return np.abs(history.skew) / history.times


def _keeps_order(owed: int, *, one: int, other: int, coin: bool) -> bool:
    if owed:
        return owed < 0
    return coin if one == other else one < other
