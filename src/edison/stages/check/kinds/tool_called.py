"""tool_called, tool_not_called: the answer calls a tool, or leaves it alone."""

from collections.abc import Sequence

from pydantic import JsonValue

from edison.domain import Output

from .calls import calls_of, is_named, tell_calls
from .kind import CheckMisfit, SeenOutput, Test, quote


def calls_tool(value: JsonValue) -> Test:
    """Each of the named tools is called; without a name, any."""
    wanted = _read_names(value)

    def look(output: Output) -> SeenOutput:
        calls = calls_of(output)
        missing = [name for name in wanted if not any(is_named(call, name) for call in calls)]
        if missing:
            return SeenOutput(
                holds=False, sentence=f"It does not call {_list(missing)}; it {tell_calls(calls)}."
            )
        return SeenOutput(holds=bool(calls), sentence=f"It {tell_calls(calls)}.")

    return look


def leaves_tool_alone(value: JsonValue) -> Test:
    """None of the named tools is called; without a name, none at all."""
    forbidden = _read_names(value)

    def look(output: Output) -> SeenOutput:
        calls = calls_of(output)
        found = [name for name in forbidden if any(is_named(call, name) for call in calls)]
        if found or not forbidden:
            return SeenOutput(holds=not calls, sentence=f"It {tell_calls(calls)}.")
        return SeenOutput(
            holds=True, sentence=f"It does not call {_list(forbidden)}; it {tell_calls(calls)}."
        )

    return look


def _read_names(value: JsonValue) -> tuple[str, ...]:
    if value is None or value is True:
        return ()
    names = value if isinstance(value, list) else [value]
    if not names:
        raise CheckMisfit("is an empty list; name a tool, or leave the value out for any tool")
    return tuple(read_name(name) for name in names)


def read_name(value: JsonValue, *, field: str = "value") -> str:
    """The name of a tool."""
    if not isinstance(value, str) or not value.strip():
        raise CheckMisfit("must be the name of a tool", field=field)
    return value.strip()


def _list(names: Sequence[str]) -> str:
    return quote(", ".join(names))
