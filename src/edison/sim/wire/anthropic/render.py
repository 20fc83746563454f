"""A message on its way out, whole and in events."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import orjson

from ...exchange import SimReply
from ..shapes import ChatQuestion, Json, Stamp, WireEvent, cut
from .body import MessagesBody, ThinkingAdaptive, ThinkingOn

_STOP = {
    "stop": "end_turn",
    "length": "max_tokens",
    "tool_calls": "tool_use",
    "content_filter": "refusal",
    "refusal": "refusal",
}


def render_message(question: ChatQuestion, reply: SimReply, stamp: Stamp) -> Json:
    """A finished message."""
    return {
        **message_frame(question, stamp),
        "content": content_blocks(question, reply, stamp),
        "stop_reason": _STOP[reply.finish],
        "stop_sequence": None,
        "stop_details": stop_details(reply),
        "usage": usage_of(question, reply),
    }


def message_frame(question: ChatQuestion, stamp: Stamp) -> Json:
    """The message before the model has said anything."""
    return {
        "model": question.request.model,
        "id": f"msg_01{stamp.token('answer', 22)}",
        "type": "message",
        "role": "assistant",
    }


def content_blocks(question: ChatQuestion, reply: SimReply, stamp: Stamp) -> list[Json]:
    """Thoughts (when asked for), words, calls."""
    blocks: list[Json] = []
    if reply.reasoning and _shows_thoughts(question):
        shown = _thinking_display(question) != "omitted"
        blocks.append(
            {
                "type": "thinking",
                "thinking": reply.reasoning if shown else "",
                "signature": stamp.token("signature", 64),
            }
        )
    if reply.text:
        blocks.append({"type": "text", "text": reply.text})
    blocks.extend(
        {
            "type": "tool_use",
            "id": f"toolu_01{stamp.token(f'call/{place}', 22)}",
            "name": call.name,
            "input": call.arguments,
        }
        for place, call in enumerate(reply.tool_calls)
    )
    return blocks


def stop_details(reply: SimReply) -> Json | None:
    """Why a refusal was a refusal."""
    if reply.finish not in ("refusal", "content_filter"):
        return None
    category = "general_harms" if reply.finish == "content_filter" else None
    return {"type": "refusal", "category": category, "explanation": None}


def stop_reason(reply: SimReply) -> str:
    """Why it ended, in Anthropic's words."""
    return _STOP[reply.finish]


def usage_of(question: ChatQuestion, reply: SimReply, *, output_tokens: int | None = None) -> Json:
    """Tokens; Anthropic counts the cached part apart from the rest of the input."""
    usage: Json = {
        "input_tokens": reply.input_tokens - reply.cached_tokens,
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": reply.cached_tokens,
        "cache_creation": {"ephemeral_5m_input_tokens": 0, "ephemeral_1h_input_tokens": 0},
        "output_tokens": reply.output_tokens if output_tokens is None else output_tokens,
        "service_tier": "standard",
        "inference_geo": "not_available",
    }
    if output_tokens is None and _shows_thoughts(question):
        usage["output_tokens_details"] = {"thinking_tokens": reply.reasoning_tokens}
    return usage


def _shows_thoughts(question: ChatQuestion) -> bool:
    return isinstance(cast(MessagesBody, question.echo).thinking, (ThinkingOn, ThinkingAdaptive))


def _thinking_display(question: ChatQuestion) -> str | None:
    thinking = cast(MessagesBody, question.echo).thinking
    return thinking.display if isinstance(thinking, (ThinkingOn, ThinkingAdaptive)) else None


_TOKENS_PER_DELTA = 3


def render_stream(question: ChatQuestion, reply: SimReply, stamp: Stamp) -> Iterator[WireEvent]:
    """All events of a message."""
    frame: Json = {
        **message_frame(question, stamp),
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "stop_details": None,
        "usage": usage_of(question, reply, output_tokens=1),
    }
    yield _event("message_start", message=frame)
    for index, block in enumerate(content_blocks(question, reply, stamp)):
        yield _event("content_block_start", index=index, content_block=_opened(block))
        if index == 0:
            yield _event("ping")
        for delta in _deltas(block):
            yield _event("content_block_delta", is_paced=True, index=index, delta=delta)
        yield _event("content_block_stop", index=index)
    ending: Json = {
        "stop_reason": stop_reason(reply),
        "stop_sequence": None,
        "stop_details": stop_details(reply),
    }
    usage = usage_of(question, reply)
    told = (
        "input_tokens",
        "cache_creation_input_tokens",
        "cache_read_input_tokens",
        "output_tokens",
        "output_tokens_details",
    )
    yield _event("message_delta", delta=ending, usage={name: usage[name] for name in told if name in usage})
    yield _event("message_stop")


def _event(name: str, *, is_paced: bool = False, **fields: object) -> WireEvent:
    return WireEvent(name, {"type": name, **fields}, is_paced)


def _opened(block: Json) -> Json:
    match block["type"]:
        case "thinking":
            return {"type": "thinking", "thinking": "", "signature": ""}
        case "tool_use":
            return {**block, "input": {}}
        case _:
            return {"type": "text", "text": ""}


def _deltas(block: Json) -> Iterator[Json]:
    match block["type"]:
        case "thinking":
            for piece in cut(cast(str, block["thinking"]), tokens=_TOKENS_PER_DELTA):
                yield {"type": "thinking_delta", "thinking": piece}
            yield {"type": "signature_delta", "signature": block["signature"]}
        case "tool_use":
            yield {"type": "input_json_delta", "partial_json": ""}
            for piece in cut(orjson.dumps(block["input"]).decode(), tokens=_TOKENS_PER_DELTA):
                yield {"type": "input_json_delta", "partial_json": piece}
        case _:
            for piece in cut(cast(str, block["text"]), tokens=_TOKENS_PER_DELTA):
                yield {"type": "text_delta", "text": piece}
