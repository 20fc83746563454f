"""The machine room of one process: takes shards from the queues and sees to them."""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from math import ceil
from os import getpid
from typing import TypeVar

import structlog

from edison.domain import (
    Chance,
    Clock,
    DesiredState,
    FaultPoint,
    Halt,
    Mint,
    Proposal,
    Run,
    RunId,
    no_fault,
)
from edison.errors import EdisonError, EngineBusy, ErrorKind
from edison.gateway import LONGEST_PAUSE_S, Embedder, Gateway, Provider, RetryPolicy, local_embedder
from edison.store import KeptVectors, RunKey, Store, StoredCache, UnitOfWork

from .. import durable
from ..calls.ledger import RunLedger
from ..calls.vectors import ProviderVectors
from ..driver.preset import Presets
from ..driver.sweep import Sweeps
from .limits import RunLimiter, SharedRates
from .session import RunSession

log = structlog.get_logger()

T = TypeVar("T")

Connect = Callable[[Run], Sequence[Provider]]
"""Providers of a run with their keys; handed in, because keys are none of the engine's business."""

WritePage = Callable[[Run, int], Proposal]
"""Writes a page of an export and keeps it; handed in, because how results are told is none of the engine's business."""


def no_pages(run: Run, unit: int) -> Proposal:
    """Writes no page: whoever works here exports nothing."""
    return Proposal(not_proposed=f"page {unit} of {run.id} was left to a worker that writes none")


_STORE_THREADS = 6
_WALKERS_PER_SLOT = 1.25
"""Some more than slots: while an answer is written, its slot can serve another."""


@dataclass(frozen=True, slots=True)
class MachineSettings:
    """How a worker behaves; the defaults suit one laptop as well as one of many workers."""

    stale_s: float = 20.0
    """A worker whose heart has not been seen to beat for so long is taken for dead."""
    longest_pause_s: float = LONGEST_PAUSE_S
    """What a provider may make everybody wait, however long it asks for."""
    beat_s: float = 1.0
    look_s: float = 0.1
    """How often whoever waits for a run looks at it; the end of one in this process is told besides."""
    linger_s: float = 0.002
    retries: RetryPolicy = field(default_factory=RetryPolicy)
    embedder: Embedder = field(default_factory=local_embedder)
    """Makes the vectors that checks by meaning ask for."""
    program_environment: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    """The variables that scripts and functions of a suite see."""


class NotConnected(Exception):
    """This process may not or cannot ask whom a run asks, until a person has seen to it."""

    def __init__(self, halt: Halt) -> None:
        super().__init__(halt.sentence)
        self.halt = halt


