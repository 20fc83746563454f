"""A run cell by cell: where a grid begins, some of its rows, and one cell with all that is known about it."""

from edison.domain import Ask, Case, CellReport, Right, Run, RunId, Snapshot
from edison.errors import CellMissing, EdisonError
from edison.stages.generate import GenerateUnit, ask_for_answer
from edison.store import GridFilter

from ..access import verb
from ..house import House
from ..views.cell import CellView, view_cell
from ..views.grid import GridPageView, SpineView, TagView, view_rows

SPINE = 100
"""So many rows lie between two cursors of a spine."""
_MOST_CALLS = 200


@verb(Right.READ)
def read_spine(house: House, run_id: RunId, wished: GridFilter) -> SpineView:
    """How many cases a filter leaves, and where every hundredth row begins."""
    with house.store.reading() as work:
        positions = work.results.grid(run_id).cases(wished)
        total, cursors = 0, list[int]()
        for at in positions:
            if total % SPINE == 0:
                cursors.append(at)
            total += 1
    return SpineView(total=total, size=SPINE, cursors=tuple(cursors))


@verb(Right.READ)
def read_grid(
    house: House, run_id: RunId, wished: GridFilter, *, first: int = 0, limit: int = SPINE
) -> GridPageView:
    """Some rows, from a cursor on."""
    with house.store.reading() as work:
        found = work.runs.get(run_id)
        lines = work.results.grid(found.id).lines(wished, first=first, limit=limit + 1)
    following = lines[limit].position if len(lines) > limit else None
    return GridPageView(items=view_rows(lines[:limit], found.snapshot), next=following)


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
    case = cases[0] if cases else None
    return view_cell(report, case=case, snapshot=found.snapshot, ask=_ask(found, report, case), calls=calls)


@verb(Right.READ)
def read_answer(house: House, run_id: RunId, number: int) -> str:
    """The whole answer of a cell, however long it is."""
    with house.store.reading() as work:
        found = work.runs.get(run_id)
        output = work.results.outputs(found.id, [number]).get(number)
    if output is None:
        raise CellMissing(found.id, number)
    return output.text


def _ask(run: Run, report: CellReport, case: Case | None) -> Ask | None:
    """The question, made as it was then; None where nobody was asked or it cannot be made."""
    snapshot: Snapshot = run.snapshot
    version = next((one for one in snapshot.versions if one.number == report.version), None)
    arm = next((one for one in snapshot.arms if one.name == report.arm), None)
    if version is None or arm is None or case is None:
        return None
    try:
        return ask_for_answer(GenerateUnit(version=version, arm=arm, case=case, replicate=report.repeat))
    except EdisonError:
        return None


__all__ = ["GridFilter", "list_tags", "read_answer", "read_grid", "read_spine", "show_cell"]
