"""A run in numbers: always counted from rows, never kept in a column."""

from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, case, func, or_

from edison.domain import OutputStatus, Record

from .currency import Units
from .rows import CHECKED, JUDGMENT, OUTPUT
from .standings import judgment_rows, output_rows


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
    judgeable: int
    """Outputs that every judge is asked about."""


class FailedUnits(NamedTuple):
    """What `rerun --failed` asks for again."""

    cells: list[int]
    """Cells without an answer because of some trouble."""
    judgments: list[tuple[int, int]]
    """(cell, judge) without a judgment."""


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
    outputs, passed, failed = _count_outputs(connection, cells)
    judgments = _count_judgments(connection, cells)
    judgeable = sum(count for (status, _), count in outputs.items() if status is OutputStatus.OK)
    return RunCounts(
        outputs=outputs,
        checks_passed=passed,
        checks_failed=failed,
        judged=judgments.get(1, 0),
        not_judged=judgments.get(0, 0),
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


def _count_outputs(
    connection: Connection, cells: Units
) -> tuple[dict[tuple[OutputStatus, str | None], int], int, int]:
    query = output_rows(
        cells,
        OUTPUT.c.status,
        OUTPUT.c.reason,
        func.count(),
        func.count(case((passed_every_check(), 1))),
        func.count(case((failed_a_check(), 1))),
    )
    counted = connection.execute(query.group_by(OUTPUT.c.status, OUTPUT.c.reason)).all()
    outputs = {(OutputStatus(status), reason): count for status, reason, count, _, _ in counted}
    return outputs, sum(row[3] for row in counted), sum(row[4] for row in counted)


def _count_judgments(connection: Connection, cells: Units) -> dict[int, int]:
    query = judgment_rows(cells, JUDGMENT.c.judged, func.count()).group_by(JUDGMENT.c.judged)
    return {row[0]: row[1] for row in connection.execute(query)}
