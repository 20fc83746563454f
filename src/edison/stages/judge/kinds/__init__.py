"""What judges fill in, a sheet for each mode, and the forms in which they may do so; one small file each."""

from typing import TypeVar, assert_never

from edison.domain import Answer, AnswerForm
from edison.text import Unreadable

from .debate import SIDES
from .findings import PairFinding, PassFinding, ScoreFinding, StageFinding
from .form import NotJudged, Read, Request, Sheet
from .json_form import ask_for_json, read_json_reply
from .pair_sheet import pair_sheet
from .pass_sheet import PASS_RULES, pass_sheet
from .rules import ADVOCATE, CONCLUSION, CRITIC, OWN_PROMPT, REVISION, rules_for
from .score_sheet import score_sheet
from .scrubbing import scrub
from .stage_sheet import stage_sheet
from .suffix_form import ask_for_lines, read_last_lines
from .tool_form import ask_for_call, read_call
from .view import ShownStages, draw_view
from .viewpoints import VIEWPOINTS

F = TypeVar("F")


def request_in(form: AnswerForm, sheet: Sheet[F], *, directly: bool) -> Request:
    """How the sheet is asked for in this form."""
    match form:
        case AnswerForm.JSON:
            return ask_for_json(sheet)
        case AnswerForm.TOOL:
            return ask_for_call(sheet)
        case AnswerForm.SUFFIX:
            return ask_for_lines(sheet, directly=directly)
        case _:  # pragma: no cover
            assert_never(form)


def read_in(form: AnswerForm, sheet: Sheet[F], *, answer: Answer) -> Read[F] | Unreadable:
    """What an answer in this form says."""
    match form:
        case AnswerForm.JSON:
            return read_json_reply(answer, sheet)
        case AnswerForm.TOOL:
            return read_call(answer, sheet)
        case AnswerForm.SUFFIX:
            return read_last_lines(answer, sheet)
        case _:  # pragma: no cover
            assert_never(form)


__all__ = [
    "ADVOCATE",
    "CONCLUSION",
    "CRITIC",
    "OWN_PROMPT",
    "PASS_RULES",
    "REVISION",
    "SIDES",
    "VIEWPOINTS",
    "NotJudged",
    "PairFinding",
    "PassFinding",
    "Read",
    "Request",
    "ScoreFinding",
    "Sheet",
    "ShownStages",
    "StageFinding",
    "draw_view",
    "pair_sheet",
    "pass_sheet",
    "read_in",
    "request_in",
    "rules_for",
    "score_sheet",
    "scrub",
    "stage_sheet",
]
