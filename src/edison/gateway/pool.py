"""A pool of local servers: each serves one model at a time, as swapping weights costs more than waiting."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from math import inf

from edison.domain import Clock
from edison.errors import EdisonError, ModelNotServed, Unavailable, WaitTooLong

REFRESH_TIMEOUT_S = 10.0
_REFRESH_EVERY_S = 10.0
"""How often a server that did not answer is asked again, while there is work for it."""

LINGER_S = 1.0
"""How long an idle server keeps its weights for the next call that needs them."""

_TURN_S = 32.0
"""Who has waited so long gets a server, once its weights have been used for as long."""

Refresh = Callable[[str], Awaitable[Sequence[str]]]
"""Asks the server at an address which models it has."""


@dataclass(frozen=True, slots=True)
class Lease:
    """A slot on a server for one call; given back once, by number."""

    server: str
    model: str
    number: int
    is_cold: bool
    """Whether the server has to load the model first."""


@dataclass(frozen=True, slots=True)
class ServerState:
    """A server as it stands now."""

    address: str
    models: frozenset[str] | None
    """What it has; None while that is unknown."""
    active: int
    max_concurrent: int
    current_model: str | None
    """What it is busy with; None when idle."""
    last_error: str | None


class ServerPool:
    """Leases slots: least loaded server first; first come first served, past those who cannot be served.

    Whoever would have weights swapped that others wait for, or used a moment ago, lets these go first, but not
    without end.
    """

    def __init__(
        self,
        servers: Sequence[str],
        *,
        clock: Clock,
        refresh: Refresh,
        max_concurrent: int = 1,
        linger_s: float = LINGER_S,
    ) -> None:
        self._servers = {address: _Server(address, max_concurrent) for address in servers}
        self._clock = clock
        self._ask_models = refresh
        self._linger_s = linger_s
        self._leases: dict[int, Lease] = {}
        self._leased = 0
        self._queue: OrderedDict[int, _Waiter] = OrderedDict()
        self._queued = 0
        self._waking: asyncio.TimerHandle | None = None
        self._refreshing: asyncio.Task[None] | None = None
        self._refreshed_at = -inf

    @property
    def servers(self) -> tuple[ServerState, ...]:
        return tuple(server.view() for server in self._servers.values())

    async def acquire(self, model: str, *, patience_s: float) -> Lease:
        """Wait for a slot.

        Raises:
            ModelNotServed: all servers answer and none has the model.
            Unavailable: no server is known to have it, and some do not answer.
            WaitTooLong: no slot came free in time.
        """
        waiter = _Waiter(model, patience_s=patience_s, since=self._clock.monotonic())
        lease = None if self._queue else self._take(model, but_not=self._kept_warm(waiter))
        if lease is not None:
            self._look_after_the_silent()
            return lease
        return await self._wait(waiter)

    def release(self, lease: Lease, *, failed: bool) -> None:
        """Give a slot back; a failed server is not used again before it has said anew what it has."""
        if self._leases.pop(lease.number, None) is None:
            return
        server = self._servers[lease.server]
        server.leave()
        if failed:
            server.distrust("a call to it failed")
        else:
            server.answered(lease.model, at=self._clock.monotonic())
        self._serve()
        if failed:
            self._seek_unoffered()

    def needs_warm_up(self, lease: Lease) -> bool:
        """Whether the server must load the model first; a tiny call before keeps that out of the latency."""
        return lease.is_cold

    async def refresh(self) -> None:
        """Ask all servers anew what they have; several callers share one round."""
        await asyncio.shield(self._start_refresh())

    async def _wait(self, waiter: "_Waiter") -> Lease:
        number = self._queued = self._queued + 1
        self._queue[number] = waiter
        timeout = asyncio.get_running_loop().call_later(waiter.patience_s, self._refuse_late, number)
        self._serve()
        self._seek_unoffered()
        try:
            return await waiter.granted
        except asyncio.CancelledError:
            self._withdraw(number, waiter)
            raise
        finally:
            timeout.cancel()

    def _take(self, model: str, *, but_not: "frozenset[_Server]") -> Lease | None:
        """A slot on the least loaded server that may take the model; of equals, one that has it loaded."""
        free = [one for one in self._servers.values() if one.may_take(model) and one not in but_not]
        if not free:
            return None
        server = min(free, key=lambda one: (one.active, one.loaded != model))
        number = self._leased = self._leased + 1
        lease = Lease(server.address, model, number, is_cold=server.loaded != model)
        server.enter(model)
        self._leases[number] = lease
        return lease

    def _serve(self) -> None:
        """Grant what can be granted, from the front of the queue; a blocked head blocks nobody else."""
        passed: dict[str, _Waiter] = {}
        for number, waiter in list(self._queue.items()):
            # Cancelled ones count as done; they are still here until they have woken up to leave.
            if waiter.model in passed or waiter.granted.done():
                continue
            kept = self._kept_warm(waiter) | self._drained_for(passed.values())
            lease = self._take(waiter.model, but_not=kept)
            if lease is None:
                passed[waiter.model] = waiter
                continue
            del self._queue[number]
            waiter.granted.set_result(lease)
        self._wake_for(passed.values())

    def _kept_warm(self, waiter: "_Waiter") -> "frozenset[_Server]":
        """The servers that keep their weights for others, who wait for them or used them a moment ago."""
        now = self._clock.monotonic()
        wanted = {other.model for other in self._queue.values() if not other.granted.done()}
        return frozenset(
            one
            for one in self._servers.values()
            if one.loaded is not None
            and one.loaded != waiter.model
            and one.has(one.loaded)
            and (one.loaded in wanted or now < one.used_at + self._linger_s)
            and now < waiter.due_at(one)
        )

    def _wake_for(self, waiters: "Iterable[_Waiter]") -> None:
        """Look again when the first idle server has kept its weights for long enough."""
        ends = [
            min(one.used_at + self._linger_s, waiter.due_at(one))
            for waiter in waiters
            for one in self._kept_warm(waiter)
            if one.may_take(waiter.model)
        ]
        if self._waking is not None:
            self._waking.cancel()
            self._waking = None
        if ends:
            delay = min(ends) - self._clock.monotonic()
            self._waking = asyncio.get_running_loop().call_later(delay, self._serve)

    def _drained_for(self, waiters: "Iterable[_Waiter]") -> "frozenset[_Server]":
        """The servers that take nothing new until somebody has had his turn who waited for too long."""
        now = self._clock.monotonic()
        drained: set[_Server] = set()
        for waiter in waiters:
            able = [
                one
                for one in self._servers.values()
                if one not in drained and one.has(waiter.model) and now >= waiter.due_at(one)
            ]
            if able:
                drained.add(min(able, key=lambda one: one.active))
        return frozenset(drained)

    def _is_offered(self, model: str) -> bool:
        return any(server.has(model) for server in self._servers.values())

    def _seek_unoffered(self) -> None:
        """Ask the servers anew when somebody waits for what none is known to have."""
        if any(not self._is_offered(model) for model in {waiter.model for waiter in self._queue.values()}):
            self._start_refresh()
        else:
            self._look_after_the_silent()

    def _look_after_the_silent(self) -> None:
        """Ask those again that did not answer, but not all the time."""
        is_due = self._clock.monotonic() >= self._refreshed_at + _REFRESH_EVERY_S
        if is_due and any(server.models is None for server in self._servers.values()):
            self._start_refresh()

    def _start_refresh(self) -> asyncio.Task[None]:
        if self._refreshing is None or self._refreshing.done():
            self._refreshed_at = self._clock.monotonic()
            self._refreshing = asyncio.get_running_loop().create_task(self._refresh())
        return self._refreshing

    async def _refresh(self) -> None:
        async with asyncio.TaskGroup() as group:
            for server in self._servers.values():
                group.create_task(server.learn(self._ask_models))
        for number, waiter in list(self._queue.items()):
            if not self._is_offered(waiter.model):
                self._refuse(number, self._why_not(waiter.model))
        self._serve()

    def _why_not(self, model: str) -> EdisonError:
        silent = [server for server in self._servers.values() if server.models is None]
        if not silent:
            return ModelNotServed(model, self._servers)
        causes = "; ".join(f"{server.address}: {server.last_error}" for server in silent)
        return Unavailable(
            f"No server that answers has the model {model!r}, and some do not answer ({causes})."
        )

    def _refuse_late(self, number: int) -> None:
        waiter = self._queue.get(number)
        if waiter is not None:
            self._refuse(number, WaitTooLong(waiter.model, waiter.patience_s))
            self._serve()

    def _refuse(self, number: int, cause: EdisonError) -> None:
        refused = self._queue.pop(number)
        if not refused.granted.done():
            refused.granted.set_exception(cause)

    def _withdraw(self, number: int, waiter: "_Waiter") -> None:
        """A cancelled waiter leaves the queue, or gives back what it was granted a moment ago."""
        self._queue.pop(number, None)
        if not waiter.granted.cancelled() and waiter.granted.exception() is None:
            unused = waiter.granted.result()
            del self._leases[unused.number]
            self._servers[unused.server].leave()
        self._serve()


class _Waiter:
    """Somebody in the queue."""

    def __init__(self, model: str, *, patience_s: float, since: float) -> None:
        self.model = model
        self.patience_s = patience_s
        self.since = since
        self.granted: asyncio.Future[Lease] = asyncio.get_running_loop().create_future()

    def due_at(self, server: "_Server") -> float:
        """From when on this one goes before those who need what is loaded; in time for the impatient, too."""
        return max(self.since, server.loaded_at) + min(_TURN_S, self.patience_s / 2)


class _Server:
    """The record of one server."""

    def __init__(self, address: str, max_concurrent: int) -> None:
        self.address = address
        self.models: frozenset[str] | None = None
        self.active = 0
        self.loaded: str | None = None
        """The model that answered last: its weights are in memory."""
        self.loaded_at = -inf
        self.used_at = -inf
        self.last_error: str | None = None
        self._max_concurrent = max_concurrent
        self._current_model: str | None = None

    def has(self, model: str) -> bool:
        # Ollama lists an untagged name with the tag it stands for.
        return self.models is not None and (model in self.models or f"{model}:latest" in self.models)

    def may_take(self, model: str) -> bool:
        if self.active >= self._max_concurrent or not self.has(model):
            return False
        # The drain guard: a server busy with one model takes no other until it is idle.
        return self.active == 0 or self._current_model == model

    def enter(self, model: str) -> None:
        self.active += 1
        self._current_model = model

    def leave(self) -> None:
        self.active -= 1
        if self.active == 0:
            self._current_model = None

    def answered(self, model: str, *, at: float) -> None:
        """Its weights are in memory, and may be wanted again in a moment."""
        if self.loaded != model:
            self.loaded, self.loaded_at = model, at
        self.used_at = at

    def distrust(self, cause: str) -> None:
        """Forget what it has until it is asked again."""
        self.models, self.loaded, self.last_error = None, None, cause

    async def learn(self, ask: Refresh) -> None:
        """Ask what it has; one that does not say so in time is unknown, and its error is kept."""
        try:
            async with asyncio.timeout(REFRESH_TIMEOUT_S):
                self.models = frozenset(await ask(self.address))
            self.last_error = None
        except TimeoutError:
            self.distrust(f"no answer within {REFRESH_TIMEOUT_S:.0f} s")
        except Exception as cause:  # whatever it was, this server cannot be used, and the others can
            self.distrust(str(cause) or type(cause).__name__)

    def view(self) -> ServerState:
        return ServerState(
            address=self.address,
            models=self.models,
            active=self.active,
            max_concurrent=self._max_concurrent,
            current_model=self._current_model,
            last_error=self.last_error,
        )
