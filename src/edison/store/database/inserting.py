"""Rows that may be there already: both databases write this alike, and SQLAlchemy has it twice."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Table

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql, sqlite

Row = Mapping[str, object]


def insert_new(connection: Connection, table: Table, row: Row) -> bool:
    """Insert a row; False where something else has one of its keys."""
    # Inline: what the database numbers itself is not asked back. Of an insert, drivers are not asked for the count
    # of rows unless told to.
    statement = insert_into(connection, table).values(**row).on_conflict_do_nothing().inline()
    return connection.execute(statement.execution_options(preserve_rowcount=True)).rowcount == 1


def insert_all_new(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Insert those of many rows that are not there yet."""
    if rows:
        connection.execute(
            insert_into(connection, table).on_conflict_do_nothing(), [dict(row) for row in rows]
        )


def put_row(connection: Connection, table: Table, row: Row) -> None:
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
