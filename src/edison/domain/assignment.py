"""What texts are written for and compared by, kept under one name: task, rubric, grades, judges and anchors."""

from typing import Self

from pydantic import Field, model_validator

from .contest import GradeSteps
from .endpoint import Endpoint
from .ids import AssignmentId, ProjectId
from .noun import Noun
from .rubric import Criterion

LEAST_ANCHOR_CHARS = 100
"""A shorter text says too little of a grade for others to be held against it."""


class StoredAnchor(Noun):
    """A text with the grade that people gave it."""

    label: str = Field(min_length=1, max_length=200)
    grade: str = Field(min_length=1, max_length=100)
    text: str


class Assignment(Noun):
    """Kept under a name that no other assignment of its project has; a run pins what it takes from it."""

    id: AssignmentId
    project_id: ProjectId
    name: str = Field(pattern=r"^[a-z0-9][a-z0-9-]{0,62}$")
    task: str = ""
    """What the texts were written for."""
    instructions: str = ""
    """What writers were told besides; judges read it after the task."""
    criteria: tuple[Criterion, ...] = ()
    """What makes a text good; none where nobody said."""
    scale: GradeSteps | None = None
    judges: tuple[str, ...] = ()
    """Who compares unless somebody else is named, as `provider/model`."""
    anchors: tuple[StoredAnchor, ...] = ()
    texts: tuple[str, ...] = ()
    """Where the texts lie: folders, tables and files of addresses."""
    revision: int = Field(default=0, ge=0)
    """How many changes were made to it."""

    @property
    def goal(self) -> str:
        """What judges are told of it."""
        return "\n\n".join(part for part in (self.task.strip(), self.instructions.strip()) if part)

    @model_validator(mode="after")
    def _can_be_judged_by(self) -> Self:
        for judge in self.judges:
            Endpoint.parse(judge)
        if self.anchors and self.scale is None:
            raise ValueError("anchors are graded on a scale, and none is named")
        labels: set[str] = set()
        for anchor in self.anchors:
            if anchor.label in labels:
                raise ValueError(f"the anchor {anchor.label} stands twice")
            if len(anchor.text.strip()) < LEAST_ANCHOR_CHARS:
                raise ValueError(f"the anchor {anchor.label} has fewer than {LEAST_ANCHOR_CHARS} characters")
            if self.scale is not None and anchor.grade not in self.scale.grades:
                raise ValueError(f"{anchor.grade} of the anchor {anchor.label} is no grade of the scale")
            labels.add(anchor.label)
        return self
