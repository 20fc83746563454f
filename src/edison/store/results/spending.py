"""What was spent, by run, endpoint and stage: counted from every try there is."""

from sqlalchemy import Connection, case, func, select

from edison.domain import Record, RunId, StageName

from ..database.packing import unpack
from ..database.stage_codes import stage_of
from ..tables import ATTEMPT, ATTEMPT_END, RUN


class SpentAt(Record, frozen=True, kw_only=True):
    """The tries of one stage of a run at one endpoint."""

    run_id: RunId
    endpoint: str
    stage: StageName
    attempts: int
    unknown: int
    """Tries whose cost is not known; the sum lacks them."""
    microusd: int
    tokens_in: int
    tokens_out: int


def read_spending(connection: Connection) -> list[SpentAt]:
    """All of it, run by run."""
    end = ATTEMPT_END.c
    query = (
        select(
            RUN.c.id.label("run_id"),
            ATTEMPT.c.endpoint,
            ATTEMPT.c.stage,
            func.count().label("attempts"),
            func.count(case((end.microusd.is_(None), 1))).label("unknown"),
            func.coalesce(func.sum(end.microusd), 0).label("microusd"),
            func.coalesce(func.sum(end.input_tokens), 0).label("tokens_in"),
            func.coalesce(func.sum(end.output_tokens), 0).label("tokens_out"),
        )
        .select_from(
            ATTEMPT.join(RUN, RUN.c.no == ATTEMPT.c.run_no).outerjoin(
                ATTEMPT_END, end.attempt_id == ATTEMPT.c.id
            )
        )
        .group_by(RUN.c.no, RUN.c.id, ATTEMPT.c.endpoint, ATTEMPT.c.stage)
        .order_by(RUN.c.no.desc(), ATTEMPT.c.stage, ATTEMPT.c.endpoint)
    )
    return [
        SpentAt(
            run_id=row.run_id,
            endpoint=unpack(row.endpoint),
            stage=stage_of(row.stage),
            attempts=row.attempts,
            unknown=row.unknown,
            microusd=int(row.microusd),
            tokens_in=int(row.tokens_in),
            tokens_out=int(row.tokens_out),
        )
        for row in connection.execute(query)
    ]
