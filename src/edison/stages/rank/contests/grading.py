"""grading: from strengths to grades by way of anchors, or the reason why there are none."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from edison.domain import AnchorAlignment, GradeCertainty, GradeSteps, ProjectedGrade

from .meetings import ContestEntry, Meetings
from .strengths import Strengths
from .withholding import anchors_of, fit_of, why_no_grades, why_withheld

if TYPE_CHECKING:
    from edison.stats.grades import GradeScale, Projection

_AT_ONCE = 500
"""Of very many texts only so many are projected together, beside all anchors."""


@dataclass(frozen=True, slots=True)
class Grading:
    """What anchors say about the other texts."""

    reason: str | None = None
    """Why there are no grades."""
    projected: dict[int, ProjectedGrade] | None = None
    """By the place of the entry."""
    means: dict[str, float] | None = None
    boundaries: tuple[float, ...] = ()
    weaknesses: tuple[str, ...] = ()
    alignment: AnchorAlignment | None = None


def grade_entries(
    entries: Sequence[ContestEntry],
    strengths: Strengths,
    *,
    meetings: Meetings,
    scale: GradeSteps | None,
    reliability: float | None,
    seed: int,
) -> Grading:
    """Project grades onto all texts that have a strength, where the order and the anchors carry them."""
    reason = why_no_grades(entries, strengths, scale=scale)
    if reason is not None or scale is None:
        return Grading(reason=reason)
    steps = _as_scale(scale)
    anchors = anchors_of(entries, strengths)
    alignment = _align(entries, strengths, anchors=anchors, meetings=meetings, scale=steps)
    withheld = why_withheld(reliability, tau=fit_of(entries, strengths, anchors=anchors, scale=steps))
    if withheld is not None:
        return Grading(reason=withheld, alignment=alignment)
    grades = [entries[place].anchor_grade or "" for place in anchors]
    projected: dict[int, ProjectedGrade] = {}
    first: Projection | None = None
    for places in _parts(strengths, anchors=anchors):
        projection = _project(places, strengths, anchors=len(anchors), grades=grades, scale=steps, seed=seed)
        first = first or projection
        projected |= {place: _projected(projection, at) for at, place in enumerate(places)}
    assert first is not None
    calibration = first.calibration
    return Grading(
        projected=projected,
        means=dict(zip(scale.grades, calibration.means.tolist(), strict=True)),
        boundaries=tuple(calibration.boundaries.tolist()),
        weaknesses=tuple(weakness.value for weakness in calibration.weaknesses),
        alignment=alignment,
    )


def _parts(strengths: Strengths, *, anchors: list[int]) -> Iterator[list[int]]:
    """Places of texts to be projected together; the anchors stand first in each part."""
    known = set(anchors)
    others = [place for place in strengths.known if place not in known]
    size = len(others) if strengths.fitted is not None else _AT_ONCE
    for first in range(0, max(len(others), 1), max(size, 1)):
        yield [*anchors, *others[first : first + size]]


def _project(
    places: list[int],
    strengths: Strengths,
    *,
    anchors: int,
    grades: list[str],
    scale: "GradeScale",
    seed: int,
) -> "Projection":
    from edison.stats.grades import project_grades

    fitted, texts = strengths.fitted, strengths.of(places)
    return project_grades(
        [text.score for text in texts],
        [text.se**2 for text in texts] if fitted is None else fitted.covariance_among(places),
        anchors=range(anchors),
        anchor_grades=grades,
        scale=scale,
        seed=seed,
    )


def _projected(projection: "Projection", at: int) -> ProjectedGrade:
    return ProjectedGrade(
        grade=projection.grades[at],
        fine=projection.fine_grades[at],
        probabilities=dict(zip(projection.scale.grades, projection.probabilities[at].tolist(), strict=True)),
        confidence=float(projection.confidence[at]),
        certainty=GradeCertainty(projection.words[at].value.lower()),
    )


def _align(
    entries: Sequence[ContestEntry],
    strengths: Strengths,
    *,
    anchors: list[int],
    meetings: Meetings,
    scale: "GradeScale",
) -> AnchorAlignment | None:
    """None where no two anchors have met."""
    from edison.stats.grades import align_anchors

    numbers = {place: number for number, place in enumerate(anchors)}
    rows = [
        row
        for row in range(len(meetings))
        if meetings.left[row] in numbers and meetings.right[row] in numbers
    ]
    if not rows:
        return None
    found = align_anchors(
        [scale.position(entries[place].anchor_grade or "") for place in anchors],
        [text.score for text in strengths.of(anchors)],
        left=[numbers[meetings.left[row]] for row in rows],
        right=[numbers[meetings.right[row]] for row in rows],
        result=[meetings.outcome[row] for row in rows],
    )
    names = [entries[place].name for place in anchors]
    return AnchorAlignment(
        tau=found.tau,
        inversions=tuple((names[one.lower], names[one.higher]) for one in found.inversions),
        without_a_win=tuple(names[place] for place in found.zero_wins),
        misses=tuple(miss.value for miss in found.misses),
    )


def _as_scale(steps: GradeSteps) -> "GradeScale":
    from edison.stats.grades import GradeScale

    return GradeScale(
        name=steps.name,
        grades=steps.grades,
        priors=steps.shares,
        minus=frozenset(steps.minus),
        plus=frozenset(steps.plus),
        below=steps.below,
    )
