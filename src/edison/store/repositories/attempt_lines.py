"""Tries as they stand in the ledger, each with its end."""

from datetime import datetime

from sqlalchemy import ColumnElement, ScalarSelect, func, select

from edison.domain import AttemptId, AttemptState, Certainty, Cost, Record, StageName, Timing, Usage

from ..database.packing import from_micros, unpack
from ..database.stage_codes import stage_of
from ..database.statements import Found
from ..tables import ATTEMPT_END

END_COLUMNS = [column for column in ATTEMPT_END.columns if column.name not in ("attempt_id", "run_no")]


class AttemptLine(Record, frozen=True, kw_only=True):
    """One try, with its end as far as it is known."""

    id: AttemptId
    stage: StageName
    unit: int
    part: int
    generation: int
    turn: int
    branch: int
    number: int
    epoch: int
    worker: str
    endpoint: str
    fingerprint: str
    opened_at: datetime
    worst_microusd: int | None
    state: AttemptState
    ended_at: datetime | None
    trouble: str | None
    sentence: str | None
    retry_after_s: float | None
    partial_text: str | None
    usage: Usage
    cost: Cost
    timing: Timing


def count_unpriced(run_no: ColumnElement[int] | int) -> ScalarSelect[int]:
    """How many answered calls of a run have no known price."""
    unpriced = (ATTEMPT_END.c.state == AttemptState.SETTLED.value, ATTEMPT_END.c.microusd.is_(None))
    counted = select(func.count()).where(ATTEMPT_END.c.run_no == run_no, *unpriced)
    return counted.scalar_subquery().correlate_except(ATTEMPT_END)


def attempt_line(row: Found) -> AttemptLine:
    """A try and its end, from a row that holds the columns of both."""
    return AttemptLine(
        id=row.id,
        stage=stage_of(row.stage),
        unit=row.unit,
        part=row.part,
        generation=row.generation,
        turn=row.turn,
        branch=row.branch,
        number=row.number,
        epoch=row.epoch,
        worker=row.worker,
        endpoint=unpack(row.endpoint),
        fingerprint=row.fingerprint,
        opened_at=from_micros(row.opened_at),
        worst_microusd=row.worst_microusd,
        state=AttemptState.OPEN if row.state is None else AttemptState(row.state),
        ended_at=None if row.ended_at is None else from_micros(row.ended_at),
        trouble=row.trouble,
        sentence=None if row.sentence is None else unpack(row.sentence),
        retry_after_s=row.retry_after_s,
        partial_text=None if row.partial_text is None else unpack(row.partial_text),
        usage=Usage(
            input_tokens=row.input_tokens,
            output_tokens=row.output_tokens,
            cached_tokens=row.cached_tokens,
            cache_write_tokens=row.cache_write_tokens,
            reasoning_tokens=row.reasoning_tokens,
        ),
        cost=Cost(microusd=row.microusd, certainty=Certainty(row.certainty or Certainty.UNKNOWN)),
        timing=Timing(
            queue_s=(row.queue_us or 0) / 1e6,
            latency_s=(row.latency_us or 0) / 1e6,
            first_token_s=None if row.first_token_us is None else row.first_token_us / 1e6,
        ),
    )
