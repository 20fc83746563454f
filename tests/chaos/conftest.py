"""Real processes to be killed, a simulator as witness, a database of its own for each test."""

import sys
from collections.abc import Callable, Iterator

import pytest

from edison.sim import SimProcess, SimSettings, read_latency
from edison.wiring import SystemClock
from tests.chaos.storms import Storm, open_storm
from tests.chaos.zygote import Zygote
from tests.database import open_quickly
from tests.engine.house import open_house


@pytest.fixture(scope="session")
def zygote() -> Iterator[Zygote]:
    with Zygote() as zygote:
        yield zygote


@pytest.fixture(scope="session")
def slow_sim() -> Iterator[SimProcess]:
    """Answers take a while, so that there is something to be killed in the middle of."""
    with SimProcess(SimSettings(seed=7, latency=read_latency("40-120"))) as process:
        yield process


@pytest.fixture
def storm(
    database_url: str, slow_sim: SimProcess, zygote: Zygote, request: pytest.FixtureRequest
) -> Iterator[Storm]:
    slow_sim.admin.reset()
    store = open_quickly(database_url, clock=SystemClock(), seed=13)
    house = open_house(store, slow_sim)
    yield open_storm(house, zygote, database_url, seed=int(request.config.getoption("--storm-seed") or 1))
    house.control.close()
    store.close()


@pytest.fixture
def is_full(request: pytest.FixtureRequest) -> bool:
    """Whether the whole storm is wanted (`make chaos`) or a short slice of it."""
    return bool(request.config.getoption("--whole-storm"))


@pytest.fixture
def tell(capfd: pytest.CaptureFixture[str], is_full: bool) -> Callable[[str], None]:
    """Says on the real terminal what the whole storm measured."""

    def say(what: str) -> None:
        if is_full:
            with capfd.disabled():
                sys.stdout.write(f"\n{what}\n")

    return say
