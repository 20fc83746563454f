"""Scans: outputs of a run that has ended, looked through as a run of its own, with progress, cancel and resume."""

from collections.abc import Sequence

from edison.domain import (
    CELLS,
    SCAN,
    SCAN_TASK,
    SCANNED,
    Right,
    Run,
    RunId,
    Safety,
    SafetyKind,
    ScannedPage,
    ScanTask,
)
from edison.errors import ChoiceUnknown, NothingToScan, NotScanned
from edison.store import UnitOfWork

from .access import verb
from .house import House
from .presets import PRESETS
from .presets.scanning import PRESET
from .results.reports import read_run, state_of
from .runs.prepare import prepare_run
from .runs.start import start_run
from .views.scan import ScanCountView, ScanFindingView, ScanView

_MOST_SHOWN = 100


@verb(Right.READ)
def request_scan(house: House, run_id: RunId, *, kinds: Sequence[str] = ()) -> ScanTask:
    """What is looked through, and for what: as that run was told to, for all that needs no judge, or for some kinds.

    Raises:
        ChoiceUnknown: there is no such kind, or it takes a judge.
        NothingToScan: the run goes on, or has no outputs.
    """
    for kind in kinds:
        if kind not in SCANNED:
            raise ChoiceUnknown("kind", kind, [one.value for one in SCANNED])
    run = read_run(house, run_id)
    if not run.settlement.is_end:
        raise NothingToScan(run.id, "it goes on, and looks through its outputs itself")
    with house.store.reading() as work:
        if not work.waves.planned(run.id, lane=CELLS):
            raise NothingToScan(run.id, "it has no outputs")
    told = run.snapshot.safety or Safety()
    wanted = tuple(map(SafetyKind, kinds)) or told.scanned or SCANNED
    return ScanTask(run_id=run.id, safety=told.model_copy(update={"scan": wanted}))


@verb(Right.SPEND)
def start_scan(house: House, run_id: RunId, *, kinds: Sequence[str], start_key: str) -> Run:
    """Look through the outputs of a run; an equal key gives the scan that was started with it. Nobody is asked."""
    plan = PRESETS[PRESET].plan(house, request_scan(house, run_id, kinds=kinds))
    return start_run(house, prepare_run(house, plan), start_key=start_key)


@verb(Right.READ)
def show_scan_of(house: House, run_id: RunId) -> ScanView:
    """What a scan found so far, by its own id."""
    return show_scan(house, read_run(house, run_id))


@verb(Right.READ)
def show_scan(house: House, run: Run) -> ScanView:
    """What was found so far."""
    with house.store.reading() as work:
        task = work.documents.get(run.id, SCAN_TASK, ScanTask)
        if task is None:
            raise NotScanned(run.id)
        planned = sum(wave.units for wave in work.waves.of_run(run.id, lane=SCAN))
        pages = _pages(work, run)
    looked_at = sum(page.looked_at for page in pages)
    findings = (
        ScanFindingView(
            case=one.case,
            arm=one.arm,
            cell=one.cell,
            kind=found.kind,
            what=found.what,
            shown=found.shown,
            count=found.count,
        )
        for page in pages
        for one in page.flagged
        for found in one.found
    )
    return ScanView(
        run=run.id,
        of_run=task.run_id,
        state=state_of(run),
        settlement=run.settlement,
        pages=planned,
        pages_done=len(pages),
        outputs=sum(page.outputs for page in pages),
        looked_at=looked_at,
        counts=tuple(
            ScanCountView(kind=kind, flagged=sum(page.count(kind) for page in pages), looked_at=looked_at)
            for kind in task.safety.scanned
        ),
        findings=tuple(one for one, _ in zip(findings, range(_MOST_SHOWN), strict=False)),
    )


def _pages(work: UnitOfWork, run: Run) -> list[ScannedPage]:
    return [
        ScannedPage.model_validate_json(made.draft)
        for wave in work.waves.of_run(run.id, lane=SCAN)
        for made in work.proposals.of_units(run.id, range(wave.first_unit, wave.end)).values()
        if made.draft
    ]
