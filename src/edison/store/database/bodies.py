"""Large bodies, compressed; small ones are not worth the time."""

import zlib

_WORTH_IT = 2048


def pack_body(body: bytes) -> tuple[bytes, bool]:
    """The body and whether it was compressed."""
    if len(body) <= _WORTH_IT:
        return body, False
    return zlib.compress(body, 1), True


def unpack_body(body: bytes, packed: bool) -> bytes:
    """What `pack_body` was given."""
    return zlib.decompress(body) if packed else body
