import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from edison.domain import RunId
from edison.errors import RunMissing
from edison.store import Store
from tests.factories import a_run
from tests.store.filling import RUN
from tests.store.threads import at_once

ENDPOINT = "sim/steady"
WORKERS = ("w1", "w2", "w3", "w4")


@pytest.fixture(autouse=True)
def _run(store: Store) -> None:
    with store.work() as work:
        work.runs.add(a_run(), budget_microusd=None)
        work.runs.add(a_run(id="run_2"), budget_microusd=None)


def share(
    store: Store, worker: str, *, limit: int = 8, live: tuple[str, ...] = WORKERS, busy: int = 0
) -> int:
    with store.work() as work:
        return work.slots.share(RUN, ENDPOINT, worker, limit=limit, live=set(live), in_flight=busy)


def test_the_first_worker_has_all_slots(store: Store) -> None:
    assert share(store, "w1", limit=8) == 8


def test_a_newcomer_gets_its_part_once_the_others_gave_theirs_up(store: Store) -> None:
    assert [share(store, "w1"), share(store, "w2")] == [8, 0]
    assert [share(store, "w1"), share(store, "w2")] == [4, 4]
    assert [share(store, "w3"), share(store, "w1"), share(store, "w2"), share(store, "w3")] == [0, 3, 3, 2]


def test_slots_still_in_use_are_not_given_away(store: Store) -> None:
    share(store, "w1")
    share(store, "w2")

    assert share(store, "w1", busy=7) == 4
    assert share(store, "w2") == 1
    assert share(store, "w1", busy=4) == 4
    assert share(store, "w2") == 4


def test_what_a_dead_worker_had_is_free(store: Store) -> None:
    share(store, "w1")
    share(store, "w2")

    assert share(store, "w2", live=("w2",)) == 8


def test_a_worker_that_is_not_yet_known_to_live_counts_itself(store: Store) -> None:
    assert share(store, "w1", live=()) == 8


def test_a_released_share_is_free(store: Store) -> None:
    share(store, "w1")
    with store.work() as work:
        work.slots.release(RUN, "w1")

    assert share(store, "w2") == 8


def test_runs_and_endpoints_do_not_share_with_each_other(store: Store) -> None:
    share(store, "w1")

    with store.work() as work:
        assert work.slots.share(RunId("run_2"), ENDPOINT, "w2", limit=8, live=set(WORKERS)) == 8
        assert work.slots.share(RUN, "sim/other", "w2", limit=8, live=set(WORKERS)) == 8
        with pytest.raises(RunMissing):
            work.slots.share(RunId("run_0"), ENDPOINT, "w2", limit=8, live=set(WORKERS))


def test_with_fewer_slots_than_workers_somebody_waits(store: Store) -> None:
    [share(store, worker, limit=2) for worker in WORKERS]

    assert [share(store, worker, limit=2) for worker in WORKERS] == [1, 1, 0, 0]


def test_a_lowered_limit_is_kept_as_soon_as_all_have_asked(store: Store) -> None:
    for _ in range(2):
        [share(store, worker) for worker in WORKERS]

    assert sum(share(store, worker, limit=4) for worker in WORKERS) <= 4
    assert [share(store, worker, limit=4) for worker in WORKERS] == [1, 1, 1, 1]


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    steps=st.lists(st.tuples(st.sampled_from(WORKERS), st.booleans()), min_size=1, max_size=40),
    limit=st.integers(1, 11),
)
def test_shares_never_exceed_the_limit_and_become_fair(
    store: Store, steps: list[tuple[str, bool]], limit: int
) -> None:
    held: dict[str, int] = {}
    with store.work() as work:
        for worker in WORKERS:
            work.slots.release(RUN, worker)
        for worker, leaves in steps:
            if leaves:
                work.slots.release(RUN, worker)
                held.pop(worker, None)
            else:
                held[worker] = work.slots.share(RUN, ENDPOINT, worker, limit=limit, live=set(WORKERS))
            assert sum(held.values()) <= limit
        for worker in (*held, *held):
            held[worker] = work.slots.share(RUN, ENDPOINT, worker, limit=limit, live=set(WORKERS))

    assert sum(held.values()) == (limit if held else 0)
    assert not held or max(held.values()) - min(held.values()) <= 1


def test_many_that_ask_at_once_never_exceed_the_limit(store: Store) -> None:
    for _ in range(5):
        at_once(lambda number: share(store, WORKERS[number], limit=7), 4)
        granted = at_once(lambda number: share(store, WORKERS[number], limit=7), 4)
        assert sum(granted) <= 7
    # Once more, one after the other, for those who had asked before others gave back.
    assert sorted(share(store, worker, limit=7) for worker in WORKERS) == [1, 2, 2, 2]
