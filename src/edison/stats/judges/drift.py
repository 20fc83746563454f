"""Has a judge changed with time?"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from edison.errors import SampleBroken, SampleEmpty, StatisticRefused
from edison.stats.arrays import FloatArray, IntArray

from ._quantiles import student_critical
from ._tables import as_column, demand_equal_lengths, factorise

NEEDED = 8
_ALARM = 0.05


@dataclass(frozen=True, slots=True)
class JudgeDrift:
    """A trend, and the point in time where a step is most likely."""

    trend: float
    """Change per unit of time."""
    low: float
    high: float
    level: float
    change_at: float
    """The first time after the likeliest step."""
    before: float
    after: float
    p_value: float
    """How often chance alone would show a step as clear as this one."""
    flagged: bool
    judgments: int
    cases: int | None
    """Cases judged more than once, when cases were told."""


def judge_drift(
    values: ArrayLike,
    *,
    times: ArrayLike,
    cases: Sequence[Hashable] | None = None,
    permutations: int = 2000,
    level: float = 0.95,
    seed: int = 0,
) -> JudgeDrift:
    """Look for a trend and for a step in what a judge says.

    Args:
        values: scores, excess over a reference, or 1 and 0 for agreeing with people; NaN is left out.
        times: when each was given, in any unit.
        cases: what each is about. Repeated cases are compared with themselves, which tells a judge that
            changed from cases that did; a case seen once then says nothing.
        permutations: reorderings that say what chance does.
        level: confidence of the trend's interval.
        seed: of the reorderings.

    The step is the largest standardised cumulative sum (Page, Biometrika 41, 1954); its p-value comes from
    exchanging values in time, within a case where cases repeat.
    """
    series = _series(values, times=times, cases=cases)
    moments, offsets = np.unique(series.times, return_index=True)
    steps: IntArray = offsets[1:].astype(np.intp)
    jumps = _step_sizes(series.centred[None, :], steps=steps)[0]
    rng = np.random.default_rng(seed)
    chance = _largest_by_chance(series, steps=steps, rng=rng, times=permutations)
    place = int(np.argmax(jumps))
    p_value = (1 + int(np.sum(chance >= jumps[place] * (1 - 1e-12)))) / (1 + permutations)
    trend, deviation, df = _trend(series)
    half = student_critical(level, df=df) * deviation
    return JudgeDrift(
        trend=trend,
        low=trend - half,
        high=trend + half,
        level=level,
        change_at=float(moments[place + 1]),
        before=float(series.values[: steps[place]].mean()),
        after=float(series.values[steps[place] :].mean()),
        p_value=p_value,
        flagged=p_value <= _ALARM,
        judgments=len(series.values),
        cases=None if cases is None else int(series.groups.max()) + 1,
    )


@dataclass(frozen=True, slots=True)
class _Series:
    """Values in order of time, and the same free of what belongs to their case."""

    values: FloatArray
    centred: FloatArray
    times: FloatArray
    groups: IntArray


def _series(values: ArrayLike, *, times: ArrayLike, cases: Sequence[Hashable] | None) -> _Series:
    said, when = as_column(values, what="values"), as_column(times, what="times")
    named: Sequence[Hashable] = [0] * len(said) if cases is None else cases
    demand_equal_lengths(values=said, times=when, cases=named)
    if np.any(np.isnan(when)):
        raise SampleBroken("times", "each judgment has one")
    _, groups = factorise(named)
    rows = _comparable(groups, when=when, kept=~np.isnan(said))
    rows = rows[np.argsort(when[rows], kind="stable")]
    _, groups = np.unique(groups[rows], return_inverse=True)
    centred = said[rows] - (np.bincount(groups, weights=said[rows]) / np.bincount(groups))[groups]
    if float(np.abs(centred).max()) <= 1e-12 * float(np.abs(said[rows]).max()):
        raise StatisticRefused(
            "drift", "all values are equal", instead="There is no change to be seen; judge more varied cases."
        )
    return _Series(values=said[rows], centred=centred, times=when[rows], groups=groups.astype(np.intp))


def _comparable(groups: IntArray, *, when: FloatArray, kept: NDArray[np.bool_]) -> IntArray:
    """Rows of cases that were judged at more than one time."""
    earliest, latest = np.full(int(groups.max()) + 1, np.inf), np.full(int(groups.max()) + 1, -np.inf)
    np.minimum.at(earliest, groups[kept], when[kept])
    np.maximum.at(latest, groups[kept], when[kept])
    rows: IntArray = np.flatnonzero(kept & (latest > earliest)[groups])
    if len(rows) < NEEDED:
        raise SampleEmpty("judgments that can be compared in time", needed=NEEDED, got=len(rows))
    return rows


def _step_sizes(rows: FloatArray, *, steps: IntArray) -> FloatArray:
    """For each possible step the standardised difference of what lies before and after it."""
    n = rows.shape[1]
    sums = np.cumsum(rows, axis=1)[:, steps - 1]
    return np.abs(sums) / np.sqrt(steps * (n - steps) / n)


def _largest_by_chance(
    series: _Series, *, steps: IntArray, rng: np.random.Generator, times: int
) -> FloatArray:
    """The clearest steps after values were exchanged in time within each case."""
    places = np.argsort(series.groups, kind="stable")
    largest = np.empty(times)
    shuffled = np.empty_like(series.centred)
    for draw in range(times):
        order = np.lexsort((rng.random(len(places)), series.groups))
        shuffled[places] = series.centred[order]
        largest[draw] = _step_sizes(shuffled[None, :], steps=steps).max()
    return largest


def _trend(series: _Series) -> tuple[float, float, int]:
    """Least squares within cases; deviations by White (Econometrica 48, 1980), with leverage taken off."""
    counts = np.bincount(series.groups)
    means = np.bincount(series.groups, weights=series.times) / counts
    when = series.times - means[series.groups]
    weight = float(when @ when)
    slope = float(when @ series.centred) / weight
    leverage = np.minimum(when**2 / weight + 1 / counts[series.groups], 0.99)
    residuals = (series.centred - slope * when) / (1 - leverage)
    deviation = sqrt(float(np.sum((when * residuals) ** 2))) / weight
    # A perfect line gets its deviation from a pseudo-value at each end of what was said.
    reach = float(np.ptp(series.centred)) * sqrt(2) / len(when) / sqrt(weight)
    deviation = deviation if deviation > 1e-9 * reach else reach
    return slope, deviation, len(series.values) - len(counts) - 1
