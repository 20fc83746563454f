"""tool: the same object, as the arguments of a tool that the judge has to call."""

from typing import cast

from edison.domain import Answer, Rubric, Tool, ToolChoice, ToolMode
from edison.text import JsonValue, Unreadable, read_tool_calls

from .findings import Findings, read_findings
from .form import Request, WrittenForm
from .json_form import read_object, schema_of

NAME = "submit_judgment"


def ask_for_call(rubric: Rubric) -> Request:
    """Ask for a call of the tool."""
    tool = Tool(name=NAME, description="Hand in the scores of one answer.", parameters=schema_of(rubric))
    return Request(
        words=f"Score the answer, and hand the scores in by calling {NAME} once.",
        tools=(tool,),
        tool_choice=ToolChoice(mode=ToolMode.NAMED, name=NAME),
    )


def read_call(answer: Answer, rubric: Rubric) -> Findings | Unreadable:
    """Read the first call, also one that was written as text; a reply without a call is read as an object."""
    call = next(iter(answer.tool_calls), None)
    if call is not None and call.unparsed is None:
        return read_findings(cast(dict[str, JsonValue], call.arguments), rubric=rubric)
    written = answer.text if call is None or call.unparsed is None else call.unparsed
    found = read_tool_calls(written, known=(NAME,)).calls
    if found:
        return read_findings(found[0].arguments, rubric=rubric)
    return read_object(written, rubric=rubric)


TOOL_FORM = WrittenForm(request=ask_for_call, read=read_call)
