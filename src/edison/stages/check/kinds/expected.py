"""expected: the block of a battery's case, every key of which is tested; the first that fails is the reason."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from pydantic import JsonValue

from edison.domain import EXPECTED_CALLS, EXPECTED_KEYS, Output, ToolCall

from .calls import calls_of, tell_calls
from .expected_calls import CallKeys, read_call_keys
from .expected_params import MODES
from .json_valid import Unclear, read_whole
from .kind import CheckMisfit, SeenOutput, Test, quote

_USUAL_MODE = "exact"
_TYPES = ("text", "tool_call", "json")
_Block: TypeAlias = Mapping[str, JsonValue]
_Calls: TypeAlias = tuple[ToolCall, ...]
_Step: TypeAlias = Callable[[Output, _Calls], str | None]
"""Says what is wrong, if anything is."""


def is_as_expected(value: JsonValue) -> Test:
    """Every key of the block holds. Keys that are not known are left to whoever reads the file."""
    block = _read_block(value)
    steps = _steps(block, mode=_read_mode(block))
    if not steps:
        raise CheckMisfit("tests nothing: say what is expected, not only how it is compared")

    def look(output: Output) -> SeenOutput:
        calls = calls_of(output)
        wrong = next((problem for step in steps if (problem := step(output, calls)) is not None), None)
        return SeenOutput(holds=wrong is None, sentence=wrong or "It is as expected.")

    return look


def _read_block(value: JsonValue) -> _Block:
    if not isinstance(value, dict) or not any(key in EXPECTED_KEYS for key in value):
        raise CheckMisfit(f"must be a mapping of {', '.join(EXPECTED_KEYS)}")
    return {key: wanted for key, wanted in value.items() if key in EXPECTED_KEYS and wanted is not None}


def _read_mode(block: _Block) -> str:
    mode = block.get("match_mode", _USUAL_MODE)
    if mode not in MODES:
        raise CheckMisfit(f"is not known; there are {', '.join(MODES)}", field="value.match_mode")
    return str(mode)


def _steps(block: _Block, *, mode: str) -> "list[_Step]":
    steps: list[_Step] = []
    calls_none = block.get("no_tool_call")
    if not isinstance(calls_none, bool | None):
        raise CheckMisfit("must be true or false", field="value.no_tool_call")
    if mode == "text_only" or calls_none is True:
        steps.append(_calls_nothing)
    if calls_none is False:
        steps.append(_calls_something)
    if "response_type" in block:
        steps.append(_of_type(block["response_type"]))
    if any(key in block for key in EXPECTED_CALLS):
        steps.append(_of_calls(read_call_keys(block, mode=mode)))
    if "tool_calls_count" in block:
        steps.append(_counted(block["tool_calls_count"]))
    if "tool_calls" in block:
        steps.append(_listed(block["tool_calls"], mode=mode))
    if "response_contains" in block:
        steps.append(_containing(block["response_contains"]))
    return steps


def _calls_nothing(_: Output, calls: _Calls) -> str | None:
    return f"Expected no tool call; it {tell_calls(calls)}." if calls else None


def _calls_something(_: Output, calls: _Calls) -> str | None:
    return None if calls else "Expected a tool call; it calls no tool."


def _of_type(value: JsonValue) -> _Step:
    if value not in _TYPES:
        raise CheckMisfit(f"must be one of {', '.join(_TYPES)}", field="value.response_type")

    def look(output: Output, calls: _Calls) -> str | None:
        if value == "tool_call":
            return _calls_something(output, calls)
        if value == "json":
            read = read_whole(output.text)
            return read.seen.sentence if isinstance(read, Unclear) else None
        return _calls_nothing(output, calls) or (
            None if output.text.strip() else "Expected a text; it is empty."
        )

    return look


def _of_calls(keys: CallKeys) -> _Step:
    return lambda _, calls: keys.problem_with(calls)


def _counted(value: JsonValue) -> _Step:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise CheckMisfit("must be a whole number", field="value.tool_calls_count")
    return lambda _, calls: (
        None if len(calls) == value else f"Expected {value} tool calls; there are {len(calls)}."
    )


def _listed(value: JsonValue, *, mode: str) -> _Step:
    if not isinstance(value, list) or not value or not all(map(_says_a_call, value)):
        raise CheckMisfit(
            "must be a list of blocks with tool_name, params or the like; for no call at all, no_tool_call: true",
            field="value.tool_calls",
        )
    in_any_order = mode == "parallel"
    wanted = [
        read_call_keys(one, mode=_read_mode({"match_mode": _USUAL_MODE if in_any_order else mode, **one}))
        for one in value
        if isinstance(one, dict)
    ]
    return lambda _, calls: _pair_up(wanted, calls, in_any_order=in_any_order)


def _says_a_call(block: JsonValue) -> bool:
    return isinstance(block, dict) and any(block.get(key) is not None for key in EXPECTED_CALLS)


def _pair_up(wanted: list[CallKeys], calls: _Calls, *, in_any_order: bool) -> str | None:
    """What of the wanted calls is not made; each call counts for one of them."""
    if not in_any_order:
        for number, keys in enumerate(wanted):
            problem = keys.problem_with(calls[number : number + 1])
            if problem is not None:
                return f"Call {number + 1}: {problem}"
        return None
    taken: dict[int, int] = {}
    for number in range(len(wanted)):
        if not _place(number, wanted, calls, taken=taken, tried=set()):
            return f"Call {number + 1} of the expected ones is not made; it {tell_calls(calls)}."
    return None


def _place(
    number: int, wanted: list[CallKeys], calls: _Calls, *, taken: dict[int, int], tried: set[int]
) -> bool:
    """Find a call for a wanted one, moving others where that helps (augmenting paths, Kuhn 1955)."""
    for place, call in enumerate(calls):
        if place in tried or wanted[number].problem_with((call,)) is not None:
            continue
        tried.add(place)
        if place not in taken or _place(taken[place], wanted, calls, taken=taken, tried=tried):
            taken[place] = number
            return True
    return False


def _containing(value: JsonValue) -> _Step:
    texts = value if isinstance(value, list) else [value]
    if not texts or not all(isinstance(one, str | int | float) and str(one).strip() for one in texts):
        raise CheckMisfit("must be a text, or a list of texts", field="value.response_contains")

    def look(output: Output, _: _Calls) -> str | None:
        said = output.text.casefold()
        missing = next((str(one) for one in texts if str(one).casefold() not in said), None)
        return None if missing is None else f"It does not contain {quote(missing)}."

    return look
