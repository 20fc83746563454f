"""Bringing a database to the schema of this code: in one transaction, by one process at a time."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from edison.errors import DatabaseBroken, SchemaTooNew, SchemaTooOld

from .troubles import translated_errors

VERSIONS = (
    "0001",
    "0002",
    "0003",
    "0004",
    "0005",
    "0006",
    "0007",
    "0008",
    "0009",
    "0010",
    "0011",
    "0012",
    "0013",
    "0014",
    "0015",
    "0016",
    "0017",
    "0018",
    "0019",
    "0020",
    "0021",
    "0022",
    "0023",
)
"""All versions of the schema, oldest first; a test holds them against the migrations."""

VERSION_TABLE = "edison_version"
MIGRATIONS = Path(__file__).parents[1] / "migrations"

# Any number that nobody else takes: it says "Edison" in ASCII.
_ADVISORY_LOCK = int.from_bytes(b"Edison", "big")


def migrate(engine: Engine) -> bool:
    """Bring the database to the newest schema; True when something had to be done.

    All of it is one transaction under one lock: killed anywhere it has done nothing, and of several processes
    that start at once one migrates while the others wait.
    """
    with translated_errors():
        if schema_version(engine) == VERSIONS[-1]:
            return False
        with _alone(engine) as connection:
            return _upgrade(connection)


def schema_version(engine: Engine) -> str | None:
    """The version of the database's schema, None before the first; one from the future is refused."""
    with translated_errors(), engine.connect() as connection:
        return _version(connection)


def refuse_old_schema(engine: Engine) -> None:
    """Refuse a database that would have to be migrated first."""
    found = schema_version(engine)
    if found != VERSIONS[-1]:
        raise SchemaTooOld(found, needed=VERSIONS[-1])


def _version(connection: Connection) -> str | None:
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    found = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar_one_or_none()
    if found is not None and found not in VERSIONS:
        raise SchemaTooNew(found, known=VERSIONS[-1])
    return found


def _upgrade(connection: Connection) -> bool:
    if _version(connection) == VERSIONS[-1]:
        return False
    # Alembic takes a while to import and is hardly ever needed.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    return True


@contextmanager
def _alone(engine: Engine) -> Generator[Connection]:
    """A transaction that no other process migrates beside."""
    alone = _alone_in_the_file if engine.dialect.name == "sqlite" else _alone_on_the_server
    with engine.connect() as connection, alone(connection):
        yield connection


@contextmanager
def _alone_on_the_server(connection: Connection) -> Generator[None]:
    with connection.begin():
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _ADVISORY_LOCK})
        yield


@contextmanager
def _alone_in_the_file(connection: Connection) -> Generator[None]:
    # A table that is written anew must not take with it what refers to it; this is deaf inside a transaction.
    connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
    connection.commit()
    try:
        with connection.begin():
            connection.exec_driver_sql("BEGIN EXCLUSIVE")
            yield
            orphans = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
            if orphans:
                raise DatabaseBroken(f"{len(orphans)} rows refer to rows that are not there")
    finally:
        connection.exec_driver_sql("PRAGMA foreign_keys=ON")
        connection.commit()
