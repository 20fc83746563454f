"""Batches as a normal way to run: handed in, found again, collected, cancelled; over real HTTP."""

from collections.abc import Iterator

import pytest

from edison.domain import Ask, BatchHandle, BatchItem, BatchResult, BatchState, Endpoint, Message, Sampling
from edison.errors import ParametersNotTaken
from edison.gateway import BatchApi, Gateway, Price, Provider, Secret, WireFormat
from edison.gateway.batches import Clues, NotFindable, reconcile
from edison.sim import SimProcess, SimSettings
from tests.gateway.gateways import a_gateway

KINDS = [("openai", None), ("openai", WireFormat.OPENAI_RESPONSES), ("anthropic", None), ("google", None)]
every_api = pytest.mark.parametrize(
    ("kind", "wire"), KINDS, ids=[f"{kind}-{wire or 'own'}" for kind, wire in KINDS]
)


@pytest.fixture(scope="module")
def running() -> Iterator[SimProcess]:
    with SimProcess(SimSettings(seed=11, batch_delay_s=3600)) as process:
        yield process


@pytest.fixture
def sim(running: SimProcess) -> SimProcess:
    running.admin.reset()
    return running


def open_batches(sim: SimProcess, kind: str, wire: WireFormat | None) -> Gateway:
    provider = Provider(
        name="p",
        kind=kind,
        base_url=sim.base_url(kind),
        key=Secret("sk-simulated-012"),
        wire=wire,
        price=Price(2.0, 8.0),
    )
    return a_gateway(provider)


def items(count: int, *, seed: int | None = None) -> list[BatchItem]:
    return [
        BatchItem(
            key=f"call_{number}",
            ask=Ask(
                to=Endpoint(provider="p", model="edison-sim-medium"),
                messages=(Message.user(f"What is the capital of France? ({number})"),),
                sampling=Sampling(max_tokens=64, seed=seed),
            ),
        )
        for number in range(count)
    ]


async def collected(api: BatchApi, handle: BatchHandle) -> list[BatchResult]:
    return [result async for result in api.collect(handle)]


@every_api
async def test_a_batch_is_answered_in_full_and_costs_something(
    sim: SimProcess, kind: str, wire: WireFormat | None
) -> None:
    async with open_batches(sim, kind, wire) as gateway:
        api = gateway.batches("p")
        handle = await api.submit(items(12), tag="run-1-wave-1")
        waiting = await api.poll(handle)
        sim.admin.tick()
        done = await api.poll(handle)
        results = await collected(api, handle)

    assert not waiting.state.is_over
    assert done.state is BatchState.COMPLETED
    assert {result.key for result in results} == {item.key for item in items(12)}
    assert all(result.answer is not None and "Paris" in result.answer.text for result in results)
    assert sum((result.answer.cost.microusd or 0) for result in results if result.answer) > 0
    assert sim.totals().requests >= 12


@every_api
async def test_a_batch_whose_id_was_lost_is_found_by_our_tag(
    sim: SimProcess, kind: str, wire: WireFormat | None
) -> None:
    async with open_batches(sim, kind, wire) as gateway:
        api = gateway.batches("p")
        lost = await api.submit(items(3), tag="run-7-wave-2")
        await api.submit(items(2), tag="run-7-wave-3")
        sim.admin.tick()

        found = await api.find("run-7-wave-2", clues=Clues(model="edison-sim-medium", items=3))
        absent = await api.find("run-8-wave-1", clues=Clues(model="edison-sim-medium", items=3))

    assert not isinstance(found, NotFindable)
    assert found is not None
    assert (found.id, found.tag) == (lost.id, "run-7-wave-2")
    assert absent is None


@every_api
async def test_a_cancelled_batch_keeps_what_was_finished(
    sim: SimProcess, kind: str, wire: WireFormat | None
) -> None:
    async with open_batches(sim, kind, wire) as gateway:
        api = gateway.batches("p")
        handle = await api.submit(items(20), tag="run-1")
        sim.admin.advance(1800)
        await api.cancel(handle)
        sim.admin.advance(700)
        report = await api.poll(handle)
        results = [
            result
            async for result in reconcile(api.collect(handle), expected=[item.key for item in items(20)])
        ]

    assert report.state is BatchState.CANCELLED
    assert len(results) == 20
    assert len({result.key for result in results}) == 20
    assert len([result for result in results if result.answer]) == (0 if kind == "google" else 10)


async def test_what_a_model_does_not_take_is_refused_in_a_batch_too(sim: SimProcess) -> None:
    async with open_batches(sim, "anthropic", None) as gateway:
        with pytest.raises(ParametersNotTaken, match="seed"):
            await gateway.batches("p").submit(items(2, seed=1), tag="run-1")

    assert sim.admin.batches() == []
