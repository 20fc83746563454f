"""Limits as the provider sees them: what arrived, by its own log."""

import asyncio
import multiprocessing
from bisect import bisect_left
from collections.abc import Iterator
from multiprocessing.connection import Connection

import pytest

from edison.domain import Ask, AttemptState, Endpoint, Message, Sampling
from edison.gateway import Gateway, Limits, MemoryLedger, Provider, RetryPolicy, Secret
from edison.sim import KeyLimit, SimProcess, SimSettings
from edison.wiring import open_gateway

KEY = "sk-shared-0123456789"
PROCESSES = 4
SHARE_PER_MINUTE = 1500.0
CALLS = 60


@pytest.fixture(scope="module")
def running() -> Iterator[SimProcess]:
    with SimProcess(SimSettings(seed=3)) as process:
        yield process


@pytest.fixture
def sim(running: SimProcess) -> SimProcess:
    running.admin.reset()
    return running


def a_question(number: int) -> Ask:
    return Ask(
        to=Endpoint(provider="p", model="edison-sim-tiny"),
        messages=(Message.user(f"Say {number}."),),
        sampling=Sampling(max_tokens=8),
    )


def a_provider(base_url: str, limits: Limits) -> Provider:
    return Provider(name="p", kind="openai-compatible", base_url=base_url, key=Secret(KEY), limits=limits)


async def ask_many(gateway: Gateway, first: int, count: int) -> None:
    async with asyncio.TaskGroup() as group:
        for number in range(first, first + count):
            group.create_task(gateway.ask(a_question(number)))


def one_process(base_url: str, first: int, done: Connection) -> None:
    async def work() -> MemoryLedger:
        ledger = MemoryLedger()
        limits = Limits(requests_per_minute=SHARE_PER_MINUTE)
        async with open_gateway([a_provider(base_url, limits)], ledger=ledger) as gateway:
            await ask_many(gateway, first, CALLS)
        return ledger

    counts = asyncio.run(work()).counts
    done.send({state: count for state, count in counts.items() if count})


def test_four_processes_with_a_quarter_of_the_limit_each_never_meet_it(sim: SimProcess) -> None:
    sim.admin.set_limits([KeyLimit(requests_per_minute=int(SHARE_PER_MINUTE * PROCESSES))])
    # What they all need is loaded once, and they are forked from there.
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    pipes = [context.Pipe(duplex=False) for _ in range(PROCESSES)]
    workers = [
        context.Process(target=one_process, args=(sim.base_url("openai-compatible"), number * 1000, end))
        for number, (_, end) in enumerate(pipes)
    ]
    for worker in workers:
        worker.start()
    counts = [begin.recv() for begin, _ in pipes]
    for worker in workers:
        worker.join()

    assert counts == [{AttemptState.SETTLED: CALLS}] * PROCESSES
    arrivals = sorted(record.at for record in sim.bill())
    assert len(arrivals) == PROCESSES * CALLS
    # Each aims at 95 % of its share with a burst of 2 % of a minute's; a seventh for requests that queue on the way.
    allowed = SHARE_PER_MINUTE * PROCESSES * (0.95 / 60 + 0.02) * 8 / 7
    assert max(_within(arrivals, start, 1.0) for start in arrivals) <= allowed


async def test_a_limit_nobody_told_us_is_found_out_without_losing_a_call(sim: SimProcess) -> None:
    sim.admin.set_limits([KeyLimit(requests_per_minute=1200)])
    ledger = MemoryLedger()
    limits = Limits(concurrency=8)
    provider = a_provider(sim.base_url("openai-compatible"), limits)

    async with open_gateway([provider], ledger=ledger, policy=RetryPolicy()) as gateway:
        await ask_many(gateway, 0, 60)

    assert ledger.counts[AttemptState.SETTLED] == 60
    assert sim.admin.violations(grace_s=0.05) == []


def _within(arrivals: list[float], start: float, seconds: float) -> int:
    return bisect_left(arrivals, start + seconds) - bisect_left(arrivals, start)
