"""scan: the stored outputs of a run that has ended are looked through; nobody is asked, and nothing of it changes."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from edison.domain import (
    SCAN,
    SCAN_TASK,
    ExperimentId,
    Policy,
    RunDesign,
    ScanTask,
    Settlement,
    Snapshot,
    StageName,
    cell_pages,
)
from edison.engine import Next, NextWave, Results, Story
from edison.stages.plan import CaseDigest, name_dataset
from edison.store import LOCAL_PROJECT, CaseSpool

from ..runs.plan import RunPlan
from .preset import ShownAs

if TYPE_CHECKING:
    from ..house import House

PRESET = "scan"


@dataclass(frozen=True, slots=True)
class ScanOutputs:
    """One wave: a page of outputs is a unit."""

    name: str = PRESET
    shown_as: ShownAs = ShownAs.SCAN
    takes_suites: bool = False
    tells_cells: bool = False

    def plan(self, house: "House", request: ScanTask) -> RunPlan:
        with house.store.reading() as work:
            source = work.runs.get(request.run_id)
        dataset = name_dataset(PRESET, project_id=LOCAL_PROJECT, digest=CaseDigest().hexdigest())
        return RunPlan(
            experiment=RunDesign(
                id=ExperimentId(house.mint.new("exp")),
                project_id=source.experiment.project_id,
                name=f"scan {source.experiment.name}"[:200],
                preset=PRESET,
                factors=source.experiment.factors,
                stages=(StageName.CHECK,),
                policy=Policy(),
            ),
            snapshot=Snapshot(dataset=dataset, cases=0, safety=request.safety),
            spool=CaseSpool(stand_in=dataset.id),
            questions=(),
            documents={SCAN_TASK: request},
            cells=0,
        )

    def next(self, story: Story) -> Next:
        if story.waves:
            return Settlement.TARGET_REACHED
        task = story.document(SCAN_TASK, ScanTask)
        assert task is not None, "a run of this preset knows what it looks through"
        return NextWave(
            SCAN, len(list(cell_pages(story.waves_elsewhere(task.run_id)))), task.model_dump_json()
        )

    def results(self, story: Story, settlement: Settlement) -> Results:
        del story, settlement
        return Results()
