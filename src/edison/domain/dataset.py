"""Sets of inputs, and the inputs."""

from enum import StrEnum
from typing import Self

from pydantic import Field, JsonValue, model_validator

from .check import Check
from .ids import CaseId, DatasetId, ProjectId
from .noun import Noun
from .rubric import Criterion
from .task import CaseTask
from .words import Words

HANDED_IN = "text"
"""The variable of a case that holds a text handed in with it."""
WRITTEN_FOR = "task"
"""The variable of a case that says what a handed-in text was written for."""


class Split(StrEnum):
    """What a case is for: refiners see development cases only, decisions rest on held-out ones."""

    DEVELOPMENT = "development"
    HELD_OUT = "held_out"
    SEALED = "sealed"
    """Looked at once, when everything is decided."""


class Dataset(Noun):
    """One version of a set of inputs. A changed set is a new one, with the next number and its own id."""

    id: DatasetId
    project_id: ProjectId
    name: str = Field(min_length=1, max_length=200)
    version: int = Field(default=1, ge=1)
    parent_id: DatasetId | None = None
    """What it was derived from: the version before, or the set whose texts it cleaned."""


class Expectation(Noun):
    """What a good answer looks like. It never enters the prompt of whoever answers."""

    answer: JsonValue = None
    must: Words | None = None
    """In words, for a judge: what the answer has to do."""
    must_not: Words | None = None

    @model_validator(mode="after")
    def _expects_something(self) -> Self:
        if self.answer is None and self.must is None and self.must_not is None:
            raise ValueError("an expectation states an answer, what must be or what must not be")
        return self


class Case(Noun):
    """One input; with a grade it is an anchor, which takes part like any other and fixes the scale."""

    id: CaseId
    dataset_id: DatasetId
    name: str = Field(min_length=1)
    """Stable and unique in its dataset, as people and files call it."""
    variables: dict[str, JsonValue] = Field(default_factory=dict[str, JsonValue])
    """What the prompt's placeholders are filled with."""
    expectation: Expectation | None = None
    split: Split = Split.DEVELOPMENT
    tags: tuple[str, ...] = ()
    difficulty: int = Field(default=3, ge=1, le=5)
    anchor_grade: str | None = Field(default=None, min_length=1)
    checks: tuple[Check, ...] = ()
    """Made on the outputs of this case besides those of the whole run."""
    criteria: tuple[Criterion, ...] = ()
    """What judges go by on this case, in place of the rubric of the run."""
    family: str | None = Field(default=None, min_length=1)
    """Cases of one family are not independent: they share a source, and are split and resampled together."""
    task: CaseTask | None = None
    """What is sent for this case in place of the prompt, where it brings that itself."""

    @model_validator(mode="after")
    def _has_each_tag_once(self) -> Self:
        if len(set(self.tags)) != len(self.tags):
            raise ValueError("a case carries a tag once")
        return self
