"""One cell with all that is known about it."""

from collections.abc import Sequence
from typing import Self

from pydantic import JsonValue

from edison.domain import (
    Advice,
    Ask,
    Case,
    CellOutcome,
    CellReport,
    CellStatus,
    CheckResult,
    Finding,
    Judgment,
    LoopTrace,
    Message,
    Role,
    Rubric,
    SafetyFlag,
    SafetyScan,
    Snapshot,
    ToolCall,
    to_usd,
)
from edison.store import AttemptLine

from .call import CallView
from .view import BaseView

SHOWN_CHARS = 200_000
"""Of a longer answer the beginning is shown; the whole is a file."""


class AskedMessageView(BaseView):
    """One message of the question, exactly as it was filled."""

    role: Role
    text: str


class CheckedView(BaseView):
    """What one check found."""

    check: str
    finding: Finding
    reason: str | None
    measured: float | None

    @classmethod
    def of(cls, result: CheckResult) -> Self:
        return cls(check=result.check, finding=result.finding, reason=result.reason, measured=result.measured)


class ScoreView(BaseView):
    """A score on the criterion's own scale, with the judge's reason."""

    criterion: str
    score: float
    lowest: float | None
    highest: float | None
    reason: str


class JudgmentView(BaseView):
    """What one judge said, or why it is not judged."""

    judge: str
    repeat: int
    quality: float | None
    scores: tuple[ScoreView, ...]
    verdict: str | None
    reason: str
    safety_flags: tuple[SafetyFlag, ...]
    suggestions: tuple[Advice, ...]
    mended: bool
    not_judged: str | None


class TraceStepView(BaseView):
    """One call of a tool in a loop, and what the model was told it returned."""

    turn: int
    thought: str
    tool: str
    arguments: dict[str, JsonValue]
    unparsed: str | None
    observation: str
    success: bool


class SaidView(BaseView):
    """What somebody said in a conversation."""

    by: str
    text: str


class TraceView(BaseView):
    """A loop or a conversation from its first step to its last."""

    turns: int
    completed: bool
    """Whether the model came to an end by itself."""
    cycle: tuple[str, ...]
    """What it called over and over, where it was stopped for that."""
    steps: tuple[TraceStepView, ...]
    said: tuple[SaidView, ...]


class CellView(BaseView):
    """A cell: what was asked, what came back, what was found about it, and every try."""

    number: int
    case: str
    tags: tuple[str, ...]
    variables: dict[str, JsonValue]
    expected: JsonValue
    must: str | None
    must_not: str | None
    arm: str
    model: str | None
    version: int
    repeat: int
    outcome: CellOutcome
    status: CellStatus
    sentence: str | None
    """Why there is no answer, where there is none."""
    answer: str
    answer_chars: int
    """How long the whole answer is; above what is shown, it can be had as a file."""
    tool_calls: tuple[ToolCall, ...]
    quality: float | None
    latency_ms: int | None
    tokens_in: int | None
    tokens_out: int | None
    cost_usd: float | None
    from_cache: bool
    messages: tuple[AskedMessageView, ...] | None
    """The question; null where the answer was handed in or the question could not be made."""
    checks: tuple[CheckedView, ...]
    safety: SafetyScan | None
    """What was looked for in the output, and found; null where nobody looked."""
    judgments: tuple[JudgmentView, ...]
    calls: tuple[CallView, ...]
    trace: TraceView | None
    """What happened on the way to the answer, where that took several steps."""


def view_cell(
    report: CellReport,
    *,
    case: Case | None,
    snapshot: Snapshot,
    ask: Ask | None,
    calls: Sequence[AttemptLine],
) -> CellView:
    """All of a cell."""
    output, answered = report.output, report.answered
    expectation = None if case is None else case.expectation
    rubric = None if snapshot.rubric is None else snapshot.rubric.of_case(report.criteria)
    judged = tuple(_judgment(one, snapshot=snapshot, rubric=rubric) for one in report.judgments)
    qualities = [one.quality for one in judged if one.quality is not None]
    text = "" if output is None else output.text
    return CellView(
        number=report.number,
        case=report.case,
        tags=report.tags,
        variables={} if case is None else case.variables,
        expected=None if expectation is None else expectation.answer,
        must=None if expectation is None else expectation.must,
        must_not=None if expectation is None else expectation.must_not,
        arm=report.arm,
        model=answered.model,
        version=report.version,
        repeat=report.repeat,
        outcome=report.outcome,
        status=report.status,
        sentence=None if output is None else output.sentence,
        answer=text[:SHOWN_CHARS],
        answer_chars=len(text),
        tool_calls=() if output is None else output.tool_calls,
        quality=sum(qualities) / len(qualities) if qualities else None,
        latency_ms=answered.latency_ms,
        tokens_in=answered.tokens_in,
        tokens_out=answered.tokens_out,
        cost_usd=to_usd(answered.microusd),
        from_cache=answered.from_cache,
        messages=None if ask is None else tuple(map(_message, ask.messages)),
        checks=tuple(map(CheckedView.of, report.checks)),
        safety=report.safety,
        judgments=judged,
        calls=tuple(map(CallView.of, calls)),
        trace=None if output is None or output.trace is None else _trace(output.trace),
    )


def _trace(trace: LoopTrace) -> TraceView:
    return TraceView(
        turns=trace.turns,
        completed=trace.completed,
        cycle=trace.cycle,
        steps=tuple(
            TraceStepView(
                turn=step.turn,
                thought=step.thought,
                tool=step.call.name,
                arguments=step.call.arguments,
                unparsed=step.call.unparsed,
                observation=step.observation,
                success=step.success,
            )
            for step in trace.steps
        ),
        said=tuple(SaidView(by=one.by.value, text=one.text) for one in trace.said),
    )


def _message(message: Message) -> AskedMessageView:
    return AskedMessageView(role=message.role, text=message.text)


def _judgment(said: Judgment, *, snapshot: Snapshot, rubric: Rubric | None) -> JudgmentView:
    names = {judge.id: judge.name for judge in snapshot.judges}
    scales = {} if rubric is None else {one.name: one.scale for one in rubric.criteria}
    return JudgmentView(
        judge=names.get(said.judge_id, said.judge_id),
        repeat=said.repeat,
        quality=None if rubric is None else said.quality(rubric),
        scores=tuple(
            ScoreView(
                criterion=one.criterion,
                score=one.score,
                lowest=scales[one.criterion].min if one.criterion in scales else None,
                highest=scales[one.criterion].max if one.criterion in scales else None,
                reason=one.reason,
            )
            for one in said.scores
        ),
        verdict=None if said.verdict is None else " ".join(map(str, said.verdict.stages)) or "abstained",
        reason=said.reason,
        safety_flags=said.safety_flags,
        suggestions=said.suggestions,
        mended=said.mended,
        not_judged=said.not_judged,
    )
