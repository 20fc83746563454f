"""What we make of a judge's reply: findings, a reason to ask once more, or the reason why there are none."""

from dataclasses import dataclass

from edison.domain import Failure, Judgment, JudgmentId, Outcome, Reply
from edison.text import Unreadable

from .kinds import FORMS, Findings
from .units import JudgeUnit

_DECLINED = {
    Outcome.REFUSAL: "The judge refused to judge.",
    Outcome.CONTENT_FILTER: "A content filter stopped the judge's reply.",
}


@dataclass(frozen=True, slots=True)
class NotJudged:
    """Why there is no finding, for good."""

    reason: str


def read_judgment(reply: Reply, *, unit: JudgeUnit) -> Findings | Unreadable | NotJudged:
    """Read a reply in the form that was asked for, with tolerance; a zero never stands for what was not said."""
    if isinstance(reply, Failure):
        return NotJudged(reply.sentence)
    if reply.outcome in _DECLINED:
        return NotJudged(_DECLINED[reply.outcome])
    read = FORMS[unit.judge.answer_form].read(reply, unit.rubric)
    if isinstance(read, Unreadable) and reply.outcome is Outcome.LENGTH:
        detail = "It was cut off at the limit of tokens."
        return Unreadable(reason=read.reason, excerpt=read.excerpt, detail=detail)
    return read


def conclude(
    found: Findings | Unreadable | NotJudged, *, unit: JudgeUnit, judgment_id: JudgmentId
) -> Judgment:
    """The judgment that a reading amounts to."""
    if isinstance(found, Findings):
        return Judgment(
            id=judgment_id,
            output_id=unit.output.id,
            judge_id=unit.judge.id,
            repeat=unit.repeat,
            scores=found.scores,
            safety_flags=found.safety_flags,
            suggestions=found.suggestions,
        )
    unread = isinstance(found, Unreadable)
    reason = f"The judge's reply could not be read. {found.detail}" if unread else found.reason
    return Judgment(
        id=judgment_id,
        output_id=unit.output.id,
        judge_id=unit.judge.id,
        repeat=unit.repeat,
        not_judged=reason,
    )
