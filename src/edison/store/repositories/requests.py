"""Requests that came with a key, and what was made under it."""

from datetime import datetime, timedelta

from sqlalchemy import Connection, delete, select, update

from edison.domain import RequestKey, RequestMade

from ..agent_tables import REQUEST
from ..database.packing import pack, to_micros
from ..database.statements import insert_new

_REMEMBERED_FOR = timedelta(days=30)
"""Nobody sends a request again after so long."""


class Requests:
    """What was done once and is not to be done again."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, key: RequestKey, *, at: datetime, made: str = "") -> bool:
        """Keep that something is done under a key, and let go of what was done long ago; False where it was done."""
        self._connection.execute(delete(REQUEST).where(REQUEST.c.done_at < to_micros(at - _REMEMBERED_FOR)))
        row = {"key": pack(key.key), "made": made, "done_at": to_micros(at), "asked": key.asked}
        return bool(insert_new(self._connection, REQUEST, row))

    def tell_made(self, key: str, made: str) -> None:
        """Keep the id of what was made under a key."""
        self._connection.execute(update(REQUEST).where(REQUEST.c.key == pack(key)).values(made=made))

    def find(self, key: str) -> RequestMade | None:
        """What was made under a key; None where nothing was done."""
        query = select(REQUEST.c.made, REQUEST.c.asked).where(REQUEST.c.key == pack(key))
        found = self._connection.execute(query).one_or_none()
        return None if found is None else RequestMade(made=found.made, asked=found.asked)
