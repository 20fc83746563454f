"""Requests that came with a key, and what was made under it."""

from datetime import datetime, timedelta

from sqlalchemy import Connection, delete, select, update

from ..agent_tables import REQUEST
from ..database.packing import pack, to_micros
from ..database.statements import insert_new

_REMEMBERED_FOR = timedelta(days=30)
"""Nobody sends a request again after so long."""


class Requests:
    """What was done once and is not to be done again."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, key: str, *, at: datetime) -> bool:
        """Keep that something is done under a key, and let go of what was done long ago; False where it was done."""
        self._connection.execute(delete(REQUEST).where(REQUEST.c.done_at < to_micros(at - _REMEMBERED_FOR)))
        row = {"key": pack(key), "made": "", "done_at": to_micros(at)}
        return bool(insert_new(self._connection, REQUEST, row))

    def tell_made(self, key: str, made: str) -> None:
        """Keep the id of what was made under a key."""
        self._connection.execute(update(REQUEST).where(REQUEST.c.key == pack(key)).values(made=made))

    def find(self, key: str) -> str | None:
        """What was made under a key, empty where it has no id; None where nothing was done."""
        query = select(REQUEST.c.made).where(REQUEST.c.key == pack(key))
        return self._connection.execute(query).scalar_one_or_none()
