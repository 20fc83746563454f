"""What a doctor looks at: whether a database can be trusted, and whether anything in it stands still."""

import shutil
import stat
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from sqlalchemy import Connection, func, select, text

from edison.domain import Record, RunId, Settlement
from edison.errors import DatabaseBroken, SqliteTooOld
from edison.text import several

from ..database.migrating import VERSION_TABLE, VERSIONS
from ..database.opening import LEAST_SQLITE, can_only_be_read, refuse_old_sqlite
from ..database.troubles import translated_errors
from ..store import Store, UnitOfWork
from ..tables import ATTEMPT, ATTEMPT_END, EVENT, RUN, WORKER
from .mending import broken_numbers

LEAST_POSTGRES = 140_000
LEAST_ROOM = 16 << 20
"""With less free disk space than this, answers that were paid cannot be kept."""
LEAST_FREE = 1 << 30
"""Less free disk space than this is worth a warning."""

_MOST_ORPHANS = 5


class Health(StrEnum):
    """How bad it is."""

    GOOD = "good"
    WARNING = "warning"
    BAD = "bad"


class Diagnosis(Record, frozen=True, kw_only=True):
    """One thing that was looked at."""

    subject: str
    health: Health
    sentence: str


class _Look(Protocol):
    __name__: str

    def __call__(self, work: UnitOfWork) -> Iterator[Diagnosis]: ...


def examine(store: Store) -> list[Diagnosis]:
    """Look at everything; changes nothing."""
    looks = _LOOKS_AT_A_FILE if store.is_sqlite else _LOOKS_AT_A_SERVER
    with store.reading() as work:
        found = [diagnosis for look in (*looks, *_LOOKS_AT_RUNS) for diagnosis in _take(look, work)]
    if store.path is not None:
        found += [_look_at_disk(Path(store.path)), _look_at_rights(Path(store.path))]
    return found


def _take(look: _Look, work: UnitOfWork) -> list[Diagnosis]:
    """What was seen; where the damage lies, a look itself may fail and the others go on."""
    try:
        with translated_errors(), work.connection.begin_nested():
            return list(look(work))
    except DatabaseBroken as broken:
        return [_bad(look.__name__.removeprefix("_look_at_"), broken.sentence)]


def _good(subject: str, sentence: str) -> Diagnosis:
    return Diagnosis(subject=subject, health=Health.GOOD, sentence=sentence)


def _warning(subject: str, sentence: str) -> Diagnosis:
    return Diagnosis(subject=subject, health=Health.WARNING, sentence=sentence)


def _bad(subject: str, sentence: str) -> Diagnosis:
    return Diagnosis(subject=subject, health=Health.BAD, sentence=sentence)


def _look_at_sqlite(work: UnitOfWork) -> Iterator[Diagnosis]:
    version: str = work.connection.exec_driver_sql("SELECT sqlite_version()").scalar_one()
    try:
        refuse_old_sqlite(tuple(map(int, version.split("."))))
    except SqliteTooOld as refused:
        yield _bad("SQLite", refused.sentence)
    else:
        yield _good("SQLite", f"Version {version}; {'.'.join(map(str, LEAST_SQLITE))} or later is needed.")


def _look_at_journal(work: UnitOfWork) -> Iterator[Diagnosis]:
    file = work.connection.engine.url.database or ""
    if can_only_be_read(Path(file)):
        yield _bad("journal", "The database can only be read: it is protected, or its disk is full.")
        return
    mode = work.connection.exec_driver_sql("PRAGMA journal_mode").scalar_one()
    level = work.connection.exec_driver_sql("PRAGMA synchronous").scalar_one()
    if (mode, level) == ("wal", 2):
        yield _good("journal", "Write-ahead log, synced at every commit.")
    else:
        yield _bad(
            "journal", f"Mode {mode}, synchronous {level}; a power cut may lose answers that were paid."
        )


def _look_at_pages(work: UnitOfWork) -> Iterator[Diagnosis]:
    said = work.connection.exec_driver_sql("PRAGMA integrity_check(5)").scalars().all()
    if said == ["ok"]:
        yield _good("integrity", "The file is sound.")
    else:
        yield _bad("integrity", f"The file is damaged: {'; '.join(said)}. Restore a backup.")


def _look_at_keys(work: UnitOfWork) -> Iterator[Diagnosis]:
    orphans = work.connection.exec_driver_sql("PRAGMA foreign_key_check").fetchmany(_MOST_ORPHANS)
    if not orphans:
        yield _good("references", "Every row that belongs to another has it.")
    else:
        yield _bad(
            "references", f"Rows without their owners, in {', '.join(sorted({row[0] for row in orphans}))}."
        )


def _look_at_server(work: UnitOfWork) -> Iterator[Diagnosis]:
    number = int(work.connection.execute(text("SHOW server_version_num")).scalar_one())
    version = work.connection.execute(text("SHOW server_version")).scalar_one()
    if number >= LEAST_POSTGRES:
        yield _good("PostgreSQL", f"Version {version}.")
    else:
        yield _bad("PostgreSQL", f"Version {version}; 14 or later is needed.")


def _look_at_encoding(work: UnitOfWork) -> Iterator[Diagnosis]:
    encoding = work.connection.execute(text("SHOW server_encoding")).scalar_one()
    if encoding == "UTF8":
        yield _good("encoding", "UTF8.")
    else:
        yield _bad("encoding", f"{encoding}; not every text can be kept. Make a database with encoding UTF8.")


def _look_at_durability(work: UnitOfWork) -> Iterator[Diagnosis]:
    settings = ("fsync", "full_page_writes", "synchronous_commit")
    off = [name for name in settings if work.connection.execute(text(f"SHOW {name}")).scalar_one() == "off"]
    if not off:
        yield _good("durability", "What is committed is on disk.")
    else:
        yield _warning("durability", f"{', '.join(off)} is off; a crash may lose answers that were paid.")


