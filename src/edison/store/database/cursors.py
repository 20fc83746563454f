"""The driver's own cursors, for many rows at once."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import Connection, PoolProxiedConnection
from sqlalchemy.exc import DBAPIError

from ..writing.bulk import Cursor, Translate, with_numbers, with_question_marks

if TYPE_CHECKING:
    from psycopg import Connection as PostgresConnection


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
