"""trajectory: how a loop of tool calls came to its end, whatever its end was."""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import TypeAlias

from pydantic import JsonValue

from edison.domain import LoopTrace, Output

from .calls import is_named
from .expected_calls import CallKeys, read_call_keys
from .kind import CheckMisfit, SeenOutput, Test, quote, read_fields

_KNOWN = ("order", "calls", "forbidden", "max_steps", "max_per_turn", "max_invalid")
_Test: TypeAlias = Callable[[LoopTrace], str | None]
"""Says what is wrong, if anything is."""


def keeps_trajectory(value: JsonValue) -> Test:
    """Tools are called in an `order`, with the arguments under `calls`, none that is `forbidden`, and not too often."""
    fields = read_fields(value, known=_KNOWN, needed=())
    tests = [_READERS[key](fields[key]) for key in _KNOWN if fields.get(key) is not None]
    if not tests:
        raise CheckMisfit(f"must give one of {', '.join(_KNOWN)}")

    def look(output: Output) -> SeenOutput:
        if output.trace is None:
            return SeenOutput(holds=False, sentence="It was no loop.", absent=True)
        trace = output.trace
        wrong = next((problem for test in tests if (problem := test(trace)) is not None), None)
        return SeenOutput(holds=wrong is None, sentence=wrong or "Its trajectory is the given one.")

    return look


def _in_order(value: JsonValue) -> _Test:
    names = _names(value, "order")

    def look(trace: LoopTrace) -> str | None:
        left = iter(trace.steps)
        missing = next((name for name in names if not any(is_named(step.call, name) for step in left)), None)
        return None if missing is None else f"{quote(missing)} is not called in its turn; {_told(trace)}."

    return look


def _with_calls(value: JsonValue) -> _Test:
    blocks = value if isinstance(value, list) else [value]
    wanted: list[CallKeys] = []
    for block in blocks:
        if not isinstance(block, dict):
            raise CheckMisfit("must be a list of blocks such as {tool_name, params}", field="value.calls")
        wanted.append(read_call_keys(block, mode="subset"))

    def look(trace: LoopTrace) -> str | None:
        calls = [step.call for step in trace.steps]
        return next((told for keys in wanted if (told := keys.problem_with(calls)) is not None), None)

    return look


def _without(value: JsonValue) -> _Test:
    names = _names(value, "forbidden")

    def look(trace: LoopTrace) -> str | None:
        found = next((step for step in trace.steps if any(is_named(step.call, name) for name in names)), None)
        return (
            None if found is None else f"Turn {found.turn} calls {quote(found.call.name)}, which it must not."
        )

    return look


def _at_most(field: str, count: Callable[[LoopTrace], int], what: str) -> Callable[[JsonValue], _Test]:
    def read(value: JsonValue) -> _Test:
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise CheckMisfit("must be a whole number", field=f"value.{field}")
        return lambda trace: (
            None
            if count(trace) <= value
            else f"There are {count(trace)} {what}, at most {value} are allowed."
        )

    return read


def _most_in_a_turn(trace: LoopTrace) -> int:
    return max((len(list(group)) for _, group in groupby(step.turn for step in trace.steps)), default=0)


_READERS: dict[str, Callable[[JsonValue], _Test]] = {
    "order": _in_order,
    "calls": _with_calls,
    "forbidden": _without,
    "max_steps": _at_most("max_steps", lambda trace: len(trace.steps), "calls"),
    "max_per_turn": _at_most("max_per_turn", _most_in_a_turn, "calls in one turn"),
    "max_invalid": _at_most("max_invalid", lambda trace: trace.invalid, "calls that failed"),
}


def _names(value: JsonValue, field: str) -> Sequence[str]:
    names = value if isinstance(value, list) else [value]
    if not names or not all(isinstance(name, str) and name.strip() for name in names):
        raise CheckMisfit("must be the names of tools", field=f"value.{field}")
    return [str(name) for name in names]


def _told(trace: LoopTrace) -> str:
    called = ", ".join(step.call.name for step in trace.steps)
    return f"called are {quote(called)}" if called else "nothing is called"
