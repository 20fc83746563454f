"""What was spent, by run or who else asked, endpoint, stage and day: counted from every try there is."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    FromClause,
    case,
    func,
    literal,
    literal_column,
    select,
)

from edison.domain import AskerKind, ProjectId, Record, StageName

from ..agent_tables import ASKER
from ..database.packing import from_micros, unpack
from ..database.stage_codes import stage_of
from ..database.statements import Found
from ..tables import ATTEMPT, ATTEMPT_END, RUN

_DAY_MICROS = 86_400_000_000
# Written into the statement: PostgreSQL takes two parameters for two numbers, and then for two groups.
_DAY = (ATTEMPT.c.opened_at // literal_column(str(_DAY_MICROS), ATTEMPT.c.opened_at.type)).label("day")


class Spent(Record, frozen=True, kw_only=True):
    """The tries of one stage at one endpoint, whoever asked."""

    endpoint: str
    stage: StageName
    attempts: int
    unknown: int
    """Tries whose cost is not known; the sum lacks them."""
    microusd: int
    tokens_in: int
    tokens_out: int


class SpentBy(Record, frozen=True, kw_only=True):
    """What a run spent, or somebody who asked outside of runs."""

    kind: AskerKind | None
    """None for a run."""
    id: str
    name: str
    """Empty where it was removed."""
    project_id: ProjectId | None
    """None for whoever asked outside of runs."""
    began_at: datetime
    day: datetime
    """The midnight, in UTC, after which these tries were made."""
    spent: Spent


def read_spending(connection: Connection) -> list[SpentBy]:
    """All that was spent, the newest first."""
    of_run = ATTEMPT.join(RUN, RUN.c.no == ATTEMPT.c.run_no)
    of_asker = ATTEMPT.join(ASKER, ASKER.c.no == -ATTEMPT.c.run_no)
    no_kind = literal(None, ASKER.c.kind.type).label("kind")
    no_project = literal(None, RUN.c.project_id.type).label("project_id")
    run = (RUN.c.no, RUN.c.id, RUN.c.name, RUN.c.began_at)
    asker = (ASKER.c.no, ASKER.c.id, ASKER.c.name, ASKER.c.began_at)
    found = [
        *_grouped(connection, of_run, run, (no_kind, RUN.c.project_id)),
        *_grouped(connection, of_asker, asker, (ASKER.c.kind, no_project)),
    ]
    return sorted(found, key=lambda one: one.began_at, reverse=True)


def _grouped(
    connection: Connection,
    attempts: FromClause,
    whose: tuple[Column[Any], ...],
    more: tuple[ColumnElement[Any], ...],
) -> Iterable[SpentBy]:
    end = ATTEMPT_END.c
    query = (
        select(
            *whose,
            *more,
            _DAY,
            ATTEMPT.c.endpoint,
            ATTEMPT.c.stage,
            func.count().label("attempts"),
            func.count(case((end.microusd.is_(None), 1))).label("unknown"),
            func.coalesce(func.sum(end.microusd), 0).label("microusd"),
            func.coalesce(func.sum(end.input_tokens), 0).label("tokens_in"),
            func.coalesce(func.sum(end.output_tokens), 0).label("tokens_out"),
        )
        .select_from(attempts.outerjoin(ATTEMPT_END, end.attempt_id == ATTEMPT.c.id))
        .group_by(*whose, *more, _DAY, ATTEMPT.c.endpoint, ATTEMPT.c.stage)
        .order_by(whose[0].desc(), _DAY.desc(), ATTEMPT.c.stage, ATTEMPT.c.endpoint)
    )
    return [_spent(row) for row in connection.execute(query)]


def _spent(row: Found) -> SpentBy:
    return SpentBy(
        kind=None if row.kind is None else AskerKind(row.kind),
        id=row.id,
        name=unpack(row.name),
        project_id=None if row.project_id is None else ProjectId(row.project_id),
        began_at=from_micros(row.began_at),
        day=from_micros(row.day * _DAY_MICROS),
        spent=Spent(
            endpoint=unpack(row.endpoint),
            stage=stage_of(row.stage),
            attempts=row.attempts,
            unknown=row.unknown,
            microusd=int(row.microusd),
            tokens_in=int(row.tokens_in),
            tokens_out=int(row.tokens_out),
        ),
    )
