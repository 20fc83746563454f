"""Comparisons that people made: one per row of a CSV or JSONL file, naming entries by their ids.

Columns: both sides in the order in which they were shown (`left` and `right`, or as other programs call them), the
result, who judged, and perhaps a note. A row without a result is left out: nobody compared these two.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from edison.domain import Winner
from edison.errors import Problem, TableBroken

from ..reading.nodes import tell
from ..reading.tables import Cell, Table, TableKind, read_table
from .identities import identity, suggest

SIDES = (("left", "right"), ("model_a", "model_b"), ("first", "second"), ("a", "b"))
RESULTS = ("result", "winner", "outcome", "preference")
JUDGES = ("judge", "rater", "assessor", "person")
NOTES = ("note", "reason", "comment")
"""What columns are called; the first of each that a file has is taken."""

UNNAMED = "person"
"""Who judged, where no column says so."""


@dataclass(frozen=True, slots=True)
class PersonComparison:
    """What one person said about two entries."""

    left: str
    """The id of the entry that was shown first."""
    right: str
    winner: Winner
    judge: str
    note: str
    line: int


@dataclass(frozen=True, slots=True)
class _Columns:
    left: str
    right: str
    result: str
    judge: str | None
    note: str | None


def read_people(
    chunks: Iterable[bytes],
    *,
    kind: TableKind,
    name: str,
    entries: Collection[str],
    words: Mapping[str, Winner],
) -> tuple[PersonComparison, ...]:
    """The comparisons of a file; raises `TableBroken` with the line of the first that cannot be used.

    Args:
        chunks: The file's bytes in pieces of any size.
        kind: How it is written.
        name: What it is called in messages.
        entries: The ids that there are.
        words: What a result may be called, in small letters, beside the id of the winner.
    """
    table = read_table(chunks, kind=kind, name=name)
    columns = _find_columns(table)
    kept = table.where(columns.result)
    lefts = _ids(kept, columns.left, entries=entries)
    rights = _ids(kept, columns.right, entries=entries)
    for row, (left, right) in enumerate(zip(lefts, rights, strict=True)):
        if left == right:
            what = f"{tell(left)} is compared with itself"
            raise kept.broken(row, what, advice="Name two entries.", column=columns.right)
    winners = _Results(kept, columns.result, words=words).read(lefts, rights)
    judges = _texts(kept, columns.judge)
    notes = _texts(kept, columns.note)
    return tuple(
        PersonComparison(
            left=lefts[row],
            right=rights[row],
            winner=winners[row],
            judge=judges[row] or UNNAMED,
            note=notes[row],
            line=kept.lines[row],
        )
        for row in range(len(kept))
    )


def _find_columns(table: Table) -> _Columns:
    sides = next((pair for pair in SIDES if set(pair) <= table.columns.keys()), None)
    result = _first(RESULTS, table)
    if sides is None or result is None:
        known = ", ".join(tuple(table.columns)[:40])
        raise TableBroken(
            Problem(
                table.name,
                "it does not say who was shown first, who second and which one won",
                f"Name the columns left, right and result; there are {known}.",
            )
        )
    return _Columns(*sides, result, _first(JUDGES, table), _first(NOTES, table))


def _first(names: Sequence[str], table: Table) -> str | None:
    return next((name for name in names if name in table.columns), None)


def _ids(table: Table, column: str, *, entries: Collection[str]) -> list[str]:
    found = _texts(table, column)
    for row, text in enumerate(found):
        if text not in entries:
            what = f"there is no entry {tell(text)}" if text else "nothing stands here"
            advice = suggest(text, known=entries)
            raise table.broken(row, what, advice=advice, column=column)
    return found


def _texts(table: Table, column: str | None) -> list[str]:
    cells: Sequence[Cell] = [None] * len(table) if column is None else table.columns[column]
    return ["" if cell is None else identity(str(cell)) for cell in cells]


class _Results:
    """A column of results, read as sides or as ids of winners: whichever all of it can be."""

    def __init__(self, table: Table, column: str, *, words: Mapping[str, Winner]) -> None:
        self._table = table
        self._column = column
        self._words = words
        self._said = _texts(table, column)

    def read(self, lefts: Sequence[str], rights: Sequence[str]) -> list[Winner]:
        by_word = [self._words.get(said.casefold()) for said in self._said]
        by_id = [self._by_id(*row) for row in zip(self._said, lefts, rights, strict=True)]
        words, ids = _complete(by_word), _complete(by_id)
        if words is not None and ids is not None and words != ids:
            row = next(row for row, both in enumerate(zip(words, ids, strict=True)) if both[0] != both[1])
            raise self._broken(row, "says one thing as a side and another as the id of an entry")
        if ids is not None:
            return ids
        if words is not None:
            return words
        neither = (row for row, both in enumerate(zip(by_word, by_id, strict=True)) if both == (None, None))
        if (row := next(neither, None)) is not None:
            raise self._broken(row, "is neither a side, one of the two entries nor a tie")
        raise self._broken(by_word.index(None), "names an entry where other rows name a side")

    def _by_id(self, said: str, left: str, right: str) -> Winner | None:
        if said in (left, right):
            return Winner.LEFT if said == left else Winner.RIGHT
        return Winner.TIE if self._words.get(said.casefold()) is Winner.TIE else None

    def _broken(self, row: int, what: str) -> TableBroken:
        advice = f"Write left, right or tie in all rows; known are {', '.join(self._words)}."
        told = f"{tell(self._said[row])} {what}"
        return self._table.broken(row, told, advice=advice, column=self._column)


def _complete(winners: Sequence[Winner | None]) -> list[Winner] | None:
    known = [winner for winner in winners if winner is not None]
    return known if len(known) == len(winners) else None
