"""What boards are made from: one line of numbers per answered cell, streamed."""

from collections.abc import Iterator

from sqlalchemy import Connection, case, func, select

from edison.domain import CellScore, OutputStatus

from .counting import failed_a_check, passed_every_check
from .currency import Units
from .rows import ATTEMPT, ATTEMPT_END, JUDGMENT, OUTPUT
from .stage_numbers import GENERATE
from .standings import judgment_rows, output_rows
from .statements import Query

_AT_ONCE = 5000
_STATUSES = {status.value: status for status in OutputStatus}


def read_scores(connection: Connection, *, no: int) -> Iterator[CellScore]:
    """The current outputs of a run, in the order of the cells; a few thousand are in memory at a time."""
    last = connection.execute(select(func.max(OUTPUT.c.cell)).where(OUTPUT.c.run_no == no)).scalar_one()
    for first in range(0, -1 if last is None else last + 1, _AT_ONCE):
        yield from _scores_among(connection, Units(no, first, first + _AT_ONCE))


def read_money(connection: Connection, cells: Units, *, stage: int) -> dict[int, int | None]:
    """What every try of a stage for some cells cost; None where no part of it is known."""
    # By a subquery, not a join: Postgres would rather read all ends there are than look up a few thousand.
    paid = select(ATTEMPT_END.c.microusd).where(ATTEMPT_END.c.attempt_id == ATTEMPT.c.id).scalar_subquery()
    query = (
        select(ATTEMPT.c.unit, func.sum(paid))
        .where(ATTEMPT.c.stage == stage, cells.among(ATTEMPT.c.run_no, ATTEMPT.c.unit))
        .group_by(ATTEMPT.c.unit)
    )
    return {unit: None if paid is None else int(paid) for unit, paid in connection.execute(query).all()}


def _scores_among(connection: Connection, cells: Units) -> Iterator[CellScore]:
    paid = read_money(connection, cells, stage=GENERATE)
    qualities: dict[int, list[tuple[int, float]]] = {}
    for cell, judge, quality in connection.execute(_qualities(cells)).all():
        qualities.setdefault(cell, []).append((judge, quality))
    for cell, status, reason, latency_us, has_passed in connection.execute(_outputs(cells)).all():
        yield CellScore(
            cell=cell,
            status=_STATUSES[status],
            reason=reason,
            passed=None if has_passed is None else bool(has_passed),
            latency_s=None if latency_us is None else latency_us / 1e6,
            microusd=paid.get(cell),
            qualities=tuple(qualities.get(cell, ())),
        )


def _outputs(cells: Units) -> Query:
    has_passed = case((passed_every_check(), 1), (failed_a_check(), 0), else_=None)
    columns = (OUTPUT.c.cell, OUTPUT.c.status, OUTPUT.c.reason, OUTPUT.c.latency_us)
    return output_rows(cells, *columns, has_passed.label("has_passed")).order_by(OUTPUT.c.cell)


def _qualities(cells: Units) -> Query:
    columns = (JUDGMENT.c.cell, JUDGMENT.c.judge, JUDGMENT.c.quality)
    query = judgment_rows(cells, *columns).where(JUDGMENT.c.quality.is_not(None))
    return query.order_by(JUDGMENT.c.cell, JUDGMENT.c.judge)
