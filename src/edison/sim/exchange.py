"""What goes into the pretend world and what comes out of it, in no provider's format."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

__all__ = [
    "Finish",
    "SimMessage",
    "SimReply",
    "SimRequest",
    "SimTokenLogprob",
    "SimTool",
    "SimToolCall",
]

Finish: TypeAlias = Literal["stop", "length", "tool_calls", "content_filter", "refusal"]


class SimToolCall(msgspec.Struct, frozen=True):
    """A tool the model wants called, with arguments already parsed."""

    id: str
    name: str
    arguments: dict[str, object]


class SimMessage(msgspec.Struct, frozen=True):
    """One message of the conversation; images are only counted."""

    role: str
    text: str
    images: int = 0
    tool_calls: tuple[SimToolCall, ...] = ()
    tool_call_id: str | None = None


class SimTool(msgspec.Struct, frozen=True):
    """A tool on offer; `parameters` is a JSON schema."""

    name: str
    description: str
    parameters: dict[str, object]


class SimRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a model is asked with. Equal requests get equal replies."""

    model: str
    messages: tuple[SimMessage, ...]
    tools: tuple[SimTool, ...] = ()
    tool_choice: str | None = None
    """`auto`, `none`, `required` or `name:<tool>`; unset means `auto`."""
    schema: dict[str, object] | None = None
    json_mode: bool = False
    temperature: float | None = None
    seed: int | None = None
    max_tokens: int | None = None
    stop: tuple[str, ...] = ()
    top_logprobs: int | None = None
    reasoning_effort: str | None = None
    cached_prefix_chars: int = 0
    salt: str = ""
    """Tells otherwise equal requests apart; like `seed`, ignored at temperature 0."""


class SimTokenLogprob(msgspec.Struct, frozen=True):
    """One token of the answer with its most likely alternatives, itself among them."""

    token: str
    logprob: float
    top: tuple[tuple[str, float], ...] = ()


class SimReply(msgspec.Struct, frozen=True, kw_only=True):
    """What the model says, why it stopped, and what it counted."""

    text: str
    tool_calls: tuple[SimToolCall, ...] = ()
    finish: Finish = "stop"
    reasoning: str | None = None
    input_tokens: int
    output_tokens: int
    reasoning_tokens: int = 0
    cached_tokens: int = 0
    logprobs: tuple[SimTokenLogprob, ...] | None = None
