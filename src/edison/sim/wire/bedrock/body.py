"""What a converse request may contain."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from ..shapes import Json

ScaleShare: TypeAlias = Annotated[float, msgspec.Meta(ge=0, le=1)]


class AwsBody(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, rename="camel"):
    """A shape with AWS field names that refuses what it does not know."""


class ImageSource(AwsBody):
    """A picture's bytes, or where it lies."""

    bytes: str | None = None
    s3_location: Json | None = None


class ImagePart(AwsBody):
    """A picture."""

    format: Literal["png", "jpeg", "gif", "webp"]
    source: ImageSource


class ToolUse(AwsBody):
    """A call the model made before."""

    tool_use_id: str
    name: str
    input: Json
    type: str | None = None


class ResultBlock(AwsBody):
    """A piece of what a tool answered."""

    text: str | None = None
    json: object = None
    image: ImagePart | None = None


class ToolResult(AwsBody):
    """What a tool answered."""

    tool_use_id: str
    content: list[ResultBlock]
    status: Literal["success", "error"] | None = None
    type: str | None = None


class CachePoint(AwsBody):
    """Remember everything up to here."""

    type: Literal["default"]
    ttl: Literal["5m", "1h"] | None = None


class ContentBlock(AwsBody):
    """A piece of an utterance: exactly one of its kinds is set."""

    text: str | None = None
    image: ImagePart | None = None
    tool_use: ToolUse | None = None
    tool_result: ToolResult | None = None
    cache_point: CachePoint | None = None
    reasoning_content: Json | None = None


class MessageBody(AwsBody):
    """One utterance."""

    role: Literal["user", "assistant"]
    content: Annotated[list[ContentBlock], msgspec.Meta(min_length=1)]


class SystemBlock(AwsBody):
    """A piece of the instruction."""

    text: str | None = None
    cache_point: CachePoint | None = None


class InferenceConfig(AwsBody):
    """How the answer is drawn."""

    max_tokens: Annotated[int, msgspec.Meta(ge=1)] | None = None
    temperature: ScaleShare | None = None
    top_p: ScaleShare | None = None
    stop_sequences: list[str] | None = None


class InputSchema(AwsBody):
    """A tool's parameters."""

    json: Json


class ToolSpec(AwsBody):
    """A tool on offer."""

    name: Annotated[str, msgspec.Meta(pattern=r"^[a-zA-Z0-9_-]{1,64}$")]
    input_schema: InputSchema
    description: str | None = None
    strict: bool | None = None


class ToolBody(AwsBody):
    """A tool on offer, or a cache mark."""

    tool_spec: ToolSpec | None = None
    cache_point: CachePoint | None = None


class NamedTool(AwsBody):
    """The tool that must be called."""

    name: str


class ToolChoiceBody(AwsBody):
    """Exactly one is set."""

    auto: Json | None = None
    any: Json | None = None
    tool: NamedTool | None = None


class ToolConfig(AwsBody):
    """Tools and how to use them."""

    tools: Annotated[list[ToolBody], msgspec.Meta(min_length=1)]
    tool_choice: ToolChoiceBody | None = None


class JsonSchema(AwsBody):
    """A schema as a string of JSON."""

    schema: str
    name: str | None = None
    description: str | None = None


class Structure(AwsBody):
    """The structure of the answer."""

    json_schema: JsonSchema


class TextFormat(AwsBody):
    """The form of the answer."""

    type: Literal["json_schema"]
    structure: Structure


class OutputConfig(AwsBody):
    """Form and effort."""

    text_format: TextFormat | None = None
    effort: Literal["low", "medium", "high", "xhigh", "max"] | None = None


class ConverseBody(AwsBody):
    """A converse request."""

    messages: Annotated[list[MessageBody], msgspec.Meta(min_length=1)]
    system: list[SystemBlock] | None = None
    inference_config: InferenceConfig | None = None
    tool_config: ToolConfig | None = None
    output_config: OutputConfig | None = None
    additional_model_request_fields: Json | None = None
    additional_model_response_field_paths: list[str] | None = None
    guardrail_config: Json | None = None
    prompt_variables: Json | None = None
    request_metadata: dict[str, str] | None = None
    performance_config: Json | None = None
    service_tier: Json | None = None
