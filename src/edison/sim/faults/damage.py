"""What a fault does to an answer: to the model's words, to the body, to the bytes, to the sending."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from email.utils import format_datetime
from typing import cast

from msgspec.structs import replace

from ..exchange import SimReply
from ..serving.delivery import Delivery
from ..wire.shapes import ChatFormat, Json, WireEvent
from .plan import (
    Action,
    Disconnect,
    Drip,
    Empty,
    Fail,
    Huge,
    Ids,
    Mangle,
    Mangling,
    Reply,
    Retype,
    Stall,
    StreamCut,
    StreamError,
    Truncate,
    Usage,
)

_MARK = "SIMMARK"
"""One token to the tokeniser, so that no stream cuts it in two."""

_RAW: dict[Mangling, bytes] = {
    "nul": b"\\u0000",
    "lone_surrogate": b"\\ud800",
    "invalid_utf8": b"\xff\xfe\x80",
}
_NUMBER = re.compile(rb":\s*\d+")
_ID_FIELDS = frozenset(("id", "responseId", "item_id", "call_id", "toolUseId", "tool_use_id"))
_USAGE_FIELDS = frozenset(("usage", "usageMetadata"))
_MOMENT = re.compile(r"\{(http_date|iso_date|epoch_ms|epoch)([+-]\d+(?:\.\d+)?)\}")


def twist_replies(action: Action | None, replies: Sequence[SimReply]) -> tuple[SimReply, ...]:
    """Change what the model says."""
    if isinstance(action, Reply):
        return tuple(_reworded(reply, action) for reply in replies)
    if isinstance(action, Mangle) and action.how in _RAW:
        return tuple(replace(reply, text=f"{_MARK} {reply.text}", logprobs=None) for reply in replies)
    return tuple(replies)


def twist_body(action: Action | None, body: Json) -> Json:
    """Change the answer's fields."""
    if isinstance(action, Ids):
        return cast(Json, _spoil(body, _ID_FIELDS, _ID_SPOILERS[action.how]))
    if isinstance(action, Usage):
        return cast(Json, _spoil(body, _USAGE_FIELDS, _USAGE_SPOILERS[action.how]))
    return body


def twist_events(action: Action | None, events: Sequence[WireEvent], format: ChatFormat) -> list[WireEvent]:
    """Change the events of a stream."""
    if isinstance(action, StreamCut):
        return list(events[: int(len(events) * action.fraction)])
    if isinstance(action, StreamError):
        return [*events[: int(len(events) * action.fraction)], format.error_event(action.sentence)]
    if isinstance(action, (Ids, Usage)):
        return [
            event if event.data is None else replace(event, data=twist_body(action, event.data))
            for event in events
        ]
    return list(events)


def twist_delivery(action: Action | None, delivery: Delivery) -> Delivery:
    """Change the bytes, or how they are sent."""
    match action:
        case Truncate():
            return _truncated(delivery, action)
        case Mangle():
            return _mangled(delivery, action)
        case Huge():
            return _blown_up(delivery, action)
        case Drip():
            return replace(delivery, bytes_per_s=action.bytes_per_s)
        case Stall():
            return replace(
                delivery, stall_s=action.seconds, stall_where=action.where, stall_at=action.fraction
            )
        case Disconnect():
            return replace(delivery, drop_where=action.where, drop_at=action.fraction)
        case Empty():
            return replace(delivery, status=action.status, chunks=[b""], paced=[True])
        case Retype():
            return replace(delivery, content_type=action.content_type)
        case _:
            return delivery


def fill_headers(action: Fail, now: datetime) -> dict[str, str]:
    """A failure's headers with its moments put in."""
    return {
        name: _MOMENT.sub(lambda found: _moment(found, now), value) for name, value in action.headers.items()
    }


def window_of(action: Fail) -> float | None:
    """How long a failure tells its reader to stay away."""
    if action.window_s is not None:
        return action.window_s
    headers = {name.lower(): value for name, value in action.headers.items()}
    for name, scale in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        if headers.get(name, "").replace(".", "", 1).isdigit():
            return float(headers[name]) / scale
    return None


def _reworded(reply: SimReply, action: Reply) -> SimReply:
    text = reply.text if action.text is None else action.text
    return replace(reply, text=text, finish=action.finish, tool_calls=(), logprobs=None)


_Spoiler = Callable[[object], object]
_GONE = object()

_ID_SPOILERS: dict[str, _Spoiler] = {
    "same": lambda _: "same-for-all",
    "null": lambda _: None,
    "empty": lambda _: "",
    "missing": lambda _: _GONE,
}
_USAGE_SPOILERS: dict[str, _Spoiler] = {
    "missing": lambda _: _GONE,
    "null": lambda _: None,
    "zero": lambda usage: _zeroed(usage),
}


def _spoil(value: object, fields: frozenset[str], spoiler: _Spoiler) -> object:
    if isinstance(value, list):
        return [_spoil(one, fields, spoiler) for one in cast(list[object], value)]
    if not isinstance(value, dict):
        return value
    spoiled: Json = {}
    for name, one in cast(Json, value).items():
        changed = spoiler(one) if name in fields and one is not None else _spoil(one, fields, spoiler)
        if changed is not _GONE:
            spoiled[name] = changed
    return spoiled


def _zeroed(value: object) -> object:
    if isinstance(value, dict):
        return {name: _zeroed(one) for name, one in cast(Json, value).items()}
    if isinstance(value, list):
        return [_zeroed(one) for one in cast(list[object], value)]
    return 0 if isinstance(value, int) else value


def _truncated(delivery: Delivery, action: Truncate) -> Delivery:
    body = b"".join(delivery.chunks)
    end = int(len(body) * action.fraction) if action.at_byte is None else action.at_byte
    return replace(delivery, chunks=[body[:end]], paced=[True])


def _blown_up(delivery: Delivery, action: Huge) -> Delivery:
    padding = b"x" * int(action.megabytes * 1024 * 1024)
    if delivery.is_stream:
        chunks = [*delivery.chunks[:1], b": " + padding + b"\n\n", *delivery.chunks[1:]]
        return replace(delivery, chunks=chunks, paced=[True] * len(chunks))
    body = b"".join(delivery.chunks)
    return replace(delivery, chunks=[body[:-1] + b',"padding":"', padding, b'"}'])


def _mangled(delivery: Delivery, action: Mangle) -> Delivery:
    if action.how in _RAW:
        raw = _RAW[action.how]
        return replace(delivery, chunks=[chunk.replace(_MARK.encode(), raw) for chunk in delivery.chunks])
    body = _mangled_body(b"".join(delivery.chunks), action)
    return replace(delivery, chunks=[body], paced=[True])


def _mangled_body(body: bytes, action: Mangle) -> bytes:
    match action.how:
        case "deep":
            return b'{"id":' + b"[" * action.size + b"]" * action.size + b"}"
        case "huge_number":
            return _NUMBER.sub(b":" + b"9" * action.size, body, count=1)
        case "nan":
            return _NUMBER.sub(b":NaN", body, count=1)
        case "not_an_object":
            return b"[" + body + b"]"
        case "wrong_shape":
            return b'{"hello":"world"}'
        case _:
            middle = len(body) // 2
            return body[:middle] + b'"}{' + body[middle:]


def _moment(found: re.Match[str], now: datetime) -> str:
    moment = now + timedelta(seconds=float(found[2]))
    match found[1]:
        case "http_date":
            return format_datetime(moment, usegmt=True)
        case "iso_date":
            return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
        case "epoch_ms":
            return str(int(moment.timestamp() * 1000))
        case _:
            return str(int(moment.timestamp()))
