"""One try at a call: a slot, an entry in the ledger, the send, and the end of the entry, whatever happens."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

import msgspec
import structlog
from msgspec.structs import replace

from edison.domain import (
    Ask,
    Attempt,
    AttemptEnd,
    AttemptId,
    AttemptState,
    CallId,
    Certainty,
    Clock,
    Cost,
    Message,
    Mint,
    Purpose,
    Raw,
    Sampling,
    Stream,
    Timing,
    Usage,
)
from edison.errors import ProviderTrouble, RateLimited
from edison.text import Redactor

from .codecs.base import Parcel
from .ledger import Ledger
from .limiter import Feedback, Limiter, Permit
from .line import Line
from .prices import PriceList
from .retries import RetryPolicy
from .servers import ONLY_ADDRESS, CallTarget, ServerChoice
from .wire import Wire

T = TypeVar("T")

log = structlog.get_logger()

_FREE = Cost(microusd=0, certainty=Certainty.EXACT)
_UNKNOWN, _NO_USAGE, _NO_RAW = Cost(), Usage(), Raw()


class Order(msgspec.Struct, frozen=True):
    """One thing to be sent, with what the limiter and the ledger must know about it."""

    line: Line
    parcel: Parcel
    call_id: CallId
    is_ours: bool
    """Whether the call was named here, for this one order: then its attempts are named after it."""
    fingerprint: str
    deadline_s: float
    input_tokens: int
    """An estimate, for the limiter and for the cost of what broke off."""
    max_output_tokens: int
    worst_case_microusd: int | None
    policy: RetryPolicy
    is_priced: bool = True
    """Whether its tokens and the price list say what it costs."""

    def price(self, usage: Usage, prices: PriceList, *, estimate: Usage | None = None) -> Cost:
        """What it cost, with tokens that nobody counted taken from an estimate."""
        if not self.is_priced:
            return _UNKNOWN
        return prices.cost(self.line.provider, self.line.model, usage, estimate=estimate)


class Try:
    """What is known about a try while it runs; filled by whoever sends."""

    target = ONLY_ADDRESS
    queue_s = 0.0
    attempt_id: AttemptId | None = None
    raw = _NO_RAW
    usage = _NO_USAGE
    cost = _UNKNOWN
    latency_s = 0.0
    first_token_s: float | None = None
    timing: Timing | None = None
    partial_text = ""
    settled = False

    def __init__(self, number: int, permit: Permit | None = None) -> None:
        self.number = number
        self.permit = permit

    def timed(self) -> Timing:
        """Where the time went; fixed at the first look."""
        if self.timing is None:
            self.timing = Timing(
                queue_s=self.queue_s, latency_s=self.latency_s, first_token_s=self.first_token_s
            )
        return self.timing


Send = Callable[[Order, Try], Awaitable[T]]


@dataclass(frozen=True, slots=True)
class Retrier:
    """Makes tries and repeats them by the rules. Every one is in the ledger before it leaves."""

    clock: Clock
    wire: Wire
    limiter: Limiter
    ledger: Ledger
    mint: Mint
    jitter: Stream
    prices: PriceList
    servers: ServerChoice

    async def repeat(self, order: Order, send: Send[T], *, hold: bool = False) -> tuple[Try, T]:
        """Try until it succeeds or its rule says stop; the last trouble is raised.

        With `hold`, the try that succeeded stays open, and the caller ends it.
        """
        line, number = order.line, 1
        while True:
            began = self.clock.monotonic()
            permit = await self.limiter.acquire(
                line.limit_key,
                limits=line.limits,
                tokens=order.input_tokens + order.max_output_tokens,
                patience_s=line.provider.patience.queue_s,
            )
            trial = Try(number, permit)
            try:
                if line.provider.servers:
                    trial.target = await self._find_server(order)
                trial.queue_s = self.clock.monotonic() - began
                await self.ledger.open(self._intent(order, trial))
                if self.limiter.paused_for(line.limit_key):
                    await self._sit_out_pause(line)
                result = await send(order, trial)
                if not hold:
                    self.end(order, trial, None)
                return trial, result
            except BaseException as error:
                self.end(order, trial, error)
                wait_s = self._wait_before_next(order, error, number)
                if wait_s is None:
                    raise
                log.debug(
                    "call.retried",
                    endpoint=line.name,
                    trouble=type(error).__name__,
                    tried=number,
                    wait_s=wait_s,
                )
            await self.clock.sleep(wait_s)
            number += 1

    def end(self, order: Order, trial: Try, error: BaseException | None) -> None:
        """Close the entry and give the slot back. Never waits, never fails."""
        trouble = error if isinstance(error, ProviderTrouble) else None
        feedback = Feedback.OK
        if trouble is not None:
            _clean(trouble, order.line)
            feedback = Feedback.SLOWED if isinstance(trouble, RateLimited) else Feedback.FAILED
            if trouble.retry_after_s:
                self.limiter.pause(order.line.limit_key, seconds=trouble.retry_after_s)
        elif error is not None:
            feedback = Feedback.FAILED
        self._close(order, trial, trouble)
        if trial.target.lease is not None:
            self.servers.give_back(trial.target, error)
        if trial.permit is not None:
            used = _tokens_of(trial, order) if order.line.limits.tokens_per_minute is not None else None
            self.limiter.release(trial.permit, used_tokens=used, verdict=feedback)

    def _wait_before_next(self, order: Order, error: BaseException, number: int) -> float | None:
        if not isinstance(error, ProviderTrouble):
            return None
        wait_s = order.policy.wait_before_next(error, tried=number, jitter=self.jitter)
        if wait_s is None or wait_s > order.line.provider.patience.queue_s:
            error.fields["attempts"] = number
            return None
        return wait_s

    async def _find_server(self, order: Order) -> CallTarget:
        target = await self.servers.find(order.line, patience_s=order.line.provider.patience.queue_s)
        if target.is_cold:
            await self._warm_up(order, target)
        return target

    async def _sit_out_pause(self, line: Line) -> None:
        """A permit may be older than a pause that another call brought home."""
        while (pause_s := self.limiter.paused_for(line.limit_key)) > 0:
            if pause_s > line.provider.patience.queue_s:
                raise RateLimited(
                    "The provider asks everyone to wait longer than we will.", retry_after_s=pause_s
                )
            await self.clock.sleep(pause_s)

    def _intent(self, order: Order, trial: Try) -> Attempt:
        now = self.clock.now()
        # Named before it is written: a caller that gives up meanwhile leaves no entry open.
        trial.attempt_id = self._name(order, trial.number, now)
        return Attempt(
            id=trial.attempt_id,
            call_id=order.call_id,
            number=trial.number,
            endpoint=order.line.name,
            fingerprint=order.fingerprint,
            opened_at=now,
            worst_case_microusd=order.worst_case_microusd,
        )

    def _name(self, order: Order, number: int, now: datetime) -> AttemptId:
        if order.is_ours:
            return AttemptId(f"{order.call_id}_{number}")
        return AttemptId(self.mint.new("att", at=now))

    def _close(self, order: Order, trial: Try, trouble: ProviderTrouble | None) -> None:
        if trial.attempt_id is None:
            return
        end = AttemptEnd(
            attempt_id=trial.attempt_id,
            ended_at=self.clock.now(),
            state=AttemptState.SETTLED,
            usage=trial.usage,
            cost=trial.cost,
            timing=trial.timed(),
            raw=trial.raw,
        )
        self.ledger.close(end if trial.settled else self._unsettled(order, trial, end=end, trouble=trouble))

    def _unsettled(
        self, order: Order, trial: Try, *, end: AttemptEnd, trouble: ProviderTrouble | None
    ) -> AttemptEnd:
        unbilled = trouble is not None and not trouble.may_be_billed
        return replace(
            end,
            state=AttemptState.FAILED if unbilled else AttemptState.OUTCOME_UNKNOWN,
            cost=_FREE if unbilled else self._estimate(order, trial),
            trouble=trouble.code if trouble else None,
            sentence=trouble.sentence if trouble else None,
            retry_after_s=trouble.retry_after_s if trouble else None,
            partial_text=trial.partial_text or None,
        )

    def _estimate(self, order: Order, trial: Try) -> Cost:
        guess = Usage(input_tokens=order.input_tokens, output_tokens=len(trial.partial_text) // 4)
        cost, worst = order.price(trial.usage, self.prices, estimate=guess), order.worst_case_microusd
        if cost.microusd is None:
            return cost
        # Whoever says more than was asked for is not paid for it.
        microusd = cost.microusd if worst is None else min(cost.microusd, worst)
        return Cost(microusd=microusd, certainty=Certainty.ESTIMATED)

    async def _warm_up(self, order: Order, target: CallTarget) -> None:
        """One tiny call, in the ledger like any other, that absorbs the loading of a model."""
        line = order.line
        hello = Ask(
            to=line.endpoint,
            messages=(Message.user("Hello"),),
            sampling=Sampling(max_tokens=1),
            purpose=Purpose.PROBE,
        )
        probe = replace(
            order, parcel=line.codec.encode(hello, line.dialect), fingerprint=hello.fingerprint, is_ours=False
        )
        trial = Try(1)
        trouble: ProviderTrouble | None = None
        await self.ledger.open(self._intent(probe, trial))
        try:
            reply = await self.wire.send(
                line.provider, probe.parcel, deadline_s=order.deadline_s, address=target.address
            )
            trial.latency_s, trial.settled, trial.cost = reply.latency_s, reply.status < 300, _FREE
        except ProviderTrouble as raised:
            # Told by the call that follows.
            trouble = raised
        finally:
            self._close(probe, trial, trouble)


def with_header(parcel: Parcel, name: str, value: str) -> Parcel:
    """The same parcel with one more header."""
    return replace(parcel, headers={**parcel.headers, name: value})


def _tokens_of(trial: Try, order: Order) -> int | None:
    if trial.usage.input_tokens is None:
        return None
    # An absurd claim must not stop everybody for a day.
    most = len(order.parcel.body or b"") + order.max_output_tokens
    return min(trial.usage.input_tokens + (trial.usage.output_tokens or 0), most)


def _clean(trouble: ProviderTrouble, line: Line) -> None:
    trouble.redact(Redactor(line.secrets))
    trouble.fields["endpoint"] = line.endpoint.name
