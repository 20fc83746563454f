"""Runs that were removed: what goes, what stays, and what is refused."""

from datetime import timedelta

import pytest
from sqlalchemy import func, select

from edison.domain import EventType, Run, RunId, Settlement, StoredDataset
from edison.errors import RunMissing, RunNotMoved
from edison.store import Store
from edison.store.tables import ATTEMPT, CASE, JUDGMENT, METADATA, OUTPUT
from tests.store.filling import RUN, Filler, add_run


def an_ended_run(store: Store) -> Run:
    run = add_run(store, judges=1)
    with store.work() as work:
        fill = Filler(work)
        fill.finished(0, judges=1)
        work.events.append(RUN, EventType.RUN_STARTED, at=run.began_at, about={"preset": "compare-models"})
        work.runs.settle(RUN, epoch=run.epoch, settlement=Settlement.ALL_CELLS_DONE, at=run.began_at)
    return run


def test_what_a_run_says_goes_and_what_it_cost_stays(store: Store) -> None:
    an_ended_run(store)
    with store.work() as work:
        removed = work.removal.remove(RUN)

        counts = {
            table: work.connection.execute(
                select(func.count()).select_from(METADATA.tables[table.name])
            ).scalar()
            for table in (OUTPUT, JUDGMENT, CASE, ATTEMPT)
        }
        spent = work.results.spending()
        events = [event.type for event in work.events.since(0)]

    assert (removed.cells, removed.calls) == (1, 2)
    assert counts == {OUTPUT: 0, JUDGMENT: 0, CASE: 0, ATTEMPT: 2}
    assert sum(one.spent.microusd for one in spent) == 14
    assert {(one.kind, one.id, one.name) for one in spent} == {(None, RUN, "")}
    assert events == [EventType.RUN_STARTED]


def test_a_removed_run_is_not_found_any_more(store: Store) -> None:
    an_ended_run(store)
    with store.work() as work:
        work.removal.remove(RUN)

        assert (work.runs.page(), work.runs.count_by_settlement()) == ([], {})
        for look in (work.runs.get, work.removal.size, work.removal.remove):
            with pytest.raises(RunMissing):
                look(RUN)
        with pytest.raises(RunMissing):
            work.runs.find("latest")


def test_what_may_still_go_on_is_refused(store: Store) -> None:
    add_run(store)

    with store.work() as work, pytest.raises(RunNotMoved, match="cannot be removed"):
        work.removal.remove(RUN)


def test_cases_stay_as_long_as_a_run_has_them(store: Store) -> None:
    run = an_ended_run(store)
    with store.work() as work:
        work.runs.add(run.model_copy(update={"id": RunId("run_other")}), budget_microusd=None)
        work.removal.remove(RUN)

        assert work.connection.execute(select(func.count()).select_from(CASE)).scalar() == 2


def test_cases_that_are_kept_under_a_name_stay(store: Store) -> None:
    run = an_ended_run(store)
    with store.work() as work:
        kept = {
            "project_id": "prj_1",
            "name": "shop",
            "number": 1,
            "kind": "golden",
            "cases": 2,
            "origin": "test",
        }
        whose = {"dataset_id": run.snapshot.dataset.id, "author": "ada", "made_at": run.began_at}
        work.library.add(StoredDataset.model_validate({**kept, **whose}))
        work.removal.remove(RUN)

        assert len(work.datasets.cases(run.snapshot.dataset.id, first=0, count=5)) == 2


def test_old_runs_are_those_that_ended_before(store: Store) -> None:
    run = an_ended_run(store)
    with store.work() as work:
        day = timedelta(days=1)

        assert work.removal.ended_before(run.began_at + day) == [RUN]
        assert work.removal.ended_before(run.began_at - day) == []
