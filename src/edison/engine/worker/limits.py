"""Who may send, over all workers: this process's share of a run's calls in flight, then the shared rates."""

import asyncio
from collections import deque
from collections.abc import Coroutine
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import NamedTuple

from edison.domain import Clock
from edison.errors import WaitTooLong
from edison.gateway import LONGEST_PAUSE_S, Feedback, LimitKey, Limits, LocalLimiter, Permit
from edison.store import RateLease, Store

AIM = 0.95
"""Share of a stated limit that is used; the rest pays for clocks that differ and answers that overlap."""

_BURST_S = 0.02 * 60
_BLOCK_S = 0.5
"""A process leases at most so much of the future at once."""


class RunLimiter:
    """The gateway's limiter for one run in this process."""

    def __init__(self, clock: Clock, *, rates: "SharedRates", concurrency: int) -> None:
        self._local = LocalLimiter(clock, longest_pause_s=rates.longest_pause_s)
        self._rates = rates
        self._concurrency = concurrency
        self._shares: dict[str, int] = {}
        self._limits: dict[LimitKey, tuple[Limits, Limits]] = {}
        self.keys: set[LimitKey] = set()
        self._gone = asyncio.Event()

    def set_share(self, endpoint: str, calls: int) -> None:
        """How many calls to this endpoint this process may have in flight; takes effect at once."""
        if self._shares.get(endpoint) == calls:
            return
        self._shares[endpoint] = calls
        for key in [key for key in self._limits if endpoint_of(key) == endpoint]:
            stated, _ = self._limits.pop(key)
            self._local.adjust(key, self._limits_of(key, stated))

    def let_go(self) -> None:
        """Let nobody wait for a slot any more who would then be told that nothing is sent."""
        for endpoint in self._shares:
            self.set_share(endpoint, self._concurrency)
        self._gone.set()

    async def acquire(self, key: LimitKey, *, limits: Limits, tokens: int, patience_s: float) -> Permit:
        known = self._limits.get(key)
        mine = known[1] if known is not None and known[0] is limits else self._limits_of(key, limits)
        permit = await self._local.acquire(key, limits=mine, tokens=0, patience_s=patience_s)
        if limits.requests_per_minute is None and limits.tokens_per_minute is None:
            return permit
        try:
            turn = self._rates.take(key, limits=limits, tokens=tokens, patience_s=patience_s)
            await self._until_gone(turn)
        except BaseException:
            self._local.release(permit, used_tokens=None, verdict=Feedback.FAILED)
            raise
        return Permit(key, permit.number, tokens)

    async def _until_gone(self, turn: Coroutine[object, object, None]) -> None:
        """Wait for one's turn, which may be an hour away, but no longer than anything is sent."""
        gone, waiting = asyncio.ensure_future(self._gone.wait()), asyncio.ensure_future(turn)
        try:
            await asyncio.wait((gone, waiting), return_when=asyncio.FIRST_COMPLETED)
            if waiting.done():
                waiting.result()
        finally:
            gone.cancel()
            waiting.cancel()

    def release(self, permit: Permit, *, used_tokens: int | None, verdict: Feedback) -> None:
        self._local.release(permit, used_tokens=None, verdict=verdict)
        if used_tokens is not None and permit.tokens:
            self._rates.correct(permit.key, estimated=permit.tokens, used=used_tokens)

    def pause(self, key: LimitKey, *, seconds: float) -> None:
        self._local.pause(key, seconds=seconds)
        self._rates.pause(key, seconds=seconds)

    def hear_pause(self, key: LimitKey, *, seconds: float) -> None:
        """A pause that another worker brought home."""
        if seconds > self._local.paused_for(key) + 0.05:
            self._local.pause(key, seconds=seconds)

    def paused_for(self, key: LimitKey) -> float:
        return self._local.paused_for(key)

    def _limits_of(self, key: LimitKey, stated: Limits) -> Limits:
        share = self._shares.get(endpoint_of(key), self._concurrency)
        if stated.concurrency is not None:
            share = min(share, stated.concurrency)
        mine = Limits(concurrency=share)
        self._limits[key] = (stated, mine)
        self.keys.add(key)
        return mine


def endpoint_of(key: LimitKey) -> str:
    """`provider/model`, as people write it; the credential is named after its provider."""
    return f"{key.credential.partition(':')[0]}/{key.model}"


@dataclass(slots=True)
class _Waiter:
    tokens: int
    slot: "asyncio.Future[float]"


@dataclass(slots=True)
class _Line:
    limits: Limits
    waiters: deque[_Waiter] = field(default_factory=deque[_Waiter])
    pump: "asyncio.Task[None] | None" = None


