"""What the durable library keeps of a run: there while it is worked on, gone when nobody has anything to do."""

import pytest

from edison.domain import RunId, Settlement
from edison.engine import durable
from edison.store import UnitOfWork
from tests.engine.house import House, a_run_of


def _queues(house: House) -> set[str]:
    client = durable.open_client(house.store.engine)
    found = {queue.name for queue in client.list_queues()}
    client.destroy()
    return found


async def _work(house: House, run_id: RunId) -> None:
    """Work on all runs, as a worker does that is not there for one of them, until this one does not run any more."""
    async with house.worker() as worker:
        await worker.wait_for(run_id)


async def test_a_worker_does_not_look_for_ever_at_runs_that_ended_or_stand_still(house: House) -> None:
    ended, paused, open_one = house.start(a_run_of(2)), house.start(a_run_of(2)), house.start(a_run_of(2))
    house.control.pause(paused.id)
    # Not worked on to its end: what a worker leaves running when it stops is at work until it is taken for dead.
    house.control.cancel(ended.id)

    house.control.reconcile(only=ended.id)
    kept = _queues(house)
    house.control.reconcile()

    assert {durable.queue_of(run.id) for run in (ended, paused, open_one)} <= kept, (
        "others are not its business"
    )
    assert _queues(house) == {durable.queue_of(open_one.id)}
    assert house.control.resume(paused.id)
    await _work(house, paused.id)
    assert house.check(paused).standing.settlement is Settlement.ALL_CELLS_DONE


async def test_a_run_that_was_removed_before_anybody_tidied_up_leaves_no_queue(house: House) -> None:
    run = house.start(a_run_of(2))
    await house.work_on(run)
    house.control.tidy(run.id)
    client = durable.open_client(house.store.engine)
    # As if whoever ended it had been killed before its queue was closed.
    durable.open_queue(client, run.id)
    client.destroy()

    with house.store.work() as work:
        work.removal.remove(run.id)
    house.control.reconcile()

    assert _queues(house) == set()


def test_a_run_that_was_never_stored_has_no_queue(house: House) -> None:
    def die(_: UnitOfWork) -> None:
        raise LookupError("killed while it was started")

    with pytest.raises(LookupError):
        house.control.start(a_run_of(2), also=die)

    assert _queues(house) == set()


async def test_a_run_whose_queue_was_closed_by_somebody_who_was_slow_gets_it_back(house: House) -> None:
    run = house.start(a_run_of(2))
    client = durable.open_client(house.store.engine)
    durable.close_queue(client, run.id)
    client.destroy()

    await _work(house, run.id)

    assert house.check(run).standing.settlement is Settlement.ALL_CELLS_DONE
