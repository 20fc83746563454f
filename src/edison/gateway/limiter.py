"""Who may send now: requests and tokens per minute, requests at once, and pauses the provider asked for."""

import asyncio
from collections import OrderedDict
from enum import StrEnum
from math import inf
from typing import NamedTuple, Protocol

import msgspec

from edison.domain import Clock
from edison.errors import WaitTooLong

from .pacing import Ceiling, RequestPace, Reservation, TokenWindow
from .provider import Limits

LONGEST_PAUSE_S = 3600.0
"""What a provider may make everybody wait, however long it asks for."""
ANY_MODEL = "*"
"""As the model of a key: the whole credential."""


class LimitKey(NamedTuple):
    """What a provider counts by: a credential, and one of its models or any."""

    credential: str
    model: str = ANY_MODEL
    address: str = ""
    """Where it is asked: what one server wants is no business of another under the same name."""


class Feedback(StrEnum):
    """How a call ended, as far as the limits are concerned."""

    OK = "ok"
    SLOWED = "slowed"
    """The provider asked us to slow down."""
    FAILED = "failed"
    """Anything else; says nothing about the limits."""


class Permit(msgspec.Struct, frozen=True):
    """The right to send one request; given back once, by number."""

    key: LimitKey
    number: int
    tokens: int


class Limiter(Protocol):
    """Hands out permits so that no limit is exceeded and no pause is broken; first come, first served."""

    async def acquire(self, key: LimitKey, *, limits: Limits, tokens: int, patience_s: float) -> Permit:
        """Wait for a permit; raises WaitTooLong as soon as it is certain that none comes in time."""
        ...

    def release(self, permit: Permit, *, used_tokens: int | None, verdict: Feedback) -> None:
        """Give a permit back, with the tokens used if known. Never fails; a second time changes nothing."""
        ...

    def pause(self, key: LimitKey, *, seconds: float) -> None:
        """Stop everyone with this key, or with this credential for ANY_MODEL; the longest pause wins, up to a limit."""
        ...

    def paused_for(self, key: LimitKey) -> float:
        """Seconds for which nothing may be sent with this key; a permit may be older than a pause."""
        ...


class LocalLimiter:
    """The limiter of one process. A permit that is free costs microseconds and no turn of the event loop."""

    def __init__(self, clock: Clock, *, longest_pause_s: float = LONGEST_PAUSE_S) -> None:
        self._clock = clock
        self._longest_pause_s = longest_pause_s
        self._gates: dict[LimitKey, _Gate] = {}
        self._pauses: dict[str, _Pause] = {}
        self._has_paused = False
        """Whether anybody ever had to; most processes never do."""

    async def acquire(self, key: LimitKey, *, limits: Limits, tokens: int, patience_s: float) -> Permit:
        gate = self._gates.get(key) or self._open_gate(key)
        permit = gate.admit(limits, tokens)
        return permit if permit is not None else await gate.wait(tokens, patience_s)

    def release(self, permit: Permit, *, used_tokens: int | None, verdict: Feedback) -> None:
        gate = self._gates.get(permit.key)
        if gate is not None:
            gate.release(permit.number, used_tokens=used_tokens, verdict=verdict)

    def pause(self, key: LimitKey, *, seconds: float) -> None:
        self._has_paused = True
        # Written so that what is no number is the longest pause, too.
        seconds = seconds if seconds < self._longest_pause_s else self._longest_pause_s
        until = self._clock.monotonic() + seconds
        if key.model != ANY_MODEL:
            (self._gates.get(key) or self._open_gate(key)).hold(until)
            return
        self._pause_of(key.credential).extend(until)
        for gate in self._gates.values():
            if gate.key.credential == key.credential:
                gate.refuse_hopeless()

    def paused_for(self, key: LimitKey) -> float:
        if not self._has_paused:
            return 0.0
        gate = self._gates.get(key)
        until = gate.paused_until if gate is not None else self._pause_of(key.credential).until
        return max(until - self._clock.monotonic(), 0.0)

    def adjust(self, key: LimitKey, limits: Limits) -> None:
        """Take on other limits at once; whoever waits is served by them."""
        (self._gates.get(key) or self._open_gate(key)).adjust(limits)

    def _open_gate(self, key: LimitKey) -> "_Gate":
        gate = self._gates[key] = _Gate(key, clock=self._clock, whole=self._pause_of(key.credential))
        return gate

    def _pause_of(self, credential: str) -> "_Pause":
        return self._pauses.setdefault(credential, _Pause())


