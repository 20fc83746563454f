import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy.exc import DBAPIError

from edison.domain import EventType
from edison.errors import DatabaseBroken, DatabaseFull, DatabaseReadOnly, DatabaseUnavailable, RunMissing
from edison.store import Store, UnitOfWork
from tests.database import PostgresServer, new_database, open_quickly
from tests.factories import SOME_TIME, a_run
from tests.store.filling import RUN


def test_what_is_done_in_a_unit_of_work_is_there_afterwards(store: Store) -> None:
    with store.work() as work:
        work.runs.add(a_run(), budget_microusd=None)

    with store.reading() as work:
        assert work.runs.get(RUN) == a_run()


def test_a_unit_of_work_that_fails_leaves_nothing(store: Store) -> None:
    with pytest.raises(RuntimeError, match="no"), store.work() as work:
        work.runs.add(a_run(), budget_microusd=None)
        raise RuntimeError("no")

    with store.reading() as work, pytest.raises(RunMissing):
        work.runs.get(RUN)


def test_a_reader_cannot_write(store: Store) -> None:
    with pytest.raises(DatabaseReadOnly, match=r"(?i)read.?only"), store.reading() as work:
        work.runs.add(a_run(), budget_microusd=None)

    with store.work() as work:
        assert work.runs.add(a_run(), budget_microusd=None)


def test_a_reader_sees_one_moment_and_holds_no_writer_up(store: Store) -> None:
    with store.reading() as reader:
        before = reader.runs.page()
        with store.work() as work:
            work.runs.add(a_run(), budget_microusd=None)
        after = reader.runs.page()

    assert before == after == []


def test_two_writers_take_turns(store: Store) -> None:
    with store.work() as work:
        work.runs.add(a_run(), budget_microusd=None)
    gate = threading.Barrier(2)

    def append() -> None:
        gate.wait()
        for _ in range(20):
            with store.work() as work:
                spent = work.runs.standing(RUN).epoch
                assert work.runs.renew(RUN, epoch=spent) in (spent + 1, None)

    threads = [threading.Thread(target=append) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    with store.reading() as work:
        assert 21 <= work.runs.standing(RUN).epoch <= 41


def test_a_handle_is_the_transaction_of_the_unit_of_work(store: Store) -> None:
    with store.work() as work:
        assert work.handle is work.connection


def test_what_was_done_is_given_back_by_a_retry(store: Store) -> None:
    def add(work: UnitOfWork) -> bool:
        return work.runs.add(a_run(), budget_microusd=None)

    assert store.retry(add)
    assert store.retry(lambda work: work.runs.get(RUN)) == a_run()


def test_a_retry_ends_with_its_patience(store: Store) -> None:
    tries: list[int] = []

    def fail(_: UnitOfWork) -> None:
        tries.append(1)
        raise DatabaseUnavailable("gone")

    with pytest.raises(DatabaseUnavailable):
        store.retry(fail, patience_s=0.01)

    assert len(tries) == 1


def test_a_retry_goes_on_until_the_database_is_back(store: Store) -> None:
    tries: list[int] = []

    def succeed_later(_: UnitOfWork) -> str:
        tries.append(1)
        if len(tries) < 4:
            raise DatabaseUnavailable("gone")
        return "back"

    assert store.retry(succeed_later) == "back"
    assert len(tries) == 4


def test_whoever_waits_gives_up_when_the_store_is_closed(store: Store) -> None:
    def fail(_: UnitOfWork) -> None:
        store.close()
        raise DatabaseUnavailable("gone")

    with pytest.raises(DatabaseUnavailable):
        store.retry(fail)


def test_a_mistake_is_not_retried(store: Store) -> None:
    def err(work: UnitOfWork) -> None:
        work.connection.exec_driver_sql("SELECT * FROM nowhere")

    with pytest.raises(DBAPIError, match="nowhere"):
        store.retry(err)


@pytest.fixture
def own_server() -> Iterator[PostgresServer]:
    """A server that a test may crash without hurting the others."""
    # Not below the test's own folder: the path of a socket is short.
    with tempfile.TemporaryDirectory(prefix="edison-crash-") as folder:
        server = PostgresServer(Path(folder))
        server.start()
        yield server
        server.stop(crash=True)


def test_a_server_that_crashes_is_waited_for(own_server: PostgresServer) -> None:
    store = open_quickly(own_server.url())
    with store.work() as work:
        work.runs.add(a_run(), budget_microusd=None)

    restart = threading.Timer(0.2, own_server.start)

    def begin_then_crash(work: UnitOfWork) -> int:
        if not restart.is_alive() and not restart.finished.is_set():
            own_server.stop(crash=True)
            restart.start()
        return work.events.append(RUN, EventType.RUN_STARTED, at=SOME_TIME, about={}).number

    number = store.retry(begin_then_crash)
    restart.join()
    store.close()

    assert number == 1


def test_a_file_held_by_another_process_is_unavailable_and_a_full_one_is_full(tmp_path: Path) -> None:
    store = open_quickly(new_database("sqlite", tmp_path))

    with store.work(), pytest.raises(DatabaseUnavailable, match="locked"):
        with store.reading() as other:
            other.connection.exec_driver_sql("PRAGMA busy_timeout=1")
            other.connection.exec_driver_sql("PRAGMA query_only=OFF")
            other.runs.add(a_run(), budget_microusd=None)
    with pytest.raises(DatabaseFull, match="full"), store.work() as work:
        pages = work.connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        work.connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")
        for number in range(1000):
            work.runs.add(a_run(id=f"run_{number}"), budget_microusd=None)
    store.close()


def test_a_damaged_file_is_called_broken(tmp_path: Path) -> None:
    url = new_database("sqlite", tmp_path)
    file = Path(url.removeprefix("sqlite:///"))
    whole = bytearray(file.read_bytes())
    whole[4096:] = b"\xff" * (len(whole) - 4096)
    file.write_bytes(whole)

    with pytest.raises(DatabaseBroken, match="malformed"):
        open_quickly(url)
