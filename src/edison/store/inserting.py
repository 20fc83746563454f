"""Rows that may be there already: both databases write this alike, and SQLAlchemy has it twice."""

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite

Row = Mapping[str, object]


def insert_new(connection: Connection, table: Table, row: Row) -> bool:
    """Insert a row; False where something else has one of its keys."""
    statement = _insert(connection, table).values(**row).on_conflict_do_nothing()
    return connection.execute(statement).rowcount == 1


def insert_all_new(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Insert those of many rows that are not there yet."""
    if rows:
        connection.execute(_insert(connection, table).on_conflict_do_nothing(), [dict(row) for row in rows])


def put_row(connection: Connection, table: Table, row: Row) -> None:
    """Insert a row, or change the one with its primary key."""
    keys = [column.name for column in table.primary_key.columns]
    changed = {name: value for name, value in row.items() if name not in keys}
    statement = _insert(connection, table).values(**row)
    connection.execute(statement.on_conflict_do_update(index_elements=keys, set_=changed))


def _insert(connection: Connection, table: Table) -> postgresql.Insert | sqlite.Insert:
    return sqlite.insert(table) if connection.dialect.name == "sqlite" else postgresql.insert(table)
