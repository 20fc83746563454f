import pytest

from edison.domain import EndSummary, Event, EventType, RunId
from edison.errors import RunMissing
from edison.store import Store
from tests.factories import SOME_TIME, a_contest_end, a_run
from tests.store.filling import RUN
from tests.store.threads import at_once

WRITERS, EACH = 4, 25
OTHER = RunId("run_other")


@pytest.fixture(autouse=True)
def _run(store: Store) -> None:
    with store.work() as work:
        work.runs.add(a_run(), budget_microusd=None)


def test_events_are_numbered_and_come_back(store: Store) -> None:
    with store.work() as work:
        started = work.events.append(RUN, EventType.RUN_STARTED, at=SOME_TIME, about={})
        paused = work.events.append(RUN, EventType.RUN_PAUSED, at=SOME_TIME, about={"stage": "judge"})

    with store.reading() as work:
        assert work.events.since(0, run_id=RUN) == [started, paused]
        assert work.events.since(1, run_id=RUN) == [paused]
        assert work.events.since(2, run_id=RUN) == []
        assert work.events.since(0, limit=1, run_id=RUN) == [started]
    assert [started.number, paused.number] == [1, 2]
    assert started.id != paused.id
    assert started.project_id == a_run().experiment.project_id


def test_what_an_event_tells_comes_back_whole(store: Store) -> None:
    hostile = EndSummary(
        total=1, successful=1, failed=0, successful_ids=("a\x00\ud800b",), failed_ids=(), seconds=1.0
    )
    with store.work() as work:
        told = work.events.append(
            RUN,
            EventType.CONTEST_COMPLETED,
            at=SOME_TIME,
            about={},
            told=a_contest_end(summary=hostile),
        )
        plain = work.events.append(RUN, EventType.RUN_SETTLED, at=SOME_TIME, about={})

    with store.reading() as work:
        assert work.events.since(0, run_id=RUN) == [told, plain]
    assert told.told is not None
    assert plain.told is None


def test_an_event_of_a_change_that_failed_never_happened(store: Store) -> None:
    with pytest.raises(RuntimeError), store.work() as work:
        work.events.append(RUN, EventType.RUN_STARTED, at=SOME_TIME, about={})
        raise RuntimeError("no")

    with store.work() as work:
        assert work.events.append(RUN, EventType.RUN_STARTED, at=SOME_TIME, about={}).serial == 1


def test_nothing_happens_to_a_run_that_is_not_there(store: Store) -> None:
    with store.work() as work, pytest.raises(RunMissing):
        work.events.append(RunId("run_0"), EventType.RUN_STARTED, at=SOME_TIME, about={})


def test_events_of_all_runs_have_one_order(store: Store) -> None:
    with store.work() as work:
        work.runs.add(a_run(id=OTHER), budget_microusd=None)
        told = [
            work.events.append(run_id, EventType.RUN_STARTED, at=SOME_TIME, about={})
            for run_id in (RUN, OTHER, RUN)
        ]

    with store.reading() as work:
        assert [(event.run_id, event.serial) for event in work.events.since(0)] == [
            (RUN, 1),
            (OTHER, 2),
            (RUN, 3),
        ]
        assert work.events.since(0, limit=2) == told[:2]
        assert work.events.since(1, run_id=RUN) == [told[2]]
        assert work.events.since(0, run_id=OTHER) == [told[1]]
        assert work.events.last_serial() == 3


def test_a_reader_that_follows_four_writers_misses_nothing(store: Store) -> None:
    runs = [RunId(f"run_w{number}") for number in range(WRITERS // 2)]
    with store.work() as work:
        for run_id in runs:
            work.runs.add(a_run(id=run_id), budget_microusd=None)
    seen: list[Event] = []

    def write_or_follow(number: int) -> None:
        if number < WRITERS:
            return _write(store, number, run_id=runs[number % len(runs)])
        while len(seen) < WRITERS * EACH:
            with store.reading() as work:
                seen.extend(work.events.since(seen[-1].serial if seen else 0, limit=7))
        return None

    at_once(write_or_follow, WRITERS + 1)

    assert [event.serial for event in seen] == list(range(1, WRITERS * EACH + 1))
    for run_id in runs:
        numbers = [event.number for event in seen if event.run_id == run_id]
        assert numbers == list(range(1, 2 * EACH + 1))


def _write(store: Store, writer: int, *, run_id: RunId) -> None:
    for number in range(EACH):
        with store.work() as work:
            about = {"writer": str(writer), "number": str(number)}
            work.events.append(run_id, EventType.RANKING_MOVED, at=SOME_TIME, about=about)
