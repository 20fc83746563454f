"""tool: the same object, as the arguments of a tool that the judge has to call."""

from functools import lru_cache
from typing import TypeVar, cast

from edison.domain import Answer, Reading, Tool, ToolChoice, ToolMode
from edison.text import Unreadable, read_tool_calls

from .form import Read, Request, Sheet, Written
from .json_form import cut_short, read_text_object

F = TypeVar("F")


@lru_cache(maxsize=64)
def ask_for_call(sheet: Sheet[F]) -> Request:
    """Ask for a call of the tool."""
    name = tool_name(sheet)
    tool = Tool(name=name, description=f"{sheet.task}.", parameters=sheet.schema)
    return Request(
        words=f"{sheet.task}, and hand that in by calling {name} once.",
        tools=(tool,),
        tool_choice=ToolChoice(mode=ToolMode.NAMED, name=name),
    )


def read_call(answer: Answer, sheet: Sheet[F]) -> Read[F] | Unreadable:
    """Read the first call, also one that was written as text; a reply without a call is read as an object."""
    call = next(iter(answer.tool_calls), None)
    if call is not None and call.unparsed is None:
        return _read(cast(Written, call.arguments), sheet=sheet, reading=Reading.STRICT)
    written = answer.text if call is None or call.unparsed is None else call.unparsed
    found = read_tool_calls(written, known=(tool_name(sheet),)).calls
    if not found:
        return read_text_object(written, sheet=sheet)
    if found[0].raw.count("{") > found[0].raw.count("}"):
        return cut_short()
    reading = Reading.MENDED if found[0].salvaged else Reading.TOLERANT
    return _read(found[0].arguments, sheet=sheet, reading=reading)


def tool_name(sheet: Sheet[F]) -> str:
    """What the tool is called."""
    return f"submit_{sheet.name}"


def _read(written: Written, *, sheet: Sheet[F], reading: Reading) -> Read[F] | Unreadable:
    finding = sheet.read_object(written)
    return finding if isinstance(finding, Unreadable) else Read(finding, reading)
