"""What stands at the end of a backup: a checksum of all that comes before. It tells damage; it is no signature."""

from hashlib import blake2b
from pathlib import Path
from typing import BinaryIO

_MARK = b"edison backup blake2b "
_DIGEST_BYTES = 32
_LENGTH = len(_MARK) + 2 * _DIGEST_BYTES + 1
_CHUNK = 1 << 20


def add_checksum(file: Path) -> None:
    """Write the checksum of a file behind it; SQLite does not look there."""
    with file.open("rb+") as opened:
        trailer = _trailer(opened, file.stat().st_size)
        opened.seek(0, 2)
        opened.write(trailer)


def take_checksum(file: Path) -> str | None:
    """Cut the checksum off; what is wrong with it, None where it is right."""
    size = file.stat().st_size - _LENGTH
    with file.open("rb+") as opened:
        opened.seek(max(size, 0))
        found = opened.read()
        if size < 0 or not found.startswith(_MARK):
            return (
                "it has no checksum at its end: it is no backup of this version, or only the beginning of one"
            )
        opened.seek(0)
        if found != _trailer(opened, size):
            return "it was changed or damaged after it was made: its checksum is another"
        opened.truncate(size)
    return None


def _trailer(opened: BinaryIO, size: int) -> bytes:
    digest, left = blake2b(digest_size=_DIGEST_BYTES, person=b"edison-backup"), size
    while left and (piece := opened.read(min(_CHUNK, left))):
        digest.update(piece)
        left -= len(piece)
    return _MARK + digest.hexdigest().encode() + b"\n"
