"""The ledger, read: every try with its end, and the answers from which dialogues are replayed."""

import json
from collections import Counter, defaultdict
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, and_, case, func, literal, or_, select, tuple_

from edison.domain import (
    Answer,
    Answered,
    AttemptId,
    AttemptState,
    Certainty,
    Clock,
    Failure,
    Raw,
    Record,
    RunId,
    StageName,
)

from ..database.noun_text import read_reply
from ..database.packing import to_micros, unpack, unpack_body
from ..database.stage_codes import stage_number, stage_of
from ..database.statements import Found, insert_into
from ..tables import ANSWER, ATTEMPT, ATTEMPT_END, EXCHANGE
from ..writing.group import PRESUMED
from ..writing.group_rows import Packed
from .attempt_lines import END_COLUMNS, AttemptLine, attempt_line, count_unpriced
from .generations import Units, current_generations, is_current
from .runs import run_number

_AT_ONCE = 1000

_PLACE = (ATTEMPT.c.stage, ATTEMPT.c.unit, ATTEMPT.c.part, ATTEMPT.c.id)
"""The order of an index, so that a page is read and nothing else."""
_AMONG = 2_000
"""The newest attempts, by their ids: all of them would be many."""


class AnswerOrigin(NamedTuple):
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


def count_answers(connection: Connection, run_id: RunId, *, stage: StageName) -> Counter[AnswerOrigin]:
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
    return Counter(AnswerOrigin(part, unpack(endpoint), _reported(body)) for part, endpoint, body in paged)


def _reported(body: bytes) -> str | None:
    try:
        return _READER.decode(body).reported_model
    except msgspec.DecodeError:
        # Only Python's own reader takes escaped surrogates.
        return json.loads(body).get("reported_model")


class RecordedReply(Record, frozen=True, kw_only=True):
    """A reply as it was accepted, with the question it answers."""

    generation: int
    turn: int
    branch: int
    fingerprint: str
    reply: Answer | Failure


class LedgerTotals(Record, frozen=True, kw_only=True):
    """All attempts of a run, counted."""

    attempts: int
    open: int
    settled: int
    failed: int
    unknown: int
    settled_microusd: int
    """What is known to have been spent."""
    held_microusd: int
    """The worst case of every attempt whose cost is not known: under way, lost sight of, or without a price."""


