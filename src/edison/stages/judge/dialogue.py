"""The conversation with one judge about one output, or about two."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar, assert_never

from edison.domain import (
    Answer,
    Comparison,
    ComparisonId,
    Dialogue,
    Failure,
    Judgment,
    JudgmentId,
    Reply,
    Technique,
    boundary_for,
)
from edison.errors import EdisonError
from edison.text import Unreadable

from .kinds import CONCLUSION, REVISION, SIDES, VIEWPOINTS, NotJudged, PassFinding, ShownStages
from .prompts import (
    Exhibit,
    Inquiry,
    Occasion,
    ask_argument,
    ask_critique,
    ask_finding,
    inquire_decision,
    inquire_passing,
    inquire_scores,
    inquire_stages,
    inquire_winner,
)
from .reply import (
    HeardReply,
    combine,
    conclude_comparison,
    conclude_decision,
    conclude_scores,
    conclude_verdict,
    not_judged,
    read_critique,
    read_reply,
)
from .units import JudgeUnit, PairUnit, PassUnit, view_for, why_not_shown

F = TypeVar("F")


def judge_output(unit: JudgeUnit, *, judgment_id: JudgmentId, boundary: str) -> Dialogue[Judgment]:
    """Ask for scores or stages and, where a reply cannot be read, once more.

    *Not judged* is a conclusion, zero is not. What says nothing is not shown to a judge.
    """
    if unit.judge.compares:
        reason = NotJudged("A judge in the mode pairwise does not judge single answers.")
        return not_judged(reason, unit=unit, judgment_id=judgment_id)
    pointless = why_not_shown(unit.output)
    if pointless is not None:
        return not_judged(NotJudged(pointless), unit=unit, judgment_id=judgment_id)
    try:
        return (yield from _judge(unit, judgment_id=judgment_id, boundary=boundary))
    except EdisonError as error:
        return not_judged(NotJudged(error.sentence), unit=unit, judgment_id=judgment_id)


def compare_outputs(unit: PairUnit, *, comparison_id: ComparisonId, boundary: str) -> Dialogue[Comparison]:
    """Ask which of two outputs is better, the left one shown first; an empty side is not shown to a judge."""
    pointless = _why_no_pair(unit)
    if pointless is not None:
        return conclude_comparison(HeardReply(pointless), unit=unit, comparison_id=comparison_id)
    try:
        heard = yield from _think(inquire_winner(unit), boundary=boundary)
    except EdisonError as error:
        heard = HeardReply(NotJudged(error.sentence))
    return conclude_comparison(heard, unit=unit, comparison_id=comparison_id)


def decide_passing(unit: PassUnit, *, boundary: str) -> Dialogue[PassFinding | NotJudged]:
    """Ask whether an answer meets criteria; what cannot be read is *not judged*, and never a pass."""
    heard = yield from _think(inquire_passing(unit), boundary=boundary)
    found = heard.found
    return (
        NotJudged(f"The judge's reply could not be read. {found.detail}")
        if isinstance(found, Unreadable)
        else found
    )


def _judge(unit: JudgeUnit, *, judgment_id: JudgmentId, boundary: str) -> Dialogue[Judgment]:
    if unit.judge.scores_criteria and unit.rubric.is_decided:
        decision = yield from _think(inquire_decision(unit), boundary=boundary)
        return conclude_decision(decision, unit=unit, judgment_id=judgment_id)
    if unit.judge.scores_criteria:
        scores = yield from _think(inquire_scores(unit), boundary=boundary)
        return conclude_scores(scores, unit=unit, judgment_id=judgment_id)
    view = view_for(unit, boundary=boundary)
    if view is None:
        reason = NotJudged(
            "No criterion of the rubric has two labels or more, so there are no stages to name."
        )
        return not_judged(reason, unit=unit, judgment_id=judgment_id)
    return (yield from _judge_by_stages(unit, judgment_id=judgment_id, boundary=boundary, view=view))


def _judge_by_stages(
    unit: JudgeUnit, *, judgment_id: JudgmentId, boundary: str, view: ShownStages
) -> Dialogue[Judgment]:
    stages = yield from _think(inquire_stages(unit, view=view), boundary=boundary)
    return conclude_verdict(stages, unit=unit, judgment_id=judgment_id, view=view)


def _why_no_pair(unit: PairUnit) -> NotJudged | None:
    if not unit.judge.compares:
        return NotJudged(f"A judge in the mode {unit.judge.mode} does not compare.")
    for side, output in (("first", unit.left), ("second", unit.right)):
        why = why_not_shown(output)
        if why is not None:
            return NotJudged(f"The {side} of the two cannot be shown to a judge. {why}")
    return None


def _think(inquiry: Inquiry[F], *, boundary: str) -> Dialogue[HeardReply[F]]:
    """Lead the judge to its finding by its strategy."""
    mark = boundary_for(1, given=boundary)
    match inquiry.judge.thinking:
        case Technique.DIRECT | Technique.REASON_FIRST | Technique.STEP_BY_STEP:
            return (yield from _ask_twice(inquiry, Occasion(mark)))
        case Technique.SELF_CONSISTENCY:
            occasions = [Occasion(mark, sample=sample) for sample in range(inquiry.judge.samples)]
            return (yield from _ask_many(inquiry, occasions))
        case Technique.PANEL:
            seats = enumerate(VIEWPOINTS[: inquiry.judge.samples])
            occasions = [Occasion(mark, sample=seat, viewpoint=viewpoint) for seat, viewpoint in seats]
            return (yield from _ask_many(inquiry, occasions))
        case Technique.CRITIQUE_AND_REVISE:
            return (yield from _ask_critically(inquiry, boundary=boundary))
        case Technique.DEBATE:
            return (yield from _ask_in_debate(inquiry, boundary=boundary))
        case _:  # pragma: no cover
            assert_never(inquiry.judge.thinking)


def _ask_twice(inquiry: Inquiry[F], occasion: Occasion) -> Dialogue[HeardReply[F]]:
    """Ask and, where the reply cannot be read, once more."""
    first = read_reply(_only((yield ask_finding(inquiry, occasion))), inquiry=inquiry)
    if not isinstance(first.found, Unreadable):
        return first
    second = read_reply(
        _only((yield ask_finding(inquiry, replace(occasion, after=first.found)))), inquiry=inquiry
    )
    return replace(second, readings=(*first.readings, *second.readings))


def _ask_many(inquiry: Inquiry[F], occasions: Sequence[Occasion]) -> Dialogue[HeardReply[F]]:
    """Ask several questions at once, those whose replies cannot be read once more, and combine what is found."""
    replies = yield [ask_finding(inquiry, occasion) for occasion in occasions]
    heard = [read_reply(reply, inquiry=inquiry) for reply in _all(replies)]
    readings = [reading for one in heard for reading in one.readings]
    unread = {place: one.found for place, one in enumerate(heard) if isinstance(one.found, Unreadable)}
    if unread:
        replies = yield [
            ask_finding(inquiry, replace(occasions[place], after=why)) for place, why in unread.items()
        ]
        for place, reply in zip(unread, _all(replies), strict=True):
            heard[place] = read_reply(reply, inquiry=inquiry)
            readings.extend(heard[place].readings)
    return combine(heard, sheet=inquiry.sheet, readings=tuple(readings))


def _ask_critically(inquiry: Inquiry[F], *, boundary: str) -> Dialogue[HeardReply[F]]:
    """A finding, a critique of it in a fresh context, and the finding anew."""
    first = yield from _ask_twice(inquiry, Occasion(boundary_for(1, given=boundary)))
    if isinstance(first.found, Unreadable | NotJudged):
        return first
    findings = Exhibit("FINDINGS", inquiry.sheet.write(first.found))
    critique = yield from _hear_critique(
        inquiry, Occasion(boundary_for(2, given=boundary), earlier=(findings,))
    )
    if not isinstance(critique.found, str):
        return HeardReply(critique.found, first.readings)
    earlier = (findings, Exhibit("REVIEW", critique.found))
    last = Occasion(boundary_for(3, given=boundary), viewpoint=REVISION, earlier=earlier)
    revised = yield from _ask_twice(inquiry, last)
    return replace(revised, readings=(*first.readings, *revised.readings))


def _ask_in_debate(inquiry: Inquiry[F], *, boundary: str) -> Dialogue[HeardReply[F]]:
    """Two advocates make a case, each replies to the other, and the judge concludes from what they said."""
    made: tuple[Exhibit, ...] = ()
    for turn in (1, 2):
        mark = boundary_for(turn, given=boundary)
        occasions = [
            Occasion(mark, sample=seat, viewpoint=side, earlier=made) for seat, side in enumerate(SIDES)
        ]
        heard = yield from _hear_advocates(inquiry, occasions)
        if not isinstance(heard, tuple):
            return HeardReply(heard)
        made += tuple(Exhibit(f"ADVOCATE {seat}", words) for seat, words in enumerate(heard, 1))
    last = Occasion(boundary_for(3, given=boundary), viewpoint=CONCLUSION, earlier=made)
    return (yield from _ask_twice(inquiry, last))


def _hear_advocates(
    inquiry: Inquiry[F], occasions: Sequence[Occasion]
) -> Dialogue[tuple[str, ...] | NotJudged | Unreadable]:
    """What each says, those who cannot be heard asked once more; the first reason where one of them cannot."""
    heard = [
        read_critique(reply).found
        for reply in _all((yield [ask_argument(inquiry, occasion) for occasion in occasions]))
    ]
    unread = {place: found for place, found in enumerate(heard) if isinstance(found, Unreadable)}
    if unread:
        again = [ask_argument(inquiry, replace(occasions[at], after=why)) for at, why in unread.items()]
        for place, reply in zip(unread, _all((yield again)), strict=True):
            heard[place] = read_critique(reply).found
    return next(
        (found for found in heard if not isinstance(found, str)),
        tuple(found for found in heard if isinstance(found, str)),
    )


def _hear_critique(inquiry: Inquiry[F], occasion: Occasion) -> Dialogue[HeardReply[str]]:
    critique = read_critique(_only((yield ask_critique(inquiry, occasion))))
    if isinstance(critique.found, Unreadable):
        again = replace(occasion, after=critique.found)
        critique = read_critique(_only((yield ask_critique(inquiry, again))))
    return critique


def _only(reply: Reply | Sequence[Reply]) -> Reply:
    assert isinstance(reply, Answer | Failure)
    return reply


def _all(replies: Reply | Sequence[Reply]) -> Sequence[Reply]:
    assert not isinstance(replies, Answer | Failure)
    return replies
