"""How far cells have come: what is stored for each of them, and where something is still missing."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Table, and_, func, or_, select

from edison.domain import CellId, Output, OutputId, OutputStatus, Record, RunId, asks_judge

from ..database.noun_text import read_findings, read_tool_calls, read_trace
from ..database.packing import unpack
from ..database.stage_codes import GENERATE, JUDGE
from ..database.statements import Found, Query
from ..repositories.generations import Units, current_generations, is_current
from ..tables import CHECKED, JUDGMENT, OUTPUT


def cell_id(run_id: RunId, cell: int) -> CellId:
    """The id of a run's cell."""
    return CellId(f"cell_{_tail(run_id)}_{cell}")


def output_id(run_id: RunId, cell: int, generation: int) -> OutputId:
    """The id of what came back for a cell, the first time or when it was asked for again."""
    return OutputId(f"out_{_tail(run_id)}_{cell}_{generation}")


def _tail(run_id: RunId) -> str:
    return run_id.removeprefix("run_")


_CHUNK = 500
_AT_ONCE = 5000


class CellStanding(Record, frozen=True, kw_only=True):
    """What is there for a cell."""

    generation: int
    """Which asking for its output is the current one."""
    output: Output | None = None
    """Of the current generation."""
    has_checks: bool = False
    judged: tuple[int, ...] = ()
    """The judgments of this output that are there, by part."""


def read_standings(connection: Connection, run_id: RunId, *, cells: Units) -> dict[int, CellStanding]:
    """What is there for some cells; those with nothing at all are left out."""
    again = current_generations(cells, GENERATE)
    asked_again = connection.execute(select(again).where(again.c.part == 0)).all()
    judged: dict[int, list[int]] = {}
    said = judgment_rows(cells, JUDGMENT.c.cell, JUDGMENT.c.part)
    for cell, judge in connection.execute(said.order_by(JUDGMENT.c.cell, JUDGMENT.c.part)).all():
        judged.setdefault(cell, []).append(judge)
    outputs = output_rows(cells, *OUTPUT_COLUMNS, CHECKED.c.passed.label("has_checks"))
    standings = {
        row.cell: CellStanding(
            generation=row.generation,
            output=read_output(row, run_id),
            has_checks=row.has_checks is not None,
            judged=tuple(judged.get(row.cell, ())),
        )
        for row in connection.execute(outputs).all()
    }
    for row in asked_again:
        standings.setdefault(row.unit, CellStanding(generation=row.generation))
    return standings


