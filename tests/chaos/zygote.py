"""A parent with everything imported that forks workers: a new worker costs milliseconds, so many can be killed.

Speaks lines of JSON: `{"database": …, "address": …, "run": …, "fault": …}` forks a worker and answers with its pid.
"""

import asyncio
import json
import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Self, cast

from sqlalchemy import Engine, event

from edison.actions.export_pages import write_page
from edison.actions.house import House
from edison.actions.presets import PRESETS
from edison.domain import Chance, Clock, Run, RunId, no_fault
from edison.engine import MachineSettings, die_at, working
from edison.gateway import Limits, Provider, RetryPolicy
from edison.store import Store, open_store
from edison.wiring import SystemClock
from tests.engine.house import providers_of

STALE_S = 1.5


@dataclass(frozen=True)
class Orders:
    """What a worker is to do."""

    database: str
    address: str
    run: str | None = None
    """The one run it works on; None for all."""
    fault: str = ""
    requests_per_minute: float | None = None
    stale_s: float = STALE_S
    farewell: str = ""
    """A file that is made by a worker that ends by itself."""
    shut_by: str = ""
    """While this file is there, the worker's database, which is a file too, does not answer it."""


class Zygote:
    """Forks workers on demand; all of them die with it."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.chaos.zygote"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()

    def fork(self, orders: Orders) -> int:
        """The pid of a new worker."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(orders.__dict__) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())


def is_alive(pid: int) -> bool:
    """Whether a worker still runs; the zygote collects its dead at once."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def kill(pid: int) -> None:
    """Kill a worker without a word, unless it is gone already."""
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return


async def _work(orders: Orders) -> None:
    clock, chance = SystemClock(), Chance(secrets.randbits(60))
    store = await asyncio.to_thread(open_store, orders.database, clock=clock, chance=chance, migrate=False)
    if orders.shut_by:
        _shut_while_there(cast("Engine", store.engine), Path(orders.shut_by))

    def connect(run: Run) -> Sequence[Provider]:
        return providers_of(run, orders.address, Limits(requests_per_minute=orders.requests_per_minute))

    settings = MachineSettings(stale_s=orders.stale_s, beat_s=0.1, retries=RetryPolicy())
    async with working(
        store,
        connect=connect,
        presets=PRESETS,
        write_page=partial(write_page, house_on(store, clock)),
        clock=clock,
        chance=chance,
        settings=settings,
        only=RunId(orders.run) if orders.run else None,
        fault=die_at(orders.fault) if orders.fault else no_fault,
    ) as worker:
        if orders.run:
            await worker.wait_for(RunId(orders.run))
        else:
            await asyncio.Event().wait()


def house_on(store: Store, clock: Clock) -> House:
    """A house in which nobody is asked anything, so that nobody needs a key."""
    return House(
        database=store.url,
        open_archive=lambda _: store,
        keys=cast(Any, None),
        clock=clock,
        chance=Chance(secrets.randbits(60)),
    )


def _shut_while_there(engine: Engine, door: Path) -> None:
    """Have every transaction wait at its beginning while a file is there; one that has begun goes on, and ends."""

    @event.listens_for(engine, "checkout")
    def watch(connection: Any, *_: object) -> None:  # pyright: ignore[reportUnusedFunction]
        def wait(_statement: str) -> None:
            while door.exists() and not connection.in_transaction:
                time.sleep(0.01)  # noqa: TID251 (real processes, real time)

        connection.set_trace_callback(wait)


def _serve() -> None:
    # Dead workers are collected by the kernel: whoever asks whether one lives gets the truth.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            with open(os.devnull) as nothing:
                os.dup2(nothing.fileno(), 0)
            os.dup2(2, 1)
            status = 1
            try:
                orders = Orders(**json.loads(line))
                asyncio.run(_work(orders))
                if orders.farewell:
                    Path(orders.farewell).touch()
                status = 0
            finally:
                os._exit(status)
        sys.stdout.write(f"{child}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    import importlib

    importlib.import_module("edison.engine.driver.workflows")
    _serve()
