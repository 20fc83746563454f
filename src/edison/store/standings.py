"""How far cells have come: what is stored for each of them, and where something is still missing."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import CTE, Connection, and_, func, or_, select

from edison.domain import Output, OutputStatus, Record, RunId

from .cell_names import cell_id, output_id
from .currency import current_generations, is_current
from .losslessly import unpack
from .noun_text import read_tool_calls
from .rows import CHECKED, JUDGMENT, OUTPUT
from .stage_numbers import GENERATE, JUDGE
from .statements import Found, Query


class CellStanding(Record, frozen=True, kw_only=True):
    """What is there for a cell."""

    generation: int
    """Which asking for its output is the current one."""
    output: Output | None = None
    """Of the current generation."""
    has_checks: bool = False
    judged: tuple[int, ...] = ()
    """The judges that have said something about this output, by index."""


def read_standings(
    connection: Connection, run_id: RunId, *, no: int, first: int, last: int
) -> dict[int, CellStanding]:
    """What is there for the cells in [first, last); those with nothing at all are left out."""
    again = current_generations(no, GENERATE, first=first, last=last)
    generations: dict[int, int] = {
        row.unit: row.generation for row in connection.execute(select(again).where(again.c.part == 0))
    }
    judged: dict[int, list[int]] = {}
    for cell, judge in connection.execute(_current_judgments(no, first=first, last=last)):
        judged.setdefault(cell, []).append(judge)
    standings = {
        row.cell: CellStanding(
            generation=row.generation,
            output=read_output(row, run_id),
            has_checks=row.has_checks is not None,
            judged=tuple(judged.get(row.cell, ())),
        )
        for row in connection.execute(_current_outputs(no, first=first, last=last))
    }
    for cell, generation in generations.items():
        standings.setdefault(cell, CellStanding(generation=generation))
    return standings


def find_open_blocks(
    connection: Connection, *, no: int, cells: int, judges: int, size: int
) -> list[tuple[int, int]]:
    """The blocks of `size` cells that hold at least one unfinished cell."""
    finished: dict[int, int] = {
        int(block): count
        for block, count in connection.execute(_finished_by_block(no, cells=cells, judges=judges, size=size))
    }
    blocks = ((lo, min(lo + size, cells)) for lo in range(0, cells, size))
    return [(lo, hi) for lo, hi in blocks if finished.get(lo // size, 0) < hi - lo]


def read_output(row: Found, run_id: RunId) -> Output:
    """The output that a row of its table holds."""
    return Output(
        id=output_id(run_id, row.cell, row.generation),
        cell_id=cell_id(run_id, row.cell),
        status=OutputStatus(row.status),
        text=unpack(row.text),
        tool_calls=read_tool_calls(row.tool_calls),
        handed_in=bool(row.handed_in),
        reason=row.reason,
        sentence=None if row.sentence is None else unpack(row.sentence),
    )


OUTPUT_COLUMNS: Sequence[Any] = [column for column in OUTPUT.columns if column.name != "run_no"]

_SAME_OUTPUT = and_(
    CHECKED.c.run_no == OUTPUT.c.run_no,
    CHECKED.c.cell == OUTPUT.c.cell,
    CHECKED.c.generation == OUTPUT.c.generation,
)


def current_rows(no: int, *columns: Any, again: CTE) -> Query:
    """A query for outputs of the current generation, with what was checked about them where it was."""
    return (
        select(*columns)
        .select_from(
            OUTPUT.outerjoin(CHECKED, _SAME_OUTPUT).outerjoin(
                again, and_(again.c.unit == OUTPUT.c.cell, again.c.part == 0)
            )
        )
        .where(OUTPUT.c.run_no == no, is_current(OUTPUT.c.generation, again))
    )


def judgment_rows(no: int, *columns: Any, again: CTE, rejudged: CTE) -> Query:
    """A query for judgments that count: the latest of each judge about the current output of each cell."""
    return (
        select(*columns)
        .select_from(
            JUDGMENT.outerjoin(again, and_(again.c.unit == JUDGMENT.c.cell, again.c.part == 0)).outerjoin(
                rejudged, and_(rejudged.c.unit == JUDGMENT.c.cell, rejudged.c.part == JUDGMENT.c.judge)
            )
        )
        .where(
            JUDGMENT.c.run_no == no,
            is_current(JUDGMENT.c.generation, again),
            is_current(JUDGMENT.c.judging, rejudged),
        )
    )


def _current_outputs(no: int, *, first: int, last: int) -> Query:
    again = current_generations(no, GENERATE, first=first, last=last)
    columns = (*OUTPUT_COLUMNS, CHECKED.c.passed.label("has_checks"))
    return current_rows(no, *columns, again=again).where(OUTPUT.c.cell >= first, OUTPUT.c.cell < last)


def _current_judgments(no: int, *, first: int, last: int) -> Query:
    again = current_generations(no, GENERATE, first=first, last=last)
    rejudged = current_generations(no, JUDGE, first=first, last=last)
    query = judgment_rows(no, JUDGMENT.c.cell, JUDGMENT.c.judge, again=again, rejudged=rejudged)
    return query.where(JUDGMENT.c.cell >= first, JUDGMENT.c.cell < last).order_by(
        JUDGMENT.c.cell, JUDGMENT.c.judge
    )


def _finished_by_block(no: int, *, cells: int, judges: int, size: int) -> Query:
    again = current_generations(no, GENERATE)
    block = OUTPUT.c.cell // size
    query = current_rows(no, block, func.count(), again=again).where(
        CHECKED.c.cell.is_not(None), OUTPUT.c.cell < cells
    )
    if judges:
        rejudged = current_generations(no, JUDGE)
        said = (
            judgment_rows(no, JUDGMENT.c.cell, func.count().label("judges"), again=again, rejudged=rejudged)
            .where(JUDGMENT.c.judge < judges)
            .group_by(JUDGMENT.c.cell)
            .cte("said")
        )
        enough = select(said.c.cell).where(said.c.judges == judges)
        query = query.where(or_(OUTPUT.c.status != OutputStatus.OK.value, OUTPUT.c.cell.in_(enough)))
    return query.group_by(block)
