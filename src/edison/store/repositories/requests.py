"""Requests that came with a key, and what was made under it."""

from datetime import datetime

from sqlalchemy import Connection, delete, select

from ..agent_tables import REQUEST
from ..database.packing import pack, to_micros
from ..database.statements import insert_new


class Requests:
    """What was done once and is not to be done again."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, key: str, made: str, *, at: datetime) -> str:
        """Keep what was made under a key, unless something was before; gives what is kept."""
        insert_new(self._connection, REQUEST, {"key": pack(key), "made": made, "done_at": to_micros(at)})
        return self.find(key) or ""

    def find(self, key: str) -> str | None:
        """What was made under a key, empty where it has no id; None where nothing was done."""
        query = select(REQUEST.c.made).where(REQUEST.c.key == pack(key))
        return self._connection.execute(query).scalar_one_or_none()

    def forget(self, *, before: datetime) -> None:
        """Let go of what was done long ago."""
        self._connection.execute(delete(REQUEST).where(REQUEST.c.done_at < to_micros(before)))
