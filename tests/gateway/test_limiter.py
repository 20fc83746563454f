import asyncio
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edison.domain import FrozenClock
from edison.errors import WaitTooLong
from edison.gateway.limiter import ANY_MODEL, Feedback, LimitKey, LocalLimiter, Permit
from edison.gateway.provider import Limits
from tests.gateway.virtual_time import VirtualClock, rest

KEY = LimitKey(credential="account", model="large")
OTHER_MODEL = LimitKey(credential="account", model="small")
PATIENT_S = 1e9


@dataclass
class Caller:
    """Sends requests through a limiter on virtual time, and remembers when each one left."""

    limits: Limits
    clock: VirtualClock = field(default_factory=VirtualClock)
    sent_at: list[float] = field(default_factory=list)
    order: list[int] = field(default_factory=list)
    tokens_at: list[tuple[float, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.limiter = LocalLimiter(self.clock)

    async def send(self, number: int, *, at_s: float = 0.0, takes_s: float = 0.0, tokens: int = 0) -> None:
        await self.clock.sleep(at_s)
        permit = await self.limiter.acquire(KEY, limits=self.limits, tokens=tokens, patience_s=PATIENT_S)
        self.sent_at.append(self.clock.monotonic())
        self.tokens_at.append((self.clock.monotonic(), tokens))
        self.order.append(number)
        await self.clock.sleep(takes_s)
        self.limiter.release(permit, used_tokens=None, verdict=Feedback.OK)

    async def pause(self, *, at_s: float, seconds: float) -> None:
        await self.clock.sleep(at_s)
        self.limiter.pause(KEY, seconds=seconds)


def busiest_minute(amounts: list[tuple[float, int]]) -> int:
    return max((sum(n for at, n in amounts if start <= at < start + 60) for start, _ in amounts), default=0)


async def take(
    limiter: LocalLimiter, limits: Limits, *, tokens: int = 0, patience_s: float = PATIENT_S
) -> Permit:
    return await limiter.acquire(KEY, limits=limits, tokens=tokens, patience_s=patience_s)


requests = st.tuples(
    st.floats(0, 200), st.floats(0, 30), st.integers(0, 400)
)  # when it arrives, how long it takes, how many tokens it reserves


@settings(max_examples=60)
@given(
    per_minute=st.floats(1, 40),
    tokens_per_minute=st.one_of(st.none(), st.integers(500, 3000)),
    concurrency=st.one_of(st.none(), st.integers(1, 8)),
    arrivals=st.lists(requests, min_size=1, max_size=50),
    pauses=st.lists(st.tuples(st.floats(0, 200), st.floats(0, 90)), max_size=4),
)
async def test_no_schedule_exceeds_a_limit_breaks_a_pause_or_starves_a_request(
    per_minute: float,
    tokens_per_minute: int | None,
    concurrency: int | None,
    arrivals: list[tuple[float, float, int]],
    pauses: list[tuple[float, float]],
) -> None:
    caller = Caller(Limits(per_minute, tokens_per_minute, concurrency))
    sends = [caller.send(n, at_s=at, takes_s=takes, tokens=t) for n, (at, takes, t) in enumerate(arrivals)]
    holds = [caller.pause(at_s=at, seconds=seconds) for at, seconds in pauses]

    await caller.clock.run(*holds, *sends)

    assert len(caller.sent_at) == len(arrivals)
    assert busiest_minute([(at, 1) for at in caller.sent_at]) <= per_minute
    assert tokens_per_minute is None or busiest_minute(caller.tokens_at) <= tokens_per_minute
    assert not [at for at in caller.sent_at for start, length in pauses if start < at < start + length]
    arrival_order = sorted(range(len(arrivals)), key=lambda n: arrivals[n][0])
    assert [arrivals[n][0] for n in caller.order] == [arrivals[n][0] for n in arrival_order]


@pytest.mark.parametrize("per_minute", [1, 19, 20, 60, 600])
async def test_a_saturated_key_uses_at_least_nine_tenths_of_its_limit_and_never_more_than_all(
    per_minute: int,
) -> None:
    caller = Caller(Limits(requests_per_minute=per_minute))

    await caller.clock.run(*[caller.send(n) for n in range(per_minute * 3)])

    assert busiest_minute([(at, 1) for at in caller.sent_at]) <= per_minute
    assert len(caller.sent_at) / max(caller.sent_at[-1] / 60, 1) >= 0.9 * per_minute


async def test_a_burst_is_at_most_two_per_cent_of_the_limit() -> None:
    caller = Caller(Limits(requests_per_minute=500))

    await caller.clock.run(*[caller.send(n) for n in range(50)])

    assert caller.sent_at.count(0.0) == 10


async def test_nothing_is_sent_inside_a_pause_and_the_longest_pause_wins() -> None:
    caller = Caller(Limits())
    caller.limiter.pause(KEY, seconds=30)
    caller.limiter.pause(KEY, seconds=10)

    await caller.clock.run(*[caller.send(n) for n in range(20)])

    assert caller.sent_at == [30.0] * 20


async def test_a_frozen_clock_shows_exactly_how_long_was_waited() -> None:
    clock = FrozenClock()
    limiter = LocalLimiter(clock)
    limiter.pause(KEY, seconds=12.5)

    await take(limiter, Limits())

    assert clock.slept_s == [12.5]


async def test_a_pause_of_the_credential_stops_all_its_models_and_a_pause_of_a_model_only_that_one() -> None:
    limiter = LocalLimiter(FrozenClock())

    limiter.pause(KEY, seconds=5)
    assert (limiter.paused_for(KEY), limiter.paused_for(OTHER_MODEL)) == (5, 0)

    limiter.pause(LimitKey("account", ANY_MODEL), seconds=9)
    assert (limiter.paused_for(KEY), limiter.paused_for(OTHER_MODEL)) == (9, 9)
    assert limiter.paused_for(LimitKey("another account", "large")) == 0


async def test_a_pause_longer_than_the_patience_is_refused_at_once() -> None:
    clock = FrozenClock()
    limiter = LocalLimiter(clock)
    limiter.pause(KEY, seconds=3600)

    with pytest.raises(WaitTooLong, match="nothing was sent"):
        await take(limiter, Limits(), patience_s=60)

    assert clock.slept_s == []


async def test_a_pause_that_arrives_later_sends_the_impatient_away_at_once() -> None:
    limiter = LocalLimiter(VirtualClock())
    only_one = Limits(concurrency=1)
    await take(limiter, only_one)
    impatient = asyncio.create_task(take(limiter, only_one, patience_s=60))
    patient = asyncio.create_task(take(limiter, only_one, patience_s=600))
    await rest()

    limiter.pause(LimitKey("account", ANY_MODEL), seconds=300)
    await rest()

    assert isinstance(impatient.exception(), WaitTooLong)
    assert not patient.done()
    patient.cancel()


async def test_everybody_waits_as_long_as_their_own_patience_lasts() -> None:
    limiter = LocalLimiter(FrozenClock())
    only_one = Limits(concurrency=1)
    await take(limiter, only_one)
    gave_up: list[float] = []

    async def wait(patience_s: float) -> None:
        with pytest.raises(WaitTooLong):
            await take(limiter, only_one, patience_s=patience_s)
        gave_up.append(patience_s)

    async with asyncio.TaskGroup() as group:
        for patience_s in (0.2, 0.02, 0.1):
            group.create_task(wait(patience_s))

    assert gave_up == [0.02, 0.1, 0.2]


async def test_a_slot_that_nobody_gives_back_in_time_is_waited_for_no_longer_than_the_patience() -> None:
    limiter = LocalLimiter(FrozenClock())
    await take(limiter, Limits(concurrency=1))

    with pytest.raises(WaitTooLong):
        await take(limiter, Limits(concurrency=1), patience_s=0.0)


@pytest.mark.parametrize("closed", [Limits(requests_per_minute=0), Limits(tokens_per_minute=0)])
async def test_a_limit_of_zero_lets_nothing_through(closed: Limits) -> None:
    with pytest.raises(WaitTooLong):
        await take(LocalLimiter(FrozenClock()), closed)


async def test_unused_tokens_are_given_back_and_overspent_ones_are_counted() -> None:
    clock = FrozenClock()
    limiter = LocalLimiter(clock)
    limits = Limits(tokens_per_minute=1000)
    first = await take(limiter, limits, tokens=900)
    limiter.release(first, used_tokens=100, verdict=Feedback.OK)

    second = await take(limiter, limits, tokens=800)
    assert clock.slept_s == []

    limiter.release(second, used_tokens=850, verdict=Feedback.OK)
    await take(limiter, limits, tokens=1)
    assert clock.slept_s == [60.0]


async def test_a_request_larger_than_the_whole_allowance_goes_alone() -> None:
    clock = FrozenClock()
    limiter = LocalLimiter(clock)

    await take(limiter, Limits(tokens_per_minute=100), tokens=5000)
    await take(limiter, Limits(tokens_per_minute=100), tokens=5000)

    assert clock.slept_s == [60.0]


async def test_a_changed_limit_holds_from_the_next_request_on() -> None:
    clock = FrozenClock()
    limiter = LocalLimiter(clock)
    await take(limiter, Limits(requests_per_minute=1, tokens_per_minute=100), tokens=90)

    await take(limiter, Limits(tokens_per_minute=1000), tokens=800)
    assert clock.slept_s == []

    await take(limiter, Limits(tokens_per_minute=500), tokens=400)
    assert clock.slept_s == [60.0]

    await take(limiter, Limits(), tokens=10_000)
    assert clock.slept_s == [60.0]


async def test_giving_back_twice_or_to_a_stranger_changes_nothing() -> None:
    limiter = LocalLimiter(FrozenClock())
    one = Limits(concurrency=1)
    permit = await take(limiter, one)

    for _ in range(3):
        limiter.release(permit, used_tokens=5, verdict=Feedback.FAILED)
    limiter.release(Permit(OTHER_MODEL, 7, 0), used_tokens=None, verdict=Feedback.OK)

    await take(limiter, one)
    with pytest.raises(WaitTooLong):
        await take(limiter, one, patience_s=0.0)


async def test_a_cancelled_waiter_leaks_no_slot_wherever_the_cancellation_strikes() -> None:
    limiter = LocalLimiter(FrozenClock())
    one = Limits(concurrency=1)
    held = await take(limiter, one)
    in_queue, granted, last = (asyncio.create_task(take(limiter, one)) for _ in range(3))
    await rest()

    in_queue.cancel()
    await rest()
    limiter.release(held, used_tokens=None, verdict=Feedback.OK)
    granted.cancel()  # its permit is there already, and it has not woken up yet
    await rest()

    assert in_queue.cancelled()
    assert granted.cancelled()
    assert last.done()
    limiter.release(last.result(), used_tokens=None, verdict=Feedback.OK)
    await take(limiter, one, patience_s=0.0)


async def test_a_waiter_cancelled_just_before_a_slot_came_free_does_not_stand_in_the_way() -> None:
    limiter = LocalLimiter(FrozenClock())
    held = await take(limiter, Limits(concurrency=1))
    cancelled, next_one = (asyncio.create_task(take(limiter, Limits(concurrency=1))) for _ in range(2))
    await rest()

    cancelled.cancel()
    limiter.release(held, used_tokens=None, verdict=Feedback.OK)
    await rest()

    assert cancelled.cancelled()
    assert next_one.done()


async def test_when_the_last_waiter_leaves_nothing_goes_on_waiting() -> None:
    limiter = LocalLimiter(VirtualClock())
    limiter.pause(KEY, seconds=60)
    waiting = asyncio.create_task(take(limiter, Limits()))
    await rest()
    assert len(asyncio.all_tasks()) > 2

    waiting.cancel()
    await rest()

    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_a_raised_limit_brings_those_who_wait_forward() -> None:
    caller = Caller(Limits(requests_per_minute=1))

    async def raise_the_limit() -> None:
        await caller.clock.sleep(5)
        caller.limits = Limits(requests_per_minute=1000)
        caller.limiter.pause(KEY, seconds=1)
        await caller.send(9)

    await caller.clock.run(caller.send(0), caller.send(1), raise_the_limit())

    assert caller.order == [0, 1, 9]
    assert caller.sent_at[1] < 64


async def test_a_waiter_refused_and_cancelled_in_the_same_breath_holds_up_nobody() -> None:
    limiter = LocalLimiter(VirtualClock())
    held = await take(limiter, Limits(concurrency=1))
    doomed = asyncio.create_task(take(limiter, Limits(concurrency=1), patience_s=1))
    await rest()

    limiter.pause(KEY, seconds=5)
    doomed.cancel()
    await rest()
    limiter.release(held, used_tokens=None, verdict=Feedback.OK)

    assert doomed.cancelled()
    with pytest.raises(WaitTooLong):
        await take(limiter, Limits(concurrency=1), patience_s=1)


async def in_flight_at_most(limiter: LocalLimiter) -> int:
    """How many permits an adaptive key hands out before it makes people wait; all are given back."""
    permits: list[Permit] = []
    try:
        while True:
            permits.append(await take(limiter, Limits(), patience_s=0.0))
    except WaitTooLong:
        for permit in permits:
            limiter.release(permit, used_tokens=None, verdict=Feedback.FAILED)
    return len(permits)


async def send_full_round(limiter: LocalLimiter, verdict: Feedback) -> None:
    permits = [await take(limiter, Limits()) for _ in range(await in_flight_at_most(limiter))]
    waiting = asyncio.create_task(take(limiter, Limits()))
    await rest()
    for permit in permits:
        limiter.release(permit, used_tokens=None, verdict=verdict)
    limiter.release(await waiting, used_tokens=None, verdict=Feedback.FAILED)


async def test_unknown_concurrency_grows_while_all_is_well_and_halves_once_per_round_of_complaints() -> None:
    limiter = LocalLimiter(FrozenClock())
    assert await in_flight_at_most(limiter) == 16

    for _ in range(8):
        await send_full_round(limiter, Feedback.OK)
    grown = await in_flight_at_most(limiter)
    await send_full_round(limiter, Feedback.SLOWED)
    halved = await in_flight_at_most(limiter)
    for _ in range(20):
        await send_full_round(limiter, Feedback.SLOWED)

    assert grown > 16
    assert halved == grown // 2
    assert await in_flight_at_most(limiter) == 1


async def test_unused_concurrency_does_not_grow() -> None:
    limiter = LocalLimiter(FrozenClock())

    for _ in range(200):
        limiter.release(await take(limiter, Limits()), used_tokens=None, verdict=Feedback.OK)

    assert await in_flight_at_most(limiter) == 16


async def test_a_free_permit_needs_no_turn_of_the_loop() -> None:
    limiter = LocalLimiter(FrozenClock())
    waiting = limiter.acquire(KEY, limits=Limits(60, 1000, 4), tokens=10, patience_s=1)

    with pytest.raises(StopIteration) as finished:
        waiting.send(None)

    assert finished.value.value.key == KEY


@pytest.mark.parametrize("seconds", [1e9, float("inf"), float("nan")])
def test_nobody_is_paused_for_good(seconds: float) -> None:
    limiter = LocalLimiter(FrozenClock(), longest_pause_s=60)

    limiter.pause(KEY, seconds=seconds)

    assert limiter.paused_for(KEY) == pytest.approx(60)