def _look_at_schema(work: UnitOfWork) -> Iterator[Diagnosis]:
    found = work.connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar_one_or_none()
    if found == VERSIONS[-1]:
        yield _good("schema", f"Version {found}.")
    else:
        yield _bad("schema", f"Version {found}, and {VERSIONS[-1]} is needed; run `edison migrate`.")


def _look_at_attempts(work: UnitOfWork) -> Iterator[Diagnosis]:
    lost = _stuck(work.connection)
    if not lost:
        yield _good("attempts", "Every call under way belongs to a worker that is known.")
    for run_id, count in lost:
        yield _warning(
            "attempts",
            f"{several(count, 'call')} of {run_id} under way in workers that are gone; resuming the run settles them.",
        )


def _look_at_drivers(work: UnitOfWork) -> Iterator[Diagnosis]:
    waiting = [standing.run_id for standing in work.runs.unfinished()]
    workers = work.connection.execute(select(func.count()).where(WORKER.c.beat >= 0)).scalar_one()
    if waiting and not workers:
        yield _warning(
            "runs",
            f"{', '.join(waiting)} should run, but nobody works; start `edison worker` or resume them.",
        )
    else:
        yield _good("runs", f"{len(waiting)} should run, {several(workers, 'worker')} known.")


def _look_at_money(work: UnitOfWork) -> Iterator[Diagnosis]:
    # Where a number is none, there is nothing to add up; that was told.
    summed = set(_open_runs(work.connection)) - set(broken_numbers(work.connection))
    wrong = [run_id for run_id in sorted(summed) if not _adds_up(work, run_id)]
    if wrong:
        yield _bad("money", f"The ledger of {', '.join(wrong)} does not add up to what the run says.")
    else:
        yield _good("money", "What runs under way have spent and hold is what their ledgers say.")


def _look_at_numbers(work: UnitOfWork) -> Iterator[Diagnosis]:
    broken = broken_numbers(work.connection)
    if broken:
        advice = "they cannot be shown or resumed. Put them right with: edison doctor --mend"
        yield _bad("numbers", f"Numbers in {', '.join(broken)} are none, or too large to be summed; {advice}")
    else:
        yield _good("numbers", "Every number of tokens or money is one.")


def _look_at_events(work: UnitOfWork) -> Iterator[Diagnosis]:
    told = select(EVENT.c.run_no, func.count().label("events")).group_by(EVENT.c.run_no).subquery()
    query = (
        select(RUN.c.id)
        .select_from(RUN.outerjoin(told, told.c.run_no == RUN.c.no))
        .where(RUN.c.last_event != func.coalesce(told.c.events, 0))
        .order_by(RUN.c.no)
    )
    gaps = list(work.connection.execute(query).scalars())
    if gaps:
        yield _bad("events", f"Events of {', '.join(gaps)} are missing.")
    else:
        yield _good("events", "Without gaps.")


def _look_at_rights(file: Path) -> Diagnosis:
    if stat.S_IMODE(file.stat().st_mode) & stat.S_IROTH:
        return _warning("rights", f"Everybody on this machine may read the database; run: chmod 600 {file}*")
    return _good("rights", "Only its owner, and whom the owner lets, reads the database.")


def _look_at_disk(file: Path) -> Diagnosis:
    free, size = shutil.disk_usage(file.parent).free, file.stat().st_size
    sentence = f"{free / 1e9:.1f} GB are free, the database has {size / 1e9:.3f} GB."
    if free < LEAST_ROOM:
        return _bad("disk", f"{sentence} Nothing more can be kept; free some disk space.")
    return _good("disk", sentence) if free >= max(LEAST_FREE, size) else _warning("disk", sentence)


def _stuck(connection: Connection) -> list[tuple[RunId, int]]:
    """Runs with attempts that are open in workers which are not known, and how many."""
    query = (
        select(RUN.c.id, func.count())
        .select_from(
            ATTEMPT.join(RUN, RUN.c.no == ATTEMPT.c.run_no)
            .outerjoin(ATTEMPT_END, ATTEMPT_END.c.attempt_id == ATTEMPT.c.id)
            .outerjoin(WORKER, WORKER.c.id == ATTEMPT.c.worker)
        )
        .where(ATTEMPT_END.c.attempt_id.is_(None), WORKER.c.id.is_(None))
        .group_by(RUN.c.id)
        .order_by(RUN.c.id)
    )
    return [(RunId(run_id), count) for run_id, count in connection.execute(query)]


def _open_runs(connection: Connection) -> list[RunId]:
    query = select(RUN.c.id).where(RUN.c.settlement == Settlement.NOT_YET.value).order_by(RUN.c.no)
    return list(connection.execute(query).scalars())


def _adds_up(work: UnitOfWork, run_id: RunId) -> bool:
    standing, totals = work.runs.standing(run_id), work.ledger.totals(run_id)
    return (standing.spent_microusd, standing.held_microusd) == (
        totals.settled_microusd,
        totals.held_microusd,
    )


_LOOKS_AT_A_FILE: tuple[_Look, ...] = (_look_at_sqlite, _look_at_journal, _look_at_pages, _look_at_keys)
_LOOKS_AT_A_SERVER: tuple[_Look, ...] = (_look_at_server, _look_at_encoding, _look_at_durability)
_LOOKS_AT_RUNS: tuple[_Look, ...] = (
    _look_at_schema,
    _look_at_attempts,
    _look_at_drivers,
    _look_at_numbers,
    _look_at_money,
    _look_at_events,
)
