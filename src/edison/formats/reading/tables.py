"""Tables of values from CSV, TSV, JSONL and arrays of JSON: columns by name, each row with the line it stands in."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePath
from typing import TypeAlias

from pydantic import JsonValue

from edison.errors import ColumnMissing, Problem, TableBroken

from ..exports.formulas import unguard
from .complaints import nearest
from .csv import read_records
from .decoding import decode
from .json import decode_json, skip_space
from .lines import split_lines
from .nodes import SourcePosition, TextBroken, repeated, tell

Cell: TypeAlias = str | int | float | bool | None
"""A text without blanks around it, a value of JSON, or None where nothing stands."""

_MOST_TOLD = 40
_Row: TypeAlias = tuple[int, Mapping[str, JsonValue]]


class TableKind(StrEnum):
    """How a table is written."""

    CSV = "csv"
    JSONL = "jsonl"
    JSON = "json"

    @classmethod
    def of(cls, name: str) -> "TableKind":
        """The kind by the end of a file's name; a TSV is a CSV whose header holds tabs."""
        suffix = PurePath(name).suffix.lower()
        kind = _BY_SUFFIX.get(suffix)
        if kind is None:
            what = f"its name ends with {tell(suffix)}, which says nothing about how it is written"
            raise TableBroken(Problem(name, what, "Name it .csv, .tsv, .jsonl or .json."))
        return kind


_BY_SUFFIX = {
    ".csv": TableKind.CSV,
    ".tsv": TableKind.CSV,
    ".jsonl": TableKind.JSONL,
    ".ndjson": TableKind.JSONL,
    ".json": TableKind.JSON,
}


@dataclass(frozen=True, slots=True)
class Table:
    """Columns of equal length, in the order of the file."""

    name: str
    columns: Mapping[str, Sequence[Cell]]
    lines: Sequence[int]
    """The line in which each row begins."""

    def __len__(self) -> int:
        return len(self.lines)

    def where(self, column: str) -> "Table":
        """The rows in which something stands in a column."""
        kept = [row for row, cell in enumerate(self.columns[column]) if cell is not None]
        if len(kept) == len(self):
            return self
        columns = {name: [cells[row] for row in kept] for name, cells in self.columns.items()}
        return Table(name=self.name, columns=columns, lines=[self.lines[row] for row in kept])

    def broken(self, row: int, what: str, *, advice: str, column: str = "") -> TableBroken:
        """An error about a row, with its line."""
        return TableBroken(Problem(self.name, what, advice, line=self.lines[row], field=column))


def read_names(chunks: Iterable[bytes], *, kind: TableKind, name: str) -> tuple[str, ...]:
    """The names of the columns, as far as the beginning of the file tells: its header, or its first line."""
    try:
        names = _csv_names(chunks) if kind is TableKind.CSV else _first_names(_READERS[kind](chunks))
    except TextBroken as broken:
        raise _refused(broken, name=name) from broken
    if not names:
        raise _empty(name)
    return names


def read_table(
    chunks: Iterable[bytes], *, kind: TableKind, name: str, columns: Sequence[str] | None = None
) -> Table:
    """Read a table row by row, keeping some of its columns or all.

    A key inside an object of JSON is named with a dot: `answer.score`. A cell that is empty, null or not there is
    None. Raises `TableBroken` with the line where the file stops being a table, `ColumnMissing` for a column that
    no row has.

    Args:
        chunks: The file's bytes in pieces of any size.
        kind: How it is written.
        name: What it is called in messages.
        columns: The names of those that are kept; all when not given.
    """
    gathered = _Gathered(columns)
    try:
        for line, row in _READERS[kind](chunks):
            gathered.add(row, line=line)
    except TextBroken as broken:
        raise _refused(broken, name=name) from broken
    if not gathered.lines:
        raise _empty(name)
    for column in gathered.never_seen:
        raise ColumnMissing(name, column, advice=nearest(column, known=gathered.known))
    return Table(name=name, columns=gathered.cells, lines=gathered.lines)


class _Gathered:
    """Columns while they grow."""

    def __init__(self, wanted: Sequence[str] | None) -> None:
        self.lines: list[int] = []
        self.cells: dict[str, list[Cell]] = {name: [] for name in wanted or ()}
        self._takes_all = wanted is None
        self._seen: dict[str, None] = {}

    @property
    def never_seen(self) -> list[str]:
        return [name for name in self.cells if name not in self._seen]

    @property
    def known(self) -> tuple[str, ...]:
        return tuple(self._seen)[:_MOST_TOLD]

    def add(self, row: Mapping[str, JsonValue], *, line: int) -> None:
        if not row.keys() <= self._seen.keys():
            self._seen.update(dict.fromkeys(row))
            if self._takes_all:
                self.cells.update({name: [None] * len(self.lines) for name in row if name not in self.cells})
        for name, cells in self.cells.items():
            cells.append(_cell(row.get(name), column=name, line=line))
        self.lines.append(line)


def _cell(value: JsonValue, *, column: str, line: int) -> Cell:
    if isinstance(value, str):
        return value.strip() or None
    if isinstance(value, list | dict):
        what = f"{column} holds {tell(value)}"
        raise TextBroken(what, advice="Name columns of single values.", at=SourcePosition(line, 1))
    return value


def _csv_names(chunks: Iterable[bytes]) -> tuple[str, ...]:
    return next((tuple(_header(cells, line=line)) for line, cells in read_records(chunks)), ())


