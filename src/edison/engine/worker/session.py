"""One run in this process: what is pinned, its telephone, its ledger, and why it may have to stop."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from edison.domain import Chance, FaultPoint, Halt, Proposal, Run, no_fault
from edison.gateway import Embedder, Gateway
from edison.store import RunKey, Writer

from ..calls.ledger import RunLedger
from ..calls.vectors import ProviderVectors
from .limits import RunLimiter

MOST_LOADED = 3072


class EndpointHeld(Exception):
    """The endpoint cannot be asked for now; the unit stays as it is."""


class SessionStopped(Exception):
    """Nothing new is begun here; the unit stays as it is."""


@dataclass(slots=True)
class RunSession:
    """Everything that the cells of a run share; made once for each epoch and process."""

    run: Run
    key: RunKey
    gateway: Gateway
    ledger: RunLedger
    limiter: RunLimiter
    writer: Writer
    embedder: Embedder
    """Of this machine."""
    vectors: ProviderVectors | None
    """Those of a provider's model, where checks go by them."""
    write_page: Callable[[Run, int], Awaitable[Proposal]]
    """Writes a page of an export, keeps it, and says what is told about it."""
    others_hold_money: Callable[[], Awaitable[bool]]
    """Whether workers elsewhere have calls of this run under way."""
    walkers: int
    """Cells that may be open at once; enough to fill every slot, too few to fill the memory."""
    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.get_running_loop)
    fault: FaultPoint = no_fault
    holds: dict[str, Halt] = field(default_factory=dict[str, Halt])
    """Endpoints that cannot be asked until a person has seen to something."""
    superseded: bool = False
    budget_spent: bool = False
    draining: bool = False
    open_calls: int = 0
    waiting_for_money: int = 0
    """How many of the open calls wait until others give back what they reserved."""
    todo: "asyncio.Queue[Callable[[], Awaitable[None]]]" = field(
        default_factory=lambda: asyncio.Queue[Callable[[], Awaitable[None]]]()
    )
    """Cells that shards have brought; whoever walks takes the next one, of whichever shard."""
    loaded: int = 0
    """Cells that shards hold in memory."""
    _shards: set[tuple[str, int]] = field(default_factory=set[tuple[str, int]])
    """Where the shards begin that are seen to here, each with its lane."""
    _walking: list[asyncio.Task[None]] = field(default_factory=list[asyncio.Task[None]])
    _moved: asyncio.Event = field(default_factory=asyncio.Event)
    _unloaded: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def chance(self) -> Chance:
        return Chance(self.run.seed)

    @property
    def stops(self) -> bool:
        """Whether nothing new is to be begun here."""
        return self.superseded or self.budget_spent or self.draining

    def admit(self, endpoint: str) -> None:
        """Raise if nothing may be sent to an endpoint now."""
        if self.stops:
            raise SessionStopped
        held = self.holds.get(endpoint)
        if held is not None:
            raise EndpointHeld(held.sentence)

    def stop_sending(self) -> None:
        """Begin nothing new, for others see to it; what is under way ends."""
        self.superseded = True
        self.limiter.let_go()

    def drain(self) -> None:
        """Begin nothing new, for this process leaves."""
        self.draining = True
        self.limiter.let_go()

    def call_began(self) -> None:
        self.open_calls += 1

    def call_ended(self) -> None:
        self.open_calls -= 1
        self._moved.set()

    async def wait_for_a_call_to_end(self, timeout_s: float) -> None:
        """Until a call of this process gives back what it had reserved, or for so long at most."""
        self._moved.clear()
        try:
            await asyncio.wait_for(self._moved.wait(), timeout_s)
        except TimeoutError:
            return

    @asynccontextmanager
    async def seeing_to(self, lane: str, first: int, last: int) -> AsyncGenerator[None]:
        """Wait until a shard can be held in memory, and until nobody here holds it.

        Room is for enough cells to fill every slot, however large the run. A starved process may take its own work
        for lost and take it up twice: the second time waits for the first, and finds less to do.
        """
        cells, shard = last - first, (lane, first)
        most = max(MOST_LOADED, 2 * self.walkers)
        while not self.stops and (shard in self._shards or (self.loaded and self.loaded + cells > most)):
            self._unloaded.clear()
            await self._unloaded.wait()
        self._shards.add(shard)
        self.loaded += cells
        try:
            yield
        finally:
            self.loaded -= cells
            self._shards.discard(shard)
            self._unloaded.set()

    def walk(self) -> None:
        """Have as many walkers as there may be open cells; once is enough."""
        if not self._walking:
            self._walking = [self.loop.create_task(self._walk()) for _ in range(self.walkers)]

    async def _walk(self) -> None:
        while True:
            step = await self.todo.get()
            await step()

    async def close(self) -> None:
        for walker in self._walking:
            walker.cancel()
        await self.gateway.close()
