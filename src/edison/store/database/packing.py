"""Values that a database would refuse, or that take less room in another form, kept without loss and alike on all."""

import re
import zlib
from datetime import UTC, datetime, timedelta

_MARK = "\x1a"
_REFUSED = re.compile("[\x00\x1a\ud800-\udfff]")
_ESCAPED = re.compile("\x1a([0-9a-f]{4})")
_HALVES = re.compile("[\ud800-\udbff][\udc00-\udfff]")


def pack(text: str) -> str:
    """The text with NUL, lone surrogates and the mark itself escaped; most texts come back as they are.

    Two halves of one character that stand side by side, as streams leave them, become that character: JSON would
    not tell them apart either, and what is replayed must be what was stored.
    """
    if _REFUSED.search(text) is None:
        return text
    whole = _HALVES.sub(lambda found: _join(found.group()), text)
    return _REFUSED.sub(lambda found: f"{_MARK}{ord(found.group()):04x}", whole)


def unpack(text: str) -> str:
    """What `pack` was given."""
    if _MARK not in text:
        return text
    return _ESCAPED.sub(lambda found: chr(int(found.group(1), 16)), text)


def _join(halves: str) -> str:
    return halves.encode("utf-16-le", "surrogatepass").decode("utf-16-le")


_WORTH_IT = 2048


def pack_body(body: bytes) -> tuple[bytes, bool]:
    """The body and whether it was compressed."""
    if len(body) <= _WORTH_IT:
        return body, False
    return zlib.compress(body, 1), True


def unpack_body(body: bytes, packed: bool) -> bytes:
    """What `pack_body` was given."""
    return zlib.decompress(body) if packed else body


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def to_micros(at: datetime) -> int:
    """Exact, as opposed to what a float would hold."""
    return (at - _EPOCH) // _MICROSECOND


def from_micros(micros: int) -> datetime:
    """The same moment, aware, in UTC."""
    return _EPOCH + timedelta(microseconds=micros)
