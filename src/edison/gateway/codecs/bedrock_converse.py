"""Amazon Bedrock's Converse format: how an Ask is written in it."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Literal
from urllib.parse import quote

from edison.domain import (
    Ask,
    CacheMark,
    FormKind,
    Image,
    Message,
    Part,
    Role,
    Sampling,
    Text,
    Tool,
    ToolCall,
    ToolChoice,
    ToolMode,
)
from edison.errors import OperationNotOffered, ProviderTrouble

from ..provider import WireFormat
from .base import Dialect, EmbeddingReply, ModelsPage, Parcel, Reply
from .bedrock_answer import BedrockReader, decode_reply
from .bedrock_failures import read_failure
from .bodies import (
    Body,
    arguments_of,
    effort_name,
    merged,
    refuse_untaken,
    split_system,
    thinking_budget,
    wished_sampling,
    write_json,
)

_NOT_TAKEN = ("seed", "top_logprobs", "frequency_penalty", "presence_penalty", "repeat_penalty")


class BedrockConverse:
    """The codec of `/model/{id}/converse` and `/model/{id}/converse-stream`."""

    format: WireFormat = WireFormat.BEDROCK_CONVERSE
    framing: Literal["sse", "aws"] = "aws"

    def encode(self, ask: Ask, dialect: Dialect, *, stream: bool = False) -> Parcel:
        refuse_untaken(ask, wishes=_untaken(ask))
        system, rest = split_system(ask.messages)
        body: Body = {"messages": _messages(rest)}
        if system:
            body["system"] = _blocks([part for message in system for part in message.parts])
        inference = _inference(ask.sampling)
        if inference:
            body["inferenceConfig"] = inference
        # The format cannot say "none": tools that must not be called are not offered.
        if ask.tools and not (ask.tool_choice is not None and ask.tool_choice.mode is ToolMode.NONE):
            body["toolConfig"] = _tool_config(ask.tools, ask.tool_choice)
        _add_output(body, ask)
        _add_model_fields(body, ask.sampling, dialect=dialect)
        verb = "converse-stream" if stream else "converse"
        return Parcel(f"/model/{_quoted(ask.to.model)}/{verb}", write_json(merged(body, ask.extra)))

    def decode(self, body: bytes) -> Reply:
        return decode_reply(body)

    def reader(self) -> BedrockReader:
        return BedrockReader()

    def read_failure(self, status: int, headers: Mapping[str, str], body: bytes) -> ProviderTrouble | Reply:
        return read_failure(status, headers=headers, body=body)

    def encode_embedding(self, model: str, texts: Sequence[str], *, dimensions: int | None = None) -> Parcel:
        raise OperationNotOffered(self.format.value, "embeddings")

    def decode_embedding(self, body: bytes) -> EmbeddingReply:
        raise OperationNotOffered(self.format.value, "embeddings")

    def encode_models(self, page: str | None = None) -> Parcel:
        raise OperationNotOffered(self.format.value, "model list at this address")

    def decode_models(self, body: bytes) -> ModelsPage:
        raise OperationNotOffered(self.format.value, "model list at this address")


@lru_cache(maxsize=1024)
def _quoted(model: str) -> str:
    return quote(model, safe="-._~")


def _untaken(ask: Ask) -> list[str]:
    wishes = wished_sampling(ask, among=_NOT_TAKEN)
    if ask.form.kind is FormKind.JSON:
        wishes.append("json")
    images = [part for message in ask.messages for part in message.parts if isinstance(part, Image)]
    if any(image.url is not None and not image.url.startswith("s3://") for image in images):
        wishes.append("an image's web address")
    return wishes


def _messages(messages: Iterable[Message]) -> list[Body]:
    """Turns of the conversation, which must alternate: what one side said in a row becomes one turn."""
    turns: list[Body] = []
    said: list[Body] = []
    speaker = ""
    for message in messages:
        role = "user" if message.role is Role.TOOL else message.role.value
        if role != speaker:
            speaker, said = role, []
            turns.append({"role": role, "content": said})
        said += _spoken(message)
    return turns


def _spoken(message: Message) -> list[Body]:
    if message.role is Role.TOOL:
        return _tool_result(message)
    return [*_blocks(message.parts), *({"toolUse": _tool_use(call)} for call in message.tool_calls)]


def _blocks(parts: Iterable[Part]) -> list[Body]:
    blocks: list[Body] = []
    for part in parts:
        if isinstance(part, Image):
            blocks.append({"image": _image(part)})
            continue
        # An empty text says nothing, and the format refuses it.
        if part.text:
            blocks.append({"text": part.text})
        if part.cache is not None:
            blocks.append(_cache_point(part.cache))
    return blocks


def _image(image: Image) -> Body:
    kind = image.media_type.rpartition("/")[2]
    source: Body = {"bytes": image.base64} if image.url is None else {"s3Location": {"uri": image.url}}
    return {"format": "jpeg" if kind == "jpg" else kind, "source": source}


def _cache_point(mark: CacheMark) -> Body:
    # Five minutes is what a point means when it says nothing, and older models know nothing else.
    point: Body = {"type": "default"}
    if mark is CacheMark.LONG:
        point["ttl"] = mark.value
    return {"cachePoint": point}


def _tool_use(call: ToolCall) -> Body:
    return {"toolUseId": call.id, "name": call.name, "input": arguments_of(call)}


def _tool_result(message: Message) -> list[Body]:
    # A point stands beside a result, never inside it.
    marks = [part.cache for part in message.parts if isinstance(part, Text) and part.cache is not None]
    content = [block for block in _blocks(message.parts) if "cachePoint" not in block]
    result: Body = {"toolUseId": message.tool_call_id, "content": content or [{"text": ""}]}
    return [{"toolResult": result}, *(_cache_point(mark) for mark in marks[-1:])]


def _inference(sampling: Sampling) -> Body:
    config: Body = {}
    if sampling.max_tokens is not None:
        config["maxTokens"] = sampling.max_tokens
    if sampling.temperature is not None:
        config["temperature"] = sampling.temperature
    if sampling.top_p is not None:
        config["topP"] = sampling.top_p
    if sampling.stop:
        config["stopSequences"] = sampling.stop
    return config


def _tool_config(tools: Iterable[Tool], choice: ToolChoice | None) -> Body:
    config: Body = {"tools": [{"toolSpec": _tool_spec(tool)} for tool in tools]}
    if choice is None:
        return config
    match choice.mode:
        case ToolMode.REQUIRED:
            config["toolChoice"] = {"any": {}}
        case ToolMode.NAMED:
            config["toolChoice"] = {"tool": {"name": choice.name}}
        case _:
            config["toolChoice"] = {"auto": {}}
    return config


def _tool_spec(tool: Tool) -> Body:
    spec: Body = {"name": tool.name, "inputSchema": {"json": tool.parameters}}
    if tool.description:
        spec["description"] = tool.description
    return spec


def _add_output(body: Body, ask: Ask) -> None:
    schema = ask.form.json_schema
    if schema is None:
        return
    described = {"schema": write_json(schema).decode(), "name": ask.form.name}
    body["outputConfig"] = {"textFormat": {"type": "json_schema", "structure": {"jsonSchema": described}}}


def _add_model_fields(body: Body, sampling: Sampling, *, dialect: Dialect) -> None:
    """What Converse has no field for travels in the model's own words; these are Anthropic's."""
    fields: Body = {}
    if sampling.top_k is not None:
        fields["top_k"] = sampling.top_k
    if sampling.effort is not None and dialect.thinking == "budget":
        budget = thinking_budget(sampling.effort, max_tokens=sampling.max_tokens)
        fields["thinking"] = {"type": "enabled", "budget_tokens": budget}
    elif sampling.effort is not None:
        output = body.setdefault("outputConfig", {})
        assert isinstance(output, dict), "ours"
        output["effort"] = effort_name(sampling.effort)
    if fields:
        body["additionalModelRequestFields"] = fields
