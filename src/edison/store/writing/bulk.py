"""Many rows in few statements.

A driver gives up Python's lock at every statement and has to win it back from a busy event loop; a statement per
row would spend its time waiting. So rows go in by 64, 32, 16 and so on at a time, and the texts are made once.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Protocol

from sqlalchemy import Table

Row = Sequence[object]

Translate = Callable[[str], str]
"""From a statement with question marks to one as the driver wants it."""


def with_question_marks(sql: str) -> str:
    """As SQLite takes it."""
    return sql


def with_numbers(sql: str) -> str:
    """As Postgres itself takes it; a driver that had to translate would read every statement anew."""
    pieces = sql.split("?")
    return "".join(f"{piece}${number}" for number, piece in enumerate(pieces[:-1], 1)) + pieces[-1]


_SIZES = (64, 32, 16, 8, 4, 2, 1)


class Cursor(Protocol):
    """As much of a driver's cursor as is needed here."""

    @property
    def rowcount(self) -> int: ...

    def execute(self, operation: Any, parameters: Any = ..., /) -> Any: ...

    def fetchone(self) -> Any: ...

    def fetchall(self) -> Sequence[Any]: ...


class Bulk:
    """Inserts into one table; rows are in the order of its columns."""

    def __init__(self, table: Table, *, translate: Translate, on_conflict: str = "DO NOTHING") -> None:
        columns = [column.name for column in table.columns]
        keys = ", ".join(column.name for column in table.primary_key.columns)
        self._head = f"INSERT INTO {table.name} ({', '.join(columns)}) VALUES "
        self._row = f"({', '.join(['?'] * len(columns))})"
        self._tail = f" ON CONFLICT ({keys}) {on_conflict}"
        self._translate = translate
        self._sql = cache(self._write_sql)

    def insert(self, cursor: Cursor, rows: Sequence[Row]) -> int:
        """Insert all rows; says how many were not there yet."""
        first = inserted = 0
        for size in _SIZES:
            while len(rows) - first >= size:
                flat = [value for row in rows[first : first + size] for value in row]
                cursor.execute(self._sql(size), flat)
                inserted += cursor.rowcount
                first += size
        return inserted

    def _write_sql(self, size: int) -> str:
        return self._translate(self._head + ", ".join([self._row] * size) + self._tail)
