"""Where a run fails: kinds of cases that go wrong, new cases aimed at them, and cases that tell versions apart."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from edison.domain import (
    Case,
    CaseAim,
    CellReport,
    Endpoint,
    FacetKind,
    FailingSpot,
    Finding,
    Right,
    Run,
    RunId,
    SuiteCase,
)
from edison.errors import DatasetRefused, DraftRefused
from edison.stages.rank import (
    CaseFacts,
    CaseWorths,
    find_failing,
    find_separating,
    inputs_of,
    results_of_cases,
)

from .access import verb
from .clusters import cluster_texts
from .datasets import DatasetOrigin, DatasetRef, add_dataset, as_written, read_dataset
from .house import House
from .results.cells import find_cells
from .results.reports import MOST_FACETED
from .views.dataset import DatasetView
from .views.failing import FailingView, view_spot

SEPARATES = "separates"
"""The tag of cases on which versions of a prompt, or arms, were told apart."""
USUALLY_APART = 0.3
_PAGE = 500
_AIMED_AT = 3
"""So many spots, the surest ones, unless some are named."""
_SHOWN = 5
_LONGEST = 600


@dataclass(frozen=True, slots=True)
class AimRequest:
    """A run whose failing cases new ones are aimed at, and at which of its spots."""

    run: RunId
    spots: tuple[str, ...] = ()
    """By handle, such as `tag:returns`; the surest ones unless some are named."""


@verb(Right.READ)
def show_failing(house: House, run: Run) -> FailingView:
    """Kinds of cases that fail more often than the others of a run, the surest first.

    Raises:
        DatasetRefused: there are too many cases for that.
    """
    cases, results = _read(house, run)
    spots = _find(cases, results)
    return FailingView(
        run=run.id,
        name=run.experiment.name,
        cases=len(results),
        failing=sum(result.fails for result in results.values()),
        spots=tuple(map(view_spot, spots)),
    )


@verb(Right.READ)
def aim_at(house: House, run: Run, spots: Sequence[str] = ()) -> tuple[CaseAim, ...]:
    """What new cases are to be like, from what went wrong in a run.

    Raises:
        DraftRefused: nothing fails more often than the rest, or a spot is not among those that do.
    """
    cases, results = _read(house, run)
    found = {spot.handle: spot for spot in _find(cases, results)}
    unknown = next((name for name in spots if name not in found), None)
    if unknown is not None:
        advice = f"edison coverage --run {run.id} lists them."
        raise DraftRefused(unknown, f"it is no spot at which {run.id} fails", advice)
    if not found:
        advice = "run more cases, or leave --at out and say with --hint what they are to be about."
        raise DraftRefused(run.id, "no kind of its cases fails more often than the others", advice)
    chosen = [found[name] for name in spots] or list(found.values())[:_AIMED_AT]
    shown = {case.name: case for case in cases}
    wanted = {name for spot in chosen for name in spot.exemplars}
    cells = [cell for cell in find_cells(house, run.id) if cell.case in wanted]
    return tuple(_aim(run.id, spot, shown, cells) for spot in chosen)


@verb(Right.READ)
def writer_of(_: House, run: Run) -> Endpoint | None:
    """Who would write for a run: its refiner, else its first judge, else its first arm that is a model."""
    snapshot = run.snapshot
    refiner = () if snapshot.refining is None else (snapshot.refining.refiner,)
    asked = (*refiner, *snapshot.judges, *snapshot.arms)
    return next((one.endpoint for one in asked if one.endpoint.provider in snapshot.providers), None)


@verb(Right.CHANGE)
def keep_separating(
    house: House, where: DatasetRef, run: Run, *, least: float = USUALLY_APART, only: bool = False
) -> DatasetView:
    """Mark the cases of a set on which a run told versions of the prompt apart, or arms where there is one version.

    They get the tag `separates` and, as metadata, the run and how far it was apart; the others stay, or are left out.
    It is the next version of the set.

    Raises:
        DatasetRefused: no case of the set separates anything.
    """
    kept, known, newest = read_dataset(house, where)
    cases, results = _read(house, run)
    apart = {cases[place].name: far for place, far in find_separating(results, least=least).items()}
    marked = [_separating(case, run.id, apart[case.name]) if case.name in apart else case for case in known]
    chosen = [case for case in marked if not only or case.name in apart]
    if not any(case.name in apart for case in known):
        told = f"on no case of it {run.id} tells anything apart by {least:g}"
        raise DatasetRefused(where.name, told, "run several versions of the prompt on it, or ask for less.")
    origin = DatasetOrigin(
        kept.kind,
        f"what separates in {run.id}",
        parent=kept.number,
        approved_by=kept.approved_by,
        newest=newest,
    )
    return add_dataset(house, where, chosen, origin)


def _read(house: House, run: Run) -> tuple[list[Case], dict[int, CaseWorths]]:
    snapshot = run.snapshot
    if snapshot.cases > MOST_FACETED:
        raise DatasetRefused(
            run.id, f"it has {snapshot.cases} cases", f"this is done for up to {MOST_FACETED}."
        )
    with house.store.reading() as work:
        cases = [
            case
            for first in range(0, snapshot.cases, _PAGE)
            for case in work.datasets.cases(snapshot.dataset.id, first=first, count=_PAGE)
        ]
        return cases, results_of_cases(work.results.scores(run.id), snapshot=snapshot)


def _find(cases: Sequence[Case], results: dict[int, CaseWorths]) -> tuple[FailingSpot, ...]:
    return find_failing(
        results,
        facts=[CaseFacts.of_inputs(as_written(case)) for case in cases],
        names=[case.name for case in cases],
        clusters=cluster_texts([inputs_of(case) for case in cases]),
    )


def _aim(run_id: RunId, spot: FailingSpot, cases: dict[str, Case], cells: Sequence[CellReport]) -> CaseAim:
    inputs = [inputs_of(cases[name])[:_LONGEST] for name in spot.exemplars[:_SHOWN]]
    mine = [cell for cell in cells if cell.case in spot.exemplars]
    faults = dict.fromkeys(fault[:_LONGEST] for cell in mine for fault in _faults(cell))
    return CaseAim(
        run=run_id,
        spot=spot.handle,
        inputs=tuple(text for text in inputs if text),
        faults=tuple(faults)[:_SHOWN],
        tags=(spot.name,) if spot.kind is FacetKind.TAG else (),
    )


def _faults(cell: CellReport) -> Iterator[str]:
    """What was wrong, in the words of judges and checks."""
    for judgment in cell.judgments:
        yield from (f"{score.criterion}: {score.reason}" for score in judgment.scores if score.reason)
    for check in cell.checks:
        if check.finding is Finding.FAILED:
            yield f"{check.check}: {check.reason}"


def _separating(case: SuiteCase, run_id: RunId, far: float) -> SuiteCase:
    tags = tuple(dict.fromkeys((*case.tags, SEPARATES)))
    metadata = {**case.metadata, "separates_by": round(far, 3), "separated_in": run_id}
    return case.model_copy(update={"tags": tags, "metadata": metadata})
