"""The driver's own cursors, for many rows at once."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from .bulk import Cursor, Translate, with_numbers, with_question_marks

if TYPE_CHECKING:
    from psycopg import Connection as PostgresConnection


@contextmanager
def driver_cursor(connection: Connection) -> Generator[Cursor]:
    """A cursor in the connection's transaction; what the driver raises leaves as SQLAlchemy would raise it."""
    refused = connection.dialect.loaded_dbapi.Error
    cursor = _open_cursor(connection)
    try:
        yield cursor
    except refused as raised:
        raise DBAPIError.instance(None, None, raised, refused, dialect=connection.dialect) from raised
    finally:
        cursor.close()


def translation_for(connection: Connection) -> Translate:
    """How statements with question marks are written for such a cursor."""
    return with_question_marks if _is_sqlite(connection) else with_numbers


def _open_cursor(connection: Connection) -> Any:
    if _is_sqlite(connection):
        return connection.connection.cursor()
    # Loaded only where it is used. Takes statements as the server does, and so has nothing to translate.
    from psycopg import RawCursor

    return RawCursor(cast("PostgresConnection[Any]", connection.connection.driver_connection))


def _is_sqlite(connection: Connection) -> bool:
    return connection.dialect.name == "sqlite"
