"""What a responses request may contain."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from ..reading import Body
from ..shapes import Json
from .chat_body import Count, Decimal, Name, ScaleShare


class InputText(Body, tag_field="type", tag="input_text"):
    """Text of the user."""

    text: str
    prompt_cache_breakpoint: Json | None = None


class OutputText(Body, tag_field="type", tag="output_text"):
    """Text the model wrote before."""

    text: str
    annotations: list[Json] | None = None
    logprobs: list[Json] | None = None


class RefusalText(Body, tag_field="type", tag="refusal"):
    """A refusal the model gave before."""

    refusal: str


class InputImage(Body, tag_field="type", tag="input_image"):
    """A picture."""

    image_url: str | None = None
    file_id: str | None = None
    detail: Literal["auto", "low", "high"] = "auto"


Content: TypeAlias = InputText | OutputText | RefusalText | InputImage


class MessageItem(Body):
    """One utterance; the model's own carry an id and a status."""

    role: Literal["user", "assistant", "system", "developer"]
    content: str | list[Content]
    type: Literal["message"] = "message"
    id: str | None = None
    status: Literal["in_progress", "completed", "incomplete"] | None = None
    phase: str | None = None


class CallItem(Body):
    """A tool call the model made before."""

    call_id: str
    name: str
    arguments: str
    type: Literal["function_call"]
    id: str | None = None
    status: str | None = None


class OutputItem(Body):
    """What a tool answered."""

    call_id: str
    output: str | list[Content]
    type: Literal["function_call_output"]
    id: str | None = None
    status: str | None = None


class ReasoningItem(Body):
    """What the model thought before."""

    type: Literal["reasoning"]
    summary: list[Json]
    id: str | None = None
    content: list[Json] | None = None
    encrypted_content: str | None = None
    status: str | None = None


ITEMS: dict[str, type[MessageItem | CallItem | OutputItem | ReasoningItem]] = {
    "message": MessageItem,
    "function_call": CallItem,
    "function_call_output": OutputItem,
    "reasoning": ReasoningItem,
}


class FunctionTool(Body):
    """A tool on offer."""

    type: Literal["function"]
    name: Name
    parameters: Json | None = None
    description: str | None = None
    strict: bool | None = None


class NamedTool(Body):
    """A tool that must be called."""

    type: Literal["function"]
    name: str


class PlainFormat(Body, tag_field="type", tag="text"):
    """Any text."""


class JsonFormat(Body, tag_field="type", tag="json_object"):
    """Some JSON object."""


class SchemaFormat(Body, tag_field="type", tag="json_schema"):
    """JSON that keeps to a schema."""

    name: Name
    schema: Json
    description: str | None = None
    strict: bool | None = None


class TextConfig(Body):
    """The form of the answer."""

    format: PlainFormat | JsonFormat | SchemaFormat | None = None
    verbosity: Literal["low", "medium", "high"] | None = None


class Reasoning(Body):
    """How long to think, and whether to tell."""

    effort: Literal["none", "minimal", "low", "medium", "high", "xhigh"] | None = None
    summary: Literal["auto", "concise", "detailed"] | None = None


class StreamOptions(Body):
    """What a stream should tell besides."""

    include_obfuscation: bool | None = None


class ResponsesBody(Body):
    """A responses request."""

    model: str
    input: str | list[Json]
    instructions: str | None = None
    temperature: Decimal | None = None
    top_p: ScaleShare | None = None
    max_output_tokens: Annotated[int, msgspec.Meta(ge=16)] | None = None
    max_tool_calls: Count | None = None
    tools: list[FunctionTool] | None = None
    tool_choice: Literal["none", "auto", "required"] | NamedTool | None = None
    parallel_tool_calls: bool | None = None
    text: TextConfig | None = None
    reasoning: Reasoning | None = None
    include: list[str] | None = None
    top_logprobs: Annotated[int, msgspec.Meta(ge=0, le=20)] | None = None
    stream: bool | None = None
    stream_options: StreamOptions | None = None
    store: bool | None = None
    background: Literal[False] | None = None
    metadata: dict[str, str] | None = None
    previous_response_id: str | None = None
    prompt_cache_key: str | None = None
    prompt_cache_options: Json | None = None
    prompt_cache_retention: Literal["in_memory", "24h"] | None = None
    safety_identifier: str | None = None
    service_tier: Literal["auto", "default", "flex", "scale", "priority", "fast"] | None = None
    truncation: Literal["auto", "disabled"] | None = None
    user: str | None = None


class LooseResponsesBody(ResponsesBody, forbid_unknown_fields=False):
    """The same for servers that take parameters of their own."""
