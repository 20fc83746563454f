"""CSV, record by record: RFC 4180 with quoted newlines, strict where a lenient reader would guess."""

import re
from collections.abc import Iterable, Iterator

from .decoding import decode
from .lines import MOST_LINE_BYTES, split_lines
from .nodes import SourcePosition, TextBroken

DELIMITERS = (",", ";", "\t")
"""The first of these that occurs in the header separates the cells of the whole file."""

_MOST_RECORD_LINES = 100_000
_MOST_CELLS = 1_000_000
_QUOTED = re.compile(r'"([^"]*+(?:""[^"]*+)*+)"')


def read_records(chunks: Iterable[bytes]) -> Iterator[tuple[int, list[str]]]:
    """Every record with the line it begins in, blank lines left out; the first one chooses the delimiter."""
    delimiter: str | None = None
    for line, text in _texts(chunks):
        delimiter = delimiter or next((mark for mark in DELIMITERS if mark in text), DELIMITERS[0])
        yield line, _cells(text, delimiter=delimiter, line=line)


def _texts(chunks: Iterable[bytes]) -> Iterator[tuple[int, str]]:
    """Records as text: lines, joined while a quote is open."""
    pending = bytearray()
    begin: int | None = None
    quotes = 0
    for number, line in split_lines(chunks):
        begin = begin or number
        pending += line
        quotes += line.count(b'"')
        if quotes % 2:
            if len(pending) > MOST_LINE_BYTES or number - begin > _MOST_RECORD_LINES:
                raise _never_closed(begin)
            pending += b"\n"
            continue
        if text := _record(bytes(pending), line=begin):
            yield begin, text
        pending.clear()
        begin, quotes = None, 0
    if begin is not None:
        raise _never_closed(begin)


def _record(raw: bytes, *, line: int) -> str:
    text = decode(raw, line=line).removesuffix("\r")
    if "\0" in text:
        raise TextBroken(
            "a NUL stands in the text", advice="Save the file as UTF-8.", at=SourcePosition(line, 1)
        )
    return text


def _cells(text: str, *, delimiter: str, line: int) -> list[str]:
    if text.count(delimiter) > _MOST_CELLS:
        advice = "Save the sheet without its empty columns."
        raise TextBroken(
            f"the record has more than {_MOST_CELLS:,} cells", advice=advice, at=SourcePosition(line, 1)
        )
    if '"' not in text:
        return text.split(delimiter)
    cells: list[str] = []
    position = 0
    while True:
        cell, position = _cell_at(text, position, delimiter=delimiter, line=line)
        cells.append(cell)
        if position == len(text):
            return cells
        position += 1


def _cell_at(text: str, position: int, *, delimiter: str, line: int) -> tuple[str, int]:
    """The cell that begins here, and the position of the delimiter after it or of the end."""
    if quoted := _QUOTED.match(text, position):
        end = quoted.end()
        if text[end : end + 1] not in ("", delimiter):
            raise _stray_quote(text, end, line=line)
        return quoted[1].replace('""', '"'), end
    end = text.find(delimiter, position)
    end = len(text) if end < 0 else end
    cell = text[position:end]
    if '"' in cell:
        raise _stray_quote(text, position + cell.index('"'), line=line)
    return cell, end


def _stray_quote(text: str, position: int, *, line: int) -> TextBroken:
    begin = text.rfind("\n", 0, position) + 1
    return TextBroken(
        "a quote stands where none may be",
        advice='Put the whole cell in quotes and double those inside: "say ""hi"" twice".',
        at=SourcePosition(line + text.count("\n", 0, position), position - begin + 1),
    )


def _never_closed(line: int) -> TextBroken:
    return TextBroken(
        "a quote is opened in this record and never closed",
        advice='Close it; a quote inside a quoted cell is written twice: "".',
        at=SourcePosition(line, 1),
    )
