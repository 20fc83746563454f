"""What loops of tool calls may ask beyond their first question, and what that may cost."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from edison.domain import Ask, CaseTask, Message, SuiteCase, Tool
from edison.text import sent_names

from ..runs.plan import Questions

_LEAST_OBSERVED = 100
"""What a tool is taken to return at least, in characters."""


def with_loops(questions: Iterable[Questions], cases: Sequence[SuiteCase]) -> Iterator[Questions]:
    """The same questions; those of loops stand by themselves, since each may ask as often as it is allowed to."""
    loops: dict[int, list[CaseTask]] = {}
    for case in cases:
        if case.task is not None and case.task.loop is not None:
            loops.setdefault(case.task.most_calls, []).append(case.task)
    looping = sum(map(len, loops.values()))
    for asked in questions:
        if not loops or not asked.are_answers:
            yield asked
            continue
        each = asked.units // len(cases)
        if looping < len(cases):
            yield replace(asked, units=asked.units - each * looping)
        for most, tasks in loops.items():
            longest = max(tasks, key=lambda task: len(task.model_dump_json()))
            about = partial(_first_and_last, asked.asks[0], longest)
            yield replace(
                asked, units=each * len(tasks), asks=about(0)[:1], about_answers=about, most_calls_each=most
            )


def _first_and_last(template: Ask, task: CaseTask, chars: int) -> list[Ask]:
    """The first question of a loop and its last, whose mean is that of all: each step adds as much as the others."""
    assert task.loop is not None, "only loops are asked so"
    whole = task.in_turn(len(task.later) + 1)
    names = sent_names(tool.name for tool in whole.tools)
    tools = tuple(
        Tool(name=names[tool.name], description=tool.description, parameters=tool.parameters)
        for tool in whole.tools
    )
    texts = (len(text) for table in task.loop.mocks.values() for text in table.values())
    observed = Message.user("x" * max(texts, default=_LEAST_OBSERVED))
    step = (Message.assistant("x" * max(chars, 1)), observed)
    said = (*task.messages, *(message for turn in task.later for message in turn.messages))
    return [
        template.model_copy(update={"messages": messages, "tools": tools, "tool_choice": None})
        for messages in (task.messages, (*said, *step * (task.most_calls - 1)))
    ]
