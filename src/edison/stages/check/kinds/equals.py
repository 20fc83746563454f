"""equals: the answer is exactly this."""

from typing import cast

from pydantic import JsonValue

from edison.domain import Output

from .json_valid import Unclear, read_whole
from .kind import CheckMisfit, SeenOutput, Test, quote


def equals(value: JsonValue) -> Test:
    """The answer is this text, white space around either aside; what is no text is compared as JSON."""
    if value is None:
        raise CheckMisfit("is missing; write what the answer must be")
    if isinstance(value, str):
        return _equals_text(value.strip())
    return _equals_json(value)


def _equals_text(wanted: str) -> Test:
    def look(output: Output) -> SeenOutput:
        return _compared(output.text.strip() == wanted, wanted=wanted)

    return look


def _equals_json(wanted: JsonValue) -> Test:
    def look(output: Output) -> SeenOutput:
        read = read_whole(output.text)
        if isinstance(read, Unclear):
            return read.seen
        return _compared(same_json(cast(JsonValue, read.value), wanted), wanted=str(wanted))

    return look


def same_json(one: JsonValue, other: JsonValue) -> bool:
    """Whether two JSON values are equal; 1 and 1.0 are, 1 and true are not."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same_json(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same_json, one, other))
    return one == other


def _compared(holds: bool, *, wanted: str) -> SeenOutput:
    return SeenOutput(holds=holds, sentence=f"It {'equals' if holds else 'does not equal'} {quote(wanted)}.")