class LedgerReader:
    """What was tried, what it cost and what came back."""

    def __init__(self, connection: Connection, clock: Clock) -> None:
        self._connection = connection
        self._clock = clock

    def answers(
        self, run_id: RunId, stage: StageName, *, first: int, last: int
    ) -> dict[tuple[int, int], list[RecordedReply]]:
        """The accepted replies about units in [first, last), by (unit, part), in the order of turns and branches.

        Only those of each unit's current generation.
        """
        no = run_number(self._connection, run_id)
        units = Units(no, first, last)
        again = current_generations(units, stage_number(stage))
        query = (
            select(ANSWER)
            .outerjoin(again, and_(again.c.unit == ANSWER.c.unit, again.c.part == ANSWER.c.part))
            .where(
                ANSWER.c.stage == stage_number(stage),
                units.among(ANSWER.c.run_no, ANSWER.c.unit),
                is_current(ANSWER.c.generation, again),
            )
            .order_by(ANSWER.c.unit, ANSWER.c.part, ANSWER.c.turn, ANSWER.c.branch)
        )
        found: dict[tuple[int, int], list[RecordedReply]] = defaultdict(list)
        for row in self._connection.execute(query).all():
            found[row.unit, row.part].append(_recorded(row))
        return dict(found)

    def count(self, run_id: RunId) -> int:
        """How many attempts there are; quick, as opposed to all totals."""
        no = run_number(self._connection, run_id)
        query = select(func.count()).select_from(ATTEMPT).where(ATTEMPT.c.run_no == no)
        return self._connection.execute(query).scalar_one()

    def usual_tokens(self) -> dict[tuple[str, StageName], float]:
        """How long answers were of late, in tokens, by the endpoint and what it was asked for; over all runs."""
        return _usual_tokens(self._connection)

    def count_unpriced(self, run_id: RunId) -> int:
        """How many answered calls have no known price."""
        no = run_number(self._connection, run_id)
        return self._connection.execute(select(count_unpriced(no))).scalar_one()

    def tokens(self, run_id: RunId) -> int:
        """All tokens that were sent and received, as far as they are known."""
        no = run_number(self._connection, run_id)
        both = func.coalesce(ATTEMPT_END.c.input_tokens, 0) + func.coalesce(ATTEMPT_END.c.output_tokens, 0)
        query = select(func.coalesce(func.sum(both), 0)).where(ATTEMPT_END.c.run_no == no)
        return int(self._connection.execute(query).scalar_one())

    def totals(self, run_id: RunId) -> LedgerTotals:
        """All attempts of a run, counted, and their money."""
        no = run_number(self._connection, run_id)
        state, cost = ATTEMPT_END.c.state, ATTEMPT_END.c.microusd
        is_unknown = or_(state.is_(None), state == AttemptState.OUTCOME_UNKNOWN.value, cost.is_(None))
        query = (
            select(
                func.count().label("attempts"),
                _count(state.is_(None)).label("open"),
                _count(state == AttemptState.SETTLED.value).label("settled"),
                _count(state == AttemptState.FAILED.value).label("failed"),
                _count(state == AttemptState.OUTCOME_UNKNOWN.value).label("unknown"),
                _total(case((is_unknown, 0), else_=cost)).label("settled_microusd"),
                _total(case((is_unknown, ATTEMPT.c.worst_microusd), else_=0)).label("held_microusd"),
            )
            .select_from(ATTEMPT.outerjoin(ATTEMPT_END, ATTEMPT_END.c.attempt_id == ATTEMPT.c.id))
            .where(ATTEMPT.c.run_no == no)
        )
        row = self._connection.execute(query).one()
        return LedgerTotals(**{name: int(value) for name, value in row._mapping.items()})  # pyright: ignore[reportPrivateUsage] (public in spite of its name)

    def answered(self, run_id: RunId, stage: StageName) -> dict[tuple[int, int], Answered]:
        """What each unit and part of a stage took and cost, by (unit, part): the money of every try.

        Only an answer takes its time: how soon somebody said no is no latency.
        """
        no = run_number(self._connection, run_id)
        is_answer = ATTEMPT_END.c.state == AttemptState.SETTLED.value
        query = (
            select(
                ATTEMPT.c.unit,
                ATTEMPT.c.part,
                func.max(case((is_answer, ATTEMPT_END.c.latency_us))).label("latency_us"),
                func.sum(ATTEMPT_END.c.input_tokens).label("tokens_in"),
                func.sum(ATTEMPT_END.c.output_tokens).label("tokens_out"),
                func.sum(ATTEMPT_END.c.microusd).label("microusd"),
            )
            .join(ATTEMPT_END, ATTEMPT_END.c.attempt_id == ATTEMPT.c.id)
            .where(ATTEMPT.c.run_no == no, ATTEMPT.c.stage == stage_number(stage))
            .group_by(ATTEMPT.c.unit, ATTEMPT.c.part)
        )
        return {
            (row.unit, row.part): Answered(
                latency_ms=None if row.latency_us is None else round(row.latency_us / 1000),
                tokens_in=_whole(row.tokens_in),
                tokens_out=_whole(row.tokens_out),
                microusd=_whole(row.microusd),
            )
            for row in self._connection.execute(query)
        }

    def answered_by(self, run_id: RunId, stage: StageName) -> Counter[AnswerOrigin]:
        """How many of a stage's answers came from whom, by what the answers say of themselves."""
        return count_answers(self._connection, run_id, stage=stage)

    def attempts(
        self,
        run_id: RunId,
        *,
        after: str = "",
        limit: int = 1000,
        unit: int | None = None,
        state: AttemptState | None = None,
    ) -> list[AttemptLine]:
        """Attempts, those of one unit side by side: the first page, or the one that follows after an attempt.

        On wish only those about one unit, or those that came to one end.
        """
        no = run_number(self._connection, run_id)
        query = (
            select(ATTEMPT, *END_COLUMNS)
            .select_from(ATTEMPT.outerjoin(ATTEMPT_END, ATTEMPT_END.c.attempt_id == ATTEMPT.c.id))
            .where(ATTEMPT.c.run_no == no)
            .order_by(*_PLACE)
            .limit(limit)
        )
        if unit is not None:
            query = query.where(ATTEMPT.c.unit == unit)
        if state is not None:
            ended = ATTEMPT_END.c.state
            query = query.where(ended.is_(None) if state is AttemptState.OPEN else ended == state.value)
        if after:
            last = self._connection.execute(select(*_PLACE).where(ATTEMPT.c.id == after)).one_or_none()
            query = query.where(tuple_(*_PLACE) > tuple_(*(last or (-1, -1, -1, ""))))
        return [attempt_line(row) for row in self._connection.execute(query).all()]

    def presume_unknown(self, run_id: RunId, *, workers_alive: AbstractSet[str]) -> int:
        """End the attempts of dead workers: nobody will tell what became of them. Their money stays held."""
        no = run_number(self._connection, run_id)
        values = {
            "attempt_id": ATTEMPT.c.id,
            "run_no": ATTEMPT.c.run_no,
            "state": literal(AttemptState.OUTCOME_UNKNOWN.value),
            "ended_at": literal(to_micros(self._clock.now()), ATTEMPT_END.c.ended_at.type),
            "trouble": literal(PRESUMED),
            "certainty": literal(Certainty.UNKNOWN.value),
            "queue_us": literal(0, ATTEMPT_END.c.queue_us.type),
            "latency_us": literal(0, ATTEMPT_END.c.latency_us.type),
        }
        lost = (
            select(*values.values())
            .select_from(ATTEMPT.outerjoin(ATTEMPT_END, ATTEMPT_END.c.attempt_id == ATTEMPT.c.id))
            .where(
                ATTEMPT.c.run_no == no,
                ATTEMPT_END.c.attempt_id.is_(None),
                ATTEMPT.c.worker.not_in(sorted(workers_alive)),
            )
        )
        # Several workers may notice the same death at once.
        statement = insert_into(self._connection, ATTEMPT_END).from_select(list(values), lost)
        ended = statement.on_conflict_do_nothing().execution_options(preserve_rowcount=True)
        return self._connection.execute(ended).rowcount

    def exchange(self, attempt_id: AttemptId) -> Raw | None:
        """What was on the wire; None where nothing was kept."""
        query = select(EXCHANGE).where(EXCHANGE.c.attempt_id == attempt_id)
        row = self._connection.execute(query).one_or_none()
        if row is None:
            return None
        return Raw(
            request=unpack_body(row.request, bool(row.packed & Packed.REQUEST)),
            response=unpack_body(row.response, bool(row.packed & Packed.RESPONSE)),
            response_bytes=row.response_bytes,
            truncated=bool(row.truncated),
            status=row.status,
        )


def _whole(number: Any) -> int | None:
    return None if number is None else int(number)


def _count(condition: Any) -> Any:
    return func.count(case((condition, 1)))


def _total(amount: Any) -> Any:
    return func.coalesce(func.sum(amount), 0)


def _recorded(row: Found) -> RecordedReply:
    return RecordedReply(
        generation=row.generation,
        turn=row.turn,
        branch=row.branch,
        fingerprint=row.fingerprint,
        reply=read_reply(row.body, failed=bool(row.failed)),
    )


def _usual_tokens(connection: Connection) -> dict[tuple[str, StageName], float]:
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
