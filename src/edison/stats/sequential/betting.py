"""Always valid: bets against a supposed mean, whose winnings are evidence whenever one looks.

The capital of a bettor who starts with 1 and bets on past cases only stays below 1/α for ever with chance
1 - α if the mean is what he bets against (Ville 1939). The betting confidence sequence is all the means he
could not get rich against (Waudby-Smith and Ramdas 2024, Estimating means of bounded random variables by
betting). Nothing is assumed but the range and that cases come in random order; no number of cases is too small.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import SampleBroken, SampleEmpty
from edison.stats.means.clusters import FloatArray, IntArray, Scale
from edison.stats.means.samples import check_level, check_scale, check_within, read_values

from .bets import Bets, spread_bets

_BLOCK = 4_096
"""Cases whose bets are held in memory at once."""
_HALVINGS = 30


@dataclass(frozen=True, slots=True)
class BettingEvidence:
    """Logarithms of capital after each case, for a mean above and for a mean below the point bet against."""

    above: FloatArray
    below: FloatArray


@dataclass(frozen=True, slots=True)
class MeanSequence:
    """Where a mean lies, at every time at once: the bounds of all looks so far, intersected."""

    mean: float
    low: float
    high: float
    level: float
    cases: int
    is_contradicted: bool
    """The looks exclude every mean: cases do not come in random order, or this is one sample in many."""


def order_cases(count: int, *, seed: int) -> IntArray:
    """The order in which cases are to be looked at, fixed before the run."""
    if count < 1:
        raise SampleEmpty("cases")
    return np.random.default_rng(seed).permutation(count)


def bet_against(point: float, *, values: ArrayLike, reach: Scale) -> BettingEvidence:
    """Evidence after each case that the mean lies above, or below, a point within the reach.

    Args:
        point: The mean that is supposed and bet against.
        values: One per independent unit, in the order of `order_cases`.
        reach: The ends a value can reach, declared before the run.
    """
    column = read_bounded(values, reach=reach)
    low, high = reach
    if not low < point < high:
        raise SampleBroken("supposed mean", f"{point:g} does not lie within {low:g} and {high:g}")
    return BettingEvidence(
        above=_log_capital(column - low, point - low), below=_log_capital(high - column, high - point)
    )


def confidence_sequence(values: ArrayLike, *, reach: Scale, level: float = 0.95) -> MeanSequence:
    """Bounds of a mean that may be looked at after every case; see `bet_against` for the arguments."""
    check_level(level)
    column = read_bounded(values, reach=reach)
    low, high = reach
    hurdle = math.log(2 / (1 - level))
    from_below = find_bound(column - low, span=high - low, hurdle=hurdle)
    from_above = find_bound(high - column, span=high - low, hurdle=hurdle)
    return state_sequence(column, bounds=(low + from_below, high - from_above), level=level)


def state_sequence(column: FloatArray, *, bounds: Scale, level: float) -> MeanSequence:
    """The sequence as it is reported: bounds that exclude each other are shown in order, and said."""
    low, high = bounds
    return MeanSequence(
        mean=float(column.mean()),
        low=min(low, high),
        high=max(low, high),
        level=level,
        cases=len(column),
        is_contradicted=low > high,
    )


def find_bound(
    heights: FloatArray, *, span: float, hurdle: float, known: tuple[float, bool] | None = None
) -> float:
    """The largest mean height that was ever ruled out, for heights from 0 to `span`.

    Capital falls as the supposed mean rises, at every time, so that the bound is found by halving.

    Args:
        heights: Distances from the end of the range.
        span: The length of the range.
        hurdle: The logarithm of the capital that rules a mean out.
        known: A height and whether it was ruled out, where that is known already.
    """
    out, held = 0.0, span
    if known:
        height, is_out = known
        out, held = (height, held) if is_out else (out, height)
    for _ in range(_HALVINGS):
        middle = (out + held) / 2
        is_out = bool(_log_capital(heights, middle).max() >= hurdle)
        out, held = (middle, held) if is_out else (out, middle)
    return out


def read_bounded(values: ArrayLike, *, reach: Scale) -> FloatArray:
    """One column of numbers within the reach, none missing."""
    check_scale(reach)
    column = read_values(values)
    if not len(column):
        raise SampleEmpty("values")
    if np.isnan(column).any():
        raise SampleBroken("values", "some are missing")
    check_within(column, scale=reach)
    return np.clip(column, *reach)


def _log_capital(heights: FloatArray, supposed: float) -> FloatArray:
    """Capital after each case of bets that the mean height is above the supposed one."""
    returns = heights / supposed - 1
    return np.concatenate(list(_log_capitals(returns, bets=spread_bets())))


def _log_capitals(returns: FloatArray, *, bets: Bets) -> Iterator[FloatArray]:
    """Each bet's capital is a product over cases and never negative; the whole is their weighted sum."""
    grown = np.zeros(len(bets.stakes))
    for start in range(0, len(returns), _BLOCK):
        part = returns[start : start + _BLOCK, None]
        with np.errstate(divide="ignore"):
            paths = grown + np.log1p(np.maximum(bets.stakes * part, -1.0)).cumsum(axis=0)
        grown = paths[-1]
        tops = paths.max(axis=1, keepdims=True)
        yield tops[:, 0] + np.log(np.exp(paths - tops) @ bets.weights)
