"""Scripts and functions as processes of their own: what they say, how they fail, and that none is left behind."""

import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from threading import Event

import pytest

from edison.errors import ApplicationFailed, TimedOut, Unavailable
from edison.gateway import Program, ProgramRunner

FUNCTIONS = """
import os
calls = 0

def count(asked):
    global calls
    calls += 1
    print("noise on standard output")
    return {"answer": asked["x"], "pid": os.getpid(), "calls": calls}

async def later(asked):
    return asked["x"]

def wrong(asked):
    raise ValueError("no idea")

def away(asked):
    raise ConnectionError("nobody there")

def greedy(asked):
    return len(bytearray(10 ** 9))

def dies(asked):
    os._exit(3)

def sleeps(asked):
    import threading
    threading.Event().wait(60)

def variables(asked):
    return sorted(os.environ)

number = 3
"""


@pytest.fixture
async def runner() -> AsyncIterator[ProgramRunner]:
    runner = ProgramRunner({"PATH": os.defpath, "SEEN": "yes"})
    yield runner
    await runner.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "functions.py").write_text(FUNCTIONS, encoding="utf-8")
    return tmp_path


def _function(folder: Path, name: str) -> Program:
    return Program(folder=str(folder), function=f"functions:{name}", memory_mb=512)


def _script(folder: Path, code: str) -> Program:
    return Program(folder=str(folder), command=(sys.executable, "-c", code))


async def test_a_command_reads_its_input_and_says_its_answer(runner: ProgramRunner, tmp_path: Path) -> None:
    echo = _script(tmp_path, "import sys, os; print(sys.stdin.read() + os.getcwd(), end='')")

    reply = await runner.run(echo, b"x" * 300_000, deadline_s=20)

    assert reply.said == b"x" * 300_000 + str(tmp_path).encode()
    assert reply.latency_s > 0


@pytest.mark.parametrize(
    ("code", "trouble", "said"),
    [
        ("import sys; sys.exit('out of luck')", ApplicationFailed, "code 1: out of luck"),
        ("import sys; sys.stderr.write('busy'); sys.exit(75)", Unavailable, "tried later: busy"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGTERM)", ApplicationFailed, "signal 15"),
    ],
)
async def test_a_command_that_fails_says_how(
    runner: ProgramRunner, tmp_path: Path, code: str, trouble: type[Exception], said: str
) -> None:
    with pytest.raises(trouble, match=said):
        await runner.run(_script(tmp_path, code), b"{}", deadline_s=20)


async def test_a_program_sees_the_environment_that_it_is_given_and_no_other(
    runner: ProgramRunner, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EDISON_MASTER_KEY", "canary")
    script = Program(
        folder=str(folder), command=(sys.executable, "-c", "import os; print(*sorted(os.environ))")
    )

    told = [
        (await runner.run(program, b"{}", deadline_s=20)).said.decode()
        for program in (script, _function(folder, "variables"))
    ]

    assert all("SEEN" in said and "EDISON" not in said for said in told)


async def test_what_takes_too_long_is_ended_with_all_it_started(
    runner: ProgramRunner, tmp_path: Path
) -> None:
    # A shell is there at once, however busy the machine is: it has started its child long before it is ended.
    shell = Program(folder=str(tmp_path), command=("/bin/sh", "-c", "sleep 600 & echo $! > pid; wait"))

    with pytest.raises(TimedOut, match="was ended"):
        await runner.run(shell, b"{}", deadline_s=1.5)

    child = int((tmp_path / "pid").read_text())
    waiting = Event()
    assert any(_is_gone(child) or waiting.wait(0.05) for _ in range(1000))


async def test_a_function_keeps_its_process_and_its_prints_disturb_nobody(
    runner: ProgramRunner, folder: Path
) -> None:
    count = _function(folder, "count")

    first, second = [await runner.run(count, b'{"x": "a"}', deadline_s=20) for _ in range(2)]

    assert b'"calls": 1' in first.said
    assert b'"calls": 2' in second.said
    assert (await runner.run(_function(folder, "later"), b'{"x": "b"}', deadline_s=20)).said == b"b"


@pytest.mark.parametrize(
    ("name", "trouble", "said"),
    [
        ("wrong", ApplicationFailed, r"ValueError: no idea \(functions.py, line 15\)"),
        ("away", Unavailable, "ConnectionError: nobody there"),
        ("greedy", ApplicationFailed, "MemoryError"),
        ("dies", ApplicationFailed, "ended in the middle of a call"),
        ("nothing", ApplicationFailed, "cannot be loaded: AttributeError"),
        ("number", ApplicationFailed, "is no function"),
    ],
)
async def test_a_function_that_fails_says_how(
    runner: ProgramRunner, folder: Path, name: str, trouble: type[Exception], said: str
) -> None:
    with pytest.raises(trouble, match=said):
        await runner.run(_function(folder, name), b'{"x": 1}', deadline_s=20)


async def test_a_function_that_takes_too_long_is_ended(runner: ProgramRunner, folder: Path) -> None:
    with pytest.raises(TimedOut):
        await runner.run(_function(folder, "sleeps"), b"{}", deadline_s=1)


async def test_what_cannot_be_run_is_found_out_before(runner: ProgramRunner, folder: Path) -> None:
    faults = [
        await runner.find_fault(program)
        for program in (
            _function(folder, "count"),
            _function(folder, "nothing"),
            _script(folder, ""),
            Program(folder=str(folder), command=("./gone.sh",)),
            Program(folder=str(folder), command=("no-such-command-anywhere",)),
            Program(folder=str(folder / "gone"), function="functions:count"),
        )
    ]

    assert (faults[0], faults[2]) == (None, None)
    assert "AttributeError" in str(faults[1])
    assert "there is no ./gone.sh" in str(faults[3])
    assert "there is no no-such-command-anywhere" in str(faults[4])
    assert faults[5] is not None
    with pytest.raises(ApplicationFailed, match="cannot be started"):
        await runner.run(Program(folder=str(folder), command=("./gone.sh",)), b"", deadline_s=5)


def _is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    # Nobody may have collected it yet, but it runs no more.
    return "Z" in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2]
