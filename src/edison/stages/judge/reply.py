"""What we make of a judge's reply: a finding, a reason to ask once more, or the reason why there is none."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from edison.domain import (
    Answer,
    Comparison,
    ComparisonId,
    CriterionScore,
    Failure,
    Judgment,
    JudgmentId,
    Outcome,
    Reading,
    Reply,
)
from edison.errors import BadRequest, ModelMissing, TooLong
from edison.text import Unreadable, WhyUnreadable, without_thinking

from .kinds import (
    NotJudged,
    PairFinding,
    PassFinding,
    ScoreFinding,
    Sheet,
    ShownStages,
    StageFinding,
    read_in,
)
from .prompts import Inquiry
from .units import JudgeUnit, PairUnit

F = TypeVar("F")

_DECLINED = {
    Outcome.REFUSAL: "The judge refused to judge.",
    Outcome.CONTENT_FILTER: "A content filter stopped the judge's reply.",
}


_FINAL = frozenset(trouble.code for trouble in (BadRequest, ModelMissing, TooLong))
"""Troubles that the same question runs into again."""


@dataclass(frozen=True, slots=True)
class HeardReply(Generic[F]):
    """What one or several replies amount to, and what became of each of them."""

    found: F | Unreadable | NotJudged
    readings: tuple[Reading, ...] = ()
    mended: bool = False
    samples: tuple[F, ...] = ()
    """What was combined, where several findings were."""


def read_reply(reply: Reply, *, inquiry: Inquiry[F]) -> HeardReply[F]:
    """Read a reply in the form that was asked for, with tolerance; a zero never stands for what was not said."""
    answer = _answered(reply)
    if isinstance(answer, NotJudged):
        return HeardReply(answer, (Reading.ABSENT,))
    read = read_in(inquiry.judge.answer_form, inquiry.sheet, answer=answer)
    if not isinstance(read, Unreadable):
        return HeardReply(read.finding, (read.reading,), mended=read.reading is Reading.MENDED)
    if answer.outcome is Outcome.LENGTH:
        detail = "It was cut off at the limit of tokens."
        read = Unreadable(reason=read.reason, excerpt=read.excerpt, detail=detail)
    return HeardReply(read, (Reading.UNREADABLE,))


def read_critique(reply: Reply) -> HeardReply[str]:
    """What a critic said, in its own words; nothing to say is not the same as saying that all is well."""
    answer = _answered(reply)
    if isinstance(answer, NotJudged):
        return HeardReply(answer)
    critique = without_thinking(answer.text).strip()
    if critique:
        return HeardReply(critique)
    return HeardReply(Unreadable(reason=WhyUnreadable.EMPTY, excerpt="", detail="It is empty."))


def combine(
    heard: Sequence[HeardReply[F]], *, sheet: Sheet[F], readings: tuple[Reading, ...]
) -> HeardReply[F]:
    """One finding of several samples, where more than half of them could be read and they amount to one."""
    found = tuple(one.found for one in heard if not isinstance(one.found, Unreadable | NotJudged))
    if 2 * len(found) <= len(heard):
        why = next(_why_not(one.found) for one in heard if isinstance(one.found, Unreadable | NotJudged))
        few = f"Only {len(found)} of {len(heard)} samples could be read. " if found else ""
        is_final = all(isinstance(one.found, NotJudged) and one.found.is_final for one in heard)
        return HeardReply(NotJudged(f"{few}{why}", is_final=is_final), readings)
    mended = any(one.mended for one in heard)
    if len(heard) == 1:
        return HeardReply(found[0], readings, mended=mended)
    return HeardReply(sheet.combine(found), readings, mended=mended, samples=found)


def conclude_scores(heard: HeardReply[ScoreFinding], *, unit: JudgeUnit, judgment_id: JudgmentId) -> Judgment:
    """The judgment that scores amount to."""
    found = heard.found
    if isinstance(found, Unreadable | NotJudged):
        return not_judged(found, unit=unit, judgment_id=judgment_id, readings=heard.readings)
    return Judgment(
        id=judgment_id,
        output_id=unit.output.id,
        judge_id=unit.judge.id,
        repeat=unit.repeat,
        scores=found.scores,
        safety_flags=found.safety_flags,
        suggestions=found.suggestions,
        mended=heard.mended,
        readings=heard.readings,
    )


def conclude_decision(
    heard: HeardReply[PassFinding], *, unit: JudgeUnit, judgment_id: JudgmentId
) -> Judgment:
    """The judgment that a decision amounts to: all of its one criterion, or nothing."""
    found = heard.found
    if isinstance(found, Unreadable | NotJudged):
        return not_judged(found, unit=unit, judgment_id=judgment_id, readings=heard.readings)
    [criterion] = unit.rubric.criteria
    decided = CriterionScore(criterion=criterion.name, score=float(found.passed), reason=found.reason)
    return Judgment(
        id=judgment_id,
        output_id=unit.output.id,
        judge_id=unit.judge.id,
        repeat=unit.repeat,
        scores=(decided,),
        mended=heard.mended,
        readings=heard.readings,
    )


def conclude_verdict(
    heard: HeardReply[StageFinding], *, unit: JudgeUnit, judgment_id: JudgmentId, view: ShownStages
) -> Judgment:
    """The judgment that stages amount to, with the view from which they were named."""
    found = heard.found
    if isinstance(found, Unreadable | NotJudged):
        judgment = not_judged(found, unit=unit, judgment_id=judgment_id, readings=heard.readings)
        verdicts = tuple(sample.verdict for sample in heard.samples)
        return judgment.model_copy(update={"shown": view.shown, "samples": verdicts})
    return Judgment(
        id=judgment_id,
        output_id=unit.output.id,
        judge_id=unit.judge.id,
        repeat=unit.repeat,
        verdict=found.verdict,
        reason=found.reason,
        samples=tuple(sample.verdict for sample in heard.samples),
        shown=view.shown,
        mended=heard.mended,
        readings=heard.readings,
    )


def not_judged(
    found: Unreadable | NotJudged,
    *,
    unit: JudgeUnit,
    judgment_id: JudgmentId,
    readings: tuple[Reading, ...] = (),
) -> Judgment:
    """The judgment that says why there is none."""
    return Judgment(
        id=judgment_id,
        output_id=unit.output.id,
        judge_id=unit.judge.id,
        repeat=unit.repeat,
        readings=readings,
        not_judged=_why_not(found),
    )


def conclude_comparison(
    heard: HeardReply[PairFinding], *, unit: PairUnit, comparison_id: ComparisonId
) -> Comparison:
    """The comparison that a preference amounts to, or that says why there is none."""
    found = heard.found
    is_found = isinstance(found, PairFinding)
    return Comparison(
        id=comparison_id,
        judge_id=unit.judge.id,
        left_id=unit.left.id,
        right_id=unit.right.id,
        repeat=unit.repeat,
        winner=found.winner if is_found else None,
        confidence=found.confidence if is_found else None,
        reason=found.reason if is_found else "",
        samples=tuple(sample.winner for sample in heard.samples),
        mended=heard.mended and is_found,
        readings=heard.readings,
        not_judged=None if is_found else _why_not(found),
        is_final=isinstance(found, NotJudged) and found.is_final,
    )


def _answered(reply: Reply) -> Answer | NotJudged:
    if isinstance(reply, Failure):
        return NotJudged(reply.sentence, is_final=reply.code in _FINAL)
    return NotJudged(_DECLINED[reply.outcome]) if reply.outcome in _DECLINED else reply


def _why_not(found: Unreadable | NotJudged) -> str:
    if isinstance(found, Unreadable):
        return f"The judge's reply could not be read. {found.detail}"
    return found.reason
