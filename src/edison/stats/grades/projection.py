"""From scores to grades: which grade each item would get, and how sure that is."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from edison.stats.arrays import FloatArray, IntArray

from .anchors import Anchors, GradeMeans, Weakness, grade_means, read_anchors, weaknesses
from .boundaries import BoundaryDraws, draw_boundaries
from .confidence import Confidence, confidence_word, normalised_entropy
from .covariance import read_covariance, read_scores
from .scales import GradeScale
from .truncated import normal_share

# At most so many numbers at once, so that thousands of items need no more memory than tens.
_AT_ONCE = 2_000_000

# Within a band, the part that is given with a minus at its low end and with a plus at its high end.
_QUARTER = 0.25
# So many standard deviations below the lowest grade's mean, an item lies below the scale.
_FAR = 2.0


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """Where the anchors put the grades, in the units of the scores."""

    means: FloatArray
    """The monotone mean of each grade."""
    spread: float
    """Standard deviation of anchors within a grade."""
    boundaries: FloatArray
    """Between neighbouring grades: the median of what was drawn."""
    boundary_se: FloatArray
    expert_noise: float
    """The error of the experts who graded the anchors: its mean standard deviation over the draws."""
    anchors: IntArray
    """How many anchors each grade has; where none, the mean is interpolated."""
    weaknesses: tuple[Weakness, ...]

    @property
    def is_weak(self) -> bool:
        """Too little to rely on where the grades begin."""
        return bool(self.weaknesses)


@dataclass(frozen=True, slots=True, eq=False)
class Projection:
    """The projected grade of every item, anchors included, with its certainty."""

    scale: GradeScale
    calibration: Calibration
    probabilities: FloatArray
    """Items by grades; each row sums to 1."""
    grades: tuple[str, ...]
    """The likeliest grade, or what lies below the lowest where the scale has it."""
    fine_grades: tuple[str, ...]
    """With a minus or a plus where the scale allows it."""
    normalised: FloatArray
    """The likeliest grade as a number from 0 to 1."""
    entropy: FloatArray
    confidence: FloatArray
    """How likely the likeliest grade is."""
    words: tuple[Confidence, ...]
    n: int
    """Items without the anchors."""


def project_grades(
    scores: ArrayLike,
    covariance: ArrayLike,
    *,
    anchors: ArrayLike,
    anchor_grades: Sequence[str],
    scale: GradeScale,
    as_experts_would: bool = False,
    seed: int = 0,
) -> Projection:
    """Project scores onto a grade scale.

    Args:
        scores: Strengths of all items, anchors among them.
        covariance: Their joint covariance, as a fit reports it, or a column of variances.
        anchors: Indices of the items whose grade is known.
        anchor_grades: Their grades, names on the scale.
        scale: The grades from the lowest to the highest.
        as_experts_would: Predict the grade an expert would give, with the error experts make; otherwise the
            grade that fits the item's strength.
        seed: Equal seeds give equal numbers.
    """
    strengths = read_scores(scores)
    matrix = read_covariance(covariance, items=len(strengths))
    known = read_anchors(anchors, grades=anchor_grades, scale=scale, among=len(strengths))
    draws = draw_boundaries(known, scores=strengths, covariance=matrix, scale=scale, seed=seed)
    calibration = _calibrate(known, scores=strengths, draws=draws)
    view = _Items(known, scores=strengths, covariance=matrix)
    probabilities = _probabilities(view, draws=draws, add_noise=as_experts_would)
    return _conclude(view, scale=scale, calibration=calibration, probabilities=probabilities)


@dataclass(frozen=True, slots=True, eq=False)
class _Items:
    """All items, and which of them are anchors."""

    anchors: Anchors
    scores: FloatArray
    covariance: FloatArray


def _calibrate(anchors: Anchors, *, scores: FloatArray, draws: BoundaryDraws) -> Calibration:
    found: GradeMeans = grade_means(anchors, scores)
    return Calibration(
        means=found.means,
        spread=found.spread,
        boundaries=np.median(draws.boundaries, axis=0),
        boundary_se=draws.boundaries.std(axis=0),
        expert_noise=float(draws.noises[draws.noise].mean()),
        anchors=anchors.counts,
        weaknesses=weaknesses(anchors, scores),
    )


def _probabilities(items: _Items, *, draws: BoundaryDraws, add_noise: bool) -> FloatArray:
    """The mean over draws of each grade's share of the item's strength, given what was drawn."""
    totals = np.zeros((len(items.scores), items.anchors.grades))
    for noise in np.unique(draws.noise).tolist():
        chosen = draws.noise == noise
        means, variances = _given_anchors(
            items, perceived=draws.perceived[chosen], noise=float(draws.noises[noise])
        )
        if add_noise:
            variances = variances + draws.noises[noise] ** 2
        for part in _parts(len(items.scores), size=int(chosen.sum()) * items.anchors.grades):
            distance = draws.boundaries[chosen][:, None, :] - means[:, part, None]
            below = normal_share(distance / np.sqrt(variances[part])[None, :, None])
            shares = np.diff(
                np.pad(below, ((0, 0), (0, 0), (1, 1)), constant_values=((0, 0), (0, 0), (0, 1)))
            )
            totals[part] += shares.sum(axis=0)
    return totals / len(draws.noise)


def _given_anchors(items: _Items, *, perceived: FloatArray, noise: float) -> tuple[FloatArray, FloatArray]:
    """Mean (draws by items) and variance of each strength once the anchors are seen as the experts saw them."""
    places = items.anchors.items
    of_anchors = items.covariance[np.ix_(places, places)] + noise**2 * np.eye(len(places))
    shared = items.covariance[:, places]
    weights = np.linalg.solve(of_anchors, shared.T)
    means = items.scores + (perceived - items.scores[places]) @ weights
    variances = np.diagonal(items.covariance) - (shared * weights.T).sum(axis=1)
    # What rounding leaves of a strength that the anchors determine is still more than nothing.
    return means, np.maximum(variances, 1e-12)


def _parts(items: int, *, size: int) -> Iterator[slice]:
    step = max(1, _AT_ONCE // size)
    return (slice(start, start + step) for start in range(0, items, step))


def _conclude(
    items: _Items, *, scale: GradeScale, calibration: Calibration, probabilities: FloatArray
) -> Projection:
    fine = [
        fine_grade(place, score=score, scale=scale, calibration=calibration)
        for place, score in zip(probabilities.argmax(axis=1).tolist(), items.scores.tolist(), strict=True)
    ]
    confidence = probabilities.max(axis=1)
    return Projection(
        scale=scale,
        calibration=calibration,
        probabilities=probabilities,
        grades=tuple(grade.grade for grade in fine),
        fine_grades=tuple(grade.written for grade in fine),
        normalised=np.array([scale.normalised(grade.grade) for grade in fine]),
        entropy=normalised_entropy(probabilities),
        confidence=confidence,
        words=tuple(map(confidence_word, confidence.tolist())),
        n=len(items.scores) - len(items.anchors.items),
    )


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
