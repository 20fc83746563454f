"""Amazon's event-stream framing: length-prefixed messages with headers, a payload and two checksums.

Layout: total length (4), headers length (4), checksum of those eight bytes (4), headers, payload, checksum
of all before it (4); big-endian throughout. Source: Amazon Transcribe developer guide, "Event stream
encoding".
"""

import struct
from collections.abc import Mapping
from zlib import crc32

from edison.errors import Unreadable

from .codecs.base import StreamEvent
from .codecs.bodies import write_json

MESSAGE_LIMIT = 16 * 1024 * 1024

_PRELUDE = struct.Struct(">III")
_CHECKSUM = struct.Struct(">I")
_SHORT = struct.Struct(">H")
_SMALLEST = _PRELUDE.size + _CHECKSUM.size

_STRING_TYPE = 7
_BYTES_TYPE = 6
_FIXED_SIZES = {0: 0, 1: 0, 2: 1, 3: 2, 4: 4, 5: 8, 8: 8, 9: 16}
"""Sizes of the value types that are not of interest: booleans, numbers, timestamps, UUIDs."""

ERROR_EVENT = "error"
"""The name of an event that tells of an unmodelled failure; its payload is `{"__type": …, "message": …}`."""


class EventStreamDecoder:
    """Bytes in, events out, however the bytes are cut. One per stream.

    An event is named after its `:event-type`, or its `:exception-type` when it is an exception.
    """

    def __init__(self, *, message_limit: int = MESSAGE_LIMIT) -> None:
        self._limit = message_limit
        self._rest = bytearray()

    def feed(self, chunk: bytes) -> list[StreamEvent]:
        """The events that this piece completes; raises Unreadable for damaged or oversized messages."""
        self._rest += chunk
        events: list[StreamEvent] = []
        begin = 0
        while (size := self._size_at(begin)) and begin + size <= len(self._rest):
            events.append(_read_message(bytes(self._rest[begin : begin + size])))
            begin += size
        del self._rest[:begin]
        return events

    def _size_at(self, begin: int) -> int:
        """The length of the message that begins here; 0 while its prelude is not whole."""
        if len(self._rest) - begin < _PRELUDE.size:
            return 0
        total, headers, checksum = _PRELUDE.unpack_from(self._rest, begin)
        if crc32(self._rest[begin : begin + 8]) != checksum:
            raise _damaged("the checksum of its prelude is wrong")
        if total > self._limit:
            raise _damaged(f"it is larger than {self._limit >> 10} KiB")
        if total < _SMALLEST + headers:
            raise _damaged("its lengths do not fit each other")
        return total


def _read_message(message: bytes) -> StreamEvent:
    _, headers_length, _ = _PRELUDE.unpack_from(message)
    if crc32(message[:-4]) != _CHECKSUM.unpack_from(message, len(message) - 4)[0]:
        raise _damaged("its checksum is wrong")
    payload_begin = _PRELUDE.size + headers_length
    headers = _read_headers(message[_PRELUDE.size : payload_begin])
    payload = message[payload_begin:-4]
    if headers.get(":message-type") == "error":
        return StreamEvent(ERROR_EVENT, _as_failure(headers))
    return StreamEvent(headers.get(":exception-type") or headers.get(":event-type", ""), payload)


def _as_failure(headers: Mapping[str, str]) -> bytes:
    return write_json(
        {"__type": headers.get(":error-code", ""), "message": headers.get(":error-message", "")}
    )


def _read_headers(block: bytes) -> dict[str, str]:
    """The text headers; values of other types are stepped over."""
    headers: dict[str, str] = {}
    position = 0
    try:
        while position < len(block):
            name_end = position + 1 + block[position]
            name = block[position + 1 : name_end].decode("utf-8", "replace")
            kind = block[name_end]
            begin, end = _value_span(block, position=name_end + 1, kind=kind)
            if kind == _STRING_TYPE:
                headers[name] = block[begin:end].decode("utf-8", "replace")
            position = end
    except (IndexError, KeyError, struct.error) as cause:
        raise _damaged("its headers cannot be read") from cause
    if position != len(block):
        raise _damaged("its headers cannot be read")
    return headers


def _value_span(block: bytes, *, position: int, kind: int) -> tuple[int, int]:
    if kind in (_STRING_TYPE, _BYTES_TYPE):
        begin = position + _SHORT.size
        return begin, begin + _SHORT.unpack_from(block, position)[0]
    return position, position + _FIXED_SIZES[kind]


def _damaged(how: str) -> Unreadable:
    return Unreadable(f"A message of the event stream cannot be read: {how}.", may_be_billed=True)
