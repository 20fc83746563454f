"""A pool of local servers: two simulators behind one provider."""

import asyncio
from collections.abc import Iterator

import pytest

from edison.domain import Ask, AttemptState, Endpoint, Message, Purpose, Sampling
from edison.errors import ModelNotServed
from edison.gateway import Limits, MemoryLedger, Provider
from edison.sim import SimProcess, SimSettings
from tests.gateway.gateways import a_gateway


@pytest.fixture(scope="module")
def sims() -> Iterator[tuple[SimProcess, SimProcess]]:
    with SimProcess(SimSettings(seed=1)) as first, SimProcess(SimSettings(seed=1)) as second:
        yield first, second


def a_pool(sims: tuple[SimProcess, ...], *, concurrency: int = 1) -> Provider:
    servers = tuple(sim.base_url("vllm") for sim in sims)
    return Provider(name="p", kind="vllm", servers=servers, limits=Limits(concurrency=concurrency))


def a_question(number: int, model: str) -> Ask:
    return Ask(
        to=Endpoint(provider="p", model=model),
        messages=(Message.user(f"What is the capital of France? ({number})"),),
        sampling=Sampling(max_tokens=32),
        purpose=Purpose.ANSWER,
    )


async def test_calls_are_spread_over_the_servers_and_cost_nothing(
    sims: tuple[SimProcess, SimProcess],
) -> None:
    before = [sim.totals().requests for sim in sims]
    ledger = MemoryLedger()
    async with a_gateway(a_pool(sims), ledger=ledger) as gateway:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(gateway.ask(a_question(n, "edison-sim-small"))) for n in range(20)]

    assert all("Paris" in task.result().text for task in tasks)
    assert all(sim.totals().requests > count for sim, count in zip(sims, before, strict=True))
    assert ledger.spent_microusd == 0


async def test_a_model_is_warmed_up_once_per_server_and_the_warm_up_is_in_the_ledger(
    sims: tuple[SimProcess, SimProcess],
) -> None:
    ledger = MemoryLedger()
    async with a_gateway(a_pool(sims), ledger=ledger) as gateway:
        for number in range(4):
            await gateway.ask(a_question(number, "edison-sim-tiny"))
        for number in range(4):
            await gateway.ask(a_question(number, "edison-sim-small"))

    questions = {
        a_question(n, m).fingerprint for n in range(4) for m in ("edison-sim-tiny", "edison-sim-small")
    }
    probes = [entry for entry in ledger.entries if entry.attempt.fingerprint not in questions]
    assert 2 <= len(probes) <= 4
    assert all(entry.end.state is AttemptState.SETTLED for entry in ledger.entries)
    assert len(ledger.entries) == 8 + len(probes)


async def test_a_model_that_no_server_has_is_refused_at_once(sims: tuple[SimProcess, SimProcess]) -> None:
    async with a_gateway(a_pool(sims)) as gateway:
        with pytest.raises(ModelNotServed, match="no-such-model"):
            await gateway.ask(a_question(0, "no-such-model"))


async def test_two_models_take_turns_without_a_lost_call(sims: tuple[SimProcess, SimProcess]) -> None:
    async with a_gateway(a_pool(sims, concurrency=2)) as gateway:
        async with asyncio.TaskGroup() as group:
            tasks = [
                group.create_task(
                    gateway.ask(a_question(n, f"edison-sim-{('tiny', 'small', 'large')[n % 3]}"))
                )
                for n in range(30)
            ]

    assert len([task for task in tasks if task.result().text]) == 30


async def test_two_loops_that_ask_one_call_after_another_do_not_load_a_model_for_each(
    sims: tuple[SimProcess, SimProcess],
) -> None:
    ledger = MemoryLedger()
    async with a_gateway(a_pool(sims[:1]), ledger=ledger) as gateway:

        async def loop(model: str) -> None:
            for number in range(12):
                await gateway.ask(a_question(number, model))

        async with asyncio.TaskGroup() as group:
            group.create_task(loop("edison-sim-tiny"))
            group.create_task(loop("edison-sim-small"))

    loads = len(ledger.entries) - 24
    assert 2 <= loads <= 6
