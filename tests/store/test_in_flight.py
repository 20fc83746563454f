from edison.domain import AttemptState, RunId, StageName
from edison.store import Store
from tests.store.filling import RUN, Filler, add_run

OPEN, LOST = AttemptState.OPEN, AttemptState.OUTCOME_UNKNOWN


def test_open_attempts_are_counted_by_worker(store: Store) -> None:
    add_run(store)
    add_run(store, id="run_2")
    with store.work() as work:
        fill = Filler(work)
        for worker, state in (("w1", OPEN), ("w1", OPEN), ("w2", OPEN), ("w2", AttemptState.SETTLED)):
            fill.attempt(0, worker=worker, state=state)
        Filler(work, RunId("run_2")).attempt(0, worker="w3", state=OPEN)

        assert work.in_flight.by_worker(RUN) == {"w1": 2, "w2": 1}
        assert work.ledger.count(RUN) == 4


def test_a_cell_is_known_by_the_call_that_killed_most_workers(store: Store) -> None:
    add_run(store, cases=5)
    with store.work() as work:
        fill = Filler(work)
        for _ in range(3):
            fill.attempt(1, stage=StageName.JUDGE, part=1, worker="dead", state=OPEN)
        fill.attempt(1, stage=StageName.JUDGE, part=0, worker="dead", state=OPEN)
        fill.attempt(2, worker="dead", state=OPEN)
        fill.attempt(3, state=LOST, microusd=None)
        fill.attempt(4, state=OPEN)
        work.ledger.presume_unknown(RUN, workers_alive={"w1"})

        assert work.in_flight.lost(RUN, first=0, last=4) == {1: 3, 2: 1}
        assert work.in_flight.lost(RUN, first=4, last=5) == {4: 1}


def test_there_is_no_rate_before_there_is_something_to_measure(store: Store) -> None:
    add_run(store)
    with store.work() as work:
        assert work.in_flight.rate(RUN) is None
        fill = Filler(work)
        fill.finished(0)
        assert work.in_flight.rate(RUN) is None
        fill.attempt(1, ended_at=2_000_001)
        fill.attempt(1, ended_at=500_001)

        assert work.in_flight.rate(RUN) == 1.0
