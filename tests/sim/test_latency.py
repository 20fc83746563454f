"""How long answers take: drawn by seed, felt on the wire."""

import time
from typing import Any

import pytest

from edison.sim import Latency, LatencySpread, SimProcess, SimSettings, read_latency
from edison.sim.latency import AT_ONCE, pace_of
from edison.sim.world import ModelCard

from .asking import knock


def a_card(**fields: Any) -> ModelCard:
    usual = {
        "id": "m",
        "kind": "chat",
        "persona": "m",
        "description": "",
        "context": 1000,
        "max_output": 100,
        "usd_per_million_input": 1.0,
        "usd_per_million_output": 1.0,
        "first_token_ms": 400.0,
        "tokens_per_s": 100.0,
        "capabilities": (),
    }
    return ModelCard(**{**usual, **fields})


def drawn(latency: Latency, count: int = 400) -> list[float]:
    return sorted(
        pace_of(latency, a_card(), seed=1, name=str(number)).first_token_s for number in range(count)
    )


@pytest.mark.parametrize(
    ("text", "latency"),
    [
        ("0", Latency()),
        ("real", Latency(real=True)),
        ("200", Latency(first_token=LatencySpread(milliseconds=200))),
        ("100-300", Latency(first_token=LatencySpread(kind="uniform", milliseconds=100, upper=300))),
        ("200~0.4", Latency(first_token=LatencySpread(kind="lognormal", milliseconds=200, sigma=0.4))),
        ('{"tokens_per_s": 50}', Latency(tokens_per_s=50)),
    ],
)
def test_an_option_is_read(text: str, latency: Latency) -> None:
    assert read_latency(text) == latency


def test_by_default_nothing_takes_time() -> None:
    assert pace_of(Latency(), a_card(), seed=1, name="x") is AT_ONCE


def test_equal_seeds_draw_equal_paces() -> None:
    latency = read_latency("100-300")

    assert drawn(latency) == drawn(latency)


def test_a_uniform_draw_stays_between_its_ends() -> None:
    times = drawn(read_latency("100-300"))

    assert 0.1 <= times[0] < 0.12
    assert 0.28 < times[-1] <= 0.3


def test_a_lognormal_draw_has_its_median() -> None:
    times = drawn(read_latency("200~0.4"))

    assert times[200] == pytest.approx(0.2, rel=0.1)
    assert times[-1] > 0.4


def test_a_real_pace_is_the_models_own() -> None:
    times = drawn(Latency(real=True))

    assert times[200] == pytest.approx(0.4, rel=0.1)
    assert pace_of(Latency(real=True), a_card(), seed=1, name="x").token_s == 0.01


def test_one_model_may_have_a_pace_of_its_own() -> None:
    latency = Latency(models={"m": LatencySpread(milliseconds=50)})

    assert drawn(latency)[0] == 0.05


def test_the_wait_is_felt_on_the_wire() -> None:
    with SimProcess(SimSettings(latency=Latency(first_token=LatencySpread(milliseconds=200)))) as sim:
        for stream in (False, True):
            began = time.monotonic()
            knock(sim, "openai-chat", stream=stream)

            assert time.monotonic() - began > 0.2
