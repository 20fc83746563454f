"""What an application says of its answer: what it cost, which tools it called, how it went on its way."""

import json
from collections.abc import Iterator, Mapping
from math import isfinite

from pydantic import JsonValue

from edison.domain import LoopTrace, Outcome, ToolCall, TraceStep, Usage

from .base import Reply
from .findings import read_call, read_written_call

NAMED = ("answer", "cost", "input_tokens", "output_tokens", "tools", "trace")
"""What may stand in a reply, by the keys of an arm and of a reply in our own form."""

_MOST_USD = 1_000_000
_NAMES = ("name", "tool")
_ARGUMENTS = ("arguments", "args", "input")
_RESULTS = ("result", "observation", "output")


def read_named(found: Mapping[str, JsonValue]) -> Reply:
    """The reply with everything that was found; what is not of its kind was not said."""
    answer = found["answer"]
    text = (
        answer
        if isinstance(answer, str)
        else ""
        if answer is None
        else json.dumps(answer, ensure_ascii=False)
    )
    calls = tuple(_calls(found["tools"]))
    steps = tuple(_steps(found["trace"]))
    return Reply(
        Outcome.STOP if text.strip() or calls else Outcome.EMPTY,
        text=text,
        tool_calls=calls or tuple(step.call for step in steps),
        usage=Usage(input_tokens=_count(found["input_tokens"]), output_tokens=_count(found["output_tokens"])),
        cost_microusd=_microusd(found["cost"]),
        trace=LoopTrace(steps=steps, turns=len(steps), completed=True) if steps else None,
    )


def _microusd(cost: JsonValue) -> int | None:
    if isinstance(cost, bool) or not isinstance(cost, int | float) or not isfinite(cost):
        return None
    return round(cost * 1_000_000) if 0 <= cost <= _MOST_USD else None


def _count(tokens: JsonValue) -> int | None:
    return tokens if isinstance(tokens, int) and not isinstance(tokens, bool) and tokens >= 0 else None


def _calls(tools: JsonValue) -> Iterator[ToolCall]:
    for number, written in enumerate(tools if isinstance(tools, list) else (), 1):
        call = _call(written, number=number)
        if call is not None:
            yield call


def _steps(trace: JsonValue) -> Iterator[TraceStep]:
    for number, written in enumerate(trace if isinstance(trace, list) else (), 1):
        call = _call(written, number=number)
        if call is None or not isinstance(written, dict):
            continue
        error = written.get("error")
        seen = _first(written, _RESULTS) if error is None else error
        yield TraceStep(
            turn=number,
            call=call,
            observation=seen if isinstance(seen, str) else json.dumps(seen, ensure_ascii=False),
            success=not error,
        )


def _call(written: JsonValue, *, number: int) -> ToolCall | None:
    """A tool by its bare name, or with its arguments, also as OpenAI's format writes it."""
    if isinstance(written, str) and written.strip():
        return ToolCall(id=f"call_{number}", name=written)
    if not isinstance(written, dict):
        return None
    inner = written.get("function")
    if isinstance(inner, dict):
        written = inner
    name, arguments = _first(written, _NAMES), _first(written, _ARGUMENTS)
    if not isinstance(name, str) or not name.strip():
        return None
    if isinstance(arguments, str):
        return read_written_call(f"call_{number}", name=name, written=arguments)
    return read_call(f"call_{number}", name=name, arguments=arguments)


def _first(written: Mapping[str, JsonValue], keys: tuple[str, ...]) -> JsonValue:
    return next((written[key] for key in keys if key in written), None)
