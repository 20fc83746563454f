"""accepted_calls: each given call is made, with every argument among its accepted values."""

import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from pydantic import JsonValue

from edison.domain import Output, ToolCall

from .calls import calls_of, is_named, tell_calls
from .equals import same_json
from .expected_shapes import tell_value
from .kind import CheckMisfit, SeenOutput, Test, quote

_ABSENT = ""
_UNHEARD = re.compile(r"[ ,./\-_*^]")
"""What does not count when texts are compared."""

Accepted: TypeAlias = Mapping[str, Sequence[JsonValue]]
"""The values of each argument that are accepted."""


def makes_accepted_calls(value: JsonValue) -> Test:
    """As many calls as given, in any order; the text "" among accepted values lets an argument be absent."""
    wanted = read_accepted(value)

    def look(output: Output) -> SeenOutput:
        problem = _problem(wanted, calls_of(output))
        return SeenOutput(holds=problem is None, sentence=problem or "Its calls are accepted.")

    return look


def read_accepted(value: JsonValue) -> list[tuple[str, Accepted]]:
    """Calls with the accepted values of their arguments; raises `CheckMisfit`."""
    if not isinstance(value, list) or not value:
        raise CheckMisfit("must be a list of calls, such as [{add: {a: [1], b: [2]}}]")
    calls: list[tuple[str, Accepted]] = []
    for one in value:
        if not isinstance(one, dict) or len(one) != 1:
            raise CheckMisfit("must hold one name with its arguments in each call")
        ((name, arguments),) = one.items()
        if not isinstance(arguments, dict) or not all(isinstance(some, list) for some in arguments.values()):
            raise CheckMisfit("must give a list of accepted values for each argument")
        calls.append((name, {key: some for key, some in arguments.items() if isinstance(some, list)}))
    return calls


def _problem(wanted: list[tuple[str, Accepted]], calls: tuple[ToolCall, ...]) -> str | None:
    if len(calls) != len(wanted):
        return f"Expected {len(wanted)} tool calls; there are {len(calls)}."
    problems = [[problem_of(call, name, accepted) for call in calls] for name, accepted in wanted]
    matched: dict[int, int] = {}
    for place, (name, _) in enumerate(wanted):
        if not match_calls(place, problems, matched, tried=set()):
            open_calls = [number for number in range(len(calls)) if number not in matched]
            named = (problems[place][number] for number in open_calls if is_named(calls[number], name))
            told = next(filter(None, named), None)
            return told or f"Expected a call of {quote(name)}; it {tell_calls(calls)}."
    return None


def match_calls(
    place: int, problems: list[list[str | None]], matched: dict[int, int], *, tried: set[int]
) -> bool:
    """Find a call for a wanted one, moving others to calls that fit them as well (Kuhn, 1955)."""
    for number, problem in enumerate(problems[place]):
        if problem is not None or number in tried:
            continue
        tried.add(number)
        if number not in matched or match_calls(matched[number], problems, matched, tried=tried):
            matched[number] = place
            return True
    return False


def problem_of(call: ToolCall, name: str, accepted: Accepted) -> str | None:
    """Why a call is not the wanted one; None where it is."""
    if not is_named(call, name):
        return f"It calls {quote(call.name)}, not {quote(name)}."
    if call.unparsed is not None:
        return f"It calls {quote(call.name)} with what is no JSON object."
    for key, values in accepted.items():
        if key not in call.arguments:
            if _ABSENT in values:
                continue
            return f"There is no {quote(key)}."
        if not any(_accepts(call.arguments[key], one) for one in values):
            return f"{quote(key)} is {tell_value(call.arguments[key])}, which is none of {tell_value(list(values))}."
    more = next((key for key in call.arguments if key not in accepted), None)
    return None if more is None else f"There is also {quote(more)}."


def _accepts(found: JsonValue, wanted: JsonValue) -> bool:
    """Texts without marks and capitals, lists item by item; a mapping's values are lists of accepted ones again."""
    if isinstance(found, str) and isinstance(wanted, str):
        return _plain(found) == _plain(wanted)
    if isinstance(found, list) and isinstance(wanted, list):
        return len(found) == len(wanted) and all(map(_accepts, found, wanted))
    if isinstance(found, dict) and isinstance(wanted, dict):
        return _accepts_mapping(found, wanted)
    return same_json(found, wanted)


def _accepts_mapping(found: dict[str, JsonValue], wanted: dict[str, JsonValue]) -> bool:
    if any(key not in wanted for key in found):
        return False
    for key, values in wanted.items():
        accepted = values if isinstance(values, list) else [values]
        if key not in found:
            if _ABSENT not in accepted:
                return False
        elif not any(_accepts(found[key], one) for one in accepted):
            return False
    return True


def _plain(text: str) -> str:
    return _UNHEARD.sub("", text).lower().replace("'", '"')
