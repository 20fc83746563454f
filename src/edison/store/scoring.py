"""What boards are made from: one line of numbers per answered cell, streamed."""

from collections.abc import Iterator

from sqlalchemy import Connection, case, func, select

from edison.domain import CellScore, OutputStatus

from .counting import failed_a_check, passed_every_check
from .currency import current_generations
from .rows import ATTEMPT, ATTEMPT_END, JUDGMENT, OUTPUT
from .stage_numbers import GENERATE, JUDGE
from .standings import current_rows, judgment_rows
from .statements import Found, Query

_AT_ONCE = 5000


def read_scores(connection: Connection, *, no: int) -> Iterator[CellScore]:
    """The current outputs of a run, in the order of the cells; a few thousand are in memory at a time."""
    last = connection.execute(select(func.max(OUTPUT.c.cell)).where(OUTPUT.c.run_no == no)).scalar_one()
    for first in range(0, -1 if last is None else last + 1, _AT_ONCE):
        yield from _scores_between(connection, no=no, first=first, last=first + _AT_ONCE)


def read_money(
    connection: Connection, *, no: int, stage: int, first: int, last: int
) -> dict[int, int | None]:
    """What every try of a stage for the cells in [first, last) cost; None where no part of it is known."""
    query = (
        select(ATTEMPT.c.unit, func.sum(ATTEMPT_END.c.microusd))
        .select_from(ATTEMPT.join(ATTEMPT_END, ATTEMPT_END.c.attempt_id == ATTEMPT.c.id))
        .where(
            ATTEMPT.c.run_no == no, ATTEMPT.c.stage == stage, ATTEMPT.c.unit >= first, ATTEMPT.c.unit < last
        )
        .group_by(ATTEMPT.c.unit)
    )
    return {unit: None if paid is None else int(paid) for unit, paid in connection.execute(query)}


def _scores_between(connection: Connection, *, no: int, first: int, last: int) -> Iterator[CellScore]:
    paid = read_money(connection, no=no, stage=GENERATE, first=first, last=last)
    qualities: dict[int, list[tuple[int, float]]] = {}
    for cell, judge, quality in connection.execute(_qualities(no, first=first, last=last)):
        qualities.setdefault(cell, []).append((judge, quality))
    for row in connection.execute(_outputs(no, first=first, last=last)):
        yield _score(row, paid=paid.get(row.cell), qualities=tuple(qualities.get(row.cell, ())))


def _score(row: Found, *, paid: int | None, qualities: tuple[tuple[int, float], ...]) -> CellScore:
    return CellScore(
        cell=row.cell,
        status=OutputStatus(row.status),
        reason=row.reason,
        passed=None if row.has_passed is None else bool(row.has_passed),
        latency_s=None if row.latency_us is None else row.latency_us / 1e6,
        microusd=paid,
        qualities=qualities,
    )


def _outputs(no: int, *, first: int, last: int) -> Query:
    has_passed = case((passed_every_check(), 1), (failed_a_check(), 0), else_=None)
    columns = (OUTPUT.c.cell, OUTPUT.c.status, OUTPUT.c.reason, OUTPUT.c.latency_us)
    again = current_generations(no, GENERATE, first=first, last=last)
    query = current_rows(no, *columns, has_passed.label("has_passed"), again=again)
    return query.where(OUTPUT.c.cell >= first, OUTPUT.c.cell < last).order_by(OUTPUT.c.cell)


def _qualities(no: int, *, first: int, last: int) -> Query:
    query = judgment_rows(
        no,
        JUDGMENT.c.cell,
        JUDGMENT.c.judge,
        JUDGMENT.c.quality,
        again=current_generations(no, GENERATE, first=first, last=last),
        rejudged=current_generations(no, JUDGE, first=first, last=last),
    )
    return query.where(
        JUDGMENT.c.cell >= first, JUDGMENT.c.cell < last, JUDGMENT.c.quality.is_not(None)
    ).order_by(JUDGMENT.c.cell, JUDGMENT.c.judge)
