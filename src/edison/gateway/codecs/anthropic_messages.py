"""Anthropic's Messages format: how an Ask is written in it."""

from collections.abc import Iterable, Mapping, Sequence
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
from .anthropic_answer import decode_models, decode_reply
from .anthropic_failures import read_failure
from .anthropic_stream import AnthropicReader
from .base import Dialect, EmbeddingReply, ModelsPage, Parcel, Reply
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

VERSION_HEADERS: Mapping[str, str] = {"anthropic-version": "2026-10-21"}

_FALLBACK_MAX_TOKENS = 4096
_NOT_TAKEN = ("seed", "top_logprobs", "frequency_penalty", "presence_penalty", "repeat_penalty")
_CHOICES = {ToolMode.AUTO: "auto", ToolMode.NONE: "none", ToolMode.REQUIRED: "any"}


class AnthropicMessages:
    """The codec of `/v1/messages`."""

    format: WireFormat = WireFormat.ANTHROPIC_MESSAGES
    framing: Literal["sse", "aws"] = "sse"

    def encode(self, ask: Ask, dialect: Dialect, *, stream: bool = False) -> Parcel:
        refuse_untaken(ask, wishes=_untaken(ask))
        system, rest = split_system(ask.messages)
        max_tokens = ask.sampling.max_tokens or dialect.default_max_tokens or _FALLBACK_MAX_TOKENS
        body: Body = {"model": ask.to.model, "max_tokens": max_tokens, "messages": _messages(rest)}
        if system:
            body["system"] = _content([part for message in system for part in message.parts])
        if ask.tools:
            body["tools"] = [_tool(tool) for tool in ask.tools]
        if ask.tool_choice is not None:
            body["tool_choice"] = _tool_choice(ask.tool_choice)
        _add_sampling(body, ask.sampling)
        _add_thinking(body, ask, dialect=dialect, max_tokens=max_tokens)
        if stream:
            body["stream"] = True
        return Parcel("/v1/messages", write_json(merged(body, ask.extra)), VERSION_HEADERS)

    def decode(self, body: bytes) -> Reply:
        return decode_reply(body)

    def reader(self) -> AnthropicReader:
        return AnthropicReader()

    def read_failure(self, status: int, headers: Mapping[str, str], body: bytes) -> ProviderTrouble | Reply:
        return read_failure(status, body)

    def encode_embedding(self, model: str, texts: Sequence[str], *, dimensions: int | None = None) -> Parcel:
        raise OperationNotOffered(self.format.value, "embeddings")

    def decode_embedding(self, body: bytes) -> EmbeddingReply:
        raise OperationNotOffered(self.format.value, "embeddings")

    def encode_models(self, page: str | None = None) -> Parcel:
        after = f"after_id={quote(page, safe='')}&" if page else ""
        return Parcel(f"/v1/models?{after}limit=1000", None, VERSION_HEADERS, "GET")

    def decode_models(self, body: bytes) -> ModelsPage:
        return decode_models(body)


def _untaken(ask: Ask) -> list[str]:
    wishes = wished_sampling(ask, among=_NOT_TAKEN)
    if ask.form.kind is FormKind.JSON:
        wishes.append("json")
    return wishes


def _messages(messages: Sequence[Message]) -> list[Body]:
    """Turns of the conversation; the results of tools that were called together answer in one turn."""
    turns: list[Body] = []
    results: list[Body] | None = None
    for message in messages:
        if message.role is not Role.TOOL:
            results = None
            turns.append({"role": message.role.value, "content": _spoken(message)})
            continue
        if results is None:
            results = []
            turns.append({"role": "user", "content": results})
        results.append(_tool_result(message))
    return turns


def _spoken(message: Message) -> str | list[Body]:
    if not message.tool_calls:
        return _content(message.parts)
    return [*_blocks(message.parts), *(_tool_use(call) for call in message.tool_calls)]


def _content(parts: Sequence[Part]) -> str | list[Body]:
    """A single plain text in the format's short form, anything else as blocks."""
    if len(parts) == 1 and isinstance(parts[0], Text) and parts[0].cache is None:
        return parts[0].text
    return _blocks(parts)


def _blocks(parts: Iterable[Part]) -> list[Body]:
    # An empty text says nothing, and the format refuses it.
    return [_block(part) for part in parts if isinstance(part, Image) or part.text]


def _block(part: Part) -> Body:
    if isinstance(part, Image):
        return {"type": "image", "source": _image_source(part)}
    block: Body = {"type": "text", "text": part.text}
    if part.cache is not None:
        block["cache_control"] = _cache_control(part.cache)
    return block


def _image_source(image: Image) -> Body:
    if image.url is not None:
        return {"type": "url", "url": image.url}
    return {"type": "base64", "media_type": image.media_type, "data": image.base64}


def _cache_control(mark: CacheMark) -> Body:
    return {"type": "ephemeral", "ttl": mark.value}


def _tool_use(call: ToolCall) -> Body:
    return {"type": "tool_use", "id": call.id, "name": call.name, "input": arguments_of(call)}


def _tool_result(message: Message) -> Body:
    # A mark belongs to the result as a whole: blocks inside a block cannot be marked.
    marks = [part.cache for part in message.parts if isinstance(part, Text) and part.cache is not None]
    plain = [
        part.model_copy(update={"cache": None}) if isinstance(part, Text) else part for part in message.parts
    ]
    result: Body = {"type": "tool_result", "tool_use_id": message.tool_call_id, "content": _content(plain)}
    if marks:
        result["cache_control"] = _cache_control(marks[-1])
    return result


def _tool(tool: Tool) -> Body:
    described: Body = {"name": tool.name, "input_schema": tool.parameters}
    if tool.description:
        described["description"] = tool.description
    return described


def _tool_choice(choice: ToolChoice) -> Body:
    if choice.mode is ToolMode.NAMED:
        return {"type": "tool", "name": choice.name}
    return {"type": _CHOICES[choice.mode]}


def _add_sampling(body: Body, sampling: Sampling) -> None:
    if sampling.temperature is not None:
        body["temperature"] = sampling.temperature
    if sampling.top_p is not None:
        body["top_p"] = sampling.top_p
    if sampling.top_k is not None:
        body["top_k"] = sampling.top_k
    if sampling.stop:
        body["stop_sequences"] = sampling.stop


def _add_thinking(body: Body, ask: Ask, *, dialect: Dialect, max_tokens: int) -> None:
    """Reasoning effort and the answer's schema; both may live in `output_config`."""
    output: Body = {}
    effort = ask.sampling.effort
    if effort is not None and dialect.thinking == "budget":
        budget = thinking_budget(effort, max_tokens=max_tokens)
        body["thinking"] = {"type": "enabled", "budget_tokens": budget}
    elif effort is not None:
        output["effort"] = effort_name(effort)
    if ask.form.json_schema is not None:
        output["format"] = {"type": "json_schema", "schema": ask.form.json_schema}
    if output:
        body["output_config"] = output
