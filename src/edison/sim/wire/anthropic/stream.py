"""A message on its way out, in events."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import orjson

from ...exchange import SimReply
from ..pieces import cut
from ..shapes import Json, Question, Stamp, StreamEvent
from .render import content_blocks, message_frame, stop_details, stop_reason, usage_of

_TOKENS_PER_DELTA = 3


def render_stream(question: Question, reply: SimReply, stamp: Stamp) -> Iterator[StreamEvent]:
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


def _event(name: str, *, is_paced: bool = False, **fields: object) -> StreamEvent:
    return StreamEvent(name, {"type": name, **fields}, is_paced)


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
