"""A question that people work on: what is asked as a file would say it, and the runs that answer it."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Self

from pydantic import AwareDatetime, Field, JsonValue, model_validator

from .ids import ExperimentId, ProjectId, UserId
from .noun import Noun
from .stage import DesiredState


class ExperimentStatus(StrEnum):
    """Where an experiment stands; it follows its runs, and is not stored."""

    DRAFT = "draft"
    """Nothing of it was run yet."""
    RUNNING = "running"
    PAUSED = "paused"
    """A run of it stands still: people are asked, somebody paused it, or something is wrong."""
    COMPLETED = "completed"
    ARCHIVED = "archived"
    """Kept as it is, and left out of lists."""


class Experiment(Noun):
    """What is asked, kept under a name while people write it and after it was run."""

    id: ExperimentId
    project_id: ProjectId
    name: str = Field(min_length=1, max_length=200)
    description: str = ""
    definition: dict[str, JsonValue] = {}
    """As a suite file says it, key by key; it may lack something as long as nothing is run."""
    files: dict[str, str] = {}
    """What the definition names, by name: texts of prompts, tables of cases."""
    is_archived: bool = False
    revision: int = Field(default=0, ge=0)
    """How many changes were made to it."""
    author: UserId
    made_at: AwareDatetime
    changed_by: UserId
    changed_at: AwareDatetime

    @model_validator(mode="after")
    def _has_one_name(self) -> Self:
        if self.definition.get("name", self.name) != self.name:
            raise ValueError("an experiment and its definition have one name")
        return self

    @property
    def suite(self) -> dict[str, JsonValue]:
        """The definition with its name, as a file would hold it."""
        return {"name": self.name, **self.definition}


def status_of(*, is_archived: bool, open_runs: Sequence[DesiredState], ended_runs: int) -> ExperimentStatus:
    """Where an experiment stands by what is wanted of its runs that have not ended, and by how many ended."""
    if is_archived:
        return ExperimentStatus.ARCHIVED
    if DesiredState.RUNNING in open_runs:
        return ExperimentStatus.RUNNING
    if open_runs:
        return ExperimentStatus.PAUSED
    return ExperimentStatus.COMPLETED if ended_runs else ExperimentStatus.DRAFT
