"""Sets of inputs, and the inputs."""

from enum import StrEnum
from typing import Self

from pydantic import AwareDatetime, Field, JsonValue, model_validator

from .check import Check
from .ids import CaseId, DatasetId, ProjectId, UserId
from .noun import Noun
from .rubric import Criterion
from .talk import CaseTalk
from .task import CaseTask
from .words import ShortName, Words

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


class DatasetKind(StrEnum):
    """Where the cases of a set come from."""

    GOLDEN = "golden"
    """From people, who stand for what they expect."""
    SYNTHETIC = "synthetic"
    """Written by models."""
    ADVERSARIAL = "adversarial"
    """Written to find out where a prompt fails."""


STORED_CASES = "data:"
"""What stands before the name of a stored set where a suite names its cases."""
UNVERIFIED = "unverified"
"""The tag of cases that a model wrote and no person approved."""


class Dataset(Noun):
    """One version of a set of inputs. A changed set is a new one, with the next number and its own id."""

    id: DatasetId
    project_id: ProjectId
    name: str = Field(min_length=1, max_length=200)
    version: int = Field(default=1, ge=1)
    parent_id: DatasetId | None = None
    """What it was derived from: the version before, or the set whose texts it cleaned."""


class StoredDataset(Noun):
    """One version of a named set of cases; versions are added and never changed."""

    project_id: ProjectId
    name: ShortName
    number: int = Field(ge=1)
    kind: DatasetKind
    dataset_id: DatasetId
    """Made from the contents: equal cases have equal ids."""
    cases: int = Field(ge=1)
    parent: int | None = Field(default=None, ge=1)
    """The version that it was made from."""
    origin: str
    """How it came to be: from which file, or by which command."""
    author: UserId
    made_at: AwareDatetime
    note: str = ""
    approved_by: UserId | None = None
    """Who stands for what the cases expect; None where a model wrote them and nobody does yet."""

    @property
    def is_verified(self) -> bool:
        return self.kind is DatasetKind.GOLDEN or self.approved_by is not None


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
    metadata: dict[str, JsonValue] = {}
    """What else is known about it; neither sent nor shown to a judge."""
    task: CaseTask | None = None
    """What is sent for this case in place of the prompt, where it brings that itself."""
    talk: CaseTalk | None = None
    """Where it is a conversation of several turns."""

    @model_validator(mode="after")
    def _has_each_tag_once(self) -> Self:
        if len(set(self.tags)) != len(self.tags):
            raise ValueError("a case carries a tag once")
        return self
