"""An instruction under development, and its immutable versions."""

from enum import StrEnum
from typing import Self

from pydantic import AwareDatetime, Field, model_validator

from .ask import Form, Tool, ToolChoice, refuse_misfits
from .ids import ProjectId, PromptId, PromptVersionId, UserId
from .noun import Noun
from .words import Words


class Prompt(Noun):
    """An instruction under development; its text is in its versions."""

    id: PromptId
    project_id: ProjectId
    name: str = Field(min_length=1, max_length=200)
    production_id: PromptVersionId | None = None
    """The version that is marked as the one in use."""
    revision: int = Field(default=0, ge=0)
    """How many changes were made to it: whoever changes it by what he saw says which revision that was."""


class FewShot(Noun):
    """An example of the conversation that is wanted, sent before the real question."""

    user: Words
    assistant: Words


class PromptVersion(Noun):
    """One immutable text of a prompt. Numbers are a sequence; the history is a tree by parent."""

    id: PromptVersionId
    prompt_id: PromptId
    number: int = Field(ge=1)
    name: str | None = Field(default=None, min_length=1, max_length=200)
    """As a suite calls it."""
    parent_id: PromptVersionId | None = None
    system: str = ""
    """An empty one is not sent."""
    user: str = ""
    few_shots: tuple[FewShot, ...] = ()
    tools: tuple[Tool, ...] = ()
    tool_choice: ToolChoice | None = None
    form: Form = Form()
    changelog: str = ""
    """What was changed against the parent, and why."""

    @property
    def label(self) -> str:
        """What people are shown: its name, or its number."""
        return self.name or f"v{self.number}"

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not self.system.strip() and not self.user.strip():
            raise ValueError("a prompt version needs a system or a user text")
        if self.parent_id == self.id:
            raise ValueError("a prompt version is not its own parent")
        refuse_misfits([tool.name for tool in self.tools], self.tool_choice)
        return self


class StoredVersion(Noun):
    """A version in its prompt's history: who made it, and when."""

    version: PromptVersion
    author: UserId
    made_at: AwareDatetime


class PromptChangeKind(StrEnum):
    """What was done to a prompt."""

    VERSION_ADDED = "version_added"
    PROMOTED = "promoted"
    """A version became the one in use; the one before it no longer is."""
    DEMOTED = "demoted"
    """No version is marked as the one in use any more."""


class PromptChange(Noun):
    """One change of a prompt, appended and never taken back."""

    prompt_id: PromptId
    revision: int = Field(ge=1)
    """Without gaps: the prompt's revision after this change."""
    kind: PromptChangeKind
    version: int = Field(ge=1)
    """The number of the version it was about."""
    author: UserId
    at: AwareDatetime
    note: str = ""