def _read_csv(chunks: Iterable[bytes]) -> Iterator[_Row]:
    """Every record by the header's names."""
    header: list[str] | None = None
    for line, cells in read_records(chunks):
        if header is None:
            header = _header(cells, line=line)
        else:
            yield line, dict(zip(header, _fitted(cells, to=len(header), line=line), strict=True))


def _header(cells: Sequence[str], *, line: int) -> list[str]:
    """The names; a column without one, as row numbers often are, is called by its place."""
    names = [
        unguard(cell.strip()) or f"column {place}" for place, cell in enumerate(_without_empty_end(cells), 1)
    ]
    if any("\r" in name for name in names):
        advice = "Save the file with the line ends of this century."
        raise TextBroken(
            "its lines end with a bare carriage return", advice=advice, at=SourcePosition(line, 1)
        )
    for _, name, _ in repeated(names):
        what = f"two columns are called {tell(name)}"
        raise TextBroken(what, advice="Rename one of them.", at=SourcePosition(line, 1))
    return names


def _fitted(cells: Sequence[str], *, to: int, line: int) -> list[str]:
    found = cells if len(cells) == to else _without_empty_end(cells, least=to)
    if len(found) != to:
        raise TextBroken(
            f"the record has {len(found)} cells and the header {to}",
            advice="Put cells that contain commas in quotes, and write every cell, empty ones too.",
            at=SourcePosition(line, 1),
        )
    return [unguard(cell) if cell.startswith("'") else cell for cell in found]


def _without_empty_end(cells: Sequence[str], *, least: int = 0) -> list[str]:
    """Spreadsheets write empty cells after the last column."""
    kept = list(cells)
    while len(kept) > least and not kept[-1].strip():
        kept.pop()
    return kept


def _first_names(rows: Iterator[_Row]) -> tuple[str, ...]:
    return next((tuple(row) for _, row in rows), ())


def _read_jsonl(chunks: Iterable[bytes]) -> Iterator[_Row]:
    for number, line in split_lines(chunks):
        if text := decode(line, line=number).strip():
            yield number, dict(_flat(_object(text, line=number)))


def _read_json(chunks: Iterable[bytes]) -> Iterator[_Row]:
    """The objects of an array, or of the first array of objects that an object holds: `{"rows": [{…}, …]}`."""
    text = decode(b"".join(chunks)).removeprefix("\ufeff")
    start = skip_space(text)
    position = _first_array(text, start=start) if text.startswith("{", start) else start
    if not text.startswith("[", position):
        raise TextBroken("it is no array of objects", advice=_ARRAY, at=SourcePosition(1, 1))
    position = skip_space(text, start=position + 1)
    line, counted = 1, 0
    while not text.startswith("]", position):
        line, counted = line + text.count("\n", counted, position), position
        value, end = decode_json(text, start=position)
        if not isinstance(value, dict):
            raise TextBroken(f"{tell(value)} is no row", advice=_ARRAY, at=SourcePosition(line, 1))
        yield line, dict(_flat(value))
        position = _after_comma(text, start=end)


_ARRAY = 'Write an array of objects, such as [{"case": "one", "score": 0.5}].'


def _after_comma(text: str, *, start: int) -> int:
    """Where the next value begins, or the array ends."""
    position = skip_space(text, start=start)
    if text.startswith(",", position):
        return skip_space(text, start=position + 1)
    if text.startswith("]", position):
        return position
    line = text.count("\n", 0, position) + 1
    raise TextBroken("a comma or ] is missing here", advice=_ARRAY, at=SourcePosition(line, 1))


def _first_array(text: str, *, start: int) -> int:
    """The position of the first array of objects among the values of an object; where it ends, if there is none."""
    position = skip_space(text, start=start + 1)
    while text.startswith('"', position):
        _, end = decode_json(text, start=position)
        position = skip_space(text, start=skip_space(text, start=end) + 1)
        if text.startswith("[", position) and text.startswith("{", skip_space(text, start=position + 1)):
            return position
        _, end = decode_json(text, start=position)
        position = skip_space(text, start=skip_space(text, start=end) + 1)
    return position


def _object(text: str, *, line: int) -> dict[str, JsonValue]:
    try:
        value, end = decode_json(text)
    except TextBroken as broken:
        raise TextBroken(broken.what, advice=broken.advice, at=SourcePosition(line, 1)) from broken
    advice = 'Write one object per line, such as {"case": "one", "score": 0.5}.'
    if skip_space(text, start=end) < len(text):
        raise TextBroken("there is more after the row", advice=advice, at=SourcePosition(line, end + 1))
    if not isinstance(value, dict):
        raise TextBroken(f"{tell(value)} is no row", advice=advice, at=SourcePosition(line, 1))
    return value


def _flat(row: Mapping[str, JsonValue], *, before: str = "") -> Iterator[tuple[str, JsonValue]]:
    """Values by their way through the objects; nesting is bounded by the reader."""
    for key, value in row.items():
        if isinstance(value, dict):
            yield from _flat(value, before=f"{before}{key}.")
        else:
            yield f"{before}{key}", value


_READERS: dict[TableKind, Callable[[Iterable[bytes]], Iterator[_Row]]] = {
    TableKind.CSV: _read_csv,
    TableKind.JSONL: _read_jsonl,
    TableKind.JSON: _read_json,
}


def _empty(name: str) -> TableBroken:
    return TableBroken(Problem(name, "it holds no rows", "Write a header and at least one row."))


def _refused(broken: TextBroken, *, name: str) -> TableBroken:
    line, column = broken.at or (None, None)
    return TableBroken(Problem(name, broken.what, broken.advice, line=line, column=column))
