"""A message on its way out, whole."""

from __future__ import annotations

from typing import cast

from ...exchange import SimReply
from ..shapes import Json, Question, Stamp
from .body import MessagesBody, ThinkingAdaptive, ThinkingOn

_STOP = {
    "stop": "end_turn",
    "length": "max_tokens",
    "tool_calls": "tool_use",
    "content_filter": "refusal",
    "refusal": "refusal",
}


def render_message(question: Question, reply: SimReply, stamp: Stamp) -> Json:
    """A finished message."""
    return {
        **message_frame(question, stamp),
        "content": content_blocks(question, reply, stamp),
        "stop_reason": _STOP[reply.finish],
        "stop_sequence": None,
        "stop_details": stop_details(reply),
        "usage": usage_of(question, reply),
    }


def message_frame(question: Question, stamp: Stamp) -> Json:
    """The message before the model has said anything."""
    return {
        "model": question.request.model,
        "id": f"msg_01{stamp.token('answer', 22)}",
        "type": "message",
        "role": "assistant",
    }


def content_blocks(question: Question, reply: SimReply, stamp: Stamp) -> list[Json]:
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


def usage_of(question: Question, reply: SimReply, *, output_tokens: int | None = None) -> Json:
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


def _shows_thoughts(question: Question) -> bool:
    return isinstance(cast(MessagesBody, question.echo).thinking, (ThinkingOn, ThinkingAdaptive))


def _thinking_display(question: Question) -> str | None:
    thinking = cast(MessagesBody, question.echo).thinking
    return thinking.display if isinstance(thinking, (ThinkingOn, ThinkingAdaptive)) else None
