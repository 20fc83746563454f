"""tool_count, tool_sequence, tool_f1, tool_schema: how tools are called, how often and in which order."""

import json
import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

from pydantic import JsonValue

from edison.domain import Output, ToolCall

from .calls import calls_of, is_named, tell_calls
from .kind import CheckMisfit, SeenOutput, Test, beside_limit, quote, read_fields, words_of
from .regex import compile_pattern, is_found
from .schemas import compile_schema

_Meant: TypeAlias = Callable[[ToolCall], bool]


def calls_so_often(value: JsonValue) -> Test:
    """Tools of that `name` (`*` and `?` stand for any characters) are called `min` to `max` times."""
    fields = read_fields(value, known=("name", "min", "max"), needed=())
    low, high = _count(fields, "min"), _count(fields, "max")
    if low is None and high is None:
        raise CheckMisfit("must give min, max or both")
    is_meant = _by_name(fields.get("name") or "*", field="value.name")
    limits = " and ".join(
        f"at {side} {bound}" for side, bound in (("least", low), ("most", high)) if bound is not None
    )

    def look(output: Output) -> SeenOutput:
        times = sum(map(is_meant, calls_of(output)))
        holds = (low is None or times >= low) and (high is None or times <= high)
        return SeenOutput(holds, f"It is called {times} times; the limit is {limits}.", measured=float(times))

    return look


def calls_in_sequence(value: JsonValue) -> Test:
    """The `steps` are called in that order, whatever is called between; with `exact: true`, nothing else is called."""
    fields = read_fields(value, known=("steps", "exact"), needed=("steps",))
    steps = fields["steps"]
    if not isinstance(steps, list) or not steps:
        raise CheckMisfit("must be a list of the names of tools", field="value.steps")
    wanted = [(str(step), _by_name(step, field="value.steps")) for step in steps]
    is_exact = fields.get("exact") is True

    def look(output: Output) -> SeenOutput:
        calls = calls_of(output)
        if is_exact and len(calls) != len(wanted):
            return SeenOutput(
                False, f"It makes {len(calls)} calls, not {len(wanted)}; it {tell_calls(calls)}."
            )
        left = iter(calls)
        missing = next((name for name, is_meant in wanted if not any(map(is_meant, left))), None)
        if missing is None:
            return SeenOutput(True, f"It {tell_calls(calls)} in that order.")
        return SeenOutput(False, f"It does not call {quote(missing)} in its turn; it {tell_calls(calls)}.")

    return look


def calls_the_right_tools(value: JsonValue) -> Test:
    """The harmonic mean of how many of the called tools are among the `names`, and of the names among the called."""
    fields = read_fields(value, known=("names", "at_least"), needed=("names", "at_least"))
    names, least = fields["names"], fields["at_least"]
    if not isinstance(names, list) or not names:
        raise CheckMisfit("must be a list of the names of tools", field="value.names")
    if isinstance(least, bool) or not isinstance(least, int | float) or not 0 <= least <= 1:
        raise CheckMisfit("must be a number from 0 to 1", field="value.at_least")
    wanted = {words_of(name, field="value.names").strip() for name in names}

    def look(output: Output) -> SeenOutput:
        called = {call.name for call in calls_of(output)}
        score = 2 * len(called & wanted) / (len(called) + len(wanted))
        sentence = f"The F1 of the tools it calls is {beside_limit(score, least)}."
        return SeenOutput(score >= least, sentence, measured=score)

    return look


def fits_tool_schemas(value: JsonValue) -> Test:
    """Tools are called, each of them one of these, with arguments that its schema allows."""
    if not isinstance(value, dict):
        raise CheckMisfit("must be a mapping of the names of tools to the schemas of their arguments")
    complain = {name: compile_schema(json.dumps(schema)) for name, schema in value.items()}

    def look(output: Output) -> SeenOutput:
        calls = calls_of(output)
        if not calls:
            return SeenOutput(False, "It calls no tool.")
        for call in calls:
            fitting = next((test for name, test in complain.items() if is_named(call, name)), None)
            if fitting is None:
                return SeenOutput(False, f"It calls {quote(call.name)}, which is not offered.")
            seen = fitting(None if call.unparsed is not None else call.arguments)
            if not seen.holds:
                return seen._replace(sentence=f"It calls {quote(call.name)}. {seen.sentence}")
        return SeenOutput(True, f"It {tell_calls(calls)} with arguments that fit.")

    return look


def _count(fields: Mapping[str, JsonValue], key: str) -> int | None:
    bound = fields.get(key)
    if bound is None:
        return None
    if isinstance(bound, bool) or not isinstance(bound, int) or bound < 0:
        raise CheckMisfit("must be a whole number from 0 on", field=f"value.{key}")
    return bound


def _by_name(value: JsonValue, *, field: str) -> _Meant:
    name = words_of(value, field=field).strip()
    if not set("*?") & set(name):
        return lambda call: is_named(call, name)
    inner = re.escape(name).replace(r"\*", ".*").replace(r"\?", ".")
    pattern = compile_pattern(f"(?is)^{inner}$")
    return lambda call: is_found(pattern, call.name) is True
