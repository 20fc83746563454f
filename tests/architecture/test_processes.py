"""Tests that several processes share are each run once, and no process is missing unseen."""

import subprocess
import sys
from pathlib import Path

import pytest

from tools.cards import ROOT

SHARED = """
import pytest
from tools.processes import Processes

def pytest_configure(config):
    config.pluginmanager.register(Processes(3, waits=lambda item: "even" in item.name, at_end=lambda name: None))
"""
STRICT = "[pytest]\nfilterwarnings = error\nasyncio_default_fixture_loop_scope = function\n"
SIX_FILES = {
    f"test_{number}.py": f"""
import os
from pathlib import Path

def test_{"even" if number % 2 == 0 else "odd"}_{number}():
    print("said by {number}")
    with Path("ran").open("a") as ran:
        ran.write("{number} " + str(os.getpid()) + chr(10))

def test_second_{number}():
    pass
"""
    for number in range(6)
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "conftest.py").write_text(SHARED, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text(STRICT, encoding="utf-8")
    for name, content in SIX_FILES.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    return tmp_path


def run_tests(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-W",
        "error",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(folder),
    ]
    return subprocess.run(
        [*command, *arguments],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT), "PATH": ""},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_every_test_is_run_once_and_not_where_it_was_collected(folder: Path) -> None:
    done = run_tests(folder)

    assert (done.returncode, "12 passed" in done.stdout) == (0, True), done.stdout + done.stderr
    ran = [line.split() for line in (folder / "ran").read_text(encoding="utf-8").splitlines()]
    assert sorted(number for number, _ in ran) == [str(number) for number in range(6)]


def test_a_failure_is_told_with_what_its_own_process_said(folder: Path) -> None:
    (folder / "test_bad.py").write_text("def test_bad():\n    print('why')\n    assert 1 == 2\n", "utf-8")

    done = run_tests(folder)

    assert done.returncode == 1
    assert "1 failed, 12 passed" in done.stdout
    assert "assert 1 == 2" in done.stdout
    assert done.stdout.partition("Captured stdout call")[2].split()[1] == "why"
    assert "said by" not in done.stdout


def test_a_process_that_dies_fails_the_whole_and_its_test_is_named(folder: Path) -> None:
    (folder / "test_dies.py").write_text("import os\ndef test_dies():\n    os._exit(0)\n", "utf-8")

    done = run_tests(folder)

    assert done.returncode == 2
    assert "test_dies.py::test_dies" in done.stdout + done.stderr


def test_a_thread_that_is_left_behind_holds_nobody_up(folder: Path) -> None:
    waiting = (
        "import threading\n\ndef test_waits():\n    threading.Thread(target=threading.Event().wait).start()\n"
    )
    (folder / "test_waits.py").write_text(waiting, "utf-8")

    assert "13 passed" in run_tests(folder).stdout


def test_what_was_standard_error_while_tests_were_collected_can_still_be_written_to(folder: Path) -> None:
    loaded = "import subprocess, sys\n\nERROR = sys.stderr\n\n"
    used = "def test_says():\n    subprocess.run([sys.executable, '-c', ''], stderr=ERROR, check=True)\n"
    (folder / "test_says.py").write_text(loaded + used, "utf-8")

    assert "13 passed" in run_tests(folder).stdout


def test_the_first_failure_ends_it_where_that_is_wished(folder: Path) -> None:
    (folder / "test_0.py").write_text("def test_even():\n    assert False\n", "utf-8")

    done = run_tests(folder, "-x")

    assert done.returncode == 1
    assert "stopping after 1 failures" in done.stdout


def test_what_cannot_be_collected_is_no_pass(folder: Path) -> None:
    (folder / "test_bad.py").write_text("import nothing_of_the_kind\n", "utf-8")

    assert run_tests(folder).returncode == 2
    assert not (folder / "ran").exists()


def test_a_pool_of_threads_that_would_not_live_on_in_forked_processes_is_refused(folder: Path) -> None:
    used = "import polars\nfrom io import BytesIO\n\npolars.DataFrame({'a': [1]}).write_parquet(BytesIO())\n"
    (folder / "test_bad.py").write_text(used, "utf-8")

    done = run_tests(folder)

    assert done.returncode != 0
    assert "polars was used before tests are shared out" in done.stdout + done.stderr
    assert not (folder / "ran").exists()
