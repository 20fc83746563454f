"""export: results that are there are written page by page; nobody is asked, and nothing of them changes."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from edison.domain import (
    EXPORT,
    EXPORT_TASK,
    ExperimentId,
    ExportTask,
    PageMark,
    Settlement,
    StageName,
    cell_pages,
)
from edison.engine import Next, NextWave, Results, Story

from ..runs.plan import RunPlan
from .preset import ShownAs
from .stored import plan_about_stored

if TYPE_CHECKING:
    from ..house import House


@dataclass(frozen=True, slots=True)
class ExportResults:
    """One wave of pages; of a bundle, the first page says how many others there are."""

    name: str = EXPORT
    shown_as: ShownAs = ShownAs.EXPORT
    takes_suites: bool = False
    tells_cells: bool = False

    def plan(self, house: "House", request: ExportTask) -> RunPlan:
        return plan_about_stored(
            EXPORT,
            id=ExperimentId(house.mint.new("exp")),
            name=_name(house, request),
            project_id=request.project_id,
            stage=StageName.RANK,
            documents={EXPORT_TASK: request},
        )

    def next(self, story: Story) -> Next:
        task = story.document(EXPORT_TASK, ExportTask)
        assert task is not None, "a run of this preset knows what it writes"
        if not story.waves:
            return NextWave(EXPORT, _pages(story, task), task.model_dump_json())
        [first] = story.proposals_of(story.waves[0])[:1]
        more = PageMark.model_validate_json(first.draft).more if first.draft else 0
        if len(story.waves) == 1 and more:
            return NextWave(EXPORT, more, task.model_dump_json())
        return Settlement.TARGET_REACHED

    def results(self, story: Story, settlement: Settlement) -> Results:
        del story, settlement
        return Results()


def _pages(story: Story, task: ExportTask) -> int:
    """How many there are, as far as that is known; what cannot be written in pages is one."""
    from ..results.exports import cell_by_cell

    if task.run_id is None or cell_by_cell(task.format) is None:
        return 1
    return len(list(cell_pages(story.waves_elsewhere(task.run_id), at_once=task.at_once)))


def _name(house: "House", task: ExportTask) -> str:
    with house.store.reading() as work:
        if task.run_id is None:
            project = work.projects.find(task.project_id)
            return "bundle of no project" if project is None else f"bundle of {project.slug}"
        return f"export {work.runs.get(task.run_id).experiment.name}"
