"""Connections: which database an address means, and how each of the two kinds is opened."""

import os
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import URL, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError

from edison.errors import DatabaseUrlBroken, SqliteTooOld

from .troubles import SQLITE, retry_while_busy

LEAST_SQLITE = (3, 51, 3)
"""Before it, two connections that write and checkpoint at once can damage a file in WAL mode."""

ROOM_TO_WRITE = 64 << 10
"""Less room than this is too little for what SQLite keeps beside a file that is written."""

_READ_ONLY = "read_only"
POOL_SIZE = 8
BUSY_TIMEOUT_MS = 30_000
IDLE_TRANSACTION_MS = 20_000
"""A worker that froze in the middle of a transaction does not hold its locks for longer."""

_PRAGMAS = (
    f"busy_timeout={BUSY_TIMEOUT_MS}",
    # Every commit reaches the disk: what was answered and paid survives a power cut.
    "synchronous=FULL",
    "foreign_keys=ON",
    "mmap_size=0",
    f"journal_size_limit={64 << 20}",
)

_POSTGRES_ARGUMENTS = {
    "application_name": "edison",
    # Whatever the server would choose: all text leaves and comes as UTF-8.
    "client_encoding": "utf8",
    "connect_timeout": 10,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "options": f"-c idle_in_transaction_session_timeout={IDLE_TRANSACTION_MS}",
}


def read_url(text: str) -> URL:
    """The database that an address means: a file, `sqlite:///FILE` or `postgresql://…`."""
    if "://" not in text:
        text = f"sqlite:///{text}"
    try:
        url = make_url(text)
    except (ArgumentError, ValueError) as broken:
        raise DatabaseUrlBroken(_without_password(text), "it cannot be read") from broken
    match url.get_backend_name():
        case "sqlite":
            return _read_file(url)
        case "postgresql" | "postgres":
            return url.set(drivername="postgresql+psycopg")
        case other:
            raise DatabaseUrlBroken(url.render_as_string(), f"{other} is not supported")


def make_engine(url: URL) -> Engine:
    """An engine with a pool of connections; nothing is opened before the first use."""
    return _sqlite_engine(url) if is_sqlite(url) else _postgres_engine(url)


def is_sqlite(url: URL) -> bool:
    """Whether it is a file of ours rather than a server."""
    return url.get_backend_name() == "sqlite"


def refuse_old_sqlite(found: tuple[int, ...] = SQLITE.sqlite_version_info) -> None:
    """Refuse a SQLite that can damage its file."""
    if found < LEAST_SQLITE:
        raise SqliteTooOld(_dotted(found), least=_dotted(LEAST_SQLITE))


def _sqlite_engine(url: URL) -> Engine:
    refuse_old_sqlite()
    Path(url.database or "").parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(url, module=SQLITE, pool_size=POOL_SIZE, max_overflow=0)

    file = Path(url.database or "")

    @event.listens_for(engine, "do_connect")
    def reach(_dialect: object, record: Any, *_about: object) -> object:  # pyright: ignore[reportUnusedFunction]
        record.info[_READ_ONLY] = can_only_be_read(file)
        if record.info[_READ_ONLY]:
            address = f"file:{quote(str(file))}?mode=ro&immutable=1"
            return SQLITE.connect(address, uri=True, check_same_thread=False)
        # It holds prompts, answers and sealed keys. SQLite gives the files beside it the same rights.
        with suppress(FileExistsError):
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        return None

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, record: Any) -> None:  # pyright: ignore[reportUnusedFunction]
        # Whoever writes takes the lock at its first statement, so that a reader is never refused an upgrade.
        connection.isolation_level = "IMMEDIATE"
        for pragma in _PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
        if record.info[_READ_ONLY]:
            return
        # Two processes that open a new file at once may both try to switch it; SQLite does not wait there.
        retry_while_busy(lambda: connection.execute("PRAGMA journal_mode=WAL"))

    return engine


def can_only_be_read(file: Path) -> bool:
    """Whether a file can be read and nothing beside it written: it is protected, or the disk is full.

    Where another process keeps a log beside it, only who may write there can read what it says.
    """
    if not file.exists() or file.with_name(f"{file.name}-wal").exists():
        return False
    may_write = os.access(file, os.W_OK) and os.access(file.parent, os.W_OK)
    return not may_write or shutil.disk_usage(file.parent).free < ROOM_TO_WRITE


def _postgres_engine(url: URL) -> Engine:
    return create_engine(
        url,
        pool_size=POOL_SIZE,
        max_overflow=POOL_SIZE,
        pool_pre_ping=True,
        connect_args=_POSTGRES_ARGUMENTS,
    )


def _read_file(url: URL) -> URL:
    file = url.database or ":memory:"
    if ":memory:" in file or url.query:
        raise DatabaseUrlBroken(
            url.render_as_string(), "only a plain file, without `?`, keeps what it is given"
        )
    return url.set(drivername="sqlite+pysqlite", database=str(Path(file).expanduser().absolute()))


def _without_password(text: str) -> str:
    """For messages about addresses that are too broken to know where the password is."""
    scheme, _, rest = text.partition("://")
    return f"{scheme}://…{rest.rpartition('@')[2]}"


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))
