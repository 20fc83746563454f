"""An instruction under development, and its immutable versions."""

from typing import Self

from pydantic import Field, model_validator

from .ask import Form, Tool, ToolChoice
from .ids import ProjectId, PromptId, PromptVersionId
from .noun import Noun
from .words import Words


class Prompt(Noun):
    """An instruction under development; its text is in its versions."""

    id: PromptId
    project_id: ProjectId
    name: str = Field(min_length=1, max_length=200)
    production_id: PromptVersionId | None = None
    """The version that is marked as the one in use."""


class FewShot(Noun):
    """An example of the conversation that is wanted, sent before the real question."""

    user: Words
    assistant: Words


class PromptVersion(Noun):
    """One immutable text of a prompt. Numbers are a sequence; the history is a tree by parent."""

    id: PromptVersionId
    prompt_id: PromptId
    number: int = Field(ge=1)
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

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not self.system.strip() and not self.user.strip():
            raise ValueError("a prompt version needs a system or a user text")
        if self.parent_id == self.id:
            raise ValueError("a prompt version is not its own parent")
        names = [tool.name for tool in self.tools]
        if len(set(names)) != len(names):
            raise ValueError("two tools have the same name")
        if self.tool_choice is not None and not self.tools:
            raise ValueError("a tool choice needs tools")
        if self.tool_choice is not None and self.tool_choice.name not in (None, *names):
            raise ValueError(f"the chosen tool {self.tool_choice.name!r} is not offered")
        return self
