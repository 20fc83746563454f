"""tool_arguments: a tool is called with given arguments."""

import json
from collections.abc import Callable
from typing import TypeAlias

from pydantic import JsonValue

from edison.domain import Output, ToolCall
from edison.text import excerpt_of

from .calls import calls_of, is_named, tell_calls
from .equals import same_json
from .kind import CheckMisfit, SeenOutput, Test, quote, read_fields
from .schemas import compile_schema
from .tool_called import read_name

_WAYS = ("exact", "subset", "schema")
_Arguments: TypeAlias = dict[str, JsonValue]
_Compare: TypeAlias = Callable[[_Arguments], SeenOutput]


def has_arguments(value: JsonValue) -> Test:
    """Some call, of the tool that is named or of any, has `exact` these arguments, a `subset`, or fits a `schema`."""
    fields = read_fields(value, known=("tool", *_WAYS), needed=())
    tool = None if fields.get("tool") is None else read_name(fields["tool"], field="value.tool")
    compare = _read_way({way: fields[way] for way in _WAYS if way in fields})

    def look(output: Output) -> SeenOutput:
        calls = calls_of(output)
        meant = [call for call in calls if tool is None or is_named(call, tool)]
        if not meant:
            return SeenOutput(
                holds=False, sentence=f"It does not call {_name(tool)}; it {tell_calls(calls)}."
            )
        return _best([_look_at(call, compare=compare) for call in meant])

    return look


def _read_way(given: dict[str, JsonValue]) -> _Compare:
    if len(given) != 1:
        raise CheckMisfit(f"must give one of {', '.join(_WAYS)}")
    ((way, wanted),) = given.items()
    if not isinstance(wanted, dict):
        raise CheckMisfit("must be a mapping", field=f"value.{way}")
    if way == "schema":
        return _by_schema(wanted)
    return lambda arguments: _compared(arguments, wanted=wanted, is_whole=way == "exact")


def _by_schema(schema: _Arguments) -> _Compare:
    try:
        return compile_schema(json.dumps(schema))
    except CheckMisfit as misfit:
        field = misfit.field.removeprefix("value")
        raise CheckMisfit(misfit.problem, field=f"value.schema{field}") from misfit


def _look_at(call: ToolCall, *, compare: _Compare) -> SeenOutput:
    if call.unparsed is not None:
        return SeenOutput(holds=False, sentence=f"It calls {quote(call.name)} with what is no JSON object.")
    seen = compare(call.arguments)
    return seen._replace(sentence=f"It calls {quote(call.name)}. {seen.sentence}")


def _best(seen: list[SeenOutput]) -> SeenOutput:
    """A call that fits, else one of which it could not be told, else the first."""
    fitting = next((one for one in seen if one.holds), None)
    return fitting or next((one for one in seen if one.holds is None), seen[0])


def _compared(arguments: _Arguments, *, wanted: _Arguments, is_whole: bool) -> SeenOutput:
    difference = _difference(arguments, wanted, is_whole=is_whole)
    if difference is None:
        return SeenOutput(holds=True, sentence="Its arguments are the given ones.")
    return SeenOutput(holds=False, sentence=f"Its arguments are not the given ones: {difference}.")


def _difference(found: _Arguments, wanted: _Arguments, *, is_whole: bool, path: str = "") -> str | None:
    """The first thing that is not as wanted, if any; only a whole may hold nothing else."""
    for key, value in wanted.items():
        at = f"{path}{key}"
        if key not in found:
            return f"there is no {quote(at)}"
        inner = found[key]
        if isinstance(value, dict) and isinstance(inner, dict):
            difference = _difference(inner, value, is_whole=is_whole, path=f"{at}.")
            if difference is not None:
                return difference
        elif not same_json(inner, value):
            return f"{quote(at)} is {_tell(inner)}, not {_tell(value)}"
    more = [key for key in found if key not in wanted]
    return f"there is also {quote(f'{path}{more[0]}')}" if is_whole and more else None


def _tell(value: JsonValue) -> str:
    return quote(value) if isinstance(value, str) else excerpt_of(json.dumps(value))


def _name(tool: str | None) -> str:
    return "any tool" if tool is None else quote(tool)
