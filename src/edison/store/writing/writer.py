"""The one writer of the hot path: whatever has come in since the last commit is committed together.

A commit costs a disk's patience, whether it holds one row or a thousand. So entries wait for the commit before
theirs, a few milliseconds, and then go in as one group. Whoever must know waits for the group; nobody else does.
"""

import asyncio
import threading
from collections import defaultdict, deque
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic

import structlog
from sqlalchemy import Engine, PoolProxiedConnection

from edison.domain import FaultPoint, no_fault
from edison.errors import DatabaseUnavailable, EdisonError

from ..database.opening import BUSY_TIMEOUT_MS
from ..database.statements import Cursor, open_cursor, with_numbers, with_question_marks
from ..database.troubles import is_busy, trouble_of
from .entries import AnswerEntry, AttemptEndEntry, AttemptEntry, CommitResult, Committed, Entry
from .group import GroupOvertaken, GroupRows, GroupWriter

log = structlog.get_logger()

LINGER_S = 0.002
_LARGEST_GROUP = 1024
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.02, 1.0
_PATIENCE_OF_LEAVERS_S = 10.0
_LOCK_PATIENCE_MS = 4
_LOCK_TRIES = BUSY_TIMEOUT_MS // _LOCK_PATIENCE_MS


class Writer:
    """Commits groups in a thread of its own. One for each process and database."""

    def __init__(
        self,
        engine: Engine,
        *,
        worker: str,
        linger_s: float = LINGER_S,
        patience_s: float = 600.0,
        fault: FaultPoint = no_fault,
    ) -> None:
        is_sqlite = engine.dialect.name == "sqlite"
        self._engine = engine
        self._begin = "BEGIN IMMEDIATE" if is_sqlite else None
        self._group = GroupWriter(
            translate=with_question_marks if is_sqlite else with_numbers,
            can_lock=not is_sqlite,
            worker=worker,
        )
        self._linger_s = linger_s
        self._patience_s = patience_s
        self._fault = fault
        self._entries: deque[Entry] = deque()
        self._wake = threading.Event()
        self._closing = threading.Event()
        self._connection: PoolProxiedConnection | None = None
        self._number = 0
        self.commits = 0
        self._leaves_by: float | None = None
        self.given_up: EdisonError | None = None
        """Why something could not be written in the end, and was lost."""
        self._thread = threading.Thread(target=self._serve, name="edison-writer", daemon=True)
        self._thread.start()

    def put(self, entry: Entry) -> None:
        """Have an entry written with the next group; does not wait. From any thread."""
        self._entries.append(entry)
        if not self._wake.is_set():
            self._wake.set()

    async def commit(self, entry: AttemptEntry | AnswerEntry) -> CommitResult:
        """Have an entry written, and return once it is safe. What was refused is raised."""
        committed = asyncio.get_running_loop().create_future()
        entry.committed = committed
        self.put(entry)
        verdict: CommitResult = await committed
        if verdict.refused is not None:
            raise verdict.refused
        return verdict

    def leave(self) -> None:
        """Have patience no more: the process is about to end, and a database that is away must not keep it."""
        self._leaves_by = monotonic() + _PATIENCE_OF_LEAVERS_S

    def close(self) -> None:
        """Write what is left, then stop."""
        self._closing.set()
        self._wake.set()
        self._thread.join()

    def _serve(self) -> None:
        while True:
            self._wake.wait()
            if self._linger_s and not self._closing.is_set():
                # A moment's patience makes larger groups, and larger groups cost everybody less.
                self._closing.wait(self._linger_s)
            self._wake.clear()
            while group := self._take():
                self._write(group)
            if self._closing.is_set() and not self._entries:
                self._hang_up()
                return

    def _take(self) -> list[Entry]:
        group: list[Entry] = []
        with suppress(IndexError):
            while len(group) < _LARGEST_GROUP:
                group.append(self._entries.popleft())
        return group

    def _write(self, group: Sequence[Entry]) -> None:
        self._number += 1
        try:
            verdicts = self._persist(group)
        except Exception as error:
            verdicts = self._write_singly(group, error)
        _tell(group, verdicts)

    def _write_singly(self, group: Sequence[Entry], error: Exception) -> list[CommitResult]:
        """One entry that cannot be written must not take the others with it."""
        if isinstance(error, EdisonError):
            self.given_up = error
        if len(group) == 1 or isinstance(error, EdisonError):
            log.error("group.refused", entries=len(group), error=repr(error))
            return [CommitResult(error)] * len(group)
        verdicts: list[CommitResult] = []
        for entry in group:
            self._number += 1
            try:
                verdicts += self._persist([entry])
            except Exception as alone:
                log.error("entry.refused", entry=type(entry).__name__, error=repr(alone))
                verdicts.append(CommitResult(alone))
        return verdicts

    def _persist(self, group: Sequence[Entry]) -> list[CommitResult]:
        """Commit, and if the connection breaks, find out whether that had arrived and do it again if not."""
        made = self._group.make_rows(group)
        lost = self._engine.dialect.loaded_dbapi.OperationalError
        give_up_at = monotonic() + self._patience_s
        pause_s, doubtful, locked = _FIRST_PAUSE_S, False, False
        while True:
            try:
                return self._attempt(group, made, locked=locked, doubtful=doubtful)
            except GroupOvertaken:
                self._roll_back()
                locked = True
            except lost as error:
                self._drop_connection()
                doubtful, trouble = True, trouble_of(error)
                if self._is_hopeless(trouble, give_up_at=give_up_at):
                    raise trouble from error
                log.warning("database.lost", error=str(error))
                self._closing.wait(pause_s)
                pause_s = min(pause_s * 2, _LONGEST_PAUSE_S)
            except Exception:
                self._roll_back()
                raise

    def _is_hopeless(self, trouble: EdisonError, *, give_up_at: float) -> bool:
        if self._leaves_by is None:
            return self._closing.is_set() or monotonic() > give_up_at
        # Nobody who leaves waits for a person to make room.
        return not isinstance(trouble, DatabaseUnavailable) or monotonic() > min(give_up_at, self._leaves_by)

    def _attempt(
        self, group: Sequence[Entry], made: GroupRows, *, locked: bool, doubtful: bool
    ) -> list[CommitResult]:
        if self._connection is None:
            self._connection = self._connect()
        cursor: Cursor = open_cursor(self._connection, is_sqlite=self._begin is not None)
        if self._begin is not None:
            self._take_lock(cursor, self._begin)
        if doubtful and self._group.was_written(cursor, self._number):
            self._connection.rollback()
            return [CommitResult()] * len(group)
        verdicts = self._group.write(cursor, group, made, number=self._number, locked=locked)
        self._fault("commit.before")
        self._connection.commit()
        self._fault("commit.after")
        self.commits += 1
        return verdicts

    def _connect(self) -> PoolProxiedConnection:
        connection = self._engine.raw_connection()
        if self._begin is not None:
            # For this connection alone, which therefore never goes back to the others.
            connection.detach()
            connection.cursor().execute(f"PRAGMA busy_timeout={_LOCK_PATIENCE_MS}")
        return connection

    def _take_lock(self, cursor: Cursor, begin: str) -> None:
        """Ask again and again for a while: left to itself, SQLite asks less and less often, and a neighbour wins."""
        for _ in range(_LOCK_TRIES - 1):
            try:
                cursor.execute(begin)
            except self._engine.dialect.loaded_dbapi.OperationalError as refused:
                if not is_busy(refused):
                    raise
            else:
                return
        cursor.execute(begin)

    def _roll_back(self) -> None:
        try:
            if self._connection is not None:
                self._connection.rollback()
        except Exception:
            self._drop_connection()

    def _drop_connection(self) -> None:
        if self._connection is not None:
            with suppress(Exception):
                self._connection.invalidate()
            self._connection = None

    def _hang_up(self) -> None:
        if self._connection is not None:
            self._connection.close()


def _tell(group: Sequence[Entry], verdicts: Sequence[CommitResult]) -> None:
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[Committed, CommitResult]]] = defaultdict(list)
    for entry, verdict in zip(group, verdicts, strict=True):
        committed = None if isinstance(entry, AttemptEndEntry) else entry.committed
        if committed is not None:
            by_loop[committed.get_loop()].append((committed, verdict))
    for loop, news in by_loop.items():
        with suppress(RuntimeError):  # the loop was closed: nobody waits any more
            loop.call_soon_threadsafe(_resolve, news)


def _resolve(news: Sequence[tuple[Committed, CommitResult]]) -> None:
    for committed, verdict in news:
        if not committed.done():
            committed.set_result(verdict)
