"""From bytes to text: UTF-8 and nothing else, with a place where it is not."""

from typing import TypeVar

from .nodes import SourcePosition, TextBroken

B = TypeVar("B", bytes, bytearray)

_BOM = b"\xef\xbb\xbf"
_FOREIGN = {
    b"\xff\xfe": ("it is UTF-16 text", "Save it as UTF-8."),
    b"\xfe\xff": ("it is UTF-16 text", "Save it as UTF-8."),
    b"\x1f\x8b": ("it is compressed", "Unpack it first."),
    b"PK\x03\x04": ("it is an archive or a spreadsheet", "Unpack it first, or save the sheet as CSV."),
    b"%PDF": ("it is a PDF", "Save its text in a text file."),
    b"SQLite format 3": ("it is a database", "Export what you need from it as JSONL or CSV."),
}


def without_mark(head: B) -> B:
    """The beginning of a file without its byte-order mark; refused where it is no text at all."""
    for magic, (what, advice) in _FOREIGN.items():
        if head.startswith(magic):
            raise TextBroken(what, advice=advice)
    return head.removeprefix(_BOM)


def decode(text: bytes | bytearray, *, line: int = 1) -> str:
    """UTF-8 as text; the place of the first byte that is none is counted from `line`."""
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError as error:
        before = text[: error.start]
        at = SourcePosition(
            line + before.count(b"\n"), len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
        )
        raise TextBroken(
            f"byte 0x{text[error.start]:02x} is not UTF-8", advice="Save the file as UTF-8.", at=at
        ) from error


def read_text(data: B, *, most_bytes: int) -> str:
    """A whole file as text; refused at once where it is too large."""
    if len(data) > most_bytes:
        raise TextBroken(
            f"it has {len(data):,} bytes and at most {most_bytes:,} are read",
            advice="Move its cases into a JSONL or CSV file, which may be of any size.",
        )
    text = decode(without_mark(data))
    if "\0" in text:
        raise TextBroken(
            "a NUL stands in the text",
            advice="Save the file as UTF-8.",
            at=place_in(text, position=text.index("\0")),
        )
    return text


def place_in(text: str, *, position: int) -> SourcePosition:
    """The line and column of a position in a text."""
    return SourcePosition(text.count("\n", 0, position) + 1, position - text.rfind("\n", 0, position))
