"""Pages of an export: written by whoever works on its run, kept in the archive, and joined into the one file."""

import tempfile
from base64 import b64decode, b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from zlib import compress, decompress

from edison.domain import (
    EXPORT,
    EXPORT_TASK,
    PAGES,
    ExportPage,
    ExportTask,
    PageMark,
    Proposal,
    Right,
    Run,
    cell_pages,
    page_name,
)
from edison.errors import EdisonError, ErrorKind, NotExported
from edison.store import Bundle, UnitOfWork, begin_bundle, join_bundle, read_bundle_page

from .access import verb
from .files import read_pieces, write_file
from .house import House
from .results.exports import cell_by_cell, export_run
from .results.reports import brief_in, show_run

_PASSING = (ErrorKind.UNAVAILABLE, ErrorKind.BROKEN)
"""Trouble that is gone some time: the page is tried again."""


@verb(Right.SPEND)
def write_page(house: House, run: Run, unit: int) -> Proposal:
    """Write a page of an export and keep it; the same again where it was kept and nobody wrote down that it was.

    What comes back says how large it is, or why there is none: what belongs on it was removed, or cannot be written.
    """
    try:
        page, more = _written(house, run, unit)
    except EdisonError as refused:
        if refused.kind in _PASSING:
            raise
        return Proposal(not_proposed=refused.sentence)
    kept = ExportPage(body=b64encode(compress(page)).decode())
    house.store.retry(lambda work: work.documents.put(run.id, page_name(unit), kept))
    mark = PageMark(size=len(page), sha256=sha256(page).hexdigest(), more=more)
    return Proposal(draft=mark.model_dump_json())


def task_in(work: UnitOfWork, run: Run) -> ExportTask:
    """What a run writes.

    Raises:
        NotExported: it writes nothing.
    """
    task = work.documents.get(run.id, EXPORT_TASK, ExportTask)
    if task is None:
        raise NotExported(run.id, "it is no export; write its results with edison export")
    return task


def marks_in(work: UnitOfWork, run: Run) -> dict[int, PageMark]:
    """The pages that are written, by their number."""
    return {
        unit: PageMark.model_validate_json(made.draft)
        for unit, made in proposals_in(work, run).items()
        if made.draft
    }


def proposals_in(work: UnitOfWork, run: Run) -> dict[int, Proposal]:
    """What came of every page so far."""
    return {
        unit: made
        for wave in work.waves.of_run(run.id, lane=EXPORT)
        for unit, made in work.proposals.of_units(run.id, range(wave.first_unit, wave.end)).items()
    }


@verb(Right.READ)
def read_exported(house: House, run: Run) -> Iterator[bytes]:
    """The file that an export makes, piece by piece; refused at once where a page is missing.

    Raises:
        NotExported: it goes on, was cancelled, lacks a page, or its pages were let go.
    """
    task, pages = _whole(house, run)
    if not task.is_bundle:
        return _joined(house, task, pages)
    return _bundled(house, pages)


@verb(Right.READ)
def save_exported(house: House, run: Run, path: Path) -> Bundle | None:
    """Put the file in its place, whole or not at all, then let the pages go; of a bundle, what is in it.

    Raises:
        NotExported: it goes on, was cancelled, lacks a page, or its pages were let go.
        BackupRefused: of a bundle, something of that name is there.
    """
    task, pages = _whole(house, run)
    made = None
    if task.is_bundle:
        made = join_bundle(path, pages, at=house.clock.now())
    else:
        write_file(path, _joined(house, task, pages), fault=house.fault)
    house.store.retry(lambda work: work.documents.remove(run.id, beginning=PAGES))
    return made


def _written(house: House, run: Run, unit: int) -> tuple[bytes, int]:
    """A page, and how many follow it that nobody knew of before."""
    with house.store.reading() as work:
        task = task_in(work, run)
        if task.is_bundle and unit == 0:
            return begin_bundle(work, project_id=task.project_id, runs=task.runs, without=EXPORT)
        if task.is_bundle:
            return read_bundle_page(work, _kept(work, run, 0), unit), 0
        assert task.run_id is not None, "what is no bundle is of a run"
        form = cell_by_cell(task.format)
        if form is not None:
            cells = list(cell_pages(work.waves.of_run(task.run_id), at_once=task.at_once))[unit]
            found = work.results.reports(task.run_id, after=cells.start - 1, limit=len(cells))
            among = (cell for cell in found if cell.number in cells)
            return form.between.join(form.page(brief_in(work, task.run_id), among)), 0
    return b"".join(export_run(house, task.run_id, name=task.format)), 0


def _whole(house: House, run: Run) -> tuple[ExportTask, Iterator[bytes]]:
    """What was to be written, and all its pages; nothing is read of those before it is asked for."""
    with house.store.reading() as work:
        task, marks = task_in(work, run), marks_in(work, run)
        planned = work.waves.planned(run.id, lane=EXPORT)
        has_pages = not marks or work.documents.get(run.id, page_name(0), ExportPage) is not None
    if not run.settlement.is_end:
        raise NotExported(
            run.id, f"it has written {len(marks)} of {planned} pages; edison resume goes on with it"
        )
    if not run.settlement.is_result or len(marks) < planned:
        raise NotExported(run.id, f"it ended with {len(marks)} of {planned} pages; export again")
    if not has_pages:
        raise NotExported(run.id, "its file was written and its pages were let go; export again")
    return task, (_checked(house, run, unit, marks[unit]) for unit in sorted(marks))


def _checked(house: House, run: Run, unit: int, mark: PageMark) -> bytes:
    with house.store.reading() as work:
        page = _kept(work, run, unit)
    if sha256(page).hexdigest() != mark.sha256:
        raise NotExported(run.id, f"page {unit + 1} was damaged; export again")
    return page


def _kept(work: UnitOfWork, run: Run, unit: int) -> bytes:
    kept = work.documents.get(run.id, page_name(unit), ExportPage)
    if kept is None:
        raise NotExported(run.id, f"page {unit + 1} is gone; export again")
    return decompress(b64decode(kept.body))


def _joined(house: House, task: ExportTask, pages: Iterator[bytes]) -> Iterator[bytes]:
    form = cell_by_cell(task.format)
    if form is None:
        return pages
    assert task.run_id is not None, "what is no bundle is of a run"
    return form.join(show_run(house, task.run_id), pages)


def _bundled(house: House, pages: Iterator[bytes]) -> Iterator[bytes]:
    with tempfile.TemporaryDirectory(prefix="edison-") as folder:
        file = Path(folder) / "project.edison"
        join_bundle(file, pages, at=house.clock.now())
        yield from read_pieces(file)
