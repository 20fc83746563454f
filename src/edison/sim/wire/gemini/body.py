"""What a generateContent request may contain. Google takes field names in both camelCase and snake_case."""

from __future__ import annotations

import re
from typing import Annotated, Literal, TypeAlias, TypeVar, cast

import msgspec

from ..reading import convert_body, read_body
from ..shapes import Json, ProviderRefusal, Refuser

T = TypeVar("T")

_SNAKE = re.compile(r"_([a-z0-9])")
# Below these keys stand the caller's own names, which are nobody else's to rename.
_OPAQUE = frozenset(
    ("args", "response", "parametersJsonSchema", "responseJsonSchema", "metadata", "labels", "key")
)


class GoogleBody(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, rename="camel"):
    """A shape with Google's field names that refuses what it does not know."""


class Blob(GoogleBody):
    """Bytes of a picture."""

    data: str
    mime_type: str
    display_name: str | None = None


class FileRef(GoogleBody):
    """A picture elsewhere."""

    file_uri: str
    mime_type: str | None = None
    display_name: str | None = None


class FunctionCall(GoogleBody):
    """A call the model made before."""

    name: str
    args: Json = msgspec.field(default_factory=dict[str, object])
    id: str | None = None


class FunctionResponse(GoogleBody):
    """What a function answered."""

    name: str
    response: Json
    id: str | None = None


class Part(GoogleBody):
    """A piece of an utterance: exactly one of its kinds is set."""

    text: str | None = None
    inline_data: Blob | None = None
    file_data: FileRef | None = None
    function_call: FunctionCall | None = None
    function_response: FunctionResponse | None = None
    thought: bool | None = None
    thought_signature: str | None = None
    media_resolution: Json | None = None


class Content(GoogleBody):
    """One utterance."""

    parts: list[Part] = msgspec.field(default_factory=list[Part])
    role: Literal["user", "model", "function", "system"] | None = None


class FunctionDeclaration(GoogleBody):
    """A function on offer."""

    name: Annotated[str, msgspec.Meta(pattern=r"^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$")]
    description: str | None = None
    parameters: Json | None = None
    parameters_json_schema: Json | None = None
    response: Json | None = None
    response_json_schema: Json | None = None
    behavior: str | None = None


class ToolBody(GoogleBody):
    """Functions on offer."""

    function_declarations: list[FunctionDeclaration] = msgspec.field(
        default_factory=list[FunctionDeclaration]
    )


class FunctionCalling(GoogleBody):
    """Whether functions may, must or must not be called."""

    mode: Literal["MODE_UNSPECIFIED", "AUTO", "ANY", "NONE", "VALIDATED"] | None = None
    allowed_function_names: list[str] | None = None


class ToolConfig(GoogleBody):
    """How tools are used."""

    function_calling_config: FunctionCalling | None = None


class ThinkingBody(GoogleBody):
    """How long to think, and whether to tell."""

    include_thoughts: bool | None = None
    thinking_budget: int | None = None
    thinking_level: str | None = None


Decimal: TypeAlias = Annotated[float, msgspec.Meta(ge=0, le=2)]


class GenerationConfig(GoogleBody):
    """How the answer is drawn."""

    temperature: Decimal | None = None
    top_p: Annotated[float, msgspec.Meta(ge=0, le=1)] | None = None
    top_k: Annotated[float, msgspec.Meta(ge=1)] | None = None
    candidate_count: Annotated[int, msgspec.Meta(ge=1, le=8)] | None = None
    max_output_tokens: Annotated[int, msgspec.Meta(ge=1)] | None = None
    stop_sequences: Annotated[list[str], msgspec.Meta(max_length=5)] | None = None
    response_mime_type: Literal["text/plain", "application/json", "text/x.enum"] | None = None
    response_schema: Json | None = None
    response_json_schema: Json | None = None
    presence_penalty: float | None = None
    frequency_penalty: float | None = None
    seed: int | None = None
    response_logprobs: bool | None = None
    logprobs: Annotated[int, msgspec.Meta(ge=0, le=20)] | None = None
    thinking_config: ThinkingBody | None = None
    response_modalities: list[str] | None = None
    media_resolution: str | None = None


class SafetySetting(GoogleBody):
    """Which harm is blocked from where on."""

    category: str
    threshold: str
    method: str | None = None


class GenerateBody(GoogleBody):
    """A generateContent request."""

    contents: Annotated[list[Content], msgspec.Meta(min_length=1)]
    model: str | None = None
    system_instruction: Content | None = None
    tools: list[ToolBody] | None = None
    tool_config: ToolConfig | None = None
    safety_settings: list[SafetySetting] | None = None
    generation_config: GenerationConfig | None = None
    cached_content: str | None = None
    labels: dict[str, str] | None = None
    service_tier: str | None = None


class CountBody(GoogleBody):
    """A countTokens request."""

    contents: list[Content] | None = None
    generate_content_request: GenerateBody | None = None


class EmbedBody(GoogleBody):
    """An embedContent request."""

    content: Content
    model: str | None = None
    task_type: str | None = None
    title: str | None = None
    output_dimensionality: Annotated[int, msgspec.Meta(ge=1)] | None = None


class BatchEmbedBody(GoogleBody):
    """A batchEmbedContents request."""

    requests: Annotated[list[EmbedBody], msgspec.Meta(min_length=1, max_length=100)]


def read_google(body: bytes, shape: type[T], refuser: Refuser) -> T:
    """Decode a body whose fields may be written in either case."""
    try:
        return read_body(body, shape, refuser)
    except ProviderRefusal:
        return convert_body(camel(read_body(body, Json, refuser)), shape, refuser)


def camel(value: object) -> object:
    """Rename snake_case fields to camelCase, leaving alone what belongs to the caller."""
    if isinstance(value, list):
        return [camel(one) for one in cast(list[object], value)]
    if not isinstance(value, dict):
        return value
    renamed: Json = {}
    for name, one in cast(Json, value).items():
        key = _SNAKE.sub(lambda match: match[1].upper(), name)
        renamed[key] = _camel_below(key, one)
    return renamed


def _camel_below(key: str, value: object) -> object:
    if key in _OPAQUE:
        return value
    if key == "properties" and isinstance(value, dict):
        return {name: camel(one) for name, one in cast(Json, value).items()}
    return camel(value)


def plain_schema(schema: object) -> object:
    """Google's own schema dialect (TYPE in capitals, nullable) as JSON schema."""
    if isinstance(schema, list):
        return [plain_schema(one) for one in cast(list[object], schema)]
    if not isinstance(schema, dict):
        return schema
    plain: Json = {}
    for name, one in cast(Json, schema).items():
        if name == "type" and isinstance(one, str):
            plain["type"] = one.lower()
        elif name in ("properties", "$defs") and isinstance(one, dict):
            plain[name] = {key: plain_schema(inner) for key, inner in cast(Json, one).items()}
        elif name in ("items", "anyOf"):
            plain[name] = plain_schema(one)
        elif name != "propertyOrdering":
            plain[name] = one
    return plain
