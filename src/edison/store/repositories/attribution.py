"""Who gave the answers of a run, by what is stored of them."""

import json
from collections import Counter
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, and_, select

from edison.domain import RunId, StageName

from ..database.currency import Units, current_generations, is_current
from ..database.packing import unpack
from ..database.stage_codes import stage_number
from ..tables import ANSWER, ATTEMPT
from .runs import run_number

_AT_ONCE = 1000


class Attributed(NamedTuple):
    """Who answered in the name of one part of a stage, such as a judge."""

    part: int
    endpoint: str
    """Provider and model as they were asked."""
    model: str | None
    """As the answer names it."""


class _Reported(msgspec.Struct, frozen=True):
    """The one field of an answer that is wanted here; reading whole answers would take ten times as long."""

    reported_model: str | None = None


_READER = msgspec.json.Decoder(_Reported)


def count_answers(connection: Connection, run_id: RunId, *, stage: StageName) -> Counter[Attributed]:
    """How many answers of each origin a stage rests on; only those that count, and none that failed."""
    number = stage_number(stage)
    units = Units(run_number(connection, run_id))
    again = current_generations(units, number)
    query = (
        select(ANSWER.c.part, ATTEMPT.c.endpoint, ANSWER.c.body)
        .join(ATTEMPT, ATTEMPT.c.id == ANSWER.c.attempt_id)
        .outerjoin(again, and_(again.c.unit == ANSWER.c.unit, again.c.part == ANSWER.c.part))
        .where(
            ANSWER.c.stage == number,
            ANSWER.c.failed == 0,
            units.among(ANSWER.c.run_no, ANSWER.c.unit),
            is_current(ANSWER.c.generation, again),
        )
    )
    # Answers are many and long: a page of them at a time, never all.
    paged = connection.execute(query.execution_options(yield_per=_AT_ONCE))
    return Counter(Attributed(part, unpack(endpoint), _reported(body)) for part, endpoint, body in paged)


def _reported(body: bytes) -> str | None:
    try:
        return _READER.decode(body).reported_model
    except msgspec.DecodeError:
        # Only Python's own reader takes escaped surrogates.
        return json.loads(body).get("reported_model")
