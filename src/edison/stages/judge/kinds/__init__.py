"""The ways in which a judge may write down its findings, by the name of the setting; one file each."""

from edison.domain import AnswerForm

from .findings import Findings
from .form import Request, WrittenForm
from .json_form import JSON_FORM
from .suffix_form import SUFFIX_FORM
from .tool_form import TOOL_FORM

FORMS: dict[AnswerForm, WrittenForm] = {
    AnswerForm.JSON: JSON_FORM,
    AnswerForm.TOOL: TOOL_FORM,
    AnswerForm.SUFFIX: SUFFIX_FORM,
}

__all__ = ["FORMS", "Findings", "Request", "WrittenForm"]
