"""Looking through stored outputs of another run: nobody is asked, and no page is looked through twice."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from edison.domain import (
    SCAN,
    Case,
    CellLayout,
    Output,
    PromptVersion,
    Proposal,
    Run,
    ScannedOutput,
    ScannedPage,
    ScanTask,
    StageName,
    cell_pages,
)
from edison.stages.check import scan_output
from edison.store import UnitOfWork

from .cells import read_cases
from .proposals import Unasked, UnaskedLane


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """An output with all that it is held against."""

    cell: int
    output: Output
    case: Case
    arm: str
    version: PromptVersion | None


@dataclass(frozen=True, slots=True)
class ScanWork(Unasked):
    """A page of outputs that nobody has looked through yet."""

    task: ScanTask
    outputs: int
    answers: tuple[StoredAnswer, ...]


class ScanLane(UnaskedLane[ScanWork]):
    """Walks pages of outputs."""

    name: ClassVar[str] = SCAN
    stage: ClassVar[StageName] = StageName.CHECK

    @staticmethod
    def load(work: UnitOfWork, run: Run, units: range) -> Iterator[ScanWork]:
        made = work.proposals.of_units(run.id, units)
        for wave in work.waves.of_run(run.id, units=units):
            task = ScanTask.model_validate_json(wave.body)
            pages = list(cell_pages(work.waves.of_run(task.run_id)))
            for number in range(max(units.start, wave.first_unit), min(units.stop, wave.end)):
                if number not in made:
                    page = pages[number - wave.first_unit]
                    yield ScanWork(number, task, len(page), tuple(_answers(work, task, page)))

    async def conclude(self, unit: ScanWork) -> Proposal:
        """Look through a page, and say what was found."""
        flagged: list[ScannedOutput] = []
        looked_at = 0
        for one in unit.answers:
            scan = scan_output(one.output, one.case, unit.task.safety, version=one.version)
            looked_at += scan is not None
            if scan is not None and scan.found:
                flagged.append(
                    ScannedOutput(cell=one.cell, case=one.case.name, arm=one.arm, found=scan.found)
                )
        page = ScannedPage(outputs=unit.outputs, looked_at=looked_at, flagged=tuple(flagged))
        return Proposal(draft=page.model_dump_json())


def _answers(work: UnitOfWork, task: ScanTask, page: range) -> Iterator[StoredAnswer]:
    source = work.runs.get(task.run_id)
    layout = CellLayout(work.waves.of_run(source.id))
    versions = (*source.snapshot.versions, *layout.added)
    standings = work.results.standings(source.id, first=page.start, last=page.stop)
    places = {cell: layout.place(cell) for cell in standings}
    cases = read_cases(work, source, {place.case for place in places.values()}) if places else {}
    for cell, standing in sorted(standings.items()):
        if standing.output is None:
            continue
        place = places[cell]
        yield StoredAnswer(
            cell,
            standing.output,
            cases[place.case],
            source.snapshot.arms[place.arm].name if source.snapshot.arms else "",
            versions[place.version] if versions else None,
        )
