"""A house with a database of its own for each test."""

from collections.abc import Iterator

import pytest

from edison.sim import SimProcess
from edison.wiring import SystemClock
from tests.database import open_quickly
from tests.engine.house import House, open_house


@pytest.fixture
def house(database_url: str, sim: SimProcess) -> Iterator[House]:
    store = open_quickly(database_url, clock=SystemClock(), seed=11)
    house = open_house(store, sim)
    yield house
    house.control.close()
    store.close()