class SharedRates:
    """Requests and tokens per minute, leased in small blocks from rows that all workers share."""

    def __init__(
        self, store: Store, clock: Clock, *, threads: Executor, longest_pause_s: float = LONGEST_PAUSE_S
    ) -> None:
        self.longest_pause_s = longest_pause_s
        self._store = store
        self._clock = clock
        self._threads = threads
        self._lines: dict[LimitKey, _Line] = {}

    async def take(self, key: LimitKey, *, limits: Limits, tokens: int, patience_s: float) -> None:
        """Wait for one's turn; raises as soon as it is certain that it comes too late."""
        loop = asyncio.get_running_loop()
        deadline = self._clock.monotonic() + patience_s
        line = self._lines.setdefault(key, _Line(limits))
        waiter = _Waiter(tokens, loop.create_future())
        line.waiters.append(waiter)
        if line.pump is None or line.pump.done():
            line.pump = loop.create_task(self._pump(key, line))
        at = await waiter.slot
        if at > deadline:
            raise WaitTooLong(key.model, patience_s)
        await self._clock.sleep(at - self._clock.monotonic())

    def correct(self, key: LimitKey, *, estimated: int, used: int) -> None:
        """Give back the tokens that were leased and not used, or take those that were used and not leased."""
        line = self._lines.get(key)
        if line is not None and line.limits.tokens_per_minute is not None and used != estimated:
            rate = line.limits.tokens_per_minute
            self._threads.submit(self._lease, _row(key, "tokens"), rate, used - estimated)

    def pause(self, key: LimitKey, *, seconds: float) -> None:
        """Tell all workers to wait."""
        row, longest_s = _row(key, "requests"), self.longest_pause_s
        self._threads.submit(
            self._store.retry, lambda work: work.rates.pause(row, seconds, longest_s=longest_s)
        )

    def paused_for(self, keys: set[LimitKey]) -> dict[LimitKey, float]:
        """For how long each key is paused by anybody. Blocks; for the heart's thread."""
        with self._store.reading() as work:
            found = {
                key: work.rates.paused_until(_row(key, "requests"), longest_s=self.longest_pause_s)
                for key in keys
            }
        return {key: until - now for key, (until, now) in found.items() if until > now}

    async def _pump(self, key: LimitKey, line: _Line) -> None:
        """Lease for those who wait, a block at a time, so that other workers get their turn in between."""
        while line.waiters:
            block = [line.waiters.popleft() for _ in range(min(len(line.waiters), self._block(line.limits)))]
            try:
                slots = await self._slots(key, line.limits, block)
            except Exception as error:
                for waiter in block:
                    if not waiter.slot.done():
                        waiter.slot.set_exception(error)
                continue
            for waiter, at in zip(block, slots, strict=True):
                if not waiter.slot.done():
                    waiter.slot.set_result(at)
            await self._clock.sleep(slots[-1] - self._clock.monotonic())

    def _block(self, limits: Limits) -> int:
        if limits.requests_per_minute is None:
            return 1
        return max(1, int(limits.requests_per_minute / 60 * _BLOCK_S))

    async def _slots(self, key: LimitKey, limits: Limits, block: list[_Waiter]) -> list[float]:
        """When each of the block may send, by this process's clock."""
        loop = asyncio.get_running_loop()
        slots = [self._clock.monotonic()] * len(block)
        if limits.requests_per_minute is not None:
            rate = limits.requests_per_minute
            lease = await loop.run_in_executor(
                self._threads, self._lease, _row(key, "requests"), rate, len(block)
            )
            interval = 60 / (rate * AIM)
            free = max(lease.tat - interval * len(block), lease.paused_until) - lease.now
            began = self._clock.monotonic() + free
            slots = [began + interval * index for index in range(len(block))]
        if limits.tokens_per_minute is not None:
            rate = limits.tokens_per_minute
            total = sum(waiter.tokens for waiter in block)
            lease = await loop.run_in_executor(self._threads, self._lease, _row(key, "tokens"), rate, total)
            # The block may go when all its tokens are free.
            free = self._clock.monotonic() + lease.tat - lease.now - _BURST_S
            slots = [max(slot, free) for slot in slots]
        return slots

    def _lease(self, row: str, per_minute: float, count: int) -> RateLease:
        interval_s = 60 / (per_minute * AIM)
        return self._store.retry(
            lambda work: work.rates.lease(
                row,
                interval_s=interval_s,
                count=count,
                burst_s=_BURST_S,
                longest_s=self.longest_pause_s,
            )
        )


def _row(key: LimitKey, unit: str) -> str:
    return " ".join((unit, key.credential, key.address or "-", key.model))


class LimitName(NamedTuple):
    """A limit as people know it."""

    endpoint: str
    address: str
    unit: str


def name_limit(row: str) -> LimitName:
    """What a row of the shared rates is about; rows of other versions are named as they stand."""
    parts = row.split(" ", 3)
    if len(parts) <= len(LimitKey._fields):
        return LimitName(row, "", "")
    unit, credential, address, model = parts
    return LimitName(endpoint_of(LimitKey(credential, model)), address, unit)
