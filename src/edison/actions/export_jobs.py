"""Large exports: the results of a run, or a project as a bundle, written as a run of its own.

It has progress, cancel and resume like any run. Its pages are kept in the archive until the file is made of them, so
that whatever is killed, nothing half ever stands under the name of the file.
"""

from pathlib import Path

from edison.domain import (
    BUNDLE,
    CELLS,
    EXPORT,
    ExportPage,
    ExportTask,
    PageMark,
    Right,
    Run,
    RunId,
    page_name,
)
from edison.errors import BackupRefused, NotExported, NothingToExport
from edison.store import Bundle

from .access import verb
from .export_pages import proposals_in, save_exported, task_in
from .files import refuse_unwritable
from .house import House
from .presets import PRESETS
from .prompts import project_id_of
from .results.exports import cell_by_cell, format_for, is_export
from .results.reports import read_run, state_of
from .runs.prepare import prepare_run
from .runs.start import start_run
from .views.export import ExportView

LARGE = 5_000
"""Cells from which on an export to a file is a run of its own."""


@verb(Right.READ)
def is_large(house: House, run: Run, *, format: str, least: int = LARGE) -> bool:
    """Whether the results of a run are written in pages without being asked: they are many, and there to stay."""
    if not run.settlement.is_end or cell_by_cell(format) is None:
        return False
    with house.store.reading() as work:
        return work.waves.planned(run.id, lane=CELLS) >= least


@verb(Right.READ)
def request_export(
    house: House, run_id: RunId, *, format: str | None = None, file: Path | None = None
) -> ExportTask:
    """What is written, in which format, and where to; of a run that is an export, what that one wrote.

    Raises:
        FormatUnknown: there is no such format.
        FileNotWritable: the file could not be put there.
        NothingToExport: the run goes on, or has no cells.
    """
    run = read_run(house, run_id)
    with house.store.reading() as work:
        if is_export(run):
            before = task_in(work, run)
            if before.run_id is None:
                raise NothingToExport(run.id, "it is a bundle")
            run = work.runs.get(before.run_id)
        if not run.settlement.is_end:
            raise NothingToExport(run.id, "it goes on")
        if not work.waves.planned(run.id, lane=CELLS):
            raise NothingToExport(run.id, "it has no cells")
    if file is not None:
        refuse_unwritable(file)
    chosen = format_for(run, file or Path(), name=format or (None if file else "jsonl"))
    return ExportTask(
        project_id=run.experiment.project_id,
        run_id=run.id,
        format=chosen,
        file=str(file.absolute()) if file else "",
    )


@verb(Right.READ)
def request_bundle(
    house: House, file: Path | None = None, *, project: str | None = None, experiment: str | None = None
) -> ExportTask:
    """A project, with all its runs that have ended or those of one experiment; never over a file.

    No key and no provider is in it.
    """
    if file is not None and file.exists():
        raise BackupRefused(str(file), "something of this name is there; choose another")
    with house.store.reading() as work:
        if experiment is None:
            project_id, runs = project_id_of(work, project), None
        else:
            found = work.experiments.find(experiment)
            project_id, runs = found.project_id, work.experiments.runs_of([found.id])[found.id].run_ids
    return ExportTask(
        project_id=project_id,
        format=BUNDLE,
        runs=None if runs is None else tuple(runs),
        file=str(file.absolute()) if file else "",
    )


@verb(Right.SPEND)
def start_export(house: House, task: ExportTask, *, start_key: str | None = None) -> Run:
    """Have it written by whoever works; an equal key gives the export that was started with it."""
    plan = PRESETS[EXPORT].plan(house, task)
    return start_run(house, prepare_run(house, plan), start_key=start_key)


@verb(Right.READ)
def show_export(house: House, run: Run) -> ExportView:
    """How far it has come.

    Raises:
        NotExported: it is no export.
    """
    with house.store.reading() as work:
        task, made = task_in(work, run), proposals_in(work, run)
        planned = work.waves.planned(run.id, lane=EXPORT)
        is_kept = work.documents.get(run.id, page_name(0), ExportPage) is not None
    written = [PageMark.model_validate_json(one.draft) for one in made.values() if one.draft]
    return ExportView(
        run=run.id,
        of_run=task.run_id,
        project=task.project_id,
        format=task.format,
        state=state_of(run),
        settlement=run.settlement,
        pages=planned,
        pages_done=len(written),
        bytes=sum(mark.size for mark in written),
        file=task.file or None,
        is_whole=run.settlement.is_result and 0 < planned == len(written),
        is_kept=is_kept,
        trouble=next((one.not_proposed for one in made.values() if one.not_proposed), None),
    )


@verb(Right.READ)
def hand_over(house: House, run: Run, *, file: Path | None = None) -> tuple[Path, Bundle | None]:
    """Put the file of an export where it was wished for, or elsewhere; then its pages are let go.

    Raises:
        NotExported: it goes on, was cancelled, lacks a page, was handed over before, or nobody said where to.
    """
    with house.store.reading() as work:
        wished = task_in(work, run).file
    place = file or (Path(wished) if wished else None)
    if place is None:
        raise NotExported(run.id, "nobody said where to; name a file with --out")
    return place, save_exported(house, run, place)
