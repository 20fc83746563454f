import stat
import threading
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest
from sqlalchemy import inspect, select, update

from edison.domain import Chance, DesiredState, EventType, FrozenClock, RunId, Settlement
from edison.errors import BackupRefused, RunMissing
from edison.store import Store, UnitOfWork, back_up, begin_bundle, examine, join_bundle, restore
from edison.store.backup.checksum import add_checksum, take_checksum
from edison.store.database.migrating import VERSIONS
from edison.store.database.opening import make_engine, read_url
from edison.store.database.troubles import SQLITE
from edison.store.tables import METADATA, RUN
from tests.database import KINDS, bare_database, new_database, open_quickly
from tests.factories import SOME_TIME, a_ranking, a_run
from tests.store.filling import Filler, add_run

RUN_1 = RunId("run_1")
LIVE = {"worker", "slot", "rate", "written"}


@pytest.fixture(params=KINDS)
def other(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database to restore into, once of each kind."""
    return bare_database(request.param, tmp_path)


class BrokenClock(FrozenClock):
    def now(self) -> datetime:
        raise RuntimeError("no time")


def put_back(file: Path, url: str) -> Store:
    restore(file, url, clock=FrozenClock(), chance=Chance(1))
    return open_quickly(url)


def rows_of(store: Store) -> dict[str, list[tuple[object, ...]]]:
    """Everything in a database that outlives its processes, but for what a restoration changes."""
    with store.reading() as work:
        return {
            table.name: sorted((tuple(row) for row in work.connection.execute(select(table))), key=repr)
            for table in METADATA.sorted_tables
            if table.name not in LIVE
        }


def fill(store: Store) -> None:
    add_run(store, cases=3, judges=2)
    with store.work() as work:
        filler = Filler(work)
        for cell in range(3):
            filler.finished(cell, judges=2)
        work.rankings.put(a_ranking())
        work.providers.put("local", {"kind": "ollama"}, b"\x00\xff", at=SOME_TIME)
        work.workers.register("w1", host="h", pid=1, started_at=SOME_TIME)
        work.rates.pause("k", 5)
        work.events.append(RUN_1, EventType.RUN_STARTED, at=SOME_TIME, about={})
        work.runs.settle(RUN_1, epoch=1, settlement=Settlement.ALL_CELLS_DONE, at=SOME_TIME)


def test_a_backup_of_either_database_restores_into_either(store: Store, other: str, tmp_path: Path) -> None:
    fill(store)

    made = back_up(store, tmp_path / "kept" / "monday.backup")
    restored = put_back(Path(made.file), other)

    assert rows_of(restored) == rows_of(store)
    with restored.work() as work:
        assert work.workers.all() == {}
        assert work.rates.paused_until("k")[0] == 0
        assert work.runs.add(a_run(id="run_2"), budget_microusd=None)
        assert work.runs.standing(RunId("run_2")).no == 2
    assert made.runs == 1
    assert made.size == Path(made.file).stat().st_size
    restored.close()


def test_a_backup_is_one_file_that_only_its_owner_reads(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "kept"

    back_up(store, folder / "a.backup")

    assert [path.name for path in folder.iterdir()] == ["a.backup"]
    assert stat.S_IMODE((folder / "a.backup").stat().st_mode) == 0o600


def test_runs_under_way_are_paused_until_a_person_resumes_them(
    store: Store, other: str, tmp_path: Path
) -> None:
    with store.work() as work:
        for number in range(4):
            work.runs.add(a_run(id=f"run_{number}"), budget_microusd=None)
        work.events.append(RunId("run_0"), EventType.RUN_STARTED, at=SOME_TIME, about={})
        work.runs.change(RunId("run_1"), desired=DesiredState.PAUSED, expect=(DesiredState.RUNNING,))
        work.runs.change(RunId("run_2"), desired=DesiredState.CANCELLED, expect=(DesiredState.RUNNING,))
        work.runs.settle(RunId("run_3"), epoch=1, settlement=Settlement.STABLE, at=SOME_TIME)
    file = tmp_path / "a.backup"
    back_up(store, file)

    done = restore(file, other, clock=FrozenClock(), chance=Chance(1))

    restored = open_quickly(other)
    with restored.work() as work:
        run = work.runs.get(RunId("run_0"))
        told = work.events.since(0, run_id=run.id)
        assert work.runs.unfinished() == []
        assert not work.runs.is_any_unfinished()
        assert done.paused == ("run_0",)
        assert (run.desired, run.epoch, run.halted and run.halted.code) == ("paused", 2, "restored")
        assert [(event.number, event.type.value) for event in told] == [(1, "run.started"), (2, "run.paused")]
        assert work.runs.change(run.id, desired=DesiredState.RUNNING, expect=(DesiredState.PAUSED,)) == 3
        assert work.runs.get(RunId("run_2")).desired is DesiredState.CANCELLED
    restored.close()


def test_nothing_is_restored_over_what_is_there(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "a.backup"
    back_up(store, file)
    with store.work() as work:
        work.providers.put("local", {}, None, at=SOME_TIME)

    with pytest.raises(BackupRefused, match=r"not empty \(provider\)"):
        restore(file, store.url, clock=FrozenClock(), chance=Chance(1))


def test_a_migrated_but_empty_database_may_be_filled(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "a.backup"
    back_up(store, file)

    assert restore(file, store.url, clock=FrozenClock(), chance=Chance(1)).runs == 0


def test_a_backup_never_overwrites_anything(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "poem.txt"
    file.write_text("Roses are red.")

    with pytest.raises(BackupRefused, match="something of this name is there"):
        back_up(store, file)

    assert file.read_text() == "Roses are red."


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (None, "there is no such file"),
        (b"", "no backup, or it is damaged"),
        (b"Roses are red, violets are blue. " * 500, "no backup, or it is damaged"),
    ],
)
def test_what_is_no_backup_is_refused(tmp_path: Path, content: bytes | None, complaint: str) -> None:
    file, url = tmp_path / "a.backup", bare_database("sqlite", tmp_path)
    if content is not None:
        file.write_bytes(content)

    with pytest.raises(BackupRefused, match=complaint):
        restore(file, url, clock=FrozenClock(), chance=Chance(1))

    assert content is None or file.read_bytes() == content


def test_a_damaged_backup_is_refused(store: Store, tmp_path: Path) -> None:
    fill(store)
    file = tmp_path / "a.backup"
    back_up(store, file)
    whole = bytearray(file.read_bytes())
    middle = len(whole) // 2 // 4096 * 4096
    whole[middle : middle + 8192] = b"\xff" * 8192
    file.write_bytes(whole)

    with pytest.raises(BackupRefused, match="damaged"):
        restore(file, bare_database("sqlite", tmp_path), clock=FrozenClock(), chance=Chance(1))


def test_a_restoration_that_fails_leaves_the_database_empty(store: Store, other: str, tmp_path: Path) -> None:
    add_run(store)
    file = tmp_path / "a.backup"
    back_up(store, file)

    with pytest.raises(RuntimeError, match="no time"):
        restore(file, other, clock=BrokenClock(), chance=Chance(1))

    empty = open_quickly(other)
    with empty.reading() as work, pytest.raises(RunMissing):
        work.runs.get(RUN_1)
    empty.close()


def test_a_backup_that_fails_leaves_no_file(store: Store, tmp_path: Path) -> None:
    with store.work() as work:
        work.connection.exec_driver_sql("DROP TABLE run")

    with pytest.raises(Exception, match="run"):
        back_up(store, tmp_path / "kept" / "a.backup")

    assert list((tmp_path / "kept").iterdir()) == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_backup_leaves_the_engines_own_tables_behind(kind: str, tmp_path: Path) -> None:
    store = open_quickly(new_database(kind, tmp_path))
    with store.work() as work:
        work.connection.exec_driver_sql("CREATE TABLE workflow_status (id TEXT)")
        work.connection.exec_driver_sql("INSERT INTO workflow_status VALUES ('run me')")
    back_up(store, tmp_path / "a.backup")
    store.close()

    kept = make_engine(read_url(str(tmp_path / "a.backup")))
    assert "workflow_status" not in inspect(kept).get_table_names()
    kept.dispose()


@pytest.mark.timeout(120)
def test_backups_made_under_load_restore_clean(store: Store, tmp_path: Path) -> None:
    add_run(store, cases=1)
    ended = threading.Event()

    def work_on(worker: int) -> None:
        number = 0
        while not ended.is_set():
            number += 1
            with store.work() as work:
                spend(work, f"att_{worker}_{number:06d}")

    threads = [threading.Thread(target=work_on, args=(worker,)) for worker in range(3)]
    for thread in threads:
        thread.start()
    files = [tmp_path / f"{number}.backup" for number in range(5)]
    for file in files:
        back_up(store, file)
    ended.set()
    for thread in threads:
        thread.join()

    seen: list[int] = []
    for file in files:
        url = bare_database("sqlite", tmp_path)
        restored = put_back(file, url)
        assert [found.sentence for found in examine(restored) if found.health == "bad"] == []
        with restored.reading() as work:
            assert work.runs.unfinished() == []
            seen.append(work.ledger.totals(RUN_1).attempts)
        restored.close()
    assert seen == sorted(seen)


def spend(work: UnitOfWork, attempt_id: str) -> None:
    """One paid attempt, with the money on the run and an event, in one transaction."""
    filler = Filler(work)
    filler.attempt(0, worst=10, microusd=7, attempt_id=attempt_id)
    work.connection.execute(
        update(RUN).where(RUN.c.id == RUN_1).values(spent_microusd=RUN.c.spent_microusd + 7)
    )
    work.events.append(RUN_1, EventType.RANKING_MOVED, at=SOME_TIME, about={})


def tampered(file: Path, statement: str) -> None:
    """Change a backup as somebody would who knows how it is made: with the right checksum."""
    take_checksum(file)
    with closing(SQLITE.connect(str(file))) as connection:
        connection.executescript(statement)
    add_checksum(file)


def test_a_backup_that_was_changed_afterwards_is_refused(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "a.backup"
    add_run(store)
    back_up(store, file)
    whole = file.read_bytes()
    url = bare_database("sqlite", tmp_path)

    for content, cause in (
        (whole[:5000] + bytes([whole[5000] ^ 1]) + whole[5001:], "its checksum is another"),
        (whole[: len(whole) // 2], "no checksum at its end"),
        (whole[:-90], "no checksum at its end"),
    ):
        file.write_bytes(content)
        with pytest.raises(BackupRefused, match=cause):
            restore(file, url, clock=FrozenClock(), chance=Chance(1))


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    ("statement", "cause"),
    [
        (
            "DROP TABLE output; CREATE VIEW output AS "
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n",
            "a view that is none of Edison's",
        ),
        ("CREATE TRIGGER t AFTER INSERT ON run BEGIN DELETE FROM run; END", "a trigger that is none"),
        ("CREATE TABLE more (a)", "a table that is none"),
    ],
    ids=["an endless view", "a trigger", "a table"],
)
def test_a_backup_with_something_in_it_that_runs_is_refused(
    store: Store, tmp_path: Path, statement: str, cause: str
) -> None:
    file = tmp_path / "a.backup"
    add_run(store)
    back_up(store, file)
    tampered(file, statement)

    with pytest.raises(BackupRefused, match=cause):
        restore(file, bare_database("sqlite", tmp_path), clock=FrozenClock(), chance=Chance(1))


def test_pages_that_another_version_began_are_no_bundle_of_this_one(store: Store, tmp_path: Path) -> None:
    fill(store)
    with store.reading() as work:
        page, _ = begin_bundle(work, project_id=a_run().experiment.project_id, runs=None, without="export")
    older = page.replace(VERSIONS[-1].encode(), VERSIONS[-2].encode())

    with pytest.raises(BackupRefused, match="export it again"):
        join_bundle(tmp_path / "all.edison", iter([older]), at=SOME_TIME)

    assert not (tmp_path / "all.edison").exists()
