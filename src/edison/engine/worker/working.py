"""A worker from its start to its end."""

import gc
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import cache

import structlog

from edison.domain import Chance, Clock, FaultPoint, Mint, Run, RunId, is_under_way, no_fault
from edison.store import Store, UnitOfWork

from .. import durable
from ..driver.control import Control
from ..driver.preset import Presets
from .heartbeat import Heartbeat
from .machine import Connect, Machine, MachineSettings, WritePage, no_pages

log = structlog.get_logger()


def prepare(store: Store) -> None:
    """Make a database fit for the engine; before anything is started in it."""
    durable.prepare(store.engine)


@dataclass(frozen=True, slots=True)
class Worker:
    """A machine that runs, with its heartbeat."""

    machine: Machine
    control: Control

    async def wait_for(self, run_id: RunId) -> Run:
        """Until the run has ended, or stands still because a person or some trouble wants it so."""
        while (run := await self.machine.off(self._read, run_id)) is None:
            await self.machine.doze(self.machine.settings.look_s)
        return run

    async def drain(self) -> None:
        """Begin nothing new; returns when everything that was under way is written."""
        await self.machine.drain()

    def _read(self, run_id: RunId) -> Run | None:
        """The run, once it does not run any more."""

        def look(work: UnitOfWork) -> Run | None:
            standing = work.runs.standing(run_id)
            runs_on = is_under_way(standing.desired, standing.settlement, standing.halted)
            return None if runs_on else work.runs.get(run_id)

        return self.machine.store.retry(look, reading=True)


@cache
def _is_frozen() -> bool:
    """Whether others froze what is loaded and want it to stay so; asked once, for counting takes long."""
    return gc.get_freeze_count() > 0


@contextmanager
def _patient_collector() -> Generator[None]:
    """Look for cycles seldom: what a worker makes is freed as it goes, and looking cost a quarter of its time."""
    before = gc.get_threshold()
    freezes = not _is_frozen()
    if freezes:
        # Nothing is collected first: what was just loaded holds next to no garbage, and finding that out takes long.
        gc.freeze()
    gc.set_threshold(100_000, 50, 100)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        if freezes:
            gc.unfreeze()


@asynccontextmanager
async def working(
    store: Store,
    *,
    connect: Connect,
    presets: Presets,
    write_page: WritePage = no_pages,
    clock: Clock,
    chance: Chance,
    settings: MachineSettings | None = None,
    only: RunId | None = None,
    fault: FaultPoint = no_fault,
) -> AsyncGenerator[Worker]:
    """Work on this loop: on one run, or on all that need it. What is under way at the end is drained."""
    mint = Mint(clock, chance.stream("control", "ids"))
    control = Control(store, presets=presets, now=clock.now, mint=mint)
    machine = Machine(
        store,
        connect=connect,
        presets=presets,
        write_page=write_page,
        clock=clock,
        chance=chance,
        settings=settings,
        only=only,
        fault=fault,
    )
    heartbeat = Heartbeat(machine, control)
    machine.occupy()
    try:
        machine.start()
        await machine.off(heartbeat.start)
        log.info("worker.started", worker=machine.worker, only=only)
        with _patient_collector():
            yield Worker(machine, control)
    finally:
        await machine.drain()
        await machine.off(heartbeat.stop)
        await machine.stop()
        control.close()
        log.info("worker.stopped", worker=machine.worker)
    if machine.writer.given_up is not None:
        # Nobody must believe that all was kept.
        raise machine.writer.given_up
