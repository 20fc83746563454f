"""Anchors: items whose grade is known, and what they say about each grade."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import LengthsDiffer, SampleBroken, StatisticRefused
from edison.stats.arrays import BoolArray, FloatArray, IntArray, read_places

from .kendall import kendall_tau
from .scales import GradeScale

# Fewer than so many anchors calibrate a scale weakly, however they are spread.
ENOUGH_ANCHORS = 9
# Below this agreement of grades and scores, the anchors do not order what they are to grade.
LEAST_ORDER = 0.5
# A grade's spread is never taken to be smaller: a few anchors that happen to agree prove little.
LEAST_SPREAD = 0.1


class Weakness(StrEnum):
    """Why the anchors say little about the scale."""

    FEW_ANCHORS = "few_anchors"
    GRADES_WITHOUT_ANCHOR = "grades_without_anchor"
    """Some means are interpolated from their neighbours."""
    NO_GRADE_TWICE = "no_grade_twice"
    """How far texts of one grade lie apart cannot be seen."""
    OUT_OF_ORDER = "out_of_order"
    """The scores hardly follow the grades the experts gave."""


@dataclass(frozen=True, slots=True, eq=False)
class Anchors:
    """Which items are anchors and the place of each one's grade on the scale."""

    items: IntArray
    places: IntArray
    grades: int
    """How many grades the scale has."""

    @property
    def counts(self) -> IntArray:
        """How many anchors each grade has."""
        return np.bincount(self.places, minlength=self.grades)


@dataclass(frozen=True, slots=True, eq=False)
class GradeMeans:
    """Where each grade lies, in the units of the scores."""

    means: FloatArray
    """Never falling from one grade to the next."""
    spread: float
    """Standard deviation of the anchors' scores within a grade, pooled over grades."""
    interpolated: BoolArray
    """Grades without an anchor."""


def read_anchors(items: ArrayLike, *, grades: Sequence[str], scale: GradeScale, among: int) -> Anchors:
    """Check anchors against the scale; at least two different grades are needed to project anything."""
    places = np.array([scale.position(grade) for grade in grades], dtype=np.intp)
    indices = read_places(items, what="anchors", below=among)
    if len(indices) != len(places):
        raise LengthsDiffer({"anchors": len(indices), "anchor grades": len(places)})
    if len(np.unique(indices)) != len(indices):
        raise SampleBroken("anchors", "one of them is named twice")
    if len(np.unique(places)) < 2:
        raise StatisticRefused(
            "grade projection",
            f"the anchors show {len(np.unique(places))} different grades, and two are needed",
            instead="Publish the ranking alone, or add anchors of other grades.",
        )
    return Anchors(items=indices, places=places, grades=len(scale))


def grade_means(anchors: Anchors, scores: FloatArray) -> GradeMeans:
    """The monotone mean score of each grade's anchors, interpolated where a grade has none."""
    values = scores[anchors.items]
    counts = anchors.counts
    present = np.flatnonzero(counts)
    sums = np.bincount(anchors.places, weights=values, minlength=anchors.grades)
    raw = sums[present] / counts[present]
    monotone = _pool_adjacent(raw, weights=counts[present].astype(np.float64))
    return GradeMeans(
        means=_interpolate(monotone, places=present, grades=anchors.grades),
        spread=_spread(values - (sums / np.maximum(counts, 1))[anchors.places], grades=len(present)),
        interpolated=counts == 0,
    )


def weaknesses(anchors: Anchors, scores: FloatArray) -> tuple[Weakness, ...]:
    """Every reason why projections from these anchors deserve little trust; none when they are good."""
    counts = anchors.counts
    claims = {
        Weakness.FEW_ANCHORS: len(anchors.items) < ENOUGH_ANCHORS,
        Weakness.GRADES_WITHOUT_ANCHOR: bool((counts == 0).any()),
        Weakness.NO_GRADE_TWICE: int(counts.max()) < 2,
        Weakness.OUT_OF_ORDER: kendall_tau(anchors.places, scores[anchors.items]) < LEAST_ORDER,
    }
    return tuple(weakness for weakness, holds in claims.items() if holds)


def _pool_adjacent(means: FloatArray, *, weights: FloatArray) -> FloatArray:
    """Isotonic regression by pooling neighbours that are out of order (Barlow et al. 1972)."""
    pools: list[tuple[float, float, int]] = []
    for mean, weight in zip(means.tolist(), weights.tolist(), strict=True):
        pools.append((mean, weight, 1))
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            (low, low_weight, low_size), (high, high_weight, high_size) = pools[-2:]
            weight_of_both = low_weight + high_weight
            pooled = (low * low_weight + high * high_weight) / weight_of_both
            pools[-2:] = [(pooled, weight_of_both, low_size + high_size)]
    return np.repeat([mean for mean, _, _ in pools], [size for _, _, size in pools])


def _interpolate(means: FloatArray, *, places: IntArray, grades: int) -> FloatArray:
    """Straight lines between neighbouring grades; beyond the ends, on by the average step."""
    every = np.arange(grades)
    step = (means[-1] - means[0]) / (places[-1] - places[0])
    beyond = np.minimum(every - places[0], 0) + np.maximum(every - places[-1], 0)
    return np.interp(every, places, means) + step * beyond


def _spread(deviations: FloatArray, *, grades: int) -> float:
    freedom = len(deviations) - grades
    if freedom < 1:
        return LEAST_SPREAD
    return max(float(np.sqrt((deviations**2).sum() / freedom)), LEAST_SPREAD)
