"""What a messages request may contain."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from ..reading import Body
from ..shapes import Json

ScaleShare: TypeAlias = Annotated[float, msgspec.Meta(ge=0, le=1)]


class CacheControl(Body):
    """Remember everything up to here."""

    type: Literal["ephemeral"]
    ttl: Literal["5m", "1h"] | None = None


class TextBlock(Body, tag_field="type", tag="text"):
    """Text."""

    text: str
    cache_control: CacheControl | None = None
    citations: list[Json] | None = None


class Base64Source(Body, tag_field="type", tag="base64"):
    """A picture's bytes."""

    media_type: Literal["image/jpeg", "image/png", "image/gif", "image/webp"]
    data: str


class UrlSource(Body, tag_field="type", tag="url"):
    """A picture's address."""

    url: str


class ImageBlock(Body, tag_field="type", tag="image"):
    """A picture."""

    source: Base64Source | UrlSource
    cache_control: CacheControl | None = None


class ToolUseBlock(Body, tag_field="type", tag="tool_use"):
    """A call the model made before."""

    id: str
    name: str
    input: Json
    cache_control: CacheControl | None = None
    caller: Json | None = None


class ToolResultBlock(Body, tag_field="type", tag="tool_result"):
    """What a tool answered."""

    tool_use_id: str
    content: str | list[TextBlock | ImageBlock] | None = None
    is_error: bool | None = None
    cache_control: CacheControl | None = None


class ThinkingBlock(Body, tag_field="type", tag="thinking"):
    """What the model thought before."""

    thinking: str
    signature: str


class RedactedBlock(Body, tag_field="type", tag="redacted_thinking"):
    """What the model thought before and nobody may read."""

    data: str


Block: TypeAlias = TextBlock | ImageBlock | ToolUseBlock | ToolResultBlock | ThinkingBlock | RedactedBlock


class MessageBody(Body):
    """One utterance."""

    role: Literal["user", "assistant", "system"]
    content: str | list[Block]


class ToolBody(Body):
    """A tool on offer."""

    name: Annotated[str, msgspec.Meta(pattern=r"^[a-zA-Z0-9_-]{1,128}$")]
    input_schema: Json
    description: str | None = None
    type: Literal["custom"] | None = None
    strict: bool | None = None
    cache_control: CacheControl | None = None
    eager_input_streaming: bool | None = None


class AutoChoice(Body, tag_field="type", tag="auto"):
    """The model decides."""

    disable_parallel_tool_use: bool | None = None


class AnyChoice(Body, tag_field="type", tag="any"):
    """Some tool must be called."""

    disable_parallel_tool_use: bool | None = None


class ToolChoiceBody(Body, tag_field="type", tag="tool"):
    """This tool must be called."""

    name: str
    disable_parallel_tool_use: bool | None = None


class NoChoice(Body, tag_field="type", tag="none"):
    """No tool may be called."""


class ThinkingOn(Body, tag_field="type", tag="enabled"):
    """Think, within a budget."""

    budget_tokens: Annotated[int, msgspec.Meta(ge=1024)]
    display: Literal["summarized", "omitted"] | None = None


class ThinkingAdaptive(Body, tag_field="type", tag="adaptive"):
    """Think as long as it takes."""

    display: Literal["summarized", "omitted"] | None = None


class ThinkingOff(Body, tag_field="type", tag="disabled"):
    """Do not think."""


class JsonFormat(Body):
    """JSON that keeps to a schema."""

    type: Literal["json_schema"]
    schema: Json


class OutputConfig(Body):
    """How much effort, and which form."""

    effort: Literal["low", "medium", "high", "xhigh", "max"] | None = None
    format: JsonFormat | None = None


class Metadata(Body):
    """Who is asking."""

    user_id: str | None = None


class MessagesBody(Body):
    """A messages request."""

    model: str
    max_tokens: Annotated[int, msgspec.Meta(ge=1)]
    messages: Annotated[list[MessageBody], msgspec.Meta(min_length=1)]
    system: str | list[TextBlock] | None = None
    temperature: ScaleShare | None = None
    top_p: ScaleShare | None = None
    top_k: Annotated[int, msgspec.Meta(ge=0)] | None = None
    stop_sequences: list[str] | None = None
    stream: bool | None = None
    tools: list[ToolBody] | None = None
    tool_choice: AutoChoice | AnyChoice | ToolChoiceBody | NoChoice | None = None
    thinking: ThinkingOn | ThinkingAdaptive | ThinkingOff | None = None
    output_config: OutputConfig | None = None
    metadata: Metadata | None = None
    service_tier: Literal["auto", "standard_only"] | None = None
    cache_control: CacheControl | None = None
    inference_geo: str | None = None
    speed: Literal["standard", "fast"] | None = None


class CountBody(Body):
    """A request that only counts its tokens."""

    model: str
    messages: Annotated[list[MessageBody], msgspec.Meta(min_length=1)]
    system: str | list[TextBlock] | None = None
    tools: list[ToolBody] | None = None
    tool_choice: AutoChoice | AnyChoice | ToolChoiceBody | NoChoice | None = None
    thinking: ThinkingOn | ThinkingAdaptive | ThinkingOff | None = None
    output_config: OutputConfig | None = None
    cache_control: CacheControl | None = None
