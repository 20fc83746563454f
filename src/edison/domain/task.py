"""What a case may bring itself, in place of a prompt: its own messages, tools and loop."""

from typing import Self

from pydantic import Field, JsonValue, model_validator

from .ask import Form, Message, ToolChoice, refuse_misfits
from .noun import Noun
from .talk import MOST_TURNS

USUAL_ITERATIONS = 15

EXPECTED_CALLS = (
    "tool_name",
    "tool_name_not",
    "tool_name_any",
    "params",
    "params_not",
    "params_any",
    "params_required",
    "params_types",
    "params_enum_valid",
    "params_pattern",
    "params_structure",
)
"""What a battery may say of a call that is expected."""
EXPECTED_KEYS = (
    *EXPECTED_CALLS,
    *("tool_calls_count", "tool_calls", "no_tool_call", "response_type", "response_contains", "match_mode"),
)
"""What it may say of an answer: each is tested, and `match_mode` says how `params` compare."""


class CaseTool(Noun):
    """A tool as its case calls it; a name that providers refuse, such as `math.factorial`, is sent as another."""

    name: str = Field(min_length=1, max_length=200)
    description: str = ""
    parameters: dict[str, JsonValue] = {"type": "object", "properties": {}}


class ToolLoop(Noun):
    """The model calls tools, is told what they return, and goes on until it is done."""

    mocks: dict[str, dict[str, str]] = {}
    """By the tool's name: what it returns, by its arguments, by one of their values, or by `_default`."""
    max_iterations: int = Field(default=USUAL_ITERATIONS, ge=1)
    """How often the model is asked at most."""


class TaskTurn(Noun):
    """What the user says once the model is done with what was said before, and tools that are offered from then on."""

    messages: tuple[Message, ...] = Field(min_length=1)
    tools: tuple[CaseTool, ...] = ()


class CaseTask(Noun):
    """Everything that is sent for a case. Its texts are literal: nothing in them is a placeholder."""

    messages: tuple[Message, ...] = Field(min_length=1)
    tools: tuple[CaseTool, ...] = ()
    tool_choice: ToolChoice | None = None
    form: Form = Form()
    loop: ToolLoop | None = None
    later: tuple[TaskTurn, ...] = Field(default=(), max_length=MOST_TURNS)
    """In a loop: the turns of the user after the first."""

    @model_validator(mode="after")
    def _tools_fit(self) -> Self:
        added = (tool.name for turn in self.later for tool in turn.tools)
        refuse_misfits([*(tool.name for tool in self.tools), *added], self.tool_choice)
        if self.loop is not None and not self.tools:
            raise ValueError("a loop needs tools")
        if self.later and self.loop is None:
            raise ValueError("further turns need a loop")
        return self

    @property
    def most_calls(self) -> int:
        """How often a model is asked at most, over all turns."""
        return 1 if self.loop is None else self.loop.max_iterations * (1 + len(self.later))

    def in_turn(self, number: int) -> "CaseTask":
        """The same with all tools that are offered by a turn of the user, counted from 1."""
        added = tuple(tool for turn in self.later[: number - 1] for tool in turn.tools)
        return self if not added else self.model_copy(update={"tools": (*self.tools, *added)})
