"""A run in numbers: always counted from rows, never kept in a column."""

from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, case, exists, func, or_

from edison.domain import OutputStatus, Record

from ..database.currency import Units
from ..tables import CHECKED, JUDGMENT, OUTPUT
from .standings import current, judgment_rows, output_rows


class RunCounts(Record, frozen=True, kw_only=True):
    """What there is of a run, of the current generations only."""

    outputs: dict[tuple[OutputStatus, str | None], int]
    """Outputs by status and reason."""
    checks_passed: int
    """Outputs that passed every check."""
    checks_failed: int
    """Outputs that failed one, or could not be checked because there is no answer."""
    judged: int
    not_judged: int
    by_judge: dict[int, tuple[int, int]]
    """By the part of judging, which is the judge's index but for repeats: findings, and how often there is none."""
    judgeable: int
    """Outputs that every judge is asked about."""


class FailedUnits(NamedTuple):
    """What `rerun --failed` asks for again."""

    cells: list[int]
    """Cells without an answer because of some trouble."""
    judgments: list[tuple[int, int]]
    """(cell, part) without a judgment."""


def passed_every_check() -> ColumnElement[bool]:
    """That an output passed all its checks, and had some."""
    return and_(CHECKED.c.failed == 0, CHECKED.c.not_checked == 0, CHECKED.c.passed > 0)


def failed_a_check() -> ColumnElement[bool]:
    """That an output failed a check, or could not be checked because it is no answer."""
    no_answer = and_(OUTPUT.c.status != OutputStatus.OK.value, CHECKED.c.not_checked > 0)
    return or_(CHECKED.c.failed > 0, no_answer)


def count_run(connection: Connection, *, no: int) -> RunCounts:
    """Count what there is of a run."""
    cells = Units(no)
    outputs = _count_outputs(connection, cells)
    passed, failed = _count_checks(connection, cells)
    by_judge = _count_judgments(connection, cells)
    judgeable = sum(count for (status, _), count in outputs.items() if status is OutputStatus.OK)
    return RunCounts(
        outputs=outputs,
        checks_passed=passed,
        checks_failed=failed,
        judged=sum(judged for judged, _ in by_judge.values()),
        not_judged=sum(not_judged for _, not_judged in by_judge.values()),
        by_judge=by_judge,
        judgeable=judgeable,
    )


def find_failed(connection: Connection, *, no: int) -> FailedUnits:
    """What ended in trouble and may be tried again."""
    cells = Units(no)
    troubled = output_rows(cells, OUTPUT.c.cell).where(OUTPUT.c.status == OutputStatus.ERROR.value)
    unjudged = judgment_rows(cells, JUDGMENT.c.cell, JUDGMENT.c.judge).where(JUDGMENT.c.judged == 0)
    return FailedUnits(
        cells=list(connection.execute(troubled.order_by(OUTPUT.c.cell)).scalars()),
        judgments=[
            (cell, judge)
            for cell, judge in connection.execute(unjudged.order_by(JUDGMENT.c.cell, JUDGMENT.c.judge))
        ],
    )


def _count_outputs(connection: Connection, cells: Units) -> dict[tuple[OutputStatus, str | None], int]:
    query = current(OUTPUT, cells, OUTPUT.c.status, OUTPUT.c.reason, func.count()).group_by(
        OUTPUT.c.status, OUTPUT.c.reason
    )
    return {(OutputStatus(status), reason): count for status, reason, count in connection.execute(query)}


def _count_checks(connection: Connection, cells: Units) -> tuple[int, int]:
    # Counted without the outputs, which are looked up for the few that could not be checked alone.
    no_answer = exists().where(
        OUTPUT.c.run_no == CHECKED.c.run_no,
        OUTPUT.c.cell == CHECKED.c.cell,
        OUTPUT.c.generation == CHECKED.c.generation,
        OUTPUT.c.status != OutputStatus.OK.value,
    )
    has_failed = or_(CHECKED.c.failed > 0, and_(CHECKED.c.not_checked > 0, no_answer))
    query = current(
        CHECKED,
        cells,
        func.count(case((passed_every_check(), 1))),
        func.count(case((has_failed, 1))),
    )
    passed, failed = connection.execute(query).one()
    return passed, failed


def _count_judgments(connection: Connection, cells: Units) -> dict[int, tuple[int, int]]:
    columns = (JUDGMENT.c.judge, func.count(), func.sum(JUDGMENT.c.judged))
    query = judgment_rows(cells, *columns).group_by(JUDGMENT.c.judge).order_by(JUDGMENT.c.judge)
    return {
        judge: (int(judged), there - int(judged)) for judge, there, judged in connection.execute(query).all()
    }
