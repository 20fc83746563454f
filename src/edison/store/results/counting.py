"""A run in numbers: always counted from rows, never kept in a column."""

from collections import Counter
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, case, func

from edison.domain import Finding, OutputStatus, Record, StatusReason, outcome_of, why_status

from ..repositories.generations import Units
from ..tables import CHECKED, JUDGMENT, OUTPUT
from .standings import judgment_rows, output_rows


class RunCounts(Record, frozen=True, kw_only=True):
    """What there is of a run, of the current generations only."""

    outputs: dict[tuple[OutputStatus, str | None], int]
    """Outputs by status and reason."""
    checks_passed: int
    """Outputs that passed every check."""
    checks_failed: int
    """Outputs that failed one."""
    not_checked: int
    """Outputs that failed none, but of which one could not be made."""
    no_answer: int
    """Outputs of which nothing was checked, and that are no answer: refused, held back, cut off or empty."""
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


def worst_finding() -> ColumnElement[str | None]:
    """The finding that decides, as `worst_of` of the domain has it, of the counts that stand in a row."""
    return case(
        (CHECKED.c.failed > 0, Finding.FAILED.value),
        (CHECKED.c.not_checked > 0, Finding.NOT_CHECKED.value),
        (CHECKED.c.passed > 0, Finding.PASSED.value),
        else_=None,
    )


def count_run(connection: Connection, *, no: int) -> RunCounts:
    """Count what there is of a run."""
    cells = Units(no)
    outputs, reasons = _count_outputs(connection, cells)
    by_judge = _count_judgments(connection, cells)
    judgeable = sum(count for (status, _), count in outputs.items() if status is OutputStatus.OK)
    return RunCounts(
        outputs=outputs,
        checks_passed=reasons[StatusReason.CHECKS_PASSED],
        checks_failed=reasons[StatusReason.CHECK_FAILED],
        not_checked=reasons[StatusReason.CHECK_NOT_MADE],
        no_answer=reasons[StatusReason.NO_ANSWER],
        judged=sum(judged for judged, _ in by_judge.values()),
        not_judged=sum(not_judged for _, not_judged in by_judge.values()),
        by_judge=by_judge,
        judgeable=judgeable,
    )


def find_failed(connection: Connection, *, no: int) -> FailedUnits:
    """What ended in trouble and may be tried again."""
    cells = Units(no)
    troubled = output_rows(cells, OUTPUT.c.cell).where(OUTPUT.c.status == OutputStatus.ERROR.value)
    unjudged = judgment_rows(cells, JUDGMENT.c.cell, JUDGMENT.c.part).where(JUDGMENT.c.judged == 0)
    return FailedUnits(
        cells=list(connection.execute(troubled.order_by(OUTPUT.c.cell)).scalars()),
        judgments=[
            (cell, judge)
            for cell, judge in connection.execute(unjudged.order_by(JUDGMENT.c.cell, JUDGMENT.c.part))
        ],
    )


def _count_outputs(
    connection: Connection, cells: Units
) -> tuple[Counter[tuple[OutputStatus, str | None]], Counter[StatusReason]]:
    """How many outputs there are of each kind, and why they passed or did not."""
    columns = (OUTPUT.c.status, OUTPUT.c.reason, worst_finding().label("worst"))
    query = output_rows(cells, *columns, func.count()).group_by(OUTPUT.c.status, OUTPUT.c.reason, "worst")
    outputs, reasons = Counter[tuple[OutputStatus, str | None]](), Counter[StatusReason]()
    for status, reason, worst, count in connection.execute(query):
        kind = OutputStatus(status)
        outputs[kind, reason] += count
        reasons[why_status(outcome_of(kind, reason), Finding(worst) if worst else None)] += count
    return outputs, reasons


def _count_judgments(connection: Connection, cells: Units) -> dict[int, tuple[int, int]]:
    columns = (JUDGMENT.c.part, func.count(), func.sum(JUDGMENT.c.judged))
    query = judgment_rows(cells, *columns).group_by(JUDGMENT.c.part).order_by(JUDGMENT.c.part)
    return {
        judge: (int(judged), there - int(judged)) for judge, there, judged in connection.execute(query).all()
    }