def find_open_blocks(
    connection: Connection,
    *,
    cells: Units,
    judges: int,
    size: int,
    wanted: Mapping[int, int] | None = None,
    judge_decides: bool = False,
) -> list[tuple[int, int]]:
    """The blocks of `size` cells that hold at least one unfinished cell; `wanted` judgments each, or all `judges`.

    A judge that decides is not asked about what did not pass.
    """
    finished: Mapping[int, int]
    if wanted is None:
        counted = connection.execute(_finished_by_block(cells, judges=judges, size=size))
        finished = {row[0]: row[1] for row in counted}
    else:
        asked = among_passed(connection, cells, wanted) if judge_decides else wanted
        finished = Counter(
            (cell - cells.first) // size for cell in _finished_cells(connection, cells, wanted=asked)
        )
    blocks = ((lo, min(lo + size, cells.last)) for lo in range(cells.first, cells.last, size))
    return [(lo, hi) for lo, hi in blocks if finished.get((lo - cells.first) // size, 0) < hi - lo]


def among_passed(connection: Connection, cells: Units, wanted: Mapping[int, int]) -> dict[int, int]:
    """What is wanted of those answers alone that a judge which decides is asked about."""
    columns = (OUTPUT.c.cell, CHECKED.c.findings)
    answers = output_rows(cells, *columns).where(
        OUTPUT.c.status == OutputStatus.OK.value, CHECKED.c.findings.is_not(None)
    )
    return {
        cell: wanted[cell]
        for cell, findings in connection.execute(answers)
        if cell in wanted and asks_judge(read_findings(findings))
    }


def read_outputs(
    connection: Connection, run_id: RunId, *, no: int, cells: Collection[int]
) -> dict[int, Output]:
    """The current outputs of some cells, wherever they stand."""
    found: dict[int, Output] = {}
    wanted = sorted(cells)
    for first in range(0, len(wanted), _CHUNK):
        chunk = wanted[first : first + _CHUNK]
        among = Units(no, chunk[0], chunk[-1] + 1)
        query = current(OUTPUT, among, *OUTPUT_COLUMNS).where(OUTPUT.c.cell.in_(chunk))
        found |= {row.cell: read_output(row, run_id) for row in connection.execute(query)}
    return found


def find_answered(connection: Connection, *, no: int) -> list[int]:
    """The cells whose current output is an answer."""
    return list(stream_answered(connection, no=no))


def stream_answered(connection: Connection, *, no: int) -> Iterator[int]:
    """The same, a few thousand in memory at a time."""
    query = current(OUTPUT, Units(no), OUTPUT.c.cell).where(OUTPUT.c.status == OutputStatus.OK.value)
    ordered = query.order_by(OUTPUT.c.cell).execution_options(yield_per=_AT_ONCE)
    yield from connection.execute(ordered).scalars()


def read_output(row: Found, run_id: RunId) -> Output:
    """The output that a row of its table holds."""
    return Output(
        id=output_id(run_id, row.cell, row.generation),
        cell_id=cell_id(run_id, row.cell),
        status=OutputStatus(row.status),
        text=unpack(row.text),
        tool_calls=read_tool_calls(row.tool_calls),
        trace=read_trace(row.trace),
        handed_in=bool(row.handed_in),
        reason=row.reason,
        sentence=None if row.sentence is None else unpack(row.sentence),
    )


OUTPUT_COLUMNS: Sequence[Any] = [column for column in OUTPUT.columns if column.name != "run_no"]


def current(table: Table, cells: Units, *columns: Any) -> Query:
    """A query for the rows of one table that are about current outputs."""
    again = current_generations(cells, GENERATE)
    return (
        select(*columns)
        .select_from(table.outerjoin(again, and_(again.c.unit == table.c.cell, again.c.part == 0)))
        .where(cells.among(table.c.run_no, table.c.cell), is_current(table.c.generation, again))
    )


def output_rows(cells: Units, *columns: Any) -> Query:
    """A query for outputs of the current generation, with what was checked about them where it was."""
    again = current_generations(cells, GENERATE)
    same_output = and_(
        CHECKED.c.cell == OUTPUT.c.cell,
        CHECKED.c.generation == OUTPUT.c.generation,
        cells.among(CHECKED.c.run_no, CHECKED.c.cell),
    )
    return (
        select(*columns)
        .select_from(
            OUTPUT.outerjoin(CHECKED, same_output).outerjoin(
                again, and_(again.c.unit == OUTPUT.c.cell, again.c.part == 0)
            )
        )
        .where(cells.among(OUTPUT.c.run_no, OUTPUT.c.cell), is_current(OUTPUT.c.generation, again))
    )


def judgment_rows(cells: Units, *columns: Any) -> Query:
    """A query for judgments that count: the latest of each judge about the current output of each cell."""
    again, rejudged = current_generations(cells, GENERATE), current_generations(cells, JUDGE)
    return (
        select(*columns)
        .select_from(
            JUDGMENT.outerjoin(again, and_(again.c.unit == JUDGMENT.c.cell, again.c.part == 0)).outerjoin(
                rejudged, and_(rejudged.c.unit == JUDGMENT.c.cell, rejudged.c.part == JUDGMENT.c.part)
            )
        )
        .where(
            cells.among(JUDGMENT.c.run_no, JUDGMENT.c.cell),
            is_current(JUDGMENT.c.generation, again),
            is_current(JUDGMENT.c.judging, rejudged),
        )
    )


def _finished_by_block(cells: Units, *, judges: int, size: int) -> Query:
    block = (OUTPUT.c.cell - cells.first) // size
    query = output_rows(cells, block, func.count()).where(CHECKED.c.cell.is_not(None))
    if judges:
        said_enough = (
            judgment_rows(cells, JUDGMENT.c.cell).group_by(JUDGMENT.c.cell).having(func.count() >= judges)
        )
        query = query.where(or_(OUTPUT.c.status != OutputStatus.OK.value, OUTPUT.c.cell.in_(said_enough)))
    return query.group_by(block)


def _finished_cells(connection: Connection, cells: Units, *, wanted: Mapping[int, int]) -> Iterator[int]:
    """Cell by cell, because what each calls for does not stand in the database."""
    counted = judgment_rows(cells, JUDGMENT.c.cell, func.count()).group_by(JUDGMENT.c.cell)
    there: dict[int, int] = {row[0]: row[1] for row in connection.execute(counted)}
    checked = output_rows(cells, OUTPUT.c.cell, OUTPUT.c.status).where(CHECKED.c.cell.is_not(None))
    for cell, status in connection.execute(checked):
        if status != OutputStatus.OK.value or there.get(cell, 0) >= wanted.get(cell, 0):
            yield cell
