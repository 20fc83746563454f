"""Conversations of the Berkeley leaderboard: functions by class, turns of the user, and the calls of each."""

from collections.abc import Callable, Iterator, Mapping

from pydantic import JsonValue

from edison.text import read_py_calls

MOST_STEPS = 20
"""How often the leaderboard asks a model in one turn at most."""
DONE = '{"status": "done"}'
"""What every function returns, unless the file says otherwise."""
MORE_FUNCTIONS = "Further functions can be called from now on. Try once more to do what was asked."
_DOCS = {
    "GorillaFileSystem": "gorilla_file_system",
    "MathAPI": "math_api",
    "MessageAPI": "message_api",
    "TwitterAPI": "posting_api",
    "TicketAPI": "ticket_api",
    "TradingBot": "trading_bot",
    "TravelAPI": "travel_booking",
    "VehicleControlAPI": "vehicle_control",
}
"""In which file of `multi_turn_func_doc/` the functions of a class are described."""

ReadDocs = Callable[[str], list[dict[str, JsonValue]]]
"""The functions that a file describes, by its path; none where there is no such file."""


def functions_of(written: Mapping[str, JsonValue], read: ReadDocs) -> list[JsonValue]:
    """Everything that can be called: what the case holds itself, then the functions of its classes."""
    own = written.get("function")
    functions: list[JsonValue] = list(own) if isinstance(own, list) else [] if own is None else [own]
    left_out = set(_names(written.get("excluded_function")))
    for name in _names(written.get("involved_classes")):
        found = read(f"multi_turn_func_doc/{_DOCS.get(name, name)}.json")
        functions += [one for one in found if one.get("name") not in left_out]
    return functions


def held_back(written: Mapping[str, JsonValue]) -> dict[int, list[str]]:
    """Functions that are offered only from a turn on, by its number from 0."""
    missed = written.get("missed_function")
    if not isinstance(missed, dict):
        return {}
    return {int(turn): list(_names(names)) for turn, names in missed.items() if turn.isdecimal()}


def accepted_turns(truth: JsonValue, schemas: Mapping[str, JsonValue]) -> list[JsonValue] | None:
    """The accepted calls of each turn; None where one of them cannot be read."""
    if not isinstance(truth, list) or not truth:
        return None
    turns: list[JsonValue] = []
    for turn in truth:
        calls = [_accepted(one, schemas) for one in turn] if isinstance(turn, list) else None
        if calls is None or None in calls:
            return None
        turns.append(calls)
    return turns


def _accepted(call: JsonValue, schemas: Mapping[str, JsonValue]) -> JsonValue:
    """A call with lists of accepted values, from one such or from a call as Python writes it."""
    if isinstance(call, dict):
        return call
    read = read_py_calls(call, start=0) if isinstance(call, str) else None
    if read is None or len(read.calls) != 1 or str(call)[read.end :].strip():
        return None
    [made] = read.calls
    properties = _properties(schemas.get(made.name))
    named = dict(zip(properties, made.positional, strict=False)) | made.arguments
    if len(named) < len(made.positional) + len(made.arguments):
        return None
    accepted: dict[str, JsonValue] = {key: [value] for key, value in named.items()}
    for key, schema in properties.items():
        if key not in accepted and isinstance(schema, dict) and "default" in schema:
            # Whoever says what goes without saying says the same.
            accepted[key] = ["", schema["default"]]
    return {made.name: accepted}


def _properties(schema: JsonValue) -> dict[str, JsonValue]:
    found = schema.get("properties") if isinstance(schema, dict) else None
    return found if isinstance(found, dict) else {}


def _names(value: JsonValue) -> Iterator[str]:
    """Texts, or the names of what is described."""
    for one in value if isinstance(value, list) else ():
        name = one.get("name") if isinstance(one, dict) else one
        if isinstance(name, str):
            yield name
