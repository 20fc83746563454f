"""The conversation about one output with one judge."""

import unicodedata

from edison.domain import Answer, Dialogue, Failure, JudgeMode, Judgment, JudgmentId, OutputStatus
from edison.errors import EdisonError
from edison.text import Unreadable

from .prompts import ask_judgment
from .reply import NotJudged, conclude, read_judgment
from .units import JudgeUnit

_TELLING = "LNS"
"""Letters, numbers and symbols of any script; white space and punctuation alone say nothing."""


def judge_output(unit: JudgeUnit, *, judgment_id: JudgmentId, boundary: str) -> Dialogue[Judgment]:
    """Ask for scores and, where the reply cannot be read, once more; *not judged* is a conclusion, zero is not.

    What says nothing is not shown to a judge: a lone colon has talked many of them into a good score.
    """
    pointless = _why_pointless(unit)
    if pointless is not None:
        return conclude(pointless, unit=unit, judgment_id=judgment_id)
    try:
        question = ask_judgment(unit, boundary=boundary)
        found = read_judgment(_only((yield question)), unit=unit)
        if isinstance(found, Unreadable):
            question = ask_judgment(unit, boundary=boundary, after=found)
            found = read_judgment(_only((yield question)), unit=unit)
    except EdisonError as error:
        found = NotJudged(error.sentence)
    return conclude(found, unit=unit, judgment_id=judgment_id)


def _why_pointless(unit: JudgeUnit) -> NotJudged | None:
    output = unit.output
    if unit.judge.mode is not JudgeMode.POINTWISE:
        return NotJudged(f"A judge in the mode {unit.judge.mode} does not score single answers.")
    if output.status is not OutputStatus.OK:
        return NotJudged(f"There is no answer to judge ({output.reason}).")
    if output.tool_calls or any(unicodedata.category(letter)[0] in _TELLING for letter in output.text):
        return None
    return NotJudged("The answer says nothing.")


def _only(reply: object) -> Answer | Failure:
    assert isinstance(reply, Answer | Failure)
    return reply
