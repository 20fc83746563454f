"""A number about a judge, with the interval it may be believed in."""

from dataclasses import dataclass
from enum import StrEnum
from math import sqrt

import numpy as np

from edison.errors import SampleEmpty

from ._quantiles import student_critical, student_two_sided
from ._tables import FloatArray

FEW_CASES = 15


class JudgeFlag(StrEnum):
    """What a reader must know beside the number."""

    FEW_CASES = "few cases"
    NO_DISAGREEMENT = "no disagreement seen"
    ONE_CASE_DECIDES = "one case holds all the variation"
    ORDERS_UNBALANCED = "no pair was shown in both orders; order is taken to be random"
    NO_REFERENCE = "no reference; both sides are taken to be equally good on average"
    INCOMPLETE_LEFT_OUT = "cases not seen by all judges were left out"


@dataclass(frozen=True, slots=True)
class Measured:
    """A value between `low` and `high` at the given confidence, from so many cases and judgments."""

    value: float
    low: float
    high: float
    level: float
    cases: int
    judgments: int
    method: str
    flags: tuple[JudgeFlag, ...] = ()


@dataclass(frozen=True, slots=True)
class ClusteredShare:
    """The mean of values between 0 and 1 that come in clusters, ready for intervals and tests."""

    mean: float
    effective: float
    """As many independent yes-or-no answers would be as precise."""
    clusters: int
    judgments: int

    def interval(self, level: float, *, df: int | None = None) -> tuple[float, float]:
        """Wilson's interval (J. Am. Stat. Assoc. 22, 1927) at the effective size, with Student's quantile.

        The effective size takes the clusters into account as Korn and Graubard do (Survey Methodology 24,
        1998); a sample without variation counts its clusters, so that the width is never zero. The degrees of
        freedom are the clusters less one, but where several shares are weighed together.
        """
        t = student_critical(level, df=self.clusters - 1 if df is None else df)
        shrink = 1 + t * t / self.effective
        centre = (self.mean + t * t / (2 * self.effective)) / shrink
        spread = self.mean * (1 - self.mean) / self.effective + (t / (2 * self.effective)) ** 2
        half = t * sqrt(spread) / shrink
        return max(0.0, centre - half), min(1.0, centre + half)

    def p_value(self, null: float = 0.5) -> float:
        """Two-sided, the test that belongs to the interval."""
        z = (self.mean - null) / sqrt(null * (1 - null) / self.effective)
        return student_two_sided(z, df=self.clusters - 1)

    def estimate(self, *, level: float, flags: tuple[JudgeFlag, ...] = ()) -> Measured:
        """The mean with Wilson's interval; fewer than 15 clusters are flagged."""
        low, high = self.interval(level)
        few = (JudgeFlag.FEW_CASES,) if self.clusters < FEW_CASES else ()
        return Measured(
            value=self.mean,
            low=low,
            high=high,
            level=level,
            cases=self.clusters,
            judgments=self.judgments,
            method="Wilson, clustered by case",
            flags=flags + few,
        )


def share_of(values: FloatArray, *, sizes: FloatArray, judgments: int, what: str = "cases") -> ClusteredShare:
    """The mean of cluster means, each weighing as its size."""
    clusters = len(values)
    if clusters < 2:
        raise SampleEmpty(what, needed=2, got=clusters)
    weights = sizes / sizes.sum()
    mean = float(sizes @ values) / float(sizes.sum())
    variance = clusters / (clusters - 1) * float(np.sum((weights * (values - mean)) ** 2))
    # Rounding leaves a speck of variance where there is none.
    varies = variance > 1e-15
    effective = mean * (1 - mean) / variance if varies else float(clusters)
    return ClusteredShare(mean=mean, effective=effective, clusters=clusters, judgments=judgments)
