"""Backups: everything in one file, from either database and into either. The file is a SQLite database itself."""

import os
import shutil
import tempfile
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, ColumnElement, Connection, Engine, Table, insert, inspect, select, text, update

from edison.domain import Chance, Clock, DesiredState, EventType, Halt, Record, RunId, Settlement
from edison.errors import BackupRefused, DatabaseBroken

from ..database.migrating import VERSION_TABLE, migrate, schema_version
from ..database.noun_text import noun_text
from ..database.opening import is_sqlite, make_engine, read_url
from ..database.troubles import SQLITE, translated_errors
from ..repositories.events import Events, SharedMint
from ..store import Store
from ..tables import METADATA, RATE, RUN, SLOT, WORKER, WRITTEN
from .checksum import add_checksum, take_checksum

LIVE = (WORKER, SLOT, RATE, WRITTEN)
"""What only the processes of the moment know; it means nothing later or elsewhere."""

RESTORED = Halt(code="restored", sentence="Restored from a backup; resume it when it may spend again.")

_KEPT = [table for table in METADATA.sorted_tables if table not in LIVE]
_CHUNK = 1000
_SQLITE_MAGIC = b"SQLite format 3\0"


class Backup(Record, frozen=True, kw_only=True):
    """A file that a database can be restored from."""

    file: str
    size: int
    """In bytes."""
    runs: int


class Restoration(Record, frozen=True, kw_only=True):
    """What was restored."""

    runs: int
    paused: tuple[RunId, ...]
    """Runs that were under way when the backup was made; they go on when a person resumes them."""


def back_up(store: Store, file: Path) -> Backup:
    """Write a backup as of now, while others go on working; refused where something has that name."""
    if file.exists():
        raise BackupRefused(str(file), "something of this name is there; choose another")
    with made_beside(file) as part:
        if store.path is not None:
            _copy_pages(store.path, part)
        else:
            _copy_rows(store, part)
        runs = _tidy_up(part)
        add_checksum(part)
    return Backup(file=str(file), size=file.stat().st_size, runs=runs)


def restore(file: Path, url: str, *, clock: Clock, chance: Chance) -> Restoration:
    """Fill an empty database from a backup; refused where anything is in it. Runs under way are paused.

    All of it is one transaction: killed anywhere, the database is as empty as before.
    """
    with translated_errors(), readable_copy(file) as source, opened_engine(read_url(url)) as target:
        _refuse_unless_empty(target)
        migrate(target)
        with target.begin() as connection, source.connect() as backup:
            if is_sqlite(target.url):
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            _refuse_rows(connection)
            for table in _KEPT:
                _fill(connection, table, backup)
                if _count(connection, table) != _count(backup, table):
                    raise BackupRefused(str(file), f"not all of its rows in {table.name} could be read")
            _number_on(connection)
            paused = _pause_runs(connection, Events(connection, SharedMint(clock, chance)), clock)
            runs = _count(connection, RUN)
    return Restoration(runs=runs, paused=paused)


@contextmanager
def made_beside(file: Path) -> Generator[Path]:
    """A file that gets its name when it is whole; before that, nobody takes it for a backup."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    # It holds prompts, answers and sealed keys.
    part.touch(mode=0o600)
    try:
        yield part
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


def _copy_pages(source: str, target: Path) -> None:
    with (
        translated_errors(),
        closing(SQLITE.connect(source)) as found,
        closing(SQLITE.connect(str(target))) as made,
    ):
        # In one step, which readers and writers do not notice: in small ones it would begin anew at every commit.
        found.backup(made, pages=-1)


def _copy_rows(store: Store, target: Path) -> None:
    with opened_engine(read_url(str(target))) as engine:
        migrate(engine)
        with store.reading() as work, engine.begin() as connection:
            for table in _KEPT:
                _fill(connection, table, work.connection)


def _tidy_up(part: Path) -> int:
    """Leave one file with our tables, none of the engine's and none of the moment; says how many runs it holds."""
    ours = {table.name for table in METADATA.sorted_tables} | {VERSION_TABLE}
    with closing(SQLITE.connect(str(part))) as connection:
        connection.execute("PRAGMA foreign_keys=OFF")
        found = connection.execute(
            "SELECT type, name FROM sqlite_master WHERE type IN ('table', 'view', 'trigger')"
        ).fetchall()
        for kind, name in found:
            if name not in ours and not name.startswith("sqlite_"):
                connection.execute(f'DROP {kind} IF EXISTS "{name}"')
        for table in LIVE:
            connection.execute(f"DELETE FROM {table.name}")
        connection.commit()
        connection.execute("PRAGMA journal_mode=DELETE")
        return connection.execute("SELECT count(*) FROM run").fetchone()[0]


