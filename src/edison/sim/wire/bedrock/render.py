"""Converse answers on their way out, whole and in events, and AWS event-stream framing."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from typing import cast
from zlib import crc32

import orjson

from ...exchange import SimReply
from ..shapes import ChatQuestion, Json, Stamp, WireEvent, cut

_STOP = {
    "stop": "end_turn",
    "length": "max_tokens",
    "tool_calls": "tool_use",
    "content_filter": "content_filtered",
    "refusal": "content_filtered",
}
_TOKENS_PER_DELTA = 3


def render_converse(question: ChatQuestion, reply: SimReply, stamp: Stamp) -> Json:
    """A whole converse answer."""
    return {
        "metrics": _metrics(reply),
        "output": {"message": {"content": _blocks(question, reply, stamp), "role": "assistant"}},
        "stopReason": _STOP[reply.finish],
        "usage": _usage(reply),
    }


def render_stream(question: ChatQuestion, reply: SimReply, stamp: Stamp) -> Iterator[WireEvent]:
    """The same in events; text blocks have no start event."""
    yield WireEvent("messageStart", {"role": "assistant"})
    for index, block in enumerate(_blocks(question, reply, stamp)):
        if "toolUse" in block:
            use = cast(Json, block["toolUse"])
            start: Json = {"toolUse": {"toolUseId": use["toolUseId"], "name": use["name"]}}
            yield WireEvent("contentBlockStart", {"contentBlockIndex": index, "start": start})
        for delta in _deltas(block):
            yield WireEvent("contentBlockDelta", {"contentBlockIndex": index, "delta": delta}, is_paced=True)
        yield WireEvent("contentBlockStop", {"contentBlockIndex": index})
    yield WireEvent("messageStop", {"stopReason": _STOP[reply.finish]})
    yield WireEvent("metadata", {"metrics": _metrics(reply), "usage": _usage(reply)})


def _blocks(question: ChatQuestion, reply: SimReply, stamp: Stamp) -> list[Json]:
    blocks: list[Json] = []
    if reply.reasoning and question.request.reasoning_effort not in (None, "none"):
        thought: Json = {"text": reply.reasoning, "signature": stamp.token("signature", 64)}
        blocks.append({"reasoningContent": {"reasoningText": thought}})
    if reply.text:
        blocks.append({"text": reply.text})
    blocks.extend(
        {
            "toolUse": {
                "toolUseId": f"tooluse_{stamp.token(f'call/{place}', 22)}",
                "name": call.name,
                "input": call.arguments,
            }
        }
        for place, call in enumerate(reply.tool_calls)
    )
    return blocks


def _deltas(block: Json) -> Iterator[Json]:
    if "toolUse" in block:
        for piece in cut(
            orjson.dumps(cast(Json, block["toolUse"])["input"]).decode(), tokens=_TOKENS_PER_DELTA
        ):
            yield {"toolUse": {"input": piece}}
        return
    if "reasoningContent" in block:
        thought = cast(Json, cast(Json, block["reasoningContent"])["reasoningText"])
        for piece in cut(cast(str, thought["text"]), tokens=_TOKENS_PER_DELTA):
            yield {"reasoningContent": {"text": piece}}
        yield {"reasoningContent": {"signature": thought["signature"]}}
        return
    for piece in cut(cast(str, block["text"]), tokens=_TOKENS_PER_DELTA):
        yield {"text": piece}


def _usage(reply: SimReply) -> Json:
    fresh = reply.input_tokens - reply.cached_tokens
    return {
        "cacheReadInputTokens": reply.cached_tokens,
        "cacheWriteInputTokens": 0,
        "inputTokens": fresh,
        "outputTokens": reply.output_tokens,
        "totalTokens": reply.input_tokens + reply.output_tokens,
    }


def _metrics(reply: SimReply) -> Json:
    """A latency that is a function of the answer, so that equal requests give equal bytes."""
    return {"latencyMs": 200 + 12 * reply.output_tokens}


_STRING = 7
_PRELUDE = struct.Struct("!II")
_CHECKSUM = struct.Struct("!I")
_OVERHEAD = 16


def encode_frame(headers: Mapping[str, str], payload: bytes) -> bytes:
    """One message of an event stream; all headers are strings."""
    packed = b"".join(_encode_header(name, value) for name, value in headers.items())
    prelude = _PRELUDE.pack(_OVERHEAD + len(packed) + len(payload), len(packed))
    head = prelude + _CHECKSUM.pack(crc32(prelude))
    message = head + packed + payload
    return message + _CHECKSUM.pack(crc32(message))


def _encode_header(name: str, value: str) -> bytes:
    key, text = name.encode(), value.encode()
    return struct.pack(f"!B{len(key)}sBH{len(text)}s", len(key), key, _STRING, len(text), text)
