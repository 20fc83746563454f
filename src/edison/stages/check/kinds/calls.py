"""The calls of tools in an answer, as the provider reported them or as the model wrote them into its text."""

from edison.domain import Output, ToolCall
from edison.text import read_tool_calls, sent_name

from .kind import quote


def calls_of(output: Output) -> tuple[ToolCall, ...]:
    """All calls, those of a loop included; what is written in the text counts where the provider reported none."""
    if output.trace is not None:
        return (*(step.call for step in output.trace.steps), *output.tool_calls)
    if output.tool_calls:
        return output.tool_calls
    return tuple(
        ToolCall(id=f"text_{number}", name=call.name, unparsed=call.raw)
        if call.salvaged
        else ToolCall(id=f"text_{number}", name=call.name, arguments=call.arguments)
        for number, call in enumerate(read_tool_calls(output.text).calls, start=1)
    )


def is_named(call: ToolCall, name: str) -> bool:
    """Whether it is a call of this tool.

    A namespace in front, as in `functions.look_up`, does not count, and neither does how a name had to be sent.
    """
    return name in (call.name, call.name.rpartition(".")[2]) or sent_name(name) == call.name


def tell_calls(calls: tuple[ToolCall, ...]) -> str:
    """What is called, as the end of a sentence."""
    names = dict.fromkeys(call.name for call in calls)
    return f"calls {quote(', '.join(names))}" if names else "calls no tool"
