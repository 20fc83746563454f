"""The rule that picks the interval of a mean; the result always names what it picked."""

import math
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from edison.errors import SampleEmpty, StatisticRefused
from edison.stats.arrays import FloatArray

from .bootstrap import studentised_pivot
from .clusters import Clusters, Ends, Scale
from .pivots import Pivot, ScorePivot, StudentPivot, WiderPivot, corrected_pivot, student_pivot
from .samples import Sample, SampleKind

FEW_CASES = 15
FEW_DIFFERING = 5
SKEWED = 0.5
STRONGLY_SKEWED = 1.0
SKEWED_MEAN = 0.01
MOSTLY_EQUAL = 2 / 3


class IntervalMethod(StrEnum):
    """How an interval was made."""

    WILSON = "wilson"
    BONETT_PRICE = "bonett_price"
    T = "t"
    STUDENTISED = "studentised_bootstrap"
    T_OR_STUDENTISED = "t_or_studentised_bootstrap"
    T_OR_CORRECTED = "t_or_skewness_corrected"
    SCALE_ENDS = "scale_ends"
    PERCENTILE = "percentile_bootstrap"
    BCA = "bca_bootstrap"


class MeanFlag(StrEnum):
    """What a reader of the number must know."""

    FEW_CASES = "few_cases"
    """Fewer than 15 cases (or families of cases), or fewer than 5 that differ from the commonest value."""
    NO_VARIATION = "no_variation"
    """All cases are equal: the interval's width comes from the ends of the scale alone."""
    SCALE_UNKNOWN = "scale_unknown"
    """Few cases and no scale whose ends could help: Student's t, which may be too narrow."""
    STRONGLY_SKEWED = "strongly_skewed"
    """Differences so skewed, and so few, that the end on the side of the short tail may lie too near."""


@dataclass(frozen=True, slots=True)
class IntervalGrounds:
    """The way of knowing that was chosen, and what to say beside it."""

    method: IntervalMethod
    pivot: Pivot
    flags: frozenset[MeanFlag]


def choose_grounds(
    sample: Sample, *, kind: SampleKind, scale: Scale | None, seed: int | None
) -> IntervalGrounds:
    """Pick the default way of knowing a mean.

    1. Pass or fail, one value per case and no families: Wilson's score interval.
    2. Differences of paired pass or fail (-1, 0, 1), likewise: Bonett and Price.
    3. Fewer than 15 clusters, or fewer than 5 that differ from the commonest value: Student's t with
       pseudo-cases at the ends of the scale, flagged *few cases*; without a scale Student's t alone, flagged.
    4. Not skewed, or so many that their mean is not: Student's t on case means.
    5. Skewed scores: the studentised cluster bootstrap; where two thirds or more share one value, with a
       quarter of a pseudo-case at each end in every error.
    6. Skewed paired differences: Student's t or the studentised bootstrap, on either side the farther one.

    Without a seed nothing is resampled: 5 and 6 correct Student's t for skewness in closed form instead.

    Clusters are cases, or families of cases. Without variation and without a scale it is refused.
    """
    flags = flags_of(sample)
    if kind is SampleKind.PASS_FAIL and not sample.is_nested:
        return IntervalGrounds(IntervalMethod.WILSON, wilson_pivot(sample), flags)
    if _is_paired_share(sample, kind=kind, scale=scale):
        return IntervalGrounds(IntervalMethod.BONETT_PRICE, bonett_price_pivot(sample), flags)
    if is_thin(sample.clusters):
        return ground_on_ends(sample, kind=kind, scale=scale)
    student = student_pivot(sample.clusters)
    if not _is_skewed(sample.clusters):
        return IntervalGrounds(IntervalMethod.T, student, flags)
    if kind is SampleKind.PAIRED_DIFFERENCES and abs(sample.clusters.skewness) > STRONGLY_SKEWED:
        flags = flags | {MeanFlag.STRONGLY_SKEWED}
    if seed is None:
        return IntervalGrounds(
            IntervalMethod.T_OR_CORRECTED, WiderPivot(student, corrected_pivot(sample.clusters)), flags
        )
    ends = _steadying_ends(sample.clusters, kind=kind, scale=scale)
    studentised = studentised_pivot(sample.clusters, seed=seed, ends=ends)
    if kind is SampleKind.PAIRED_DIFFERENCES:
        return IntervalGrounds(IntervalMethod.T_OR_STUDENTISED, WiderPivot(student, studentised), flags)
    return IntervalGrounds(IntervalMethod.STUDENTISED, studentised, flags)


