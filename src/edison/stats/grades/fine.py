"""Minus and plus, and what lies below the lowest grade."""

from dataclasses import dataclass
from typing import Protocol

from edison.stats.arrays import FloatArray

from .scales import GradeScale

# Within a band, the part that is given with a minus at its low end and with a plus at its high end.
_QUARTER = 0.25
# So many standard deviations below the lowest grade's mean, an item lies below the scale.
_FAR = 2.0


class Bands(Protocol):
    """Where the grades lie."""

    @property
    def means(self) -> FloatArray: ...
    @property
    def spread(self) -> float: ...
    @property
    def boundaries(self) -> FloatArray: ...


@dataclass(frozen=True, slots=True)
class FineGrade:
    """A grade, and how it is written with a minus or a plus."""

    grade: str
    written: str


def fine_grade(place: int, *, score: float, scale: GradeScale, calibration: Bands) -> FineGrade:
    """The grade at a place of the scale, refined by where in its band the score lies."""
    grade = scale.grades[place]
    if place == 0 and scale.below is not None and _is_far_below(score, calibration):
        return FineGrade(grade=scale.below, written=scale.below)
    low, high = _band(place, calibration=calibration)
    # A score outside its likeliest band, or a band without width, says nothing about the finer step.
    position = (score - low) / (high - low) if low <= score <= high and low < high else 0.5
    if grade in scale.minus and position < _QUARTER:
        return FineGrade(grade=grade, written=f"{grade}-")
    if grade in scale.plus and position > 1 - _QUARTER:
        return FineGrade(grade=grade, written=f"{grade}+")
    return FineGrade(grade=grade, written=grade)


def _is_far_below(score: float, calibration: Bands) -> bool:
    return score < float(calibration.means[0]) - _FAR * calibration.spread


def _band(place: int, *, calibration: Bands) -> tuple[float, float]:
    """Both ends of a band; an open one is taken to reach as far from the grade's mean as the other end does."""
    mean, boundaries = float(calibration.means[place]), calibration.boundaries
    if place == 0:
        high = float(boundaries[0])
        return 2 * mean - high, high
    low = float(boundaries[place - 1])
    if place == len(boundaries):
        return low, 2 * mean - low
    return low, float(boundaries[place])
