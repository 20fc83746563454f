from pathlib import Path

import pytest
from sqlalchemy import text, update

from edison.domain import AttemptState, EventType, RunId, Settlement
from edison.store import Health, Store, examine
from edison.store.tables import RUN
from tests.database import new_database, open_quickly, postgres_server
from tests.factories import SOME_TIME, a_run
from tests.store.filling import Filler, add_run

RUN_1 = RunId("run_1")


def ailments(store: Store) -> dict[str, str]:
    """What is not good, by its subject; test servers are never durable."""
    return {
        found.subject: found.sentence
        for found in examine(store)
        if found.health is not Health.GOOD and found.subject != "durability"
    }


def test_a_healthy_database_is_called_so(store: Store) -> None:
    subjects = {found.subject for found in examine(store)}

    assert ailments(store) == {}
    assert {"schema", "attempts", "runs", "money", "events"} <= subjects
    assert ("integrity" in subjects) == store.is_sqlite
    assert ("PostgreSQL" in subjects) != store.is_sqlite


def test_a_server_that_does_not_sync_is_warned_of(store: Store) -> None:
    found = {found.subject: found for found in examine(store)}

    if not store.is_sqlite:
        assert found["durability"].health is Health.WARNING
        assert "fsync, full_page_writes is off" in found["durability"].sentence
    else:
        assert found["journal"].health is Health.GOOD


def test_calls_of_workers_that_are_gone_are_named(store: Store) -> None:
    add_run(store)
    with store.work() as work:
        work.workers.register("alive", host="h", pid=1, started_at=SOME_TIME)
        fill = Filler(work)
        fill.attempt(0, worker="alive", state=AttemptState.OPEN, worst=None)
        fill.attempt(0, worker="dead", state=AttemptState.OPEN, worst=None)
        fill.attempt(0, worker="dead", state=AttemptState.OPEN, worst=None)

    assert ailments(store) == {
        "attempts": "2 calls of run_1 under way in workers that are gone; resuming the run settles them."
    }


def test_a_run_that_nobody_drives_is_named(store: Store) -> None:
    with store.work() as work:
        work.runs.add(a_run(), budget_microusd=None)
        work.runs.add(a_run(id="run_2"), budget_microusd=None)
        work.runs.settle(RunId("run_2"), epoch=1, settlement=Settlement.STABLE, at=SOME_TIME)

    assert "run_1 should run, but nobody works" in ailments(store)["runs"]


def test_money_that_does_not_add_up_is_found(store: Store) -> None:
    add_run(store)
    with store.work() as work:
        work.workers.register("w1", host="h", pid=1, started_at=SOME_TIME)
        Filler(work).attempt(0, microusd=7)
    assert "run_1" in ailments(store)["money"]

    with store.work() as work:
        work.connection.execute(update(RUN).values(spent_microusd=7))
    assert ailments(store) == {}


def test_a_missing_event_is_found(store: Store) -> None:
    with store.work() as work:
        work.runs.add(a_run(), budget_microusd=None)
        for _ in range(3):
            work.events.append(RUN_1, EventType.RUN_STARTED, at=SOME_TIME, about={})
        work.connection.execute(text("DELETE FROM event WHERE number = 2"))

    assert ailments(store)["events"] == "Events of run_1 are missing."


def test_another_schema_is_found(store: Store) -> None:
    with store.work() as work:
        work.connection.execute(text("UPDATE edison_version SET version_num = '0000'"))

    assert "Version 0000, and" in ailments(store)["schema"]


def test_a_server_that_cannot_keep_every_text_is_called_bad() -> None:
    server = postgres_server()
    server.run("CREATE DATABASE ascii ENCODING 'SQL_ASCII' TEMPLATE template0")
    store = open_quickly(server.url("ascii"))
    with store.work() as work:
        work.providers.put("Zoë 👋", {}, None, at=SOME_TIME)
        assert work.providers.get("Zoë 👋") is not None

    assert "SQL_ASCII" in ailments(store)["encoding"]
    store.close()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return Path(new_database("sqlite", tmp_path).removeprefix("sqlite:///"))


def test_rows_without_their_owners_are_found(file: Path) -> None:
    store = open_quickly(str(file))
    with store.reading() as work:
        work.connection.exec_driver_sql("PRAGMA query_only=OFF")
        work.connection.exec_driver_sql("ROLLBACK")
        work.connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
        work.connection.exec_driver_sql("INSERT INTO sample_case VALUES ('nowhere', 0, 'x', '{}')")
        work.connection.exec_driver_sql("COMMIT")

    assert ailments(store) == {"references": "Rows without their owners, in sample_case."}
    store.close()


def test_a_damaged_page_is_found(file: Path) -> None:
    store = open_quickly(str(file))
    add_run(store, cases=400)
    store.close()
    whole = bytearray(file.read_bytes())
    whole[-4096:-2048] = b"\x00" * 2048
    file.write_bytes(whole)

    store = open_quickly(str(file))

    found = {found.subject for found in examine(store) if found.health is Health.BAD}
    assert found & {"integrity", "pages"}
    store.close()
