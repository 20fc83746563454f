"""Cells as people read them: names instead of numbers, and all that is known about each."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, select

from edison.domain import (
    CELLS,
    Answered,
    Case,
    CellLayout,
    CellOutcome,
    CellPosition,
    CellReport,
    Judgment,
    OutputStatus,
    PromptVersion,
    Run,
    outcome_of,
)

from ..database.noun_text import read_findings, read_noun, read_scan
from ..database.packing import unpack
from ..database.stage_codes import GENERATE, JUDGE
from ..database.statements import Found
from ..repositories.datasets import Datasets
from ..repositories.generations import Units
from ..repositories.waves import Waves
from ..tables import ANSWER, CHECKED, JUDGMENT, WAVE
from .scoring import read_money
from .standings import OUTPUT_COLUMNS, judgment_rows, output_rows, read_output


class _Page(NamedTuple):
    """Everything that is known about the cells of a page, by cell or by the case's position."""

    places: dict[int, CellPosition]
    versions: tuple[PromptVersion, ...]
    cases: dict[int, Case]
    outputs: dict[int, Found]
    judgments: dict[int, list[Judgment]]
    paid: list[dict[int, int | None]]
    kept: set[tuple[int, int]]
    """Cells whose answer is one that was kept, with the generation in which it was taken."""


def read_reports(connection: Connection, run: Run, *, no: int, after: int, limit: int) -> list[CellReport]:
    """Reports of the planned cells that follow after a cell, in their order."""
    cells = _planned_after(connection, no=no, after=after, limit=limit)
    if not cells:
        return []
    page = _read_page(connection, run, no=no, cells=cells)
    return [_report(cell, run, page) for cell in cells]


def _planned_after(connection: Connection, *, no: int, after: int, limit: int) -> list[int]:
    # Units of other lanes are numbered on among them.
    cells = (WAVE.c.run_no == no, WAVE.c.lane == CELLS)
    query = select(WAVE.c.first_unit, WAVE.c.units).where(*cells)
    found: set[int] = set()
    for first, units in connection.execute(query):
        begin = max(first, after + 1)
        found.update(range(begin, min(begin + limit, first + units)))
    return sorted(found)[:limit]


def _read_page(connection: Connection, run: Run, *, no: int, cells: Sequence[int]) -> _Page:
    snapshot, among = run.snapshot, Units(no, cells[0], cells[-1] + 1)
    layout = CellLayout(Waves(connection).of_run(run.id, lane=CELLS))
    places = {cell: layout.place(cell) for cell in cells}
    begin, end = (
        min(place.case for place in places.values()),
        max(place.case for place in places.values()) + 1,
    )
    cases = Datasets(connection).cases(snapshot.dataset.id, first=begin, count=end - begin)
    said = judgment_rows(among, JUDGMENT.c.cell, JUDGMENT.c.body)
    judgments: dict[int, list[Judgment]] = {}
    for cell, body in connection.execute(said.order_by(JUDGMENT.c.cell, JUDGMENT.c.part)).all():
        judgments.setdefault(cell, []).append(read_noun(Judgment, body))
    outputs = output_rows(among, *OUTPUT_COLUMNS, CHECKED.c.findings, CHECKED.c.safety)
    return _Page(
        places=places,
        versions=(*snapshot.versions, *layout.added),
        cases=dict(enumerate(cases, start=begin)),
        outputs={row.cell: row for row in connection.execute(outputs).all()},
        judgments=judgments,
        paid=[read_money(connection, among, stage=stage) for stage in (GENERATE, JUDGE)],
        kept=_read_kept(connection, among) if run.experiment.policy.takes_kept_answers else set(),
    )


def _read_kept(connection: Connection, cells: Units) -> set[tuple[int, int]]:
    """An answer for which nothing was attempted was kept from before."""
    query = select(ANSWER.c.unit, ANSWER.c.generation).where(
        ANSWER.c.stage == GENERATE,
        cells.among(ANSWER.c.run_no, ANSWER.c.unit),
        ANSWER.c.attempt_id.is_(None),
        ANSWER.c.failed == 0,
    )
    return {(unit, generation) for unit, generation in connection.execute(query)}


def _report(cell: int, run: Run, page: _Page) -> CellReport:
    place, snapshot = page.places[cell], run.snapshot
    case, row = page.cases.get(place.case), page.outputs.get(cell)
    known = [paid for stage in page.paid if (paid := stage.get(cell)) is not None]
    is_kept = row is not None and (cell, row.generation) in page.kept
    return CellReport(
        number=cell,
        case="" if case is None else case.name,
        tags=() if case is None else case.tags,
        criteria=() if case is None else case.criteria,
        inputs={} if case is None else case.variables,
        expected=None if case is None else case.expectation,
        arm=snapshot.arms[place.arm].name if snapshot.arms else "",
        version=page.versions[place.version].number if page.versions else 1,
        prompt=page.versions[place.version].label if page.versions else "v1",
        repeat=place.replicate,
        outcome=_outcome(row, run),
        output=None if row is None else read_output(row, run.id),
        checks=() if row is None or row.findings is None else read_findings(row.findings),
        safety=None if row is None else read_scan(row.safety),
        judgments=tuple(page.judgments.get(cell, ())),
        answered=_answered(row, microusd=sum(known) if known or is_kept else None, from_cache=is_kept),
    )


def _outcome(row: Found | None, run: Run) -> CellOutcome:
    if row is not None:
        return outcome_of(OutputStatus(row.status), row.reason)
    return CellOutcome.CANCELLED if run.settlement.is_end else CellOutcome.PENDING


def _answered(row: Found | None, *, microusd: int | None, from_cache: bool) -> Answered:
    if row is None:
        return Answered(microusd=microusd)
    return Answered(
        latency_ms=None if row.latency_us is None else round(row.latency_us / 1000),
        tokens_in=row.input_tokens,
        tokens_out=row.output_tokens,
        microusd=microusd,
        model=None if row.model is None else unpack(row.model),
        from_cache=from_cache,
    )
