"""A run cell by cell: where a grid begins, some of its rows, and one cell with all that is known about it."""

from edison.domain import CELLS, Ask, Case, CellLayout, CellReport, Right, Run, RunId, Snapshot
from edison.errors import CellMissing, EdisonError
from edison.stages.generate import GenerateUnit, ask_for_answer
from edison.store import GridFilter, UnitOfWork

from ..access import verb
from ..house import House
from ..views.cell import CellView, view_cell
from ..views.grid import GridPageView, SpineView, TagView, view_columns, view_rows

SPINE = 100
"""So many rows lie between two cursors of a spine."""
_MOST_CALLS = 200


@verb(Right.READ)
def read_spine(house: House, run_id: RunId, chosen: GridFilter) -> SpineView:
    """The columns, how many cases a filter leaves, and where every hundredth row begins."""
    with house.store.reading() as work:
        run = work.runs.get(run_id)
        columns = view_columns(with_all_versions(work, run))
        positions = work.results.grid(run_id).cases(chosen)
        total, cursors = 0, list[int]()
        for at in positions:
            if total % SPINE == 0:
                cursors.append(at)
            total += 1
    return SpineView(
        preset=run.experiment.preset, columns=columns, total=total, size=SPINE, cursors=tuple(cursors)
    )


@verb(Right.READ)
def read_grid(
    house: House, run_id: RunId, chosen: GridFilter, *, first: int = 0, limit: int = SPINE
) -> GridPageView:
    """Some rows, from a cursor on."""
    with house.store.reading() as work:
        found = work.runs.get(run_id)
        snapshot = with_all_versions(work, found)
        lines = work.results.grid(found.id).lines(chosen, first=first, limit=limit + 1)
    following = lines[limit].position if len(lines) > limit else None
    return GridPageView(items=view_rows(lines[:limit], snapshot), next=following)


def with_all_versions(work: UnitOfWork, run: Run) -> Snapshot:
    """What is pinned, and every version of the prompt that was written on the way."""
    added = CellLayout(work.waves.of_run(run.id, lane=CELLS)).added
    snapshot = run.snapshot
    return snapshot.model_copy(update={"versions": (*snapshot.versions, *added)}) if added else snapshot


@verb(Right.READ)
def list_tags(house: House, run_id: RunId) -> list[TagView]:
    """Every tag of a run's cases, the most frequent first."""
    with house.store.reading() as work:
        counted = work.results.grid(run_id).tags()
    return [TagView(tag=tag, cases=cases) for tag, cases in counted.items()]


@verb(Right.READ)
def show_cell(house: House, run_id: RunId, number: int) -> CellView:
    """One cell: the question exactly as it is asked, the answer, checks, judgments, and every try.

    Raises:
        CellMissing: no such cell is planned.
    """
    with house.store.reading() as work:
        found = work.runs.get(run_id)
        report = work.results.report(found.id, number)
        if report is None:
            raise CellMissing(found.id, number)
        place = work.results.grid(found.id).place(number)
        cases = work.datasets.cases(found.snapshot.dataset.id, first=place.case, count=1)
        calls = work.ledger.attempts(found.id, unit=number, limit=_MOST_CALLS)
        snapshot = with_all_versions(work, found)
    case = cases[0] if cases else None
    return view_cell(report, case=case, snapshot=snapshot, ask=_ask(snapshot, report, case), calls=calls)


@verb(Right.READ)
def read_answer(house: House, run_id: RunId, number: int) -> str:
    """The whole answer of a cell, however long it is."""
    with house.store.reading() as work:
        found = work.runs.get(run_id)
        output = work.results.outputs(found.id, [number]).get(number)
    if output is None:
        raise CellMissing(found.id, number)
    return output.text


@verb(Right.READ)
def question_of(house: House, run_id: RunId, number: int) -> tuple[Ask | None, str]:
    """The question of a cell exactly as it is asked, and its answer; no question where the answer was handed in.

    Raises:
        CellMissing: no such cell is planned.
    """
    with house.store.reading() as work:
        found = work.runs.get(run_id)
        report = work.results.report(found.id, number)
        if report is None:
            raise CellMissing(found.id, number)
        place = work.results.grid(found.id).place(number)
        cases = work.datasets.cases(found.snapshot.dataset.id, first=place.case, count=1)
        output = work.results.outputs(found.id, [number]).get(number)
        snapshot = with_all_versions(work, found)
    answer = "" if output is None else output.text
    return _ask(snapshot, report, cases[0] if cases else None), answer


def _ask(snapshot: Snapshot, report: CellReport, case: Case | None) -> Ask | None:
    """The question, made as it was then; None where nobody was asked or it cannot be made."""
    version = next((one for one in snapshot.versions if one.number == report.version), None)
    arm = next((one for one in snapshot.arms if one.name == report.arm), None)
    if version is None or arm is None or case is None:
        return None
    try:
        return ask_for_answer(GenerateUnit(version=version, arm=arm, case=case, replicate=report.repeat))
    except EdisonError:
        return None


__all__ = [
    "GridFilter",
    "list_tags",
    "question_of",
    "read_answer",
    "read_grid",
    "read_spine",
    "show_cell",
    "with_all_versions",
]
