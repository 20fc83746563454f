"""Columns of a table as statistics need them: labels, results and weights, refused with their line."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

from edison.errors import ChoiceUnknown, ColumnsUnclear
from edison.formats.reading.tables import Cell, Table, TableKind, read_names, read_table

from ..files import read_pieces

Word = TypeVar("Word", bound=StrEnum)

PASSED = frozenset({"pass", "passed", "true", "yes", "correct", "ok"})
FAILED = frozenset({"fail", "failed", "false", "no", "incorrect", "wrong"})
"""Words of a column of results that say pass or fail; capital letters do not matter."""
MISSING = frozenset({"na", "n/a", "nan", "null", "none", "missing", "-"})
"""Words for a result that is not there, beside an empty cell."""

_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?")
_MOST_TOLD = 40


class TableFile:
    """A table on this machine, read as often as it is asked for."""

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self._kind = TableKind.of(self.name)
        self._path = path

    @property
    def names(self) -> tuple[str, ...]:
        """The columns, as far as the beginning of the file tells."""
        return read_names(read_pieces(self._path), kind=self._kind, name=self.name)

    def read(self, *columns: str | None) -> Table:
        """The columns that were named, or all when none was."""
        wanted = tuple(dict.fromkeys(column for column in columns if column is not None))
        pieces = read_pieces(self._path)
        return read_table(pieces, kind=self._kind, name=self.name, columns=wanted or None)

    def unclear(self, cause: str) -> ColumnsUnclear:
        """The error for columns nobody can guess."""
        return ColumnsUnclear(self.name, cause, known=self.names[:_MOST_TOLD])


@dataclass(frozen=True, slots=True)
class ColumnResults:
    """Numbers, NaN where missing; passes are 1 and failures 0."""

    values: list[float]
    are_passes: bool


def choose(word: str, *, among: type[Word], what: str) -> Word:
    """The choice that a word names; raises `ChoiceUnknown`."""
    try:
        return among(word)
    except ValueError as error:
        raise ChoiceUnknown(what, word, [choice.value for choice in among]) from error


def text_of(cell: Cell) -> str:
    """A value as a label."""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    return str(cell)


def read_number(cell: Cell) -> float | None:
    """The number that a cell says, or None; true and false are none."""
    if isinstance(cell, str):
        return float(cell) if _NUMBER.fullmatch(cell) else None
    return None if cell is None or isinstance(cell, bool) else float(cell)


def labels_of(table: Table, column: str) -> list[str]:
    """A column in which every row has a label."""
    cells = table.columns[column]
    for row, cell in enumerate(cells):
        if cell is None:
            raise table.broken(
                row, "nothing stands here", advice="Write it, or leave out the row.", column=column
            )
    return [text_of(cell) for cell in cells]


def weights_of(table: Table, column: str) -> list[float]:
    """A column of numbers in which none is missing."""
    weights = results_of(table, column).values
    for row, weight in enumerate(weights):
        if math.isnan(weight):
            raise table.broken(
                row, "no weight stands here", advice="Write one; 0 leaves out the row.", column=column
            )
    return weights


def results_of(table: Table, column: str) -> ColumnResults:
    """A column of numbers, or of words that say pass or fail."""
    cells = table.columns[column]
    by_word = _passes(cells)
    if by_word is not None:
        return ColumnResults(by_word, are_passes=True)
    values = [_number(table, row, column=column) for row in range(len(table))]
    known = [value for value in values if not math.isnan(value)]
    return ColumnResults(values, are_passes=bool(known) and all(value in (0, 1) for value in known))


def _passes(cells: Sequence[Cell]) -> list[float] | None:
    """Passes and failures, when every cell that is not missing says one of them in words."""
    values: list[float] = []
    for cell in cells:
        word = text_of(cell).casefold()
        if _is_missing(cell):
            values.append(math.nan)
        elif word in PASSED or word in FAILED:
            values.append(1.0 if word in PASSED else 0.0)
        else:
            return None
    return values if any(not math.isnan(value) for value in values) else None


def _number(table: Table, row: int, *, column: str) -> float:
    cell = table.columns[column][row]
    if _is_missing(cell):
        return math.nan
    value = read_number(cell)
    if value is not None:
        return value
    if isinstance(cell, str) and _NUMBER.fullmatch(cell.replace(",", ".", 1)):
        raise table.broken(
            row,
            f"{cell[:60]!r} has a decimal comma",
            advice="Write a point, as in 0.5; a spreadsheet does when its language is set to English.",
            column=column,
        )
    raise table.broken(
        row,
        f"{text_of(cell)[:60]!r} is no number",
        advice="Write a number such as 0.5, or pass or fail in all rows, or nothing where a result is missing.",
        column=column,
    )


def _is_missing(cell: Cell) -> bool:
    return cell is None or (isinstance(cell, str) and cell.casefold() in MISSING)
