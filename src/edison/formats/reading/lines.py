"""Lines of a file of any size, one at a time; a line that is too long is refused before it is all read."""

from collections.abc import Iterable, Iterator

from .decoding import without_mark
from .nodes import SourcePosition, TextBroken

MOST_LINE_BYTES = 16_000_000

_HEAD_BYTES = 16


def split_lines(chunks: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """Every line with its number, without its newline."""
    number = 1
    pending: list[bytes] = []
    pending_bytes = 0
    for chunk in _with_checked_head(chunks):
        *ended, rest = chunk.split(b"\n")
        for part in ended:
            _refuse_long(pending_bytes + len(part), line=number)
            yield number, b"".join((*pending, part))
            pending, pending_bytes = [], 0
            number += 1
        pending.append(rest)
        pending_bytes += len(rest)
        _refuse_long(pending_bytes, line=number)
    if pending_bytes:
        yield number, b"".join(pending)


def read_all(chunks: Iterable[bytes], *, most_bytes: int) -> bytearray:
    """A whole file, refused as soon as it is too large."""
    whole = bytearray()
    for chunk in chunks:
        whole += chunk
        if len(whole) > most_bytes:
            raise TextBroken(
                f"it has more than {most_bytes:,} bytes",
                advice="Write its cases as JSONL, one per line; such a file may be of any size.",
            )
    return whole


def _with_checked_head(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The chunks without a byte-order mark; refused where the file is no text."""
    head = b""
    is_checked = False
    for chunk in chunks:
        if is_checked:
            yield chunk
            continue
        head += chunk
        if len(head) >= _HEAD_BYTES:
            is_checked = True
            yield without_mark(head)
    if not is_checked:
        yield without_mark(head)


def _refuse_long(length: int, *, line: int) -> None:
    if length > MOST_LINE_BYTES:
        raise TextBroken(
            f"the line has more than {MOST_LINE_BYTES:,} bytes",
            advice="Break it up; a case has a line of its own.",
            at=SourcePosition(line, 1),
        )