@contextmanager
def readable_copy(file: Path) -> Generator[Engine]:
    """A backup that was checked, in the schema of this code; the file itself stays as it is."""
    if not file.is_file():
        raise BackupRefused(str(file), "there is no such file")
    # Beside the backup, where there is room for files of its size, if one may write there.
    place = file.parent if os.access(file.parent, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix=".edison-", dir=place) as folder:
        copy = Path(folder) / "backup.db"
        shutil.copyfile(file, copy)
        _refuse_foreign(copy, file)
        with opened_engine(read_url(str(copy))) as engine:
            _refuse_unless_sound(engine, file)
            migrate(engine)
            yield engine


def _refuse_foreign(copy: Path, file: Path) -> None:
    """Refuse what nobody of ours wrote, before any of it is run: a view or a trigger may never come to an end."""
    with copy.open("rb") as opened:
        if opened.read(len(_SQLITE_MAGIC)) != _SQLITE_MAGIC:
            raise BackupRefused(str(file), "it is no backup, or it is damaged")
    wrong = take_checksum(copy)
    if wrong is not None:
        raise BackupRefused(str(file), wrong)
    ours = {table.name for table in METADATA.sorted_tables} | {VERSION_TABLE}
    try:
        with closing(SQLITE.connect(str(copy))) as connection:
            found = connection.execute(
                "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_master"
            ).fetchall()
    except SQLITE.DatabaseError as broken:
        raise BackupRefused(str(file), "it is no backup, or it is damaged") from broken
    for kind, name, table, statement in found:
        is_ours = table in ours and kind in ("table", "index") and "VIRTUAL" not in statement[:20].upper()
        if not is_ours and not table.startswith("sqlite_"):
            raise BackupRefused(str(file), f"it holds a {kind} that is none of Edison's ({name[:60]!r})")


@contextmanager
def opened_engine(url: URL) -> Generator[Engine]:
    """Connections to a database, closed at the end."""
    engine = make_engine(url)
    try:
        yield engine
    finally:
        engine.dispose()


def _refuse_unless_sound(engine: Engine, file: Path) -> None:
    try:
        version = schema_version(engine)
        with engine.connect() as connection:
            said = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar_one()
            orphan = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
    except DatabaseBroken as broken:
        raise BackupRefused(str(file), "it is no backup, or it is damaged") from broken
    if version is None:
        raise BackupRefused(str(file), "it is no backup of Edison")
    if said != "ok":
        raise BackupRefused(str(file), f"it is damaged ({said})")
    if orphan is not None:
        raise BackupRefused(str(file), f"rows in {orphan[0]} lack what they belong to")


def _refuse_unless_empty(engine: Engine) -> None:
    with engine.connect() as connection:
        there = set(inspect(connection).get_table_names())
        if VERSION_TABLE in there and there & {table.name for table in _KEPT}:
            _refuse_rows(connection)


def _refuse_rows(connection: Connection) -> None:
    for table in _KEPT:
        if connection.execute(select(table).limit(1)).first() is not None:
            place = connection.engine.url.render_as_string()
            raise BackupRefused(place, f"it is not empty ({table.name}); restore into a new one")


def _fill(connection: Connection, table: Table, source: Connection) -> None:
    for chunk in read_chunks(source, table):
        connection.execute(insert(table), chunk)


def read_chunks(
    source: Connection, table: Table, *, only: ColumnElement[bool] | None = None
) -> Iterator[list[dict[str, Any]]]:
    """All rows or some, in the order of their key, a chunk at a time; bodies can be large."""
    query = select(table).order_by(*table.primary_key.columns)
    rows = source.execution_options(stream_results=True).execute(query if only is None else query.where(only))
    for found in rows.mappings().partitions(_CHUNK):
        yield [dict(row) for row in found]


def _number_on(connection: Connection) -> None:
    """Let Postgres go on counting where the restored runs end."""
    if connection.dialect.name == "postgresql":
        highest = "(SELECT max(no) FROM run)"
        connection.execute(
            text(f"SELECT setval(pg_get_serial_sequence('run', 'no'), {highest}) WHERE {highest} IS NOT NULL")
        )


def _pause_runs(connection: Connection, events: Events, clock: Clock) -> tuple[RunId, ...]:
    paused = connection.execute(
        update(RUN)
        .where(
            RUN.c.settlement == Settlement.NOT_YET.value,
            RUN.c.desired == DesiredState.RUNNING.value,
        )
        .values(desired=DesiredState.PAUSED.value, epoch=RUN.c.epoch + 1, halted=noun_text(RESTORED))
        .returning(RUN.c.id)
    ).scalars()
    runs: tuple[RunId, ...] = tuple(sorted(paused))
    for run_id in runs:
        events.append(run_id, EventType.RUN_PAUSED, at=clock.now(), about={"reason": RESTORED.code})
    return runs


def _count(connection: Connection, table: Table) -> int:
    return connection.execute(text(f"SELECT count(*) FROM {table.name}")).scalar_one()