class _Pause:
    """Until when nobody sends."""

    __slots__ = ("until",)

    def __init__(self) -> None:
        self.until = -inf

    def extend(self, until: float) -> None:
        self.until = max(self.until, until)


class _Waiter(NamedTuple):
    tokens: int
    patience_s: float
    deadline: float
    leaves_at: float
    """The same by the loop's time."""
    granted: asyncio.Future[Permit]


class _Gate:
    """The queue and the counters of one key. All but `wait` is synchronous, so nothing needs a lock."""

    def __init__(self, key: LimitKey, *, clock: Clock, whole: _Pause) -> None:
        self.key = key
        self._pause = _Pause()
        self._whole = whole
        self._clock = clock
        self._limits = Limits()
        self._requests: RequestPace | None = None
        self._tokens: TokenWindow | None = None
        self._ceiling = Ceiling(None)
        self._issued = 0
        self._open: dict[int, Reservation | None] = {}
        self._queue: OrderedDict[int, _Waiter] = OrderedDict()
        self._queued = 0
        self._timer: asyncio.Task[None] | None = None
        self._rings_at = inf
        self._bell: asyncio.TimerHandle | None = None

    @property
    def paused_until(self) -> float:
        return max(self._pause.until, self._whole.until)

    def admit(self, limits: Limits, tokens: int) -> Permit | None:
        """A permit, if one is free this instant and nobody waits for it already."""
        if limits is not self._limits and limits != self._limits:
            self._adopt(limits)
        if self._queue or len(self._open) >= self._ceiling.limit:
            return None
        now = self._clock.monotonic()
        return self._grant(tokens, now) if self._ready_at(tokens, now) <= now else None

    async def wait(self, tokens: int, patience_s: float) -> Permit:
        """Stand in the queue."""
        now = self._clock.monotonic()
        if self._ready_at(tokens, now) > now + patience_s:
            raise WaitTooLong(self.key.model, patience_s)
        loop = asyncio.get_running_loop()
        number = self._queued = self._queued + 1
        # The clock says when a slot is due; where that depends on others giving back, the loop keeps time.
        leaves_at = loop.time() + patience_s
        waiter = _Waiter(tokens, patience_s, now + patience_s, leaves_at, loop.create_future())
        self._queue[number] = waiter
        self._watch(loop, leaves_at)
        self._serve()
        try:
            return await waiter.granted
        except asyncio.CancelledError:
            self._withdraw(number, waiter)
            raise

    def release(self, number: int, *, used_tokens: int | None, verdict: Feedback) -> None:
        if number not in self._open:
            return
        if verdict is Feedback.OK:
            self._ceiling.rise(in_flight=len(self._open))
        elif verdict is Feedback.SLOWED:
            self._ceiling.fall(in_flight=len(self._open), issued=number, newest=self._issued)
        reservation = self._open.pop(number)
        if reservation is not None and used_tokens is not None:
            reservation.correct(used_tokens)
        if self._queue:
            self._serve()

    def adjust(self, limits: Limits) -> None:
        """Take on other limits now rather than with the next call."""
        self._adopt(limits)
        if self._queue:
            self._serve()

    def hold(self, until: float) -> None:
        """Let nobody through before then."""
        self._pause.extend(until)
        self.refuse_hopeless()

    def refuse_hopeless(self) -> None:
        """Tell those whose patience ends before the pause does; they need not stand there."""
        for number in [n for n, waiter in self._queue.items() if waiter.deadline < self.paused_until]:
            self._refuse(number)

    def _adopt(self, limits: Limits) -> None:
        old, self._limits = self._limits, limits
        if limits.requests_per_minute != old.requests_per_minute:
            taken_until = self._requests.taken_until if self._requests else -inf
            rate = limits.requests_per_minute
            self._requests = None if rate is None else RequestPace(rate, taken_until=taken_until)
        if limits.tokens_per_minute != old.tokens_per_minute:
            self._adopt_tokens(limits.tokens_per_minute)
        if limits.concurrency != old.concurrency:
            self._ceiling = Ceiling(limits.concurrency)

    def _adopt_tokens(self, per_minute: float | None) -> None:
        if per_minute is None:
            self._tokens = None
        elif self._tokens is None:
            self._tokens = TokenWindow(per_minute)
        else:
            self._tokens.set_rate(per_minute)

    def _ready_at(self, tokens: int, now: float) -> float:
        ready_at = self.paused_until
        if self._requests is not None:
            ready_at = max(ready_at, self._requests.free_at())
        if self._tokens is not None:
            ready_at = max(ready_at, self._tokens.free_at(tokens, now=now))
        return ready_at

    def _grant(self, tokens: int, now: float) -> Permit:
        if self._requests is not None:
            self._requests.take(now)
        number = self._issued = self._issued + 1
        self._open[number] = None if self._tokens is None else self._tokens.take(tokens, now=now)
        return Permit(self.key, number, tokens)

    def _serve(self) -> None:
        """Grant to the heads of the queue what is free, and see to it that somebody looks again in time."""
        while self._queue:
            if len(self._open) >= self._ceiling.limit:
                return
            now = self._clock.monotonic()
            number, head = next(iter(self._queue.items()))
            ready_at = self._ready_at(head.tokens, now)
            # Cancelled ones count as done; they are still here until they have woken up to leave.
            if head.granted.done() or ready_at > head.deadline:
                self._fail(number)
            elif ready_at > now:
                self._ring_at(ready_at, now)
                return
            else:
                del self._queue[number]
                head.granted.set_result(self._grant(head.tokens, now))
        self._silence()
        if self._bell is not None:
            self._bell.cancel()
            self._bell = None

    def _watch(self, loop: asyncio.AbstractEventLoop, until: float) -> None:
        """Look at the queue then; one timer for all who wait, most of whom are served long before."""
        if self._bell is not None:
            if self._bell.when() <= until:
                return
            self._bell.cancel()
        self._bell = loop.call_at(until, self._look, loop)

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        """Refuse those whose patience is over."""
        self._bell = None
        now = loop.time()
        for number in [number for number, waiter in self._queue.items() if waiter.leaves_at <= now]:
            self._refuse(number)
        if self._queue:
            self._watch(loop, min(waiter.leaves_at for waiter in self._queue.values()))

    def _refuse(self, number: int) -> None:
        self._fail(number)
        self._serve()

    def _fail(self, number: int) -> None:
        waiter = self._queue.pop(number, None)
        if waiter is not None and not waiter.granted.done():
            waiter.granted.set_exception(WaitTooLong(self.key.model, waiter.patience_s))

    def _withdraw(self, number: int, waiter: _Waiter) -> None:
        """A cancelled waiter leaves the queue, or gives back what it was granted a moment ago."""
        if self._queue.pop(number, None) is None and not waiter.granted.cancelled():
            if waiter.granted.exception() is None:
                self.release(waiter.granted.result().number, used_tokens=0, verdict=Feedback.FAILED)
            return
        self._serve()

    def _ring_at(self, at: float, now: float) -> None:
        # A ring that comes too early only looks and sets the next one.
        if self._timer is not None and not self._timer.done() and self._rings_at <= at:
            return
        self._silence()
        self._rings_at = at
        self._timer = asyncio.get_running_loop().create_task(self._ring(at - now))

    async def _ring(self, seconds: float) -> None:
        await self._clock.sleep(seconds)
        self._timer = None
        self._serve()

    def _silence(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
