"""A database that cannot be written: it can still be read, and says what is wrong."""

import shutil
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest

from edison.domain import Chance, FrozenClock
from edison.errors import DatabaseFull, DatabaseReadOnly
from edison.store import Health, Store, examine, open_store
from tests.database import new_file
from tests.store.filling import add_run


def opened(file: Path) -> Store:
    return open_store(str(file), clock=FrozenClock(), chance=Chance(1))


def a_file(folder: Path) -> Path:
    """A database with a run in it, and nobody who has it open."""
    file = folder / "edison.db"
    new_file(file)
    store = opened(file)
    add_run(store)
    store.close()
    return file


def runs_in(store: Store) -> int:
    with store.reading() as work:
        return len(work.runs.unfinished())


def test_a_protected_file_can_be_read(small_disk: Path) -> None:
    file = a_file(small_disk)
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    store = opened(file)

    assert runs_in(store) == 1
    with pytest.raises(DatabaseReadOnly, match="get write access"), store.work() as work:
        work.rates.pause("k", 1)
    store.close()


def test_a_file_on_a_full_disk_can_be_read_and_the_doctor_calls_it_bad(small_disk: Path) -> None:
    file = a_file(small_disk)
    with pytest.raises(OSError, match="No space"):
        (small_disk / "fill").write_bytes(bytes(8 << 20))
    store = opened(file)

    ill = {found.subject: found.health for found in examine(store)}
    assert runs_in(store) == 1
    assert (ill["disk"], ill["journal"]) == (Health.BAD, Health.BAD)
    with pytest.raises(DatabaseReadOnly, match="free some disk space"), store.work() as work:
        work.rates.pause("k", 1)
    store.close()


def test_a_disk_that_fills_up_is_told_as_full(small_disk: Path) -> None:
    store = opened(a_file(small_disk))
    runs_in(store)
    with pytest.raises(OSError, match="No space"):
        (small_disk / "fill").write_bytes(bytes(8 << 20))

    with pytest.raises(DatabaseFull, match="free some disk space"), store.work() as work:
        for number in range(2000):
            work.rates.pause(f"key {number} {'x' * 500}", 1)
    store.close()


def test_without_room_beside_it_a_file_is_only_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = a_file(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(total=1 << 30, used=0, free=0))
    store = opened(file)

    assert runs_in(store) == 1
    assert not (tmp_path / "edison.db-shm").exists()
    store.close()
