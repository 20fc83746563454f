"""The mean over cases with an interval that can be believed."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import assert_never

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import StatisticRefused
from edison.stats.arrays import FloatArray

from .bootstrap import bca_bounds, percentile_bounds, studentised_pivot
from .clusters import Scale
from .pivots import Bounds, WiderPivot, corrected_pivot, student_pivot
from .rule import (
    IntervalMethod,
    MeanFlag,
    are_among,
    bonett_price_pivot,
    choose_grounds,
    flags_of,
    ground_on_ends,
    wilson_pivot,
)
from .samples import (
    Labels,
    Sample,
    SampleKind,
    check_level,
    check_scale,
    check_shares,
    check_within,
    read_sample,
    read_values,
)


@dataclass(frozen=True, slots=True)
class MeanEstimate:
    """The mean over cases, where it may lie, and what it rests on."""

    mean: float
    low: float
    high: float
    level: float
    method: IntervalMethod
    n: int
    """Values that were there."""
    cases: int
    clusters: int
    """What was taken to vary independently: cases, or the families they were made from."""
    missing: int
    outcomes: Mapping[str, int]
    """How many results there were of each kind; `scored` and `missing` when nobody said more."""
    flags: frozenset[MeanFlag]

    @property
    def width(self) -> float:
        return self.high - self.low


def mean_interval(
    values: ArrayLike,
    *,
    scale: Scale | None = None,
    cases: Labels | None = None,
    families: Labels | None = None,
    kind: SampleKind | None = None,
    method: IntervalMethod | None = None,
    level: float = 0.95,
    seed: int | None = 0,
    outcomes: Mapping[str, int] | None = None,
) -> MeanEstimate:
    """The mean over cases with its interval.

    Args:
        values: Scores, NaN where missing: missing stays missing and is counted.
        scale: The ends that a value can reach; without them few cases can only be flagged.
        cases: The case each value belongs to; judges and repeats are averaged within their case.
        families: The template, document or generated family of each value; cases of one are not independent.
        kind: What the values are. When not said: pass or fail if they are booleans, or if all are 0 or 1 on a
            scale from 0 to 1; scores otherwise. Paired differences have to be called so.
        method: A method by name instead of the rule's choice (`choose_grounds`). A sample without variation
            gets the scale's ends all the same.
        level: The share of samples whose interval should hold the true mean.
        seed: Of the resampling; equal seeds give equal numbers. With None the rule resamples nothing and
            corrects for skewness in closed form.
        outcomes: Counts by kind of outcome, passed on to the result.
    """
    check_level(level)
    column = read_values(values)
    is_boolean = np.asarray(values).dtype == np.bool_
    kind = kind or recognise(column, scale=(0, 1) if is_boolean else scale)
    scale = complete_scale(column, kind=kind, scale=scale)
    sample = read_sample(column, cases=cases, families=families)
    located = _locate(sample, kind=kind, scale=scale, method=method, level=level, seed=seed)
    return state(sample, located=located, scale=scale, level=level, outcomes=outcomes)


def recognise(values: FloatArray, *, scale: Scale | None) -> SampleKind:
    """What values are when nobody said: pass or fail, or scores."""
    is_share = scale == (0, 1) and are_among(values[~np.isnan(values)], allowed=(0, 1))
    return SampleKind.PASS_FAIL if is_share else SampleKind.SCORES


def complete_scale(values: FloatArray, *, kind: SampleKind, scale: Scale | None) -> Scale | None:
    """The scale the values are on, after checking that they are; pass or fail is always on 0 to 1."""
    check_scale(scale)
    if kind is SampleKind.PASS_FAIL:
        check_shares(values, scale=scale)
        return 0.0, 1.0
    check_within(values, scale=scale)
    return scale


@dataclass(frozen=True, slots=True)
class Located:
    """Bounds of a mean before they are cut to the scale, and the method that found them."""

    method: IntervalMethod
    bounds: Bounds
    flags: frozenset[MeanFlag]


def state(
    sample: Sample,
    *,
    located: Located,
    scale: Scale | None,
    level: float,
    outcomes: Mapping[str, int] | None = None,
) -> MeanEstimate:
    """The estimate as it is reported: within the scale, holding the mean itself, with everything counted."""
    mean = sample.clusters.mean
    low, high = located.bounds
    if scale is not None:
        low, high = max(low, scale[0]), min(high, scale[1])
    if not (math.isfinite(low) and math.isfinite(high)):
        raise StatisticRefused("interval", "too many resamples do not vary", instead="Give the scale.")
    return MeanEstimate(
        mean=mean,
        low=float(min(low, mean)),
        high=float(max(high, mean)),
        level=level,
        method=located.method,
        n=sample.values,
        cases=sample.cases,
        clusters=len(sample.clusters),
        missing=sample.missing,
        outcomes=dict(outcomes or {"scored": sample.values, "missing": sample.missing}),
        flags=located.flags,
    )


def _locate(
    sample: Sample,
    *,
    kind: SampleKind,
    scale: Scale | None,
    method: IntervalMethod | None,
    level: float,
    seed: int | None,
) -> Located:
    if method is None:
        grounds = choose_grounds(sample, kind=kind, scale=scale, seed=seed)
    elif method is IntervalMethod.SCALE_ENDS or _has_no_spread(sample, method=method):
        grounds = ground_on_ends(sample, kind=kind, scale=scale)
    else:
        bounds = _named_bounds(sample, method=method, level=level, seed=seed or 0)
        return Located(method, bounds, flags_of(sample))
    return Located(grounds.method, grounds.pivot.bounds(level), grounds.flags)


def _has_no_spread(sample: Sample, *, method: IntervalMethod) -> bool:
    return sample.clusters.differing == 0 and method not in (
        IntervalMethod.WILSON,
        IntervalMethod.BONETT_PRICE,
    )


def _named_bounds(sample: Sample, *, method: IntervalMethod, level: float, seed: int) -> Bounds:
    clusters = sample.clusters
    match method:
        case IntervalMethod.WILSON:
            return wilson_pivot(sample).bounds(level)
        case IntervalMethod.BONETT_PRICE:
            return bonett_price_pivot(sample).bounds(level)
        case IntervalMethod.PERCENTILE:
            return percentile_bounds(clusters, level=level, seed=seed)
        case IntervalMethod.BCA:
            return bca_bounds(clusters, level=level, seed=seed)
        case IntervalMethod.STUDENTISED:
            return studentised_pivot(clusters, seed=seed).bounds(level)
        case IntervalMethod.T_OR_STUDENTISED:
            return WiderPivot(student_pivot(clusters), studentised_pivot(clusters, seed=seed)).bounds(level)
        case IntervalMethod.T_OR_CORRECTED:
            return WiderPivot(student_pivot(clusters), corrected_pivot(clusters)).bounds(level)
        case IntervalMethod.T | IntervalMethod.SCALE_ENDS:
            return student_pivot(clusters).bounds(level)
        case _:  # pragma: no cover
            assert_never(method)
