"""How long answers were of late: what an estimate of the next run goes by."""

from sqlalchemy import Connection, func, select

from edison.domain import AttemptState, StageName

from ..database.packing import unpack
from ..database.stage_codes import stage_of
from ..tables import ATTEMPT, ATTEMPT_END

_AMONG = 2_000
"""The newest attempts, by their ids: all of them would be many."""


def usual_tokens(connection: Connection) -> dict[tuple[str, StageName], float]:
    """Mean tokens of settled answers, by the endpoint and what it was asked for; over all runs."""
    lately = (
        select(ATTEMPT.c.id, ATTEMPT.c.endpoint, ATTEMPT.c.stage).order_by(ATTEMPT.c.id.desc()).limit(_AMONG)
    ).subquery()
    query = (
        select(lately.c.endpoint, lately.c.stage, func.avg(ATTEMPT_END.c.output_tokens))
        .join(ATTEMPT_END, ATTEMPT_END.c.attempt_id == lately.c.id)
        .where(ATTEMPT_END.c.state == AttemptState.SETTLED.value, ATTEMPT_END.c.output_tokens.is_not(None))
        .group_by(lately.c.endpoint, lately.c.stage)
    )
    return {
        (unpack(endpoint), stage_of(stage)): float(tokens)
        for endpoint, stage, tokens in connection.execute(query)
    }
