"""The JSON that cases and checks want of answers: what a prompt says of it is not edited away."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import cast

from pydantic import JsonValue

from edison.domain import Case, Check

_JSON = re.compile(r"\bjson\b", re.IGNORECASE)
_WANT_JSON = ("json_schema", "json_valid", "contains_json")


def find_lost_shape(
    parent: str, new: str, *, cases: Iterable[Case], checks: Iterable[Check] = ()
) -> Iterator[str]:
    """What the parent says of the JSON that is wanted, and the candidate no longer does, a sentence each."""
    wanted = [*_wanted(cases), *(check.value for check in checks if check.kind in _WANT_JSON)]
    if not wanted:
        return
    if _JSON.search(parent) and not _JSON.search(new):
        yield "It no longer says that answers are JSON, which cases or checks want."
    names = dict.fromkeys(name for value in wanted for name in _names(value))
    lost = [name for name in names if _says(parent, name) and not _says(new, name)]
    if lost:
        yield f"It no longer names what the JSON of answers must hold: {', '.join(lost)}."


def _wanted(cases: Iterable[Case]) -> Iterator[JsonValue]:
    for case in cases:
        answer = None if case.expectation is None else case.expectation.answer
        if isinstance(answer, str) and answer.lstrip().startswith(("{", "[")):
            answer = _read(answer)
        if isinstance(answer, dict | list):
            yield answer
        yield from (check.value for check in case.checks if check.kind in _WANT_JSON)


def _read(answer: str) -> JsonValue:
    try:
        return cast("JsonValue", json.loads(answer))
    except ValueError:
        return None


def _names(value: JsonValue) -> Iterator[str]:
    """Of an example its keys; of a schema the properties that it describes."""
    if isinstance(value, list):
        for one in value:
            yield from _names(one)
    elif isinstance(value, dict):
        properties = value.get("properties")
        if isinstance(properties, Mapping):
            yield from properties
            for one in properties.values():
                yield from _names(one)
        else:
            yield from value
            for one in value.values():
                yield from _names(one)


def _says(text: str, name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None
