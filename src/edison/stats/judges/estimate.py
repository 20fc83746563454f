"""A number about a judge, with the interval it may be believed in."""

from dataclasses import dataclass
from enum import StrEnum
from math import sqrt

import numpy as np

from edison.errors import SampleEmpty
from edison.stats.arrays import FloatArray, IntArray

from ._quantiles import student_critical, student_two_sided

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
    varies: bool = True

    def interval(self, level: float, *, df: int | None = None) -> tuple[float, float]:
        """Wilson's interval (J. Am. Stat. Assoc. 22, 1927) at the effective size, with Student's quantile.

        The effective size takes the clusters into account as Korn and Graubard do (Survey Methodology 24,
        1998). Where nothing varies, up to Wilson's limit of the clusters may be of another kind, and lie at either
        end: of nothing but 0 or 1 that is Wilson's interval itself. The degrees of freedom are the clusters less one,
        but where several shares are weighed together.
        """
        t = student_critical(level, df=self.clusters - 1 if df is None else df)
        if not self.varies:
            unseen = t * t / (self.clusters + t * t)
            return self.mean * (1 - unseen), self.mean + (1 - self.mean) * unseen
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
    """The mean of cluster means, each weighing as its size.

    Clusters of one yes-or-no answer each are independent answers, and as many as there are: only where several of a
    cluster hang together must their spread be estimated, which takes one of them away.
    """
    clusters = len(values)
    if clusters < 2:
        raise SampleEmpty(what, needed=2, got=clusters)
    weights = sizes / sizes.sum()
    mean = float(sizes @ values) / float(sizes.sum())
    variance = clusters / (clusters - 1) * float(np.sum((weights * (values - mean)) ** 2))
    # Rounding leaves a speck of variance where there is none.
    varies = variance > 1e-15
    are_answers = bool(np.all(sizes == 1) and np.all((values == 0) | (values == 1)))
    effective = mean * (1 - mean) / variance if varies and not are_answers else float(clusters)
    return ClusteredShare(
        mean=mean, effective=effective, clusters=clusters, judgments=judgments, varies=varies
    )


def gathered(
    values: FloatArray, *, clusters: IntArray, judgments: int, what: str = "cases"
) -> ClusteredShare:
    """The mean of values of which those in one cluster hang together."""
    _, codes = np.unique(clusters, return_inverse=True)
    sizes = np.bincount(codes).astype(np.float64)
    return share_of(np.bincount(codes, weights=values) / sizes, sizes=sizes, judgments=judgments, what=what)
