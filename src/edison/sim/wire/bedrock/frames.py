"""AWS event-stream framing: prelude, typed headers, payload, two checksums."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from zlib import crc32

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
