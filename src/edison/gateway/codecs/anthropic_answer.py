"""Anthropic's Messages format: how an answer is read."""

import msgspec
from pydantic import JsonValue

from edison.domain import ModelListing, Outcome, ToolCall, Usage

from ..reading import read_json, unreadable
from .anthropic_failures import WireError, trouble_in_answer
from .base import ModelsPage, Reply
from .findings import as_json, count, read_call, read_written_call, settled, total

_OUTCOMES = {
    "end_turn": Outcome.STOP,
    "stop_sequence": Outcome.STOP,
    "tool_use": Outcome.STOP,
    "pause_turn": Outcome.STOP,
    "max_tokens": Outcome.LENGTH,
    "model_context_window_exceeded": Outcome.LENGTH,
    "refusal": Outcome.REFUSAL,
}
_TELLING_NOTHING = frozenset({None, "end_turn", "tool_use", "max_tokens"})
_READ_BLOCKS = frozenset({"text", "thinking", "redacted_thinking", "tool_use"})


class WireOutputDetails(msgspec.Struct):
    """How the output tokens were spent."""

    thinking_tokens: int | None = None


class WireUsage(msgspec.Struct):
    """Tokens; `input_tokens` leaves out what was read from or written to the cache."""

    input_tokens: int | None = None
    output_tokens: int | None = None
    cache_creation_input_tokens: int | None = None
    cache_read_input_tokens: int | None = None
    output_tokens_details: WireOutputDetails | None = None
    service_tier: str | None = None


class WireBlock(msgspec.Struct):
    """A block of content; which fields it has depends on its type."""

    type: str = ""
    text: str | None = None
    thinking: str | None = None
    id: str | None = None
    name: str | None = None
    input: object = None
    written_input: str | None = None
    """Arguments as a stream wrote them; never on the wire under this name."""


class WireMessage(msgspec.Struct):
    """An answer; `content` is missing where something else was sent in its place."""

    id: str | None = None
    model: str | None = None
    content: list[WireBlock] | None = None
    stop_reason: str | None = None
    stop_sequence: str | None = None
    stop_details: object = None
    usage: WireUsage | None = None
    error: WireError | None = None


def decode_reply(body: bytes) -> Reply:
    """Read a whole answer."""
    message = read_json(body, WireMessage)
    if message.content is not None:
        return reply_of(message)
    if message.error is not None:
        return trouble_in_answer(message.error)
    raise unreadable(body, "it has no content")


def reply_of(message: WireMessage) -> Reply:
    """What a message says, put together from its blocks."""
    blocks = message.content or []
    text = "".join([block.text for block in blocks if block.type == "text" and block.text])
    thoughts = [block.thinking for block in blocks if block.type == "thinking" and block.thinking]
    calls = tuple([_call(block) for block in blocks if block.type == "tool_use"])
    outcome = _OUTCOMES.get(message.stop_reason or "end_turn", Outcome.STOP)
    return Reply(
        outcome=settled(outcome, text=text, tool_calls=calls),
        text=text,
        reasoning="".join(thoughts) or None,
        tool_calls=calls,
        usage=_usage(message.usage),
        reported_model=message.model,
        provider_id=message.id,
        details=_details(message, blocks),
    )


class _WireModel(msgspec.Struct):
    id: str
    display_name: str | None = None
    max_input_tokens: int | None = None
    max_tokens: int | None = None


class _WireModels(msgspec.Struct):
    data: list[_WireModel]
    has_more: bool = False
    last_id: str | None = None


def decode_models(body: bytes) -> ModelsPage:
    """Read a page of the model list."""
    page = read_json(body, _WireModels)
    models = tuple(
        ModelListing(
            id=model.id,
            display_name=model.display_name,
            context_tokens=model.max_input_tokens,
            max_output_tokens=model.max_tokens,
            owned_by="anthropic",
        )
        for model in page.data
    )
    return ModelsPage(models, page.last_id if page.has_more else None)


def _call(block: WireBlock) -> ToolCall:
    call_id, name = block.id or "", block.name or ""
    if block.written_input is not None:
        return read_written_call(call_id, name=name, written=block.written_input)
    return read_call(call_id, name=name, arguments=block.input)


def _usage(usage: WireUsage | None) -> Usage:
    if usage is None:
        return Usage()
    read, written = count(usage.cache_read_input_tokens), count(usage.cache_creation_input_tokens)
    details = usage.output_tokens_details
    return Usage(
        input_tokens=total(usage.input_tokens, read, written),
        output_tokens=count(usage.output_tokens),
        cached_tokens=read,
        cache_write_tokens=written,
        reasoning_tokens=count(details.thinking_tokens) if details is not None else None,
    )


def _details(message: WireMessage, blocks: list[WireBlock]) -> dict[str, JsonValue]:
    details: dict[str, JsonValue] = {}
    if message.stop_reason not in _TELLING_NOTHING:
        details["stop_reason"] = message.stop_reason
    if message.stop_sequence is not None:
        details["stop_sequence"] = message.stop_sequence
    if message.stop_details is not None:
        details["stop_details"] = as_json(message.stop_details)
    if message.usage is not None and message.usage.service_tier is not None:
        details["service_tier"] = message.usage.service_tier
    unread = [block.type for block in blocks if block.type not in _READ_BLOCKS]
    if unread:
        details["other_blocks"] = as_json(unread)
    return details
