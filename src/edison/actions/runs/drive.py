"""Working on runs in this process: on one, in the foreground, or on all that need it."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import structlog

from edison.domain import Proposal, Right, Run, RunId, RunReport
from edison.engine import Worker, working

from ..access import verb
from ..house import House
from ..presets import PRESETS
from ..results.reports import count_in
from .progress import EndedCell, EndedCells, Pace, RunProgress

log = structlog.get_logger()

T = TypeVar("T")

_LOOK_S = 0.5
_SPARING = 20
"""Counting a large run takes a while; whoever looks on does so for a twentieth of the time at most."""

Watch = Callable[[RunProgress], None]
Tell = Callable[[EndedCell], None]


@dataclass(frozen=True, slots=True)
class Driven:
    """How far a run came while this process worked on it."""

    run: Run
    interrupted: bool
    """Whether somebody wanted this process to stop first; any later worker goes on."""


@verb(Right.SPEND)
async def drive_run(
    house: House,
    run_id: RunId,
    *,
    stop: asyncio.Event,
    watch: Watch | None = None,
    tell: Tell | None = None,
) -> Driven:
    """Work on one run until it ends, stands still, or `stop` is set; then what is under way is finished and kept.

    Args:
        house: The house.
        run_id: The run.
        stop: Set by whoever wants to leave.
        watch: Is shown how far it has come, now and then.
        tell: Is told of every cell that ends; for runs whose cells a person can read.
    """
    async with _at_work(house, only=run_id) as worker:
        async with _watching(house, run_id, watch=watch), _telling(house, run_id, tell=tell):
            interrupted = not await _first(worker.wait_for(run_id), stop)
            if interrupted:
                await worker.drain()
    run = await _off(_read, house, run_id)
    if run.settlement.is_end:
        await _off(house.control.tidy, run_id)
    return Driven(run, interrupted=interrupted and not run.settlement.is_end)


@verb(Right.SPEND)
async def serve_runs(house: House, *, stop: asyncio.Event, until_idle: bool = False) -> None:
    """Work on every run that needs it until `stop` is set, or, if wished, until none needs it."""
    async with _at_work(house, only=None) as worker:
        if until_idle:
            await _first(_idle(house), stop)
        else:
            await stop.wait()
        await worker.drain()


@verb(Right.READ)
async def watch_run(house: House, run_id: RunId, *, watch: Watch) -> Run:
    """Look on while somebody works, until the run ends or stands still."""
    pace = Pace()
    while True:
        began = house.clock.monotonic()
        report = await _off(_count, house, run_id)
        seen_at = house.clock.monotonic()
        watch(pace.look(report, at=seen_at))
        if not report.run.is_under_way:
            return report.run
        await house.clock.sleep(max(_LOOK_S, _SPARING * (seen_at - began)))


@asynccontextmanager
async def _at_work(house: House, *, only: RunId | None) -> AsyncGenerator[Worker]:
    # Opened before the worker is: it makes the tables that the worker needs.
    await _off(lambda: house.control)
    async with working(
        house.store,
        connect=house.connect,
        presets=PRESETS,
        write_page=partial(_write_page, house),
        clock=house.clock,
        chance=house.chance,
        settings=house.machine,
        only=only,
        fault=house.fault,
    ) as worker:
        yield worker


def _write_page(house: House, run: Run, unit: int) -> Proposal:
    # Loaded by those who export, and by nobody else.
    from ..export_pages import write_page

    return write_page(house, run, unit)


@asynccontextmanager
async def _watching(house: House, run_id: RunId, *, watch: Watch | None) -> AsyncGenerator[None]:
    if watch is None:
        yield
        return
    looking = asyncio.create_task(watch_run(house, run_id, watch=watch))
    try:
        yield
    finally:
        looking.cancel()
        await asyncio.wait({looking})
        if not looking.cancelled() and (error := looking.exception()) is not None:
            # A run does not end because nobody could look on.
            log.warning("watching.failed", run=run_id, error=repr(error))


@asynccontextmanager
async def _telling(house: House, run_id: RunId, *, tell: Tell | None) -> AsyncGenerator[None]:
    """Tell of cells that end meanwhile, the last of them included."""
    if tell is None:
        yield
        return
    over = asyncio.Event()
    telling = asyncio.create_task(_tell_all(house, run_id, tell=tell, over=over))
    try:
        yield
    finally:
        over.set()
        await asyncio.wait({telling})
        if (error := telling.exception()) is not None:
            log.warning("watching.failed", run=run_id, error=repr(error))


async def _tell_all(house: House, run_id: RunId, *, tell: Tell, over: asyncio.Event) -> None:
    ended = EndedCells(house, run_id)
    is_last = False
    while not is_last:
        is_last = over.is_set()
        began = house.clock.monotonic()
        for cell in await _off(ended.look):
            tell(cell)
        if not is_last:
            pause_s = max(_LOOK_S, _SPARING * (house.clock.monotonic() - began))
            with suppress(TimeoutError):
                await asyncio.wait_for(over.wait(), pause_s)


async def _off(work: Callable[..., T], *arguments: object) -> T:
    """Do what blocks in a thread of ours: the loop's own are the durable library's, and end with it."""
    threads = ThreadPoolExecutor(1, thread_name_prefix="edison-actions")
    try:
        return await asyncio.get_running_loop().run_in_executor(threads, work, *arguments)
    finally:
        threads.shutdown(wait=False)


async def _first(work: Coroutine[object, object, object], stop: asyncio.Event) -> bool:
    """Do some work unless told to stop; says whether it was done."""
    doing, stopping = asyncio.create_task(work), asyncio.create_task(stop.wait())
    await asyncio.wait({doing, stopping}, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if doing.done():
        doing.result()
        return True
    doing.cancel()
    await asyncio.wait({doing})
    return False


async def _idle(house: House) -> None:
    while await _off(_is_anything_unfinished, house):
        await house.clock.sleep(_LOOK_S)


def _is_anything_unfinished(house: House) -> bool:
    with house.store.reading() as work:
        return work.runs.is_any_unfinished()


def _count(house: House, run_id: RunId) -> RunReport:
    return house.store.retry(lambda work: count_in(work, run_id), reading=True)


def _read(house: House, run_id: RunId) -> Run:
    with house.store.reading() as work:
        return work.runs.get(run_id)
