"""Tries on the wire for machines: what was asked, what came of it, what it cost."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Self

from edison.domain import AttemptState, Certainty, ProjectId, Raw, StageName, to_usd
from edison.store import AttemptLine, LatestCall, SpentBy

from .view import BaseView, Moment

_SHOWN_BYTES = 200_000


class CallView(BaseView):
    """One try, with its end as far as it is known."""

    id: str
    stage: StageName
    unit: int
    part: int
    """Which judge, where it was asked to judge."""
    generation: int
    turn: int
    number: int
    endpoint: str
    opened_at: Moment
    state: AttemptState
    trouble: str | None
    sentence: str | None
    tokens_in: int | None
    tokens_out: int | None
    cost_usd: float | None
    certainty: Certainty
    queue_ms: int
    latency_ms: int

    @classmethod
    def of(cls, line: AttemptLine) -> Self:
        return cls(
            id=line.id,
            stage=line.stage,
            unit=line.unit,
            part=line.part,
            generation=line.generation,
            turn=line.turn,
            number=line.number,
            endpoint=line.endpoint,
            opened_at=line.opened_at,
            state=line.state,
            trouble=line.trouble,
            sentence=line.sentence,
            tokens_in=line.usage.input_tokens,
            tokens_out=line.usage.output_tokens,
            cost_usd=to_usd(line.cost.microusd),
            certainty=line.cost.certainty,
            queue_ms=round(line.timing.queue_s * 1000),
            latency_ms=round(line.timing.latency_s * 1000),
        )


class CallPageView(BaseView):
    """Some tries of a run, and after which one the next page begins; null after the last."""

    items: tuple[CallView, ...]
    next: str | None


class SpenderKind(StrEnum):
    """What spent money: a run, or whoever asked outside of runs."""

    RUN = "run"
    CHAT = "chat"
    AGENT = "agent"
    COMMAND = "command"


class LatestCallView(CallView):
    """One try, and who asked."""

    kind: SpenderKind
    run: str
    """The id of the run, the chat or the agent."""
    run_name: str
    """Empty where it was removed."""


class LatestCallsView(BaseView):
    """Some tries of the house, newest first, and before which one the next page begins; null after the oldest.

    A page looks at so many tries and no more: where few are sought, it may be empty and yet have a next.
    """

    items: tuple[LatestCallView, ...]
    next: str | None


class ExchangeView(BaseView):
    """What was on the wire; long bodies show their beginning."""

    id: str
    status: int | None
    request: str
    request_bytes: int
    response: str
    response_bytes: int
    is_whole: bool
    """Whether both are shown to their ends."""


class SpendingView(BaseView):
    """What one stage of a run, or of who asked outside of runs, spent at one endpoint in a day."""

    kind: SpenderKind
    run: str
    """The id of the run, the chat or the agent."""
    run_name: str
    """Empty where it was removed."""
    project: str | None
    """What its project is called in commands and addresses; null where it belongs to none."""
    began_at: Moment
    day: Moment
    """The midnight, in UTC, after which it was spent."""
    endpoint: str
    stage: StageName
    attempts: int
    unknown: int
    """Tries whose cost is not known; the sum lacks them."""
    spent_usd: float
    tokens_in: int
    tokens_out: int


def view_exchange(attempt: str, raw: Raw) -> ExchangeView:
    """An exchange for reading; bytes that are no text are shown as marks."""
    whole = not raw.truncated and max(len(raw.request), len(raw.response)) <= _SHOWN_BYTES
    return ExchangeView(
        id=attempt,
        status=raw.status,
        request=raw.request[:_SHOWN_BYTES].decode("utf-8", "replace"),
        request_bytes=len(raw.request),
        response=raw.response[:_SHOWN_BYTES].decode("utf-8", "replace"),
        response_bytes=raw.response_bytes,
        is_whole=whole,
    )


def view_latest(call: LatestCall) -> LatestCallView:
    """A try, with the name of who asked."""
    return LatestCallView(
        **dict(CallView.of(call.line)),
        kind=SpenderKind.RUN if call.kind is None else SpenderKind(call.kind),
        run=call.asker,
        run_name=call.name,
    )


def view_spending(by: SpentBy, *, projects: Mapping[ProjectId, str]) -> SpendingView:
    """What was spent, with the name of who did and that of the project."""
    return SpendingView(
        kind=SpenderKind.RUN if by.kind is None else SpenderKind(by.kind),
        run=by.id,
        run_name=by.name,
        project=None if by.project_id is None else projects.get(by.project_id),
        began_at=by.began_at,
        day=by.day,
        endpoint=by.spent.endpoint,
        stage=by.spent.stage,
        attempts=by.spent.attempts,
        unknown=by.spent.unknown,
        spent_usd=to_usd(by.spent.microusd),
        tokens_in=by.spent.tokens_in,
        tokens_out=by.spent.tokens_out,
    )
