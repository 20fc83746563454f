"""json_valid: the whole answer is JSON."""

from dataclasses import dataclass

from pydantic import JsonValue

from edison.domain import Output
from edison.text import Extracted, Found, Unreadable, WhyUnreadable, read_json

from .kind import SeenOutput, Test, refuse_value

_UNTOLD = (WhyUnreadable.TOO_LARGE, WhyUnreadable.TOO_DEEP, WhyUnreadable.NUMBER_TOO_LONG)
"""What we do not read, although it may be JSON."""


@dataclass(frozen=True, slots=True)
class Whole:
    """The value of an answer that is JSON from its first character to its last."""

    value: object


@dataclass(frozen=True, slots=True)
class Unclear:
    """What to say of an answer that is not."""

    seen: SeenOutput


def is_json(value: JsonValue) -> Test:
    """The answer is one JSON value and nothing else; thinking blocks aside."""
    refuse_value(value)
    return _look


def read_whole(text: str) -> Whole | Unclear:
    """The answer's JSON; a fence or a word around it makes it something else."""
    read = read_json(text)
    if isinstance(read, Unreadable):
        holds = None if read.reason in _UNTOLD else False
        return Unclear(SeenOutput(holds=holds, sentence=f"It is not read as JSON. {read.detail}"))
    if _is_whole(read):
        return Whole(read.value)
    around = "It holds JSON, but not well formed." if read.repaired else "There is text around its JSON."
    return Unclear(SeenOutput(holds=False, sentence=f"It is not JSON as a whole. {around}"))


def _look(output: Output) -> SeenOutput:
    read = read_whole(output.text)
    return read.seen if isinstance(read, Unclear) else SeenOutput(holds=True, sentence="It is JSON.")


def _is_whole(read: Extracted) -> bool:
    return read.found is Found.WHOLE and not read.repaired
