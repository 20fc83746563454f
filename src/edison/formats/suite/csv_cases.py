"""Cases from CSV: a header with names, then one record per case. Cells are text; empty reserved cells are absent."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pydantic import JsonValue

from edison.text import several

from ..exports.formulas import unguard
from ..reading.csv import read_records
from ..reading.json import decode_json, skip_space
from ..reading.nodes import SourcePosition, TextBroken, WrittenCase, repeated, tell
from .case_forms import CaseForm

_RESERVED = frozenset(CaseForm.known())
_TAG_MARKS = re.compile(r"[;,]")


def read_csv_cases(chunks: Iterable[bytes]) -> Iterator[WrittenCase]:
    """Every record as a mapping of the header's names to its cells."""
    header: list[str] | None = None
    for line, cells in read_records(chunks):
        if header is None:
            header = _header(cells, line=line)
            continue
        try:
            yield WrittenCase(line, _mapping(header, cells))
        except TextBroken as broken:
            yield WrittenCase(line, broken)


def _header(cells: Sequence[str], *, line: int) -> list[str]:
    names = _without_empty_end([unguard(cell.strip()) for cell in cells])
    at = SourcePosition(line, 1)
    if any("\r" in name for name in names):
        advice = "Save the file with the line ends of this century."
        raise TextBroken("its lines end with a bare carriage return", advice=advice, at=at)
    if "" in names:
        what = f"column {names.index('') + 1} has no name"
        raise TextBroken(what, advice="Write one into the first line.", at=at)
    for _, name, _ in repeated(names):
        raise TextBroken(f"two columns are called {tell(name)}", advice="Rename one of them.", at=at)
    return names


def _mapping(header: Sequence[str], cells: Sequence[str]) -> dict[str, JsonValue]:
    found = _without_empty_end(cells, least=len(header))
    if len(found) != len(header):
        raise TextBroken(
            f"the record has {several(len(found), 'cell')} and the header {len(header)}",
            advice="Put cells that contain commas in quotes, and write every cell, empty ones too.",
        )
    return {name: read_cell(name, unguard(cell)) for name, cell in zip(header, found, strict=True)}


def _without_empty_end(cells: Sequence[str], *, least: int = 0) -> list[str]:
    """Spreadsheets write empty cells after the last column."""
    kept = list(cells)
    while len(kept) > least and not kept[-1].strip():
        kept.pop()
    return kept


def read_cell(name: str, cell: str) -> JsonValue:
    """What a cell of the column with this name says."""
    if name not in _RESERVED:
        return cell
    text = cell.strip()
    if not text:
        return None
    if name == "tags":
        return [tag.strip() for tag in _TAG_MARKS.split(text) if tag.strip()]
    if name == "difficulty":
        return int(text) if re.fullmatch(r"\d{1,9}", text) else text
    return _checks(text) if name == "checks" else text


def _checks(text: str) -> JsonValue:
    """A bare name of a check, or checks as JSON."""
    if not text.startswith(("[", "{")):
        return [text]
    try:
        value, end = decode_json(text)
    except TextBroken as broken:
        # Its place is one inside the cell.
        raise TextBroken(f"the cell of checks: {broken.what}", advice=broken.advice) from broken
    if skip_space(text, start=end) < len(text):
        advice = 'Write a JSON list such as [{"contains": "Paris"}].'
        raise TextBroken("there is more after the checks", advice=advice)
    return value if isinstance(value, list) else [value]


def rename_columns(cases: Iterable[WrittenCase], columns: Mapping[str, str]) -> Iterator[WrittenCase]:
    """Every case with some of its keys under the names that a case has for them.

    Args:
        cases: As they stand in the file.
        columns: What they are called here, and what the file calls them.
    """
    for written in cases:
        if not isinstance(written.value, dict):
            yield written
            continue
        missing = [theirs for theirs in columns.values() if theirs not in written.value]
        if missing:
            known = ", ".join(tell(name) for name in written.value)
            problem = TextBroken(f"there is no {tell(missing[0])}", advice=f"The file has {known}.")
            yield written._replace(value=problem)
            continue
        yield written._replace(value=_renamed(written.value, columns))


def _renamed(value: Mapping[str, JsonValue], columns: Mapping[str, str]) -> dict[str, JsonValue]:
    taken = set(columns.values()) | set(columns)
    kept = {name: one for name, one in value.items() if name not in taken}
    return {**{ours: _cell(ours, value[theirs]) for ours, theirs in columns.items()}, **kept}


def _cell(name: str, value: JsonValue) -> JsonValue:
    return read_cell(name, value) if isinstance(value, str) else value
