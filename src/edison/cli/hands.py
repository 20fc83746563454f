"""A second process for a run that keeps more calls in flight than one process can see to.

It is a worker like any other, for one run only. It hears the run's id on its standard input, and when that is
closed, because the run is over or whoever started it is gone, it finishes the calls under way and leaves.
"""

import os
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from .door import ProvidersFile, app, opened

if TYPE_CHECKING:
    from edison.actions.presets.suites import SuiteFile
    from edison.domain import Run, RunId

MANY_CALLS = 128
"""Calls in flight per endpoint from which on one process is too few; half of it is what suites have by default."""
MANY_CELLS = 5_000
"""With fewer, the run is over before a second process is of use."""


class Hand:
    """A process beside this one; nobody there where the run does not need one."""

    def __init__(self, process: "subprocess.Popen[bytes] | None" = None) -> None:
        self._process = process
        self._has_work = False

    def take(self, run_id: "RunId") -> None:
        """Have it work on a run."""
        if self._process is not None and self._process.stdin is not None:
            self._has_work = True
            with suppress(OSError):
                self._process.stdin.write(f"{run_id}\n".encode())
                self._process.stdin.flush()

    def let_go(self) -> None:
        """Have it begin nothing new, finish the calls under way, and leave."""
        if self._process is not None and self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.close()

    def see_off(self) -> None:
        """Let it go, and wait until it has left: its calls under way are paid for like ours."""
        self.let_go()
        if self._process is not None:
            if not self._has_work:
                self._process.kill()
            self._process.wait()


NO_HAND = Hand()


@contextmanager
def a_hand(*, wanted: bool, providers: Path | None) -> Generator[Hand]:
    """Start it early: it loads its programs while the suite is read."""
    hand = Hand(_start(providers)) if wanted and (os.cpu_count() or 1) > 1 else NO_HAND
    try:
        yield hand
    finally:
        hand.see_off()


def will_need_a_hand(suite: "SuiteFile") -> bool:
    """Whether a run of a suite probably needs one; known before its cases are read."""
    return suite.suite.concurrency >= MANY_CALLS and suite.has_cells(MANY_CELLS)


def needs_a_hand(run: "Run") -> bool:
    """Whether a run that is there already needs one."""
    return run.experiment.policy.parallel >= MANY_CALLS and run.snapshot.grid.cells >= MANY_CELLS


@app.command(hidden=True)
def hand(providers: ProvidersFile = None) -> None:
    """Work on one run beside the process that started this one; its id is read from standard input."""
    import asyncio

    from edison.actions.runs.drive import help_with_run
    from edison.domain import RunId

    run_id = RunId(sys.stdin.readline().strip())
    if not run_id:
        return

    async def work() -> None:
        stop = asyncio.Event()
        asyncio.get_running_loop().add_reader(sys.stdin, stop.set)
        await help_with_run(house, run_id, stop=stop)

    with opened(providers) as house:
        asyncio.run(work())


def _start(providers: Path | None) -> "subprocess.Popen[bytes]":
    given = [] if providers is None else ["--providers", str(providers)]
    return subprocess.Popen(
        [sys.executable, "-m", "edison", "hand", *given],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        # Ctrl-C is for the process that people see; it tells this one.
        process_group=0,
    )
