import asyncio

import pytest

from edison.actions.events import follow_events, read_events
from edison.actions.house import House
from edison.actions.views.event import view_event
from edison.domain import Event, EventType, RunId
from edison.store import Store
from tests.actions.test_rechecking import a_house
from tests.factories import SOME_TIME, a_run

ONE, TWO = RunId("run_one"), RunId("run_two")


@pytest.fixture
def house(store: Store) -> House:
    with store.work() as work:
        for run_id in (ONE, TWO):
            work.runs.add(a_run(id=run_id), budget_microusd=None)
    return a_house(store)


def append(house: House, run_id: RunId) -> Event:
    with house.store.work() as work:
        return work.events.append(run_id, EventType.RUN_STARTED, at=SOME_TIME, about={})


def test_a_page_holds_what_follows_after_a_serial(house: House) -> None:
    told = [append(house, run_id) for run_id in (ONE, TWO, ONE)]

    assert read_events(house) == told
    assert read_events(house, 1, 1) == [told[1]]
    assert read_events(house, run_id=ONE) == [told[0], told[2]]


async def test_what_happens_while_somebody_follows_is_told(house: House) -> None:
    before = append(house, ONE)

    events = follow_events(house)
    first = await anext(events)
    next_one = asyncio.create_task(anext(events))
    during = await asyncio.to_thread(append, house, TWO)
    second = await next_one
    await events.aclose()

    assert [first, second] == [before, during]


def test_an_event_for_machines_says_null_where_it_tells_no_more(house: House) -> None:
    told = view_event(append(house, ONE)).as_json()

    assert (told["serial"], told["number"], told["run_id"], told["type"]) == (1, 1, ONE, "run.started")
    assert told["told"] is None
