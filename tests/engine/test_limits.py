"""Who may send: this process's share of the calls in flight, and rates that all workers share."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from edison.engine.worker.limits import AIM, RunLimiter, SharedRates, endpoint_of
from edison.errors import WaitTooLong
from edison.gateway import Feedback, LimitKey, Limits, Permit
from edison.store import Store
from edison.wiring import SystemClock

KEY = LimitKey("sim:abc", "model/x")
NO_LIMITS = Limits()


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as pool:
        yield pool


@pytest.fixture
def rates(store: Store, threads: ThreadPoolExecutor) -> SharedRates:
    return SharedRates(store, SystemClock(), threads=threads)


async def _acquire(limiter: RunLimiter, limits: Limits = NO_LIMITS, tokens: int = 10) -> Permit:
    return await limiter.acquire(KEY, limits=limits, tokens=tokens, patience_s=30)


def test_an_endpoint_is_named_as_people_write_it() -> None:
    assert endpoint_of(KEY) == "sim/model/x"


async def test_no_more_calls_are_in_flight_than_this_workers_share(rates: SharedRates) -> None:
    limiter = RunLimiter(SystemClock(), rates=rates, concurrency=8)
    limiter.set_share("sim/model/x", 2)
    first, _second = await _acquire(limiter), await _acquire(limiter)

    third = asyncio.create_task(_acquire(limiter))
    await asyncio.sleep(0.01)
    assert not third.done()
    limiter.release(first, used_tokens=None, verdict=Feedback.OK)

    assert (await third).key == KEY


async def test_a_larger_share_serves_those_who_wait(rates: SharedRates) -> None:
    limiter = RunLimiter(SystemClock(), rates=rates, concurrency=8)
    limiter.set_share("sim/model/x", 1)
    await _acquire(limiter)
    waiting = asyncio.create_task(_acquire(limiter))
    await asyncio.sleep(0.01)

    limiter.set_share("sim/model/x", 2)

    assert (await asyncio.wait_for(waiting, 5)).key == KEY


async def test_a_providers_own_limit_counts_as_well(rates: SharedRates) -> None:
    limiter = RunLimiter(SystemClock(), rates=rates, concurrency=8)
    limits = Limits(concurrency=1)
    await _acquire(limiter, limits)

    with pytest.raises(TimeoutError):
        await asyncio.wait_for(_acquire(limiter, limits), 0.05)


async def test_nobody_waits_for_a_turn_after_the_last_call(rates: SharedRates) -> None:
    limiter = RunLimiter(SystemClock(), rates=rates, concurrency=8)
    limits = Limits(requests_per_minute=0.1)
    patient = [limiter.acquire(KEY, limits=limits, tokens=1, patience_s=3600) for _ in range(3)]
    waiting = [asyncio.create_task(one) for one in patient]
    await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    assert [one.done() for one in waiting] == [True, False, False]

    limiter.let_go()

    done, _ = await asyncio.wait(waiting, timeout=20)
    assert len(done) == 3


async def test_two_workers_together_keep_to_the_rate(store: Store, threads: ThreadPoolExecutor) -> None:
    clock = SystemClock()
    workers = [
        RunLimiter(clock, rates=SharedRates(store, clock, threads=threads), concurrency=50) for _ in range(2)
    ]
    limits = Limits(requests_per_minute=1200)
    sent: list[float] = []

    async def send(limiter: RunLimiter) -> None:
        permit = await _acquire(limiter, limits)
        sent.append(clock.monotonic())
        limiter.release(permit, used_tokens=None, verdict=Feedback.OK)

    began = clock.monotonic()
    async with asyncio.TaskGroup() as group:
        for number in range(60):
            group.create_task(send(workers[number % 2]))

    interval_s = 60 / (1200 * AIM)
    # A burst of at most 1.2 s is allowed at the beginning; whatever holds them up only makes it longer.
    assert max(sent) - began >= (60 - 1) * interval_s - 1.2


async def test_tokens_are_leased_and_what_was_not_used_is_given_back(
    store: Store, rates: SharedRates, threads: ThreadPoolExecutor
) -> None:
    limiter = RunLimiter(SystemClock(), rates=rates, concurrency=8)
    limits = Limits(tokens_per_minute=600_000)

    permit = await _acquire(limiter, limits, tokens=5_000)
    with store.reading() as work:
        before, _ = work.rates.paused_until("sim:abc/model/x/tokens")
    limiter.release(permit, used_tokens=100, verdict=Feedback.OK)
    threads.submit(lambda: None).result()
    with store.work() as work:
        lease = work.rates.lease("sim:abc/model/x/tokens", interval_s=0.0001, count=1, burst_s=0.0)

    assert permit.tokens == 5_000
    assert lease.tat - lease.now < 0.5
    assert before <= lease.now


async def test_a_pause_reaches_the_other_workers(store: Store, threads: ThreadPoolExecutor) -> None:
    clock = SystemClock()
    mine, other = (SharedRates(store, clock, threads=threads) for _ in range(2))
    limiter = RunLimiter(clock, rates=mine, concurrency=8)

    limiter.pause(KEY, seconds=300)
    threads.submit(lambda: None).result()
    threads.submit(lambda: None).result()

    heard = other.paused_for({KEY})
    assert 240 < heard[KEY] <= 300
    assert limiter.paused_for(KEY) > 240
    follower = RunLimiter(clock, rates=other, concurrency=8)
    follower.hear_pause(KEY, seconds=heard[KEY])
    assert follower.paused_for(KEY) > 240


async def test_a_turn_that_comes_too_late_is_refused(rates: SharedRates) -> None:
    limiter = RunLimiter(SystemClock(), rates=rates, concurrency=8)
    limits = Limits(requests_per_minute=1)
    await _acquire(limiter, limits)

    with pytest.raises(WaitTooLong):
        await limiter.acquire(KEY, limits=limits, tokens=1, patience_s=0.5)
