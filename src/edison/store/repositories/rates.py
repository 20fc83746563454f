"""Rates: one leaky bucket per limit, shared by all workers, on the database's clock."""

from collections.abc import Iterable
from math import isfinite

from sqlalchemy import Connection, TextClause, delete, select, text

from edison.domain import Record

from ..database.packing import pack, unpack
from ..tables import RATE

LONGEST_S = 3600.0
"""Nobody is made to wait longer. A time that lies further ahead was written by a clock that has since been set back."""


class RateLease(Record, frozen=True, kw_only=True):
    """Slots in time: the last of `count` is at `tat` less one interval, the others one interval apart before it."""

    tat: float
    """When the next free slot after these begins, in seconds of the database's clock."""
    now: float
    """The database's clock when the lease was taken; only differences to it mean anything elsewhere."""
    paused_until: float
    """Nobody may send before; 0 when nobody asked for a pause."""


class HeldLimit(Record, frozen=True, kw_only=True):
    """A limit that makes people wait."""

    key: str
    paused_s: float
    """For how long nobody may send."""
    taken_s: float
    """For how long slots are taken."""


class RateLimits:
    """The limits of a database."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._words = _SQLITE if connection.dialect.name == "sqlite" else _POSTGRES

    def lease(
        self, key: str, *, interval_s: float, count: int, burst_s: float, longest_s: float = LONGEST_S
    ) -> RateLease:
        """Take the next `count` slots of a limit; what was not used lapses, but for `burst_s` seconds' worth."""
        taken_s = _bounded(count * interval_s, longest_s)
        values = {"key": pack(key), "taken_s": taken_s, "burst_s": burst_s, "longest_s": longest_s}
        row = self._connection.execute(self._words.lease, values).one()
        return RateLease(tat=row.tat, now=row.now, paused_until=row.paused_until)

    def pause(self, key: str, seconds: float, *, longest_s: float = LONGEST_S) -> None:
        """Let nobody send for so long, all workers together; a longer pause stays, and none is longer than that."""
        values = {"key": pack(key), "seconds": _bounded(seconds, longest_s), "longest_s": longest_s}
        self._connection.execute(self._words.pause, values)

    def paused_until(self, key: str, *, longest_s: float = LONGEST_S) -> tuple[float, float]:
        """Until when nobody may send, and what time it is, on the database's clock."""
        row = self._connection.execute(self._words.look, {"key": pack(key), "longest_s": longest_s}).one()
        return row.paused_until, row.now

    def held(self, *, longest_s: float = LONGEST_S) -> list[HeldLimit]:
        """Limits at which somebody would have to wait now, by their keys."""
        now = self._connection.execute(self._words.now).scalar_one()
        found: list[HeldLimit] = []
        for row in self._connection.execute(select(RATE).order_by(RATE.c.key)):
            paused_s, taken_s = (_ahead(at - now, longest_s) for at in (row.paused_until, row.tat))
            if paused_s or taken_s:
                found.append(HeldLimit(key=unpack(row.key), paused_s=paused_s, taken_s=taken_s))
        return found

    def clear(self, keys: Iterable[str]) -> None:
        """Forget these limits: whoever comes next may send at once."""
        self._connection.execute(delete(RATE).where(RATE.c.key.in_([pack(key) for key in keys])))


def _bounded(seconds: float, longest_s: float) -> float:
    return min(seconds, longest_s) if isfinite(seconds) else longest_s


def _ahead(seconds: float, longest_s: float) -> float:
    return seconds if 0 < seconds <= longest_s else 0.0


class _Words:
    """The statements in one dialect. Times too far ahead count as over."""

    lease: TextClause
    pause: TextClause
    look: TextClause
    now: TextClause

    def __init__(self, *, now: str, latest: str) -> None:
        floor = f"{now} - :burst_s"

        def sane(column: str) -> str:
            return f"CASE WHEN {column} > {now} + :longest_s THEN 0.0 ELSE {column} END"

        tat, paused_until = sane("rate.tat"), sane("rate.paused_until")
        self.lease = text(
            f"INSERT INTO rate (key, tat, paused_until) VALUES (:key, {floor} + :taken_s, 0) "
            f"ON CONFLICT (key) DO UPDATE SET tat = {latest}({tat}, {floor}, {paused_until}) + :taken_s "
            f"RETURNING tat, {sane('paused_until')} AS paused_until, {now} AS now"
        )
        self.pause = text(
            f"INSERT INTO rate (key, tat, paused_until) VALUES (:key, 0, {now} + :seconds) "
            f"ON CONFLICT (key) DO UPDATE SET paused_until = {latest}({paused_until}, excluded.paused_until)"
        )
        self.look = text(
            f"SELECT {now} AS now, "
            f"coalesce((SELECT {sane('paused_until')} FROM rate WHERE key = :key), 0.0) AS paused_until"
        )
        self.now = text(f"SELECT {now}")


_SQLITE = _Words(now="unixepoch('subsec')", latest="max")
# Not now(), which is when the transaction began.
_POSTGRES = _Words(now="CAST(extract(epoch FROM clock_timestamp()) AS double precision)", latest="greatest")
