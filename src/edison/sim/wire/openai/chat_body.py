"""What a chat completion request may contain, and the rules of strict schemas."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias, cast

import msgspec

from ..reading import Body
from ..shapes import Json
from .errors import invalid

Decimal: TypeAlias = Annotated[float, msgspec.Meta(ge=0, le=2)]
Penalty: TypeAlias = Annotated[float, msgspec.Meta(ge=-2, le=2)]
ScaleShare: TypeAlias = Annotated[float, msgspec.Meta(ge=0, le=1)]
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=1)]
Name: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[a-zA-Z0-9_-]{1,64}$")]


class TextPart(Body, tag_field="type", tag="text"):
    """Text of a message."""

    text: str
    cache_control: Json | None = None
    """Taken by OpenRouter for models that cache by mark; refused by OpenAI itself."""


class ImageUrl(Body):
    """Where a picture is."""

    url: str
    detail: Literal["auto", "low", "high"] = "auto"


class ImagePart(Body, tag_field="type", tag="image_url"):
    """A picture of a message."""

    image_url: ImageUrl


class RefusalPart(Body, tag_field="type", tag="refusal"):
    """A refusal the assistant gave before."""

    refusal: str


Parts: TypeAlias = str | list[TextPart | ImagePart | RefusalPart]


class CalledFunction(Body):
    """Which function was called, with its arguments as a string of JSON."""

    name: str
    arguments: str


class ToolCallBody(Body):
    """A call the assistant made before."""

    id: str
    function: CalledFunction
    type: Literal["function"] = "function"
    index: int | None = None


class SystemMessage(Body, tag_field="role", tag="system"):
    """An instruction."""

    content: str | list[TextPart]
    name: str | None = None


class DeveloperMessage(Body, tag_field="role", tag="developer"):
    """An instruction, for newer models."""

    content: str | list[TextPart]
    name: str | None = None


class UserMessage(Body, tag_field="role", tag="user"):
    """What the user says."""

    content: Parts
    name: str | None = None


class AssistantMessage(Body, tag_field="role", tag="assistant"):
    """What the model said before."""

    content: Parts | None = None
    refusal: str | None = None
    name: str | None = None
    tool_calls: list[ToolCallBody] | None = None
    reasoning_content: str | None = None
    reasoning: str | None = None


class ToolMessage(Body, tag_field="role", tag="tool"):
    """What a tool answered."""

    content: str | list[TextPart]
    tool_call_id: str
    name: str | None = None


MessageBody: TypeAlias = SystemMessage | DeveloperMessage | UserMessage | AssistantMessage | ToolMessage


class Function(Body):
    """A function on offer."""

    name: Name
    description: str | None = None
    parameters: Json = msgspec.field(default_factory=dict[str, object])
    strict: bool | None = None


class ToolOffer(Body):
    """A tool on offer."""

    function: Function
    type: Literal["function"]


class NamedFunction(Body):
    """The function that must be called."""

    name: str


class NamedChoice(Body):
    """A tool that must be called."""

    function: NamedFunction
    type: Literal["function"]


class TextForm(Body, tag_field="type", tag="text"):
    """Any text."""


class JsonForm(Body, tag_field="type", tag="json_object"):
    """Some JSON object."""


class SchemaSpec(Body):
    """A schema with its name."""

    name: Name
    schema: Json | None = None
    description: str | None = None
    strict: bool | None = None


class SchemaForm(Body, tag_field="type", tag="json_schema"):
    """JSON that keeps to a schema."""

    json_schema: SchemaSpec


class StreamOptions(Body):
    """What a stream should tell besides."""

    include_usage: bool = False
    include_obfuscation: bool | None = None


class ChatBody(Body):
    """A chat completion request."""

    model: str
    messages: Annotated[list[MessageBody], msgspec.Meta(min_length=1)]
    temperature: Decimal | None = None
    top_p: ScaleShare | None = None
    n: Annotated[int, msgspec.Meta(ge=1, le=128)] | None = None
    stream: bool | None = None
    stream_options: StreamOptions | None = None
    stop: str | Annotated[list[str], msgspec.Meta(max_length=4)] | None = None
    max_tokens: Count | None = None
    max_completion_tokens: Count | None = None
    presence_penalty: Penalty | None = None
    frequency_penalty: Penalty | None = None
    logit_bias: dict[str, float] | None = None
    logprobs: bool | None = None
    top_logprobs: Annotated[int, msgspec.Meta(ge=0, le=20)] | None = None
    user: str | None = None
    seed: int | None = None
    tools: list[ToolOffer] | None = None
    tool_choice: Literal["none", "auto", "required"] | NamedChoice | None = None
    parallel_tool_calls: bool | None = None
    response_format: TextForm | JsonForm | SchemaForm | None = None
    reasoning_effort: Literal["none", "minimal", "low", "medium", "high", "xhigh"] | None = None
    verbosity: Literal["low", "medium", "high"] | None = None
    service_tier: Literal["auto", "default", "flex", "scale", "priority", "fast"] | None = None
    metadata: dict[str, str] | None = None
    store: bool | None = None
    modalities: list[Literal["text"]] | None = None
    safety_identifier: str | None = None
    prompt_cache_key: str | None = None
    prompt_cache_options: Json | None = None
    prompt_cache_retention: Literal["in_memory", "24h"] | None = None
    prediction: Json | None = None


class LooseChatBody(ChatBody, forbid_unknown_fields=False):
    """The same for servers that take parameters of their own (top_k, min_p, repetition_penalty and so on)."""


def check_strict_schema(schema: Json, owner: str, param: str) -> None:
    """Refuse a schema that strict mode does not take, in OpenAI's words."""
    if schema.get("type") != "object":
        found = schema.get("type")
        raise _broken(
            owner, param, f"schema must be a JSON Schema of 'type: \"object\"', got 'type: \"{found}\"'."
        )
    for place, inner in _objects(schema, ()):
        context = f"In context={place!r}"
        if inner.get("additionalProperties") is not False:
            raise _broken(
                owner, param, f"{context}, 'additionalProperties' is required to be supplied and to be false."
            )
        properties = inner.get("properties")
        names = list(cast(Json, properties)) if isinstance(properties, dict) else []
        required = inner.get("required")
        missing = [name for name in names if not isinstance(required, list) or name not in required]
        if missing:
            raise _broken(
                owner,
                param,
                f"{context}, 'required' is required to be supplied and to be an array including every key in "
                f"properties. Missing '{missing[0]}'.",
            )


def _broken(owner: str, param: str, problem: str) -> Exception:
    return invalid(f"Invalid schema for {owner}: {problem}", param=param, code="invalid_json_schema")


def _objects(schema: object, place: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Json]]:
    """All object schemas inside a schema, with the way to them."""
    if isinstance(schema, list):
        for number, one in enumerate(cast(list[object], schema)):
            yield from _objects(one, (*place, str(number)))
    if not isinstance(schema, dict):
        return
    table = cast(Json, schema)
    if table.get("type") == "object":
        yield place, table
    for name in ("properties", "$defs", "definitions"):
        inner = table.get(name)
        if isinstance(inner, dict):
            for key, one in cast(Json, inner).items():
                yield from _objects(one, (*place, name, key))
    for name in ("items", "anyOf"):
        if name in table:
            yield from _objects(table[name], (*place, name))
