"""Exports whose workers are killed or whose people change their mind: the same file in the end, or none at all."""

from collections.abc import Callable
from pathlib import Path

import pytest

from edison.actions.export_jobs import hand_over, request_bundle, request_export, show_export, start_export
from edison.actions.house import House
from edison.actions.results.exports import export_run
from edison.actions.results.reports import read_run
from edison.actions.runs.control import cancel_run
from edison.domain import ExportTask, Run, RunId, Settlement
from edison.errors import EdisonError, NotExported
from edison.store import LOCAL_PROJECT, read_bundle
from tests.chaos.storms import Storm
from tests.chaos.zygote import house_on
from tests.factories import SOME_TIME, a_case, a_design, a_run, a_snapshot, a_wave, an_arm
from tests.store.filling import RUN, Filler

CELLS = 45
POINTS = ("shard.before", "commit.before", "commit.after", "shard.after", "settle.before", "settle.after")


@pytest.fixture
def house(storm: Storm) -> House:
    """One with a run that has ended."""
    store = storm.house.store
    snapshot = a_snapshot(cases=CELLS, arms=(an_arm(id="arm_0", name="bot"),))
    with store.work() as work:
        work.datasets.add(
            snapshot.dataset, (a_case(id=f"case_{at}", name=f"case {at}") for at in range(CELLS))
        )
        work.runs.add(
            a_run(snapshot=snapshot, experiment=a_design(project_id=LOCAL_PROJECT)), budget_microusd=None
        )
        work.waves.add(RUN, a_wave(units=CELLS, body=snapshot.grid.model_dump_json()))
        filler = Filler(work)
        for cell in range(CELLS):
            filler.output(cell, text=f"Answer {cell}")
        epoch = work.runs.standing(RUN).epoch
        work.runs.settle(RUN, epoch=epoch, settlement=Settlement.ALL_CELLS_DONE, at=SOME_TIME)
    return house_on(store, storm.house.clock)


def _results(house: House, folder: Path) -> ExportTask:
    task = request_export(house, RUN, format="jsonl", file=folder / "all.jsonl")
    return task.model_copy(update={"at_once": 7})


def _bundle(house: House, folder: Path) -> ExportTask:
    return request_bundle(house, folder / "all.edison")


@pytest.mark.timeout(900)
@pytest.mark.parametrize("point", POINTS)
def test_an_export_whose_worker_dies_writes_the_same_file(
    storm: Storm, house: House, point: str, is_full: bool, tmp_path: Path
) -> None:
    whole = b"".join(export_run(house, RUN, name="jsonl"))
    visit, died = 0, True
    while died and visit < (10 if is_full else 1):
        visit += 1
        folder = tmp_path / f"{visit}"
        folder.mkdir()
        run = start_export(house, _results(house, folder))

        died = storm.die_at(run, f"{point}:{visit}", folder=tmp_path)

        ended = read_run(house, run.id)
        assert list(folder.iterdir()) == [], "nothing is there before it is whole"
        assert hand_over(house, ended)[0].read_bytes() == whole
        told = show_export(house, ended)
        assert (told.pages, told.pages_done, told.is_kept) == (7, 7, False)
    assert died or visit > 1, "the point was never reached"


@pytest.mark.timeout(900)
@pytest.mark.parametrize("point", ["commit.before", "commit.after"])
def test_a_bundle_whose_worker_dies_holds_the_same(
    storm: Storm, house: House, point: str, tmp_path: Path
) -> None:
    peaceful = start_export(house, _bundle(house, tmp_path))
    storm.wait_for(peaceful, [])
    _, made = hand_over(house, read_run(house, peaceful.id))
    again = start_export(house, request_bundle(house, tmp_path / "again.edison"))

    assert storm.die_at(again, f"{point}:1", folder=tmp_path)

    _, bundle = hand_over(house, read_run(house, again.id))
    assert made is not None
    assert bundle is not None
    assert (bundle.runs, bundle.rows) == (made.runs, made.rows)
    assert bundle.rows["output"] == CELLS
    assert bundle.runs == (RUN,), "exports are in no bundle"
    assert read_bundle(tmp_path / "again.edison").sha256 == bundle.sha256


@pytest.mark.parametrize("wish", [_results, _bundle])
def test_an_export_that_is_cancelled_leaves_no_file(
    storm: Storm, house: House, wish: Callable[[House, Path], ExportTask], tmp_path: Path
) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    run = start_export(house, wish(house, folder))
    assert storm.lose(run, "commit.after:1", folder=tmp_path)
    assert "pages; edison resume goes on with it" in _why(house, run)

    cancel_run(house, run.id)
    storm.wait_for(run, [])

    assert "export again" in _why(house, run)
    assert list(folder.iterdir()) == []


def _why(house: House, run: Run) -> str:
    with pytest.raises(NotExported) as refused:
        hand_over(house, read_run(house, RunId(run.id)))
    error: EdisonError = refused.value
    return str(error.fields["cause"])
