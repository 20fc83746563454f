"""Messages framed as Amazon's servers send them."""

import struct
from collections.abc import Mapping
from zlib import crc32

_STRING = 7


def encode_message(headers: Mapping[str, str], payload: bytes) -> bytes:
    """One message with text headers."""
    written = (
        header(name.encode(), _STRING, struct.pack(">H", len(value.encode())) + value.encode())
        for name, value in headers.items()
    )
    return with_raw_headers(b"".join(written), payload)


def with_raw_headers(headers: bytes, payload: bytes = b"{}") -> bytes:
    """A message whose checksums are right, whatever its headers are."""
    prelude = struct.pack(">II", 16 + len(headers) + len(payload), len(headers))
    message = prelude + struct.pack(">I", crc32(prelude)) + headers + payload
    return message + struct.pack(">I", crc32(message))


def header(name: bytes, kind: int, value: bytes) -> bytes:
    return bytes([len(name)]) + name + bytes([kind]) + value