def wilson_pivot(sample: Sample) -> ScorePivot:
    """Wilson's score interval; refused unless every case has one value, 0 or 1."""
    if sample.is_nested or not are_among(sample.case_means, allowed=(0, 1)):
        raise StatisticRefused(
            "Wilson interval",
            "it needs one result per case, passed or failed",
            instead="Use the studentised or the scale-ends interval on case means.",
        )
    return ScorePivot(share=float(sample.case_means.mean()), count=sample.cases)


def bonett_price_pivot(sample: Sample) -> StudentPivot:
    """The adjusted Wald interval of Bonett and Price (2012): one more discordant pair on either side."""
    if sample.is_nested or not are_among(sample.case_means, allowed=(-1, 0, 1)):
        raise StatisticRefused(
            "Bonett-Price interval",
            "it needs one difference per case, -1, 0 or 1",
            instead="Use Student's t or the scale-ends interval on case differences.",
        )
    count = sample.cases + 2
    shift = float(sample.case_means.sum()) / count
    discordant = (float(np.abs(sample.case_means).sum()) + 2) / count
    error = float(np.sqrt((discordant - shift**2) / count))
    return StudentPivot(centre=shift, error=error, degrees=float("inf"))


def _is_skewed(clusters: Clusters) -> bool:
    """Whether the values are skewed, and so few that their mean still is.

    The error of a one-sided 2.5 % tail of Student's t is about 0.085 · skewness / √n (Hall 1992, 2.3).
    """
    return abs(clusters.skewness) > max(SKEWED, SKEWED_MEAN * math.sqrt(len(clusters)))


def _is_paired_share(sample: Sample, *, kind: SampleKind, scale: Scale | None) -> bool:
    return (
        kind is SampleKind.PAIRED_DIFFERENCES
        and scale == (-1, 1)
        and not sample.is_nested
        and are_among(sample.case_means, allowed=(-1, 0, 1))
    )


def is_thin(clusters: Clusters) -> bool:
    """Whether too little varies for the sample alone to tell how far its mean may be off."""
    return len(clusters) < FEW_CASES or clusters.differing < FEW_DIFFERING


def ground_on_ends(sample: Sample, *, kind: SampleKind, scale: Scale | None) -> IntervalGrounds:
    """Student's t with a pseudo-case at each end of the scale, or what can be had without a scale."""
    clusters, flags = sample.clusters, flags_of(sample) | {MeanFlag.FEW_CASES}
    if scale is not None:
        ends = Ends(scale, _weight_of_ends(clusters, kind=kind))
        return IntervalGrounds(IntervalMethod.SCALE_ENDS, student_pivot(clusters, ends=ends), flags)
    if len(clusters) < 2:
        raise SampleEmpty("cases", needed=2, got=1)
    if MeanFlag.NO_VARIATION in flags:
        raise StatisticRefused(
            "interval",
            f"all {len(clusters)} cases have the same value and the ends of the scale are not known",
            instead="Give the scale.",
        )
    return IntervalGrounds(IntervalMethod.T, student_pivot(clusters), flags | {MeanFlag.SCALE_UNKNOWN})


def _weight_of_ends(clusters: Clusters, *, kind: SampleKind) -> float:
    """One whole case each; half of one where many scores are there and some of them differ.

    A whole one would then cover 99 % and more. A false difference costs more than a wide interval, so that
    paired differences keep it.
    """
    is_scarce = len(clusters) < FEW_CASES or clusters.differing == 0
    return 1.0 if is_scarce or kind is SampleKind.PAIRED_DIFFERENCES else 0.5


def _steadying_ends(clusters: Clusters, *, kind: SampleKind, scale: Scale | None) -> Ends | None:
    """With most scores at one value a resample may hardly vary, and would be taken to lie very far out."""
    if scale is None or kind is SampleKind.PAIRED_DIFFERENCES:
        return None
    return Ends(scale, 0.25) if clusters.commonest >= MOSTLY_EQUAL * len(clusters) else None


def flags_of(sample: Sample) -> frozenset[MeanFlag]:
    """What must be said about a sample whichever method is used."""
    flags: set[MeanFlag] = set()
    if len(sample.clusters) < FEW_CASES:
        flags.add(MeanFlag.FEW_CASES)
    if sample.clusters.differing == 0:
        flags.add(MeanFlag.NO_VARIATION)
    return frozenset(flags)


def are_among(values: FloatArray, *, allowed: tuple[float, ...]) -> bool:
    """Whether no other value occurs."""
    return bool(np.isin(values, allowed).all())
