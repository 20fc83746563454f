"""Tests in several processes that share what is loaded: everything is collected once, and then the process forks.

Processes that each load and collect for themselves, and mark every line to be counted, spend a fifth of their time so.
"""

import atexit
import os
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, groupby, pairwise
from multiprocessing import get_context
from multiprocessing.connection import Connection, Pipe, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import pytest

_WIDTH = 4
_THREADS = Path("/proc/self/task")
_OF_POLARS = "polars-0"


class Queue:
    """Numbers that several processes take from, each number once."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self._reading, writing = os.pipe()
        # At most some hundreds: a pipe holds thousands before it makes a writer wait.
        os.write(writing, b"".join(number.to_bytes(_WIDTH, "big") for number in numbers))
        os.close(writing)

    def __iter__(self) -> Iterator[int]:
        while taken := os.read(self._reading, _WIDTH):
            yield int.from_bytes(taken, "big")


class Processes:
    """Walks the tests of a session in several processes, a file at a time, and reports here what they report."""

    def __init__(
        self, number: int, *, waits: Callable[[pytest.Item], bool], at_end: Callable[[str], None]
    ) -> None:
        self._number = number
        self._waits = waits
        self._at_end = at_end

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        if session.testsfailed or session.config.option.collectonly:
            return None
        if _has_polars_begun():
            raise pytest.UsageError(
                "polars was used before tests are shared out: use it inside of tests alone"
            )
        files = [list(tests) for _, tests in groupby(session.items, key=lambda item: item.path)]
        waiting = Queue([number for number, tests in enumerate(files) if self._waits(tests[0])])
        working = Queue([number for number, tests in enumerate(files) if not self._waits(tests[0])])
        # Some begin with what waits and some with what works, so that there is always something to do.
        shares = [(waiting, working), (working, waiting)]
        workers = [
            Worker(
                f"process-{number}",
                lambda name, send, queues=shares[number % 2]: self._work(
                    session, name=name, send=send, items=_take(files, queues)
                ),
            )
            for number in range(self._number)
        ]
        try:
            _listen(session, workers)
        finally:
            for worker in workers:
                worker.end()
        return True

    def _work(
        self, session: pytest.Session, *, name: str, send: Callable[[Any], None], items: Iterator[pytest.Item]
    ) -> None:
        config = session.config
        config.pluginmanager.unregister(name="terminalreporter")
        config.pluginmanager.register(_Sender(config, send))
        # Not let go: what was loaded while tests were collected may hold on to it as its standard error.
        before = _capture_anew(config)
        for item, following in pairwise(chain(items, [None])):
            assert item is not None
            config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        self._at_end(name)
        del before


def _has_polars_begun() -> bool:
    """Whether its pool is there: the threads do not live on in forked processes, which die of that now and then."""
    return _OF_POLARS in {one.read_text().strip() for one in _THREADS.glob("*/comm")}


def _take(files: list[list[pytest.Item]], queues: tuple[Queue, Queue]) -> Iterator[pytest.Item]:
    return (item for queue in queues for number in queue for item in files[number])


class Worker:
    """One forked process, and what it says."""

    def __init__(self, name: str, work: Callable[[str, Callable[[Any], None]], None]) -> None:
        self.name = name
        self.hears, says = Pipe(duplex=False)
        self.doing: str | None = None
        context = get_context("fork")
        self._process: BaseProcess = context.Process(target=_serve, args=(name, work, says), name=name)
        self._process.start()
        says.close()

    def end(self) -> None:
        """Leave nothing behind, whether it is done or not."""
        if self._process.is_alive():
            self._process.terminate()
        self._process.join()


def _serve(name: str, work: Callable[[str, Callable[[Any], None]], None], says: Connection) -> None:
    try:
        work(name, says.send)
        # A forked process leaves without what was to be done at its end, such as stopping its servers.
        atexit._run_exitfuncs()
        says.send(None)
    except BaseException:
        traceback.print_exc(file=sys.__stderr__)
    finally:
        # A thread that a test left behind holds nobody up.
        os._exit(0)


class _Sender:
    """Sends every report to the process that was forked."""

    def __init__(self, config: pytest.Config, send: Callable[[Any], None]) -> None:
        self._config = config
        self._send = send

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._send(nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._send(self._config.hook.pytest_report_to_serializable(config=self._config, report=report))


def _listen(session: pytest.Session, workers: list[Worker]) -> None:
    hook, busy = session.config.hook, list(workers)
    while busy:
        heard = wait([worker.hears for worker in busy])
        for worker in [worker for worker in busy if worker.hears in heard]:
            try:
                said = worker.hears.recv()
            except EOFError:
                raise session.Interrupted(f"{worker.name} died in {worker.doing}") from None
            if said is None:
                busy.remove(worker)
            elif isinstance(said, str):
                worker.doing = said
            else:
                report = hook.pytest_report_from_serializable(config=session.config, data=said)
                hook.pytest_runtest_logreport(report=report)
            if session.shouldfail:
                raise session.Failed(session.shouldfail)
            if session.shouldstop:
                raise session.Interrupted(session.shouldstop)


def _capture_anew(config: pytest.Config) -> object:
    """Into files of its own: those that were open when it was forked are everybody's. Returns who holds these."""
    capturing: Any = config.pluginmanager.getplugin("capturemanager")
    if capturing is None or not capturing.is_globally_capturing():
        return None
    before, capturing._global_capturing = capturing._global_capturing, None
    capturing.start_global_capturing()
    capturing.suspend_global_capture()
    return before
