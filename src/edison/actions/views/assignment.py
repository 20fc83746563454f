"""Assignments as they go out."""

from edison.domain import Assignment

from .view import BaseView


class CriterionView(BaseView):
    """What makes a text good, one thing of it."""

    name: str
    description: str
    weight: float


class AnchorView(BaseView):
    """A graded text."""

    label: str
    grade: str
    text: str


class ScaleView(BaseView):
    """A scale that comes with Edison."""

    name: str
    grades: tuple[str, ...]
    """From the lowest to the highest."""


class AssignmentView(BaseView):
    """An assignment, whole."""

    name: str
    task: str
    instructions: str
    criteria: tuple[CriterionView, ...]
    scale: str | None
    """The scale's name."""
    grades: tuple[str, ...]
    """From the lowest to the highest; none without a scale."""
    judges: tuple[str, ...]
    anchors: tuple[AnchorView, ...]
    texts: tuple[str, ...]
    """Where the texts lie."""
    revision: int
    """Whoever changes it by what he saw here gives it back."""


def view_assignment(assignment: Assignment) -> AssignmentView:
    """An assignment for whoever asks."""
    scale = assignment.scale
    return AssignmentView(
        name=assignment.name,
        task=assignment.task,
        instructions=assignment.instructions,
        criteria=tuple(
            CriterionView(name=one.name, description=one.description, weight=one.weight)
            for one in assignment.criteria
        ),
        scale=None if scale is None else scale.name,
        grades=() if scale is None else scale.grades,
        judges=assignment.judges,
        anchors=tuple(
            AnchorView(label=one.label, grade=one.grade, text=one.text) for one in assignment.anchors
        ),
        texts=assignment.texts,
        revision=assignment.revision,
    )
