import pytest

from edison.domain import EndSummary, EventType, RunId
from edison.errors import RunMissing
from edison.store import Store
from tests.factories import SOME_TIME, a_contest_end, a_run
from tests.store.filling import RUN
from tests.store.threads import at_once

WRITERS, EACH = 4, 50


@pytest.fixture(autouse=True)
def _run(store: Store) -> None:
    with store.work() as work:
        work.runs.add(a_run(), budget_microusd=None)


def test_events_are_numbered_and_come_back(store: Store) -> None:
    with store.work() as work:
        started = work.events.append(RUN, EventType.RUN_STARTED, at=SOME_TIME, about={})
        paused = work.events.append(RUN, EventType.RUN_PAUSED, at=SOME_TIME, about={"stage": "judge"})

    with store.reading() as work:
        assert work.events.since(RUN, 0) == [started, paused]
        assert work.events.since(RUN, 1) == [paused]
        assert work.events.since(RUN, 2) == []
        assert work.events.since(RUN, 0, limit=1) == [started]
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
        assert work.events.since(RUN, 0) == [told, plain]
    assert told.told is not None
    assert plain.told is None


def test_an_event_of_a_change_that_failed_never_happened(store: Store) -> None:
    with pytest.raises(RuntimeError), store.work() as work:
        work.events.append(RUN, EventType.RUN_STARTED, at=SOME_TIME, about={})
        raise RuntimeError("no")

    with store.work() as work:
        assert work.events.append(RUN, EventType.RUN_STARTED, at=SOME_TIME, about={}).number == 1


def test_nothing_happens_to_a_run_that_is_not_there(store: Store) -> None:
    with store.work() as work, pytest.raises(RunMissing):
        work.events.append(RunId("run_0"), EventType.RUN_STARTED, at=SOME_TIME, about={})


def test_a_reader_that_follows_four_writers_misses_nothing(store: Store) -> None:
    seen: list[int] = []

    def write_or_follow(number: int) -> None:
        if number < WRITERS:
            return _write(store, number)
        while len(seen) < WRITERS * EACH:
            with store.reading() as work:
                seen.extend(event.number for event in work.events.since(RUN, seen[-1] if seen else 0))
        return None

    at_once(write_or_follow, WRITERS + 1)

    assert seen == list(range(1, WRITERS * EACH + 1))


def _write(store: Store, writer: int) -> None:
    for number in range(EACH):
        with store.work() as work:
            about = {"writer": str(writer), "number": str(number)}
            work.events.append(RUN, EventType.STAGE_STARTED, at=SOME_TIME, about=about)
