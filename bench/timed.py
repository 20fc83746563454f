"""`edison` with clocks at some of its doors: `python -m bench.timed FILE rank …` leaves in FILE where the time went."""

import asyncio
import json
import sys
import time
from collections.abc import Awaitable, Callable
from functools import wraps
from pathlib import Path
from typing import ParamSpec, TypeVar

from edison.cli import main
from edison.engine.driver import workflows
from edison.engine.driver.sweep import Sweeps
from edison.engine.worker.shard import ShardRunner
from edison.store.writing.writer import Writer

P = ParamSpec("P")
T = TypeVar("T")

Spent = dict[str, list[float]]
"""By what was done: seconds on the clock, seconds of processor, how often."""


def put_clocks(spent: Spent) -> None:
    """Have the parts of a run timed from now on, in this process."""
    Sweeps.plan = timed(Sweeps.plan, spent.setdefault("looking", [0.0, 0.0, 0]))
    Sweeps.go_on = timed(Sweeps.go_on, spent.setdefault("dealing", [0.0, 0.0, 0]))
    Sweeps.finish = timed(Sweeps.finish, spent.setdefault("placing", [0.0, 0.0, 0]))
    ShardRunner.load = timed(ShardRunner.load, spent.setdefault("loading", [0.0, 0.0, 0]))
    writing = timed(Writer._attempt, spent.setdefault("writing", [0.0, 0.0, 0]))  # pyright: ignore[reportPrivateUsage]
    Writer._attempt = writing  # pyright: ignore[reportPrivateUsage]
    asking = spent.setdefault("asking", [0.0, 0.0, 0])
    workflows._run_shards = awaited(workflows._run_shards, asking)  # pyright: ignore[reportPrivateUsage]


def timed(work: Callable[P, T], spent: list[float]) -> Callable[P, T]:
    """The same, with what it takes added up."""

    @wraps(work)
    def on_the_clock(*args: P.args, **kwargs: P.kwargs) -> T:
        began, began_cpu = time.perf_counter(), time.thread_time()
        try:
            return work(*args, **kwargs)
        finally:
            spent[0] += time.perf_counter() - began
            spent[1] += time.thread_time() - began_cpu
            spent[2] += 1

    return on_the_clock


def awaited(work: Callable[P, Awaitable[T]], spent: list[float]) -> Callable[P, Awaitable[T]]:
    """The same for what others may be served meanwhile; processor time is then nobody's."""

    @wraps(work)
    async def on_the_clock(*args: P.args, **kwargs: P.kwargs) -> T:
        began = asyncio.get_running_loop().time()
        try:
            return await work(*args, **kwargs)
        finally:
            spent[0] += asyncio.get_running_loop().time() - began
            spent[2] += 1

    return on_the_clock


def peak_mb() -> float:
    """The most memory this process ever held."""
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return int(status.partition("VmHWM:")[2].split()[0]) * 1024 / 1e6


if __name__ == "__main__":
    file, *sys.argv[1:] = sys.argv[1:]
    spent: Spent = {}
    put_clocks(spent)
    try:
        main()
    finally:
        told = {"peak_mb": peak_mb(), "cpu_s": time.process_time(), "spent": spent}
        Path(file).write_text(json.dumps(told), encoding="utf-8")
