"""What happened, told once or followed, of one run or of all."""

import json

import pytest

from edison.domain import Chance, EventType, FrozenClock, RunId, Settlement
from edison.store import Store, open_store
from tests.factories import SOME_TIME, a_run

from .commands import Terminal

pytestmark = pytest.mark.timeout(120)

ONE, TWO = RunId("run_one"), RunId("run_two")


@pytest.fixture
def told(either_terminal: Terminal) -> Terminal:
    """A terminal with two runs, one ended, to which five things happened in all."""
    store = open_store(either_terminal.database, clock=FrozenClock(), chance=Chance(1))
    with store.work() as work:
        for run_id in (ONE, TWO):
            work.runs.add(a_run(id=run_id), budget_microusd=None)
    for run_id, kind in (
        (ONE, EventType.RUN_STARTED),
        (TWO, EventType.RUN_STARTED),
        (TWO, EventType.RUN_PAUSED),
        (ONE, EventType.RUN_SETTLED),
        (TWO, EventType.RUN_RESUMED),
    ):
        _append(store, run_id, kind)
    with store.work() as work:
        epoch = work.runs.standing(ONE).epoch
        work.runs.settle(ONE, epoch=epoch, settlement=Settlement.ALL_CELLS_DONE, at=SOME_TIME)
    store.close()
    return either_terminal


def _append(store: Store, run_id: RunId, kind: EventType) -> None:
    with store.work() as work:
        work.events.append(run_id, kind, at=SOME_TIME, about={"cause": "test"})


def test_the_events_of_all_runs_are_told_in_one_order(told: Terminal) -> None:
    lines = told.edison("events").out.splitlines()

    assert [line.split()[0] for line in lines] == ["1", "2", "3", "4", "5"]
    assert lines[3].split()[-3:] == ["run_one", "run.settled", "cause=test"]


def test_a_reader_goes_on_where_it_was(told: Terminal) -> None:
    lines = told.edison("events", "--since", "2", "--json").out.splitlines()

    events = [json.loads(line) for line in lines]
    assert [(event["serial"], event["run_id"], event["type"]) for event in events] == [
        (3, "run_two", "run.paused"),
        (4, "run_one", "run.settled"),
        (5, "run_two", "run.resumed"),
    ]


def test_the_events_of_one_run_are_told_alone(told: Terminal) -> None:
    lines = told.edison("events", "run_two").out.splitlines()

    assert [line.split()[0] for line in lines] == ["2", "3", "5"]


def test_a_run_that_has_ended_is_followed_to_its_end(told: Terminal) -> None:
    lines = told.edison("events", "run_one", "--follow").out.splitlines()

    assert [line.split()[0] for line in lines] == ["1", "4"]


def test_a_run_that_is_not_there_is_no_feed(told: Terminal) -> None:
    assert told.edison("events", "run_three").code == 2