class Machine:
    """One for each process; the durable library allows no more."""

    def __init__(
        self,
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
    ) -> None:
        self.store = store
        self.only = only
        self.clock = clock
        self.settings = settings or MachineSettings()
        self.fault = fault
        self.worker = f"{socket.gethostname()}-{getpid()}-{chance.stream('worker').token(8)}"
        self.threads = ThreadPoolExecutor(_STORE_THREADS, thread_name_prefix="edison-store")
        self.sessions: dict[tuple[RunId, int], RunSession] = {}
        longest_pause_s = self.settings.longest_pause_s
        self.rates = SharedRates(store, clock, threads=self.threads, longest_pause_s=longest_pause_s)
        self._connect = connect
        self._write_page = write_page
        self._chance = chance
        self.sweeps = Sweeps(
            store, presets=presets, now=clock.now, mint=Mint(clock, chance.stream("engine", "ids"))
        )
        self._openings: dict[tuple[RunId, int], asyncio.Task[RunSession | None]] = {}
        self._closings = set[asyncio.Task[None]]()
        self.writer = store.writer(self.worker, linger_s=self.settings.linger_s, fault=fault)
        self.draining = False
        self.loop = asyncio.get_running_loop()
        self.may_send = asyncio.Event()
        """Set while this worker is known to be alive; whoever was taken for dead holds no work, and begins none."""
        self._told = asyncio.Event()

    def occupy(self) -> None:
        """Be the machine of this process.

        Raises:
            EngineBusy: there is one.
        """
        global _current
        if _current is not None:
            raise EngineBusy(_current.worker)
        _current = self

    def start(self) -> None:
        """Take work from now on. Called on the loop that is to do it."""
        # Registers the workflows, which in turn need this module.
        import_module("edison.engine.driver.workflows")
        durable.launch(self.store.engine, worker=self.worker, only=self.only)

    def stop_sending(self) -> None:
        """Drop all that is queued, and begin nothing before this worker is known to be alive again."""
        self.may_send.clear()
        for session in self.sessions.values():
            session.stop_sending()

    async def drain(self) -> None:
        """Begin nothing new, and wait until every call that is under way is answered and written."""
        self.draining = True
        self.writer.leave()
        for session in self.sessions.values():
            session.drain()
        while any(session.open_calls for session in self.sessions.values()):
            await self.clock.sleep(0.02)

    async def stop(self) -> None:
        """Leave; unfinished work is taken up by others, or at the next start."""
        global _current
        await self.off(durable.stop)
        _current = None
        # The library gave the loop its own threads, and took them away again just now.
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor())
        for session in self.sessions.values():
            await session.close()
        self.writer.close()
        self.threads.shutdown(wait=True)

    async def off(self, work: Callable[..., T], *arguments: object) -> T:
        """Run something that blocks in a thread of ours; the library's threads are taken by its workflows."""
        return await asyncio.get_running_loop().run_in_executor(self.threads, work, *arguments)

    def tell_of_the_end(self) -> None:
        """Have whoever dozes wake when the workflow that calls this has ended, and is written down as ended."""
        workflow = asyncio.current_task()
        if workflow is not None:
            workflow.add_done_callback(lambda _: self._told.set())

    async def doze(self, seconds: float) -> None:
        """Until so much time has passed, or a workflow of this process has ended."""
        sleeping, listening = (
            asyncio.create_task(self.clock.sleep(seconds)),
            asyncio.create_task(self._told.wait()),
        )
        try:
            await asyncio.wait({sleeping, listening}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            sleeping.cancel()
            listening.cancel()
        self._told.clear()

    async def park(self) -> None:
        """Wait for the end of the process."""
        # Held on to: a task that nobody knows is collected, and the library complains about how it ends.
        _parked.append(asyncio.current_task())
        await asyncio.Event().wait()

    async def session(self, run_id: RunId, epoch: int) -> RunSession | None:
        """The session of a run under this epoch; None when the run has moved on. Raises NotConnected."""
        await self.may_send.wait()
        key = (run_id, epoch)
        known = self.sessions.get(key)
        if known is not None:
            return None if known.superseded else known
        opening = self._openings.get(key)
        if opening is None:
            opening = self._openings[key] = asyncio.get_running_loop().create_task(self._open(run_id, epoch))
            opening.add_done_callback(lambda _: self._openings.pop(key, None))
        return await asyncio.shield(opening)

    def forget(self, key: tuple[RunId, int]) -> None:
        """Let go of a session of which nothing is left to do: a worker sees to many runs in its life."""
        session = self.sessions.get(key)
        if session is not None and session.superseded and not session.loaded:
            del self.sessions[key]
            closing = asyncio.get_running_loop().create_task(session.close())
            self._closings.add(closing)
            closing.add_done_callback(self._closings.discard)

    async def _open(self, run_id: RunId, epoch: int) -> RunSession | None:
        found = await self.off(self._read, run_id, epoch)
        if found is None:
            return None
        run, no, shares = found
        key = RunKey(no, epoch)
        limiter = RunLimiter(self.clock, rates=self.rates, concurrency=run.experiment.policy.parallel)
        for endpoint, share in shares.items():
            limiter.set_share(endpoint, share)

        def admit(endpoint: str) -> None:
            session.admit(endpoint)

        ledger = RunLedger(self.writer, key, admit=admit, fault=self.fault)
        oldest_s = run.experiment.policy.cache_s
        cache = StoredCache(self.store, clock=self.clock, threads=self.threads, oldest_s=oldest_s)
        gateway = Gateway(
            self._providers_of(run),
            clock=self.clock,
            chance=self._chance.child("gateway", run_id, epoch),
            limiter=limiter,
            ledger=ledger,
            cache=cache if run.experiment.policy.takes_kept_answers else None,
            policy=self.settings.retries,
            program_environment=self.settings.program_environment,
        )
        slots = run.experiment.policy.parallel * len(shares)
        session = RunSession(
            run=run,
            key=key,
            gateway=gateway,
            ledger=ledger,
            limiter=limiter,
            writer=self.writer,
            embedder=self.settings.embedder,
            vectors=self._vectors_for(run, gateway),
            write_page=partial(self.off, self._write_page),
            others_hold_money=self._others_hold_money(run_id),
            # A run that asks nobody has no slots, and something to do all the same.
            walkers=max(1, ceil(slots * _WALKERS_PER_SLOT)),
            fault=self.fault,
            draining=self.draining,
        )
        self.sessions[run_id, epoch] = session
        if run.snapshot.refining is not None or run.snapshot.contest is not None:
            # Numbers decide between its waves: they are loaded while the first answers are waited for.
            self.threads.submit(_load_numbers)
        return session

    def _vectors_for(self, run: Run, gateway: Gateway) -> ProviderVectors | None:
        """Where the vectors of a provider's model come from, if the run goes by those."""
        to = run.snapshot.embedder
        if to is None:
            return None

        async def scope() -> str:
            return f"{run.experiment.project_id} {gateway.address_of(to.provider)}"

        return ProviderVectors(
            to, kept=KeptVectors(self.store, clock=self.clock), scope=scope, threads=self.threads
        )

    def _providers_of(self, run: Run) -> Sequence[Provider]:
        try:
            return self._connect(run)
        except EdisonError as refused:
            if refused.kind is ErrorKind.UNAVAILABLE:
                raise
            raise NotConnected(Halt(code=refused.code, sentence=refused.sentence)) from refused

    def _read(self, run_id: RunId, epoch: int) -> tuple[Run, int, Mapping[str, int]] | None:
        def look(work: UnitOfWork) -> tuple[Run, int, Mapping[str, int]] | None:
            standing = work.runs.standing(run_id)
            if standing.epoch != epoch or standing.desired is not DesiredState.RUNNING:
                return None
            run = work.runs.get(run_id)
            return run, standing.no, shares_of(work, run, worker=self.worker)

        return self.store.retry(look)

    def _others_hold_money(self, run_id: RunId) -> Callable[[], Awaitable[bool]]:
        def look() -> bool:
            with self.store.reading() as work:
                alive = work.workers.alive()
                return any(
                    count
                    for worker, count in work.in_flight.by_worker(run_id).items()
                    if worker in alive and worker != self.worker
                )

        async def ask() -> bool:
            return await self.off(look)

        return ask


def _load_numbers() -> None:
    from edison.stats.means import load_distributions

    load_distributions()


def shares_of(work: UnitOfWork, run: Run, *, worker: str) -> dict[str, int]:
    """This worker's share of the run's calls in flight, for each endpoint it asks."""
    live = {*work.workers.alive(), worker}
    limit = run.experiment.policy.parallel
    return {
        endpoint: work.slots.share(run.id, endpoint, worker, limit=limit, live=live)
        for endpoint in endpoints_of(run)
    }


def endpoints_of(run: Run) -> list[str]:
    """Everyone a run asks, each once."""
    snapshot = run.snapshot
    asked = [*(one.endpoint for one in (*snapshot.arms, *snapshot.judges)), *snapshot.users]
    asked += [] if snapshot.embedder is None else [snapshot.embedder]
    return list(dict.fromkeys(endpoint.name for endpoint in asked if endpoint.is_called))


_current: Machine | None = None
_parked: list[asyncio.Task[object] | None] = []


def is_leaving() -> bool:
    """Whether this process has stopped working, or is about to."""
    return _current is None or _current.draining


def current_machine() -> Machine:
    """The machine of this process, for the workflows, which the library calls without it."""
    if _current is None:
        raise RuntimeError("no engine runs in this process")
    return _current
