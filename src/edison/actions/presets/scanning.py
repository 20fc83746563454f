"""scan: the stored outputs of a run that has ended are looked through; nobody is asked, and nothing of it changes."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from edison.domain import SCAN, SCAN_TASK, ExperimentId, ScanTask, Settlement, StageName, cell_pages
from edison.engine import Next, NextWave, Results, Story

from ..runs.plan import RunPlan
from .preset import ShownAs
from .stored import plan_about_stored

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
        return plan_about_stored(
            PRESET,
            id=ExperimentId(house.mint.new("exp")),
            name=f"scan {source.experiment.name}",
            project_id=source.experiment.project_id,
            stage=StageName.CHECK,
            documents={SCAN_TASK: request},
            factors=source.experiment.factors,
            safety=request.safety,
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
