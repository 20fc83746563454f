import stat
from pathlib import Path

import pytest
from sqlalchemy import text

from edison.domain import Chance, FrozenClock
from edison.errors import DatabaseBroken, DatabaseUnavailable, DatabaseUrlBroken, SqliteTooOld
from edison.store import Store, open_store
from edison.store.database.opening import LEAST_SQLITE, read_url, refuse_old_sqlite
from tests.database import bare_database, postgres_server


@pytest.mark.parametrize(
    ("address", "driver", "database"),
    [
        ("sqlite:////data/edison.db", "sqlite+pysqlite", "/data/edison.db"),
        ("/data/edison.db", "sqlite+pysqlite", "/data/edison.db"),
        ("/data/100% of it/{x} y.db", "sqlite+pysqlite", "/data/100% of it/{x} y.db"),
        ("postgresql://me:secret@db.example/edison", "postgresql+psycopg", "edison"),
        ("postgres://db.example/edison", "postgresql+psycopg", "edison"),
        ("postgresql+psycopg2://db.example/edison", "postgresql+psycopg", "edison"),
    ],
)
def test_an_address_means_a_file_or_a_server(address: str, driver: str, database: str) -> None:
    url = read_url(address)

    assert (url.drivername, url.database) == (driver, database)


def test_a_file_is_found_from_wherever_it_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    assert read_url("edison.db").database == str(tmp_path / "edison.db")
    assert read_url("sqlite:///edison.db").database == str(tmp_path / "edison.db")
    assert read_url("~/edison.db").database == str(Path("~/edison.db").expanduser())


@pytest.mark.parametrize(
    ("address", "complaint"),
    [
        ("mysql://db.example/edison", "mysql is not supported"),
        ("sqlite://", "only a plain file"),
        ("sqlite:///:memory:", "only a plain file"),
        ("sqlite:///x.db?mode=ro", "only a plain file"),
        ("postgresql://me:s3cret@db:port/x", "it cannot be read"),
        ("://", "it cannot be read"),
    ],
)
def test_an_address_that_is_no_database_of_ours_is_refused(address: str, complaint: str) -> None:
    with pytest.raises(DatabaseUrlBroken, match=complaint) as refused:
        read_url(address)

    assert "s3cret" not in refused.value.sentence


@pytest.mark.parametrize("version", [(3, 7, 0), (3, 40, 1), (3, 51, 2)])
def test_a_sqlite_that_damages_files_is_refused(version: tuple[int, ...]) -> None:
    with pytest.raises(SqliteTooOld, match="3.51.3"):
        refuse_old_sqlite(version)


@pytest.mark.parametrize("version", [(3, 51, 3), (3, 53, 4), (4, 0, 0)])
def test_a_sqlite_that_was_repaired_is_taken(version: tuple[int, ...]) -> None:
    refuse_old_sqlite(version)


def test_every_connection_to_a_file_is_durable_patient_and_strict(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "new" / "folder" / "edison.db"), clock=FrozenClock(), chance=Chance(0))

    with store.work() as work:
        asked = ("journal_mode", "synchronous", "busy_timeout", "foreign_keys", "mmap_size")
        found = {name: work.connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in asked}
        version = work.connection.exec_driver_sql("SELECT sqlite_version()").scalar_one()
    store.close()

    assert found == {
        "journal_mode": "wal",
        "synchronous": 2,
        "busy_timeout": 30_000,
        "foreign_keys": 1,
        "mmap_size": 0,
    }
    assert tuple(map(int, version.split("."))) >= LEAST_SQLITE


def test_a_server_cuts_a_transaction_that_its_worker_forgot(tmp_path: Path) -> None:
    store = open_store(bare_database("postgres", tmp_path), clock=FrozenClock(), chance=Chance(0))

    with store.reading() as work:
        limit = work.connection.execute(text("SHOW idle_in_transaction_session_timeout")).scalar_one()
    store.close()

    assert limit == "20s"


def test_a_server_that_is_not_there_is_named_without_its_password() -> None:
    with pytest.raises(DatabaseUnavailable) as refused:
        open_store("postgresql://me:s3cret@127.0.0.1:1/x", clock=FrozenClock(), chance=Chance(0))

    assert "s3cret" not in refused.value.sentence


def test_a_database_that_is_not_on_the_server_is_unavailable() -> None:
    with pytest.raises(DatabaseUnavailable, match="nowhere"):
        open_store(postgres_server().url("nowhere"), clock=FrozenClock(), chance=Chance(0))


def test_a_file_that_is_no_database_is_called_broken(tmp_path: Path) -> None:
    file = tmp_path / "poem.db"
    file.write_text("Roses are red, and so are their leaves in autumn. " * 100)

    with pytest.raises(DatabaseBroken, match="not a database"):
        open_store(str(file), clock=FrozenClock(), chance=Chance(0))


def test_a_folder_is_not_opened_as_a_file(tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnavailable, match="unable to open"):
        open_store(str(tmp_path), clock=FrozenClock(), chance=Chance(0))


def test_the_address_of_a_store_opens_it_again(store: Store) -> None:
    again = open_store(store.url, clock=FrozenClock(), chance=Chance(0))

    assert again.url == store.url
    assert again.is_sqlite == store.is_sqlite
    again.close()


def test_a_new_file_and_those_beside_it_are_for_their_owner_alone(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "new" / "edison.db"), clock=FrozenClock(), chance=Chance(1))
    with store.work() as work:
        work.rates.pause("k", 1)

    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "new").iterdir()}
    store.close()

    assert {"edison.db", "edison.db-wal", "edison.db-shm"} <= set(modes)
    assert set(modes.values()) == {0o600}
