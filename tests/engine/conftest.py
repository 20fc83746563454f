"""One simulator for all engine tests of a process; a database of its own for each test."""

from collections.abc import Iterator

import pytest

from edison.sim import SimProcess, SimSettings
from edison.wiring import SystemClock
from tests.database import open_quickly
from tests.engine.house import House, open_house


@pytest.fixture(scope="session")
def simulator() -> Iterator[SimProcess]:
    with SimProcess(SimSettings(seed=7)) as process:
        yield process


@pytest.fixture
def sim(simulator: SimProcess) -> SimProcess:
    """The simulator as it is at its start, whatever a test before did to it."""
    simulator.admin.reset()
    return simulator


@pytest.fixture
def house(database_url: str, sim: SimProcess) -> Iterator[House]:
    store = open_quickly(database_url, clock=SystemClock(), seed=11)
    house = open_house(store, sim)
    yield house
    house.control.close()
    store.close()
