"""What went wrong in a database, in our words: whether waiting helps, and who has to do something."""

import re
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from itertools import count
from types import ModuleType
from typing import cast

import pysqlite3.dbapi2  # pyright: ignore[reportMissingTypeStubs] (it has none)
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolEmpty

from edison.errors import DatabaseBroken, DatabaseFull, DatabaseReadOnly, DatabaseUnavailable, EdisonError

SQLITE = cast("ModuleType", pysqlite3.dbapi2)
"""The driver with a SQLite of its own; the one in Python may be one that damages files."""

_SqliteRefused = cast("type[Exception]", SQLITE.OperationalError)

FIRST_WAIT_S, LONGEST_WAIT_S = 0.05, 1.0

# The low byte of SQLite's result codes (sqlite.org/rescode.html).
_BUSY, _LOCKED, _READ_ONLY, _IOERR, _CORRUPT, _FULL, _CANT_OPEN, _NOT_A_DATABASE = 5, 6, 8, 10, 11, 13, 14, 26
_WORDS_BY_CODE: dict[int, type[DatabaseUnavailable | DatabaseFull | DatabaseReadOnly | DatabaseBroken]] = {
    _BUSY: DatabaseUnavailable,
    _LOCKED: DatabaseUnavailable,
    _CANT_OPEN: DatabaseUnavailable,
    _FULL: DatabaseFull,
    _READ_ONLY: DatabaseReadOnly,
    _IOERR: DatabaseBroken,
    _CORRUPT: DatabaseBroken,
    _NOT_A_DATABASE: DatabaseBroken,
}

_NO_ROOM: dict[int, type[DatabaseFull | DatabaseReadOnly]] = {
    _FULL: DatabaseFull,
    _READ_ONLY: DatabaseReadOnly,
}

# PostgreSQL's classes of SQLSTATE: connection, resources, limits, intervention, system; deadlocks and lock waits.
_WAIT_CLASSES = ("08", "40", "53", "55", "57")
_BROKEN_CLASSES = ("58", "XX")
_BY_STATE: dict[str | None, type[DatabaseFull | DatabaseReadOnly]] = {
    "53100": DatabaseFull,
    "25006": DatabaseReadOnly,
}


@contextmanager
def translated_errors() -> Generator[None]:
    """Errors of the database leave as errors of ours where they are no mistakes in a statement."""
    try:
        yield
    except PoolEmpty as empty:
        raise DatabaseUnavailable("all connections are in use") from empty
    except DBAPIError as raised:
        known = _known(raised)
        if known is None:
            raise
        raise known from raised


def waits() -> Iterator[float]:
    """How long to wait before each further try, in seconds: doubling, bounded."""
    for doubled in count():
        yield min(FIRST_WAIT_S * 2 ** min(doubled, 10), LONGEST_WAIT_S)


def retry_while_busy(act: Callable[[], object], *, tries: int = 600) -> None:
    """Do something to a raw SQLite connection that others hold now and then."""
    pause = threading.Event()
    for _ in range(tries):
        try:
            act()
        except _SqliteRefused as raised:
            if not is_busy(raised):
                raise
            pause.wait(FIRST_WAIT_S)
        else:
            return
    raise DatabaseUnavailable("another process holds the file")


def trouble_of(raised: Exception) -> DatabaseFull | DatabaseReadOnly | DatabaseUnavailable:
    """What a driver itself says when it cannot write: only the last may be over soon by itself."""
    words = _BY_STATE.get(getattr(raised, "sqlstate", None)) or _NO_ROOM.get(_low_code(raised))
    return (words or DatabaseUnavailable)(str(raised))


def is_busy(raised: Exception) -> bool:
    """Whether SQLite says that somebody else is writing."""
    return _low_code(raised) in (_BUSY, _LOCKED)


_SHARED_MEMORY = {10 | 18 << 8, 10 | 19 << 8, 10 | 21 << 8}
"""SQLite's IOERR_SHMOPEN, _SHMSIZE and _SHMMAP: there is no room for the small file beside the database."""


def _known(raised: DBAPIError) -> EdisonError | None:
    # Told apart without importing a driver that may not be needed.
    if hasattr(raised.orig, "sqlstate"):
        return _known_of_postgres(raised, getattr(raised.orig, "sqlstate", None))
    if getattr(raised.orig, "sqlite_errorcode", 0) in _SHARED_MEMORY:
        return DatabaseFull("there is no room beside the file")
    words = _WORDS_BY_CODE.get(_low_code(raised.orig))
    return words(str(raised.orig)) if words else None


def _known_of_postgres(raised: DBAPIError, state: str | None) -> EdisonError | None:
    said = " ".join(str(raised.orig).split())
    if state in _BY_STATE:
        return _BY_STATE[state](said)
    if state is not None and state.startswith(_BROKEN_CLASSES):
        return DatabaseBroken(said)
    lost = raised.connection_invalidated or (state is None and isinstance(raised, OperationalError))
    if lost or (state is not None and state.startswith(_WAIT_CLASSES)):
        missing = re.search(r'FATAL: +database "(.+)" does not exist', said)
        return DatabaseUnavailable(f"{said}: make it with createdb {missing[1]}" if missing else said)
    return None


def _low_code(raised: object) -> int:
    return getattr(raised, "sqlite_errorcode", 0) & 0xFF
