"""Workers that say they are alive."""

from datetime import datetime

from sqlalchemy import Connection, delete, select

from ..database.inserting import put_row
from ..database.packing import pack
from ..database.times import to_micros
from ..tables import WORKER


class Workers:
    """The processes that drive runs."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def beat(self, worker_id: str, *, host: str, pid: int, started_at: datetime, beat: int) -> None:
        """Say that a worker lives; whoever sees the number unchanged for long takes it for dead."""
        row = {
            "id": worker_id,
            "host": pack(host),
            "pid": pid,
            "started_at": to_micros(started_at),
            "beat": beat,
        }
        put_row(self._connection, WORKER, row)

    def all(self) -> dict[str, int]:
        """The latest beat of every worker, by its id."""
        return {row.id: row.beat for row in self._connection.execute(select(WORKER.c.id, WORKER.c.beat))}

    def remove(self, worker_id: str) -> None:
        """Forget a worker that ended or died."""
        self._connection.execute(delete(WORKER).where(WORKER.c.id == worker_id))
