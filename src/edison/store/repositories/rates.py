"""Rates: one leaky bucket per limit, shared by all workers, on the database's clock."""

from sqlalchemy import Connection, TextClause, text

from edison.domain import Record

from ..database.packing import pack


class Lease(Record, frozen=True, kw_only=True):
    """Slots in time: the last of `count` is at `tat` less one interval, the others one interval apart before it."""

    tat: float
    """When the next free slot after these begins, in seconds of the database's clock."""
    now: float
    """The database's clock when the lease was taken; only differences to it mean anything elsewhere."""
    paused_until: float
    """Nobody may send before; 0 when nobody asked for a pause."""


class Rates:
    """The limits of a database."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._words = _SQLITE if connection.dialect.name == "sqlite" else _POSTGRES

    def lease(self, key: str, *, interval_s: float, count: int, burst_s: float) -> Lease:
        """Take the next `count` slots of a limit; what was not used lapses, but for `burst_s` seconds' worth."""
        values = {"key": pack(key), "taken_s": count * interval_s, "burst_s": burst_s}
        row = self._connection.execute(self._words.lease, values).one()
        return Lease(tat=row.tat, now=row.now, paused_until=row.paused_until)

    def pause(self, key: str, seconds: float) -> None:
        """Let nobody send for so long, all workers together; a longer pause stays."""
        self._connection.execute(self._words.pause, {"key": pack(key), "seconds": seconds})

    def paused_until(self, key: str) -> tuple[float, float]:
        """Until when nobody may send, and what time it is, on the database's clock."""
        row = self._connection.execute(self._words.look, {"key": pack(key)}).one()
        return row.paused_until, row.now


class _Words:
    """The statements in one dialect."""

    lease: TextClause
    pause: TextClause
    look: TextClause

    def __init__(self, *, now: str, latest: str) -> None:
        floor = f"{now} - :burst_s"
        self.lease = text(
            f"INSERT INTO rate (key, tat, paused_until) VALUES (:key, {floor} + :taken_s, 0) "
            f"ON CONFLICT (key) DO UPDATE SET tat = {latest}(rate.tat, {floor}, rate.paused_until) + :taken_s "
            f"RETURNING tat, paused_until, {now} AS now"
        )
        self.pause = text(
            f"INSERT INTO rate (key, tat, paused_until) VALUES (:key, 0, {now} + :seconds) "
            f"ON CONFLICT (key) DO UPDATE SET paused_until = {latest}(rate.paused_until, excluded.paused_until)"
        )
        self.look = text(
            f"SELECT {now} AS now, coalesce((SELECT paused_until FROM rate WHERE key = :key), 0.0) AS paused_until"
        )


_SQLITE = _Words(now="unixepoch('subsec')", latest="max")
# Not now(), which is when the transaction began.
_POSTGRES = _Words(now="CAST(extract(epoch FROM clock_timestamp()) AS double precision)", latest="greatest")
