"""Statements that both databases take: rows that may be there already, many rows at once, and the driver's cursors."""

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, cast

from sqlalchemy import Connection, PoolProxiedConnection, Row, Select, Table
from sqlalchemy.exc import DBAPIError

if TYPE_CHECKING:
    from psycopg import Connection as PostgresConnection
    from sqlalchemy.dialects import postgresql, sqlite

Query: TypeAlias = Select[*tuple[Any, ...]]
Found: TypeAlias = Row[*tuple[Any, ...]]


NamedRow = Mapping[str, object]
"""Values by the names of their columns."""

ValueRow = Sequence[object]
"""Values in the order of their columns."""


def insert_new(connection: Connection, table: Table, row: NamedRow) -> bool:
    """Insert a row; False where something else has one of its keys."""
    # Inline: what the database numbers itself is not asked back. Of an insert, drivers are not asked for the count
    # of rows unless told to.
    statement = insert_into(connection, table).values(**row).on_conflict_do_nothing().inline()
    return connection.execute(statement.execution_options(preserve_rowcount=True)).rowcount == 1


def insert_all_new(connection: Connection, table: Table, rows: Sequence[NamedRow]) -> None:
    """Insert those of many rows that are not there yet."""
    if rows:
        connection.execute(
            insert_into(connection, table).on_conflict_do_nothing(), [dict(row) for row in rows]
        )


def put_row(connection: Connection, table: Table, row: NamedRow) -> None:
    """Insert a row, or change the one with its primary key."""
    keys = [column.name for column in table.primary_key.columns]
    changed = {name: value for name, value in row.items() if name not in keys}
    statement = insert_into(connection, table).values(**row)
    connection.execute(statement.on_conflict_do_update(index_elements=keys, set_=changed))


def insert_into(connection: Connection, table: Table) -> "postgresql.Insert | sqlite.Insert":
    """An insert that knows what to do about conflicts."""
    # Of the two, which take a while to import, a process needs one.
    if connection.dialect.name == "sqlite":
        from sqlalchemy.dialects.sqlite import insert
    else:
        from sqlalchemy.dialects.postgresql import insert
    return insert(table)


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


class BulkInsert:
    """Inserts into one table; rows are in the order of its columns.

    A driver gives up Python's lock at every statement and has to win it back from a busy event loop; a statement
    per row would spend its time waiting. So rows go in by 64, 32, 16 and so on, and the texts are made once.
    """

    def __init__(self, table: Table, *, translate: Translate, on_conflict: str = "DO NOTHING") -> None:
        columns = [column.name for column in table.columns]
        keys = ", ".join(column.name for column in table.primary_key.columns)
        self._head = f"INSERT INTO {table.name} ({', '.join(columns)}) VALUES "
        self._row = f"({', '.join(['?'] * len(columns))})"
        self._tail = f" ON CONFLICT ({keys}) {on_conflict}"
        self._translate = translate
        self._sql = cache(self._write_sql)

    def insert(self, cursor: Cursor, rows: Sequence[ValueRow]) -> int:
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


@contextmanager
def driver_cursor(connection: Connection) -> Generator[Cursor]:
    """A cursor in the connection's transaction; what the driver raises leaves as SQLAlchemy would raise it."""
    refused = connection.dialect.loaded_dbapi.Error
    cursor = open_cursor(connection.connection, is_sqlite=_is_sqlite(connection))
    try:
        yield cursor
    except refused as raised:
        raise DBAPIError.instance(None, None, raised, refused, dialect=connection.dialect) from raised
    finally:
        cursor.close()


def open_cursor(connection: PoolProxiedConnection, *, is_sqlite: bool) -> Any:
    """A cursor that takes statements as the database does, and so has nothing to translate."""
    if is_sqlite:
        return connection.cursor()
    # Loaded only where it is used.
    from psycopg import RawCursor

    return RawCursor(cast("PostgresConnection[Any]", connection.driver_connection))


def translation_for(connection: Connection) -> Translate:
    """How statements with question marks are written for such a cursor."""
    return with_question_marks if _is_sqlite(connection) else with_numbers


def _is_sqlite(connection: Connection) -> bool:
    return connection.dialect.name == "sqlite"
