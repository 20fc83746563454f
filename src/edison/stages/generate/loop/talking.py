"""What is said in a loop: the conversation so far, rebuilt from its trace, and the calls in an answer."""

import json
from collections.abc import Iterator, Sequence
from itertools import groupby

from edison.domain import Answer, CaseTask, Message, ToolCall, TraceStep
from edison.text import read_tool_calls, sent_names

DONE = "DONE"
"""A tool of this name ends a loop; its `response` is the answer."""


def response_of(done: ToolCall, *, beside: str) -> str:
    """What DONE says is the answer, as JSON where it is no text; the text beside it where it says nothing readable."""
    response = None if done.unparsed is not None else done.arguments.get("response")
    if response is None:
        return beside
    return response if isinstance(response, str) else json.dumps(response, ensure_ascii=False)


def said_so_far(task: CaseTask, steps: Sequence[TraceStep], answers: Sequence[str] = ()) -> Iterator[Message]:
    """What the case begins with, then what was called and came back; then each answer, and what the user said to it."""
    yield from task.messages
    yield from _called([step for step in steps if step.spoken == 1])
    for number, (answer, turn) in enumerate(zip(answers, task.later, strict=False), 2):
        if answer.strip():
            yield Message.assistant(answer)
        yield from turn.messages
        yield from _called([step for step in steps if step.spoken == number])


def _called(steps: Sequence[TraceStep]) -> Iterator[Message]:
    """Turn by turn what was called, side by side, and what came back."""
    for _, group in groupby(steps, key=lambda step: step.turn):
        turn = list(group)
        # What could not be read is not sent again as it was: providers take nothing but an object.
        calls = [step.call.model_copy(update={"unparsed": None}) for step in turn]
        yield Message.assistant(turn[0].thought, *calls)
        for step in turn:
            yield Message.tool(step.observation, call_id=step.call.id)


def calls_in(answer: Answer, task: CaseTask, *, counted: int) -> tuple[tuple[ToolCall, ...], str]:
    """The calls in an answer, however they are written, under their own names, and the text beside them."""
    sent = sent_names(tool.name for tool in task.tools)
    own = {name: tool for tool, name in sent.items()}
    calls, text = answer.tool_calls, answer.text
    if not calls:
        read = read_tool_calls(text, known={*sent, *own, DONE})
        text = read.rest if read.calls else text
        calls = tuple(
            ToolCall(id="", name=one.name, unparsed=one.raw)
            if one.salvaged
            else ToolCall(id="", name=one.name, arguments=one.arguments)
            for one in read.calls
        )
    return tuple(
        call.model_copy(update={"id": f"call_{number}", "name": own.get(call.name, call.name)})
        for number, call in enumerate(calls, counted + 1)
    ), text
