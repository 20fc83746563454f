"""An instruction under development, and its immutable versions."""

from enum import StrEnum
from typing import Self

from pydantic import AwareDatetime, Field, FiniteFloat, model_validator

from .ask import Form, Tool, ToolChoice, refuse_misfits
from .ids import ProjectId, PromptId, PromptVersionId, RunId, UserId
from .interval import Interval
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


class VersionProof(Noun):
    """What a run measured of a version against its parent, on held-out cases."""

    run_id: RunId
    verdict: str
    """`better`, `worse`, or what else a paired comparison came to."""
    reason: str = ""
    difference: FiniteFloat | None = None
    interval: Interval | None = None
    cases: int = Field(ge=0)
    warnings: int = 0
    """More answers than the parent's of which judges warn."""
    unsafe: int | None = None
    """More answers than the parent's in which something was found that must not stand there; None: nobody looked."""
    failed_checks: int | None = None
    """More answers than the parent's that fail a check; None: nothing was checked."""
    regressions: tuple[str, ...] = ()
    """Cases that the parent passes and it does not."""

    @property
    def lacks(self) -> tuple[str, ...]:
        """What keeps the version from being marked as the one in use, a clause each."""
        missing = [] if self.verdict == "better" else [f"it is not shown to be better ({self.verdict})"]
        if self.warnings > 0:
            missing.append(f"judges warn of {self.warnings} more of its answers than of its parent's")
        if self.unsafe is None:
            missing.append("its answers were not looked through for private data, secrets and jailbreaks")
        elif self.unsafe > 0:
            missing.append(
                f"{self.unsafe} more of its answers than of its parent's hold private data, secrets or jailbreaks"
            )
        if self.failed_checks:
            missing.append(f"{self.failed_checks} more of its answers than of its parent's fail a check")
        return tuple(missing)


class StoredVersion(Noun):
    """A version in its prompt's history: who made it, when, and what is proven of it."""

    version: PromptVersion
    author: UserId
    made_at: AwareDatetime
    proof: VersionProof | None = None
    """None where nothing was measured."""


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
