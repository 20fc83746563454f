"""What the durable library keeps of runs: dropped when nobody has anything to do, and there as long as somebody has."""

from collections.abc import Mapping

from dbos import DBOSClient

from edison.domain import RunId
from edison.errors import RunMissing
from edison.store import Store, UnitOfWork

from .. import durable


def tidy_run(store: Store, client: DBOSClient, run_id: RunId) -> None:
    """Drop what is kept of a run that is over, or was removed after that; ours is untouched."""
    with store.reading() as work:
        standing = work.runs.standing(run_id)
    if standing.settlement.is_end:
        durable.forget(client, run_id=run_id, epochs=range(1, standing.epoch + 1))
        durable.close_queue(client, run_id)


def tidy_queues(store: Store, client: DBOSClient, *, only: RunId | None) -> None:
    """Close the queues of runs that ended or stand still: every worker would look at them for ever.

    Whoever lets such a run go on opens its queue before. One that was closed in that very moment is opened again.
    """
    queued = {RunId(run_id) for run_id in durable.queued_runs(client)}
    with store.reading() as work:
        wanted = {one.run_id for one in work.runs.unfinished() if only in (None, one.run_id)}
        idle = _standing(work, queued - wanted if only is None else set[RunId]())
    for run_id in wanted - queued:
        durable.open_queue(client, run_id)
    for run_id, is_over in idle.items():
        if durable.is_at_work(client, run_id):
            continue
        if is_over:
            tidy_run(store, client, run_id)
        else:
            durable.close_queue(client, run_id)


def _standing(work: UnitOfWork, runs: set[RunId]) -> Mapping[RunId, bool]:
    """Whether each of them is over; one that is not stored yet is about to be."""
    found: dict[RunId, bool] = {}
    for run_id in runs:
        try:
            found[run_id] = work.runs.standing(run_id).settlement.is_end
        except RunMissing:
            continue
    return found
