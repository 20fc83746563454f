"""A disk that is full or protected: what is wrong is said, what can be read is read, and one signal ends a run."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from edison.sim import SimProcess
from tests.database import new_file

from .commands import Terminal
from .suites import a_suite
from .watching import until

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]

CASES = [{"id": f"c{n}", "country": "France", "expect": "Paris"} for n in range(2000)]


@pytest.fixture
def cramped(
    small_disk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Terminal:
    """A terminal whose database has a small disk to itself."""
    database = new_file(small_disk / "edison.db", with_engine=True)
    return Terminal(tmp_path, database=database, monkeypatch=monkeypatch, capfd=capfd)


def fill(disk: Path) -> None:
    """Leave no byte."""
    with (disk / "fill").open("wb", buffering=0) as file, pytest.raises(OSError, match="No space"):
        while True:
            file.write(bytes(4096))


@pytest.fixture
def running(cramped: Terminal, sim: SimProcess) -> "Iterator[subprocess.Popen[str]]":
    """A run that has begun to ask."""
    running = cramped.begin("run", cramped.write("suite.yaml", a_suite(sim, cases=CASES, concurrency=4)))
    try:
        until(lambda: sum(one.operation == "chat" for one in sim.bill()) >= 20)
        yield running
    finally:
        running.kill()
        running.communicate()


def test_one_signal_ends_a_run_whose_disk_is_full(
    running: "subprocess.Popen[str]", cramped: Terminal, small_disk: Path
) -> None:
    fill(small_disk)

    running.terminate()
    _, err = running.communicate(timeout=60)

    assert running.returncode == 3
    assert "free some disk space, then resume" in err
    assert "every answer is kept" not in err
    (small_disk / "fill").unlink()
    assert "good     integrity" in cramped.edison("doctor").out


def test_on_a_full_disk_runs_are_read_and_not_begun_and_the_doctor_says_why(
    cramped: Terminal, small_disk: Path, sim: SimProcess
) -> None:
    fill(small_disk)

    refused = cramped.edison("run", cramped.write("suite.yaml", a_suite(sim)))
    doctor = cramped.edison("doctor")

    assert cramped.edison("runs").code == 0
    assert (refused.code, doctor.code) == (2, 3)
    assert "free some disk space" in refused.err
    assert "damaged" not in refused.err
    assert "bad      disk" in doctor.out


def test_a_protected_disk_is_read_and_not_written(
    cramped: Terminal, small_disk: Path, sim: SimProcess
) -> None:
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)

    refused = cramped.edison("run", cramped.write("suite.yaml", a_suite(sim)))

    assert cramped.edison("runs").code == 0
    assert refused.code == 2
    assert "get write access" in refused.err
