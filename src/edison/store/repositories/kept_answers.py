"""Answers that need not be asked for again, kept in the database: every process and every run may use them."""

import asyncio
from concurrent.futures import Executor
from datetime import datetime

import structlog
from msgspec.structs import replace
from sqlalchemy import delete, func, select, true

from edison.domain import Answer, Certainty, Clock, Cost, Raw, Record, Timing
from edison.errors import DatabaseUnavailable

from ..database.packing import pack_body, to_micros, unpack_body
from ..database.statements import insert_into
from ..store import Store, UnitOfWork
from ..tables import CACHED

log = structlog.get_logger()

_FREE = Cost(microusd=0, certainty=Certainty.EXACT)
_PATIENCE_S = 5.0


class PurgedAnswers(Record, frozen=True, kw_only=True):
    """What was thrown away."""

    answers: int
    size: int
    """Bytes, as they were stored."""


def purge_answers(store: Store, *, kept_before: datetime | None = None) -> PurgedAnswers:
    """Throw away kept answers: all, or those from before a time. What runs have taken stays with them."""
    chosen = true() if kept_before is None else CACHED.c.kept_at < to_micros(kept_before)
    with store.work() as work:
        counted = select(func.count(), func.coalesce(func.sum(func.length(CACHED.c.body)), 0)).where(chosen)
        answers, size = work.connection.execute(counted).one()
        work.connection.execute(delete(CACHED).where(chosen))
    return PurgedAnswers(answers=answers, size=int(size))


class StoredCache:
    """Keeps complete answers, the first for each key. What comes back is marked, cost nothing and took no time."""

    def __init__(self, store: Store, *, clock: Clock, threads: Executor, oldest_s: int | None = None) -> None:
        self._store = store
        self._clock = clock
        self._threads = threads
        self._oldest_s = oldest_s

    async def get(self, key: str) -> Answer | None:
        """The answer under this key; a database that cannot be reached has none."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, self._read, key)
        except DatabaseUnavailable:
            return None

    async def put(self, key: str, answer: Answer) -> None:
        """Keep an answer if it is complete; a cut, filtered, refused or empty one is asked for again.

        An answer that cannot be kept is an answer all the same: whoever asked for it gets it.
        """
        if not answer.is_complete:
            return
        try:
            await asyncio.get_running_loop().run_in_executor(self._threads, self._write, key, answer)
        except DatabaseUnavailable as unavailable:
            log.warning("answer.not_kept", error=str(unavailable))

    def _read(self, key: str) -> Answer | None:
        with self._store.reading() as work:
            query = select(CACHED.c.body).where(CACHED.c.key == key, CACHED.c.kept_at >= self._least())
            body = work.connection.execute(query).scalar_one_or_none()
        if body is None:
            return None
        # JSON begins with a brace, and nothing compressed does.
        return Answer.from_json(unpack_body(body, not body.startswith(b"{")))

    def _write(self, key: str, answer: Answer) -> None:
        # The exchange is kept once, with the attempt that made it.
        kept = replace(answer, from_cache=True, attempts=0, cost=_FREE, timing=Timing(), raw=Raw())
        body, _ = pack_body(kept.to_json())
        row = {"key": key, "body": body, "kept_at": to_micros(self._clock.now())}
        least = self._least()

        def put(work: UnitOfWork) -> None:
            statement = insert_into(work.connection, CACHED).values(row)
            # The first answer stays for as long as it may be taken.
            too_old = CACHED.c.kept_at < least
            work.connection.execute(
                statement.on_conflict_do_update(index_elements=["key"], set_=row, where=too_old)
            )

        self._store.retry(put, patience_s=_PATIENCE_S)

    def _least(self) -> int:
        """The earliest time from which an answer may be, in microseconds."""
        if self._oldest_s is None:
            return 0
        return to_micros(self._clock.now()) - self._oldest_s * 1_000_000
