"""What a pretended tool returns."""

import json
from collections.abc import Mapping
from typing import NamedTuple

from pydantic import JsonValue

from edison.domain import ToolCall
from edison.text import excerpt_of

DEFAULT = "_default"
_FAILED = "Error:"


class Observed(NamedTuple):
    """What the model is told, and whether the tool did anything."""

    text: str
    success: bool


def observe(call: ToolCall, mocks: Mapping[str, Mapping[str, str]]) -> Observed:
    """What a call returns: by all its arguments, by the first that is a key, by default, or not at all."""
    if call.unparsed is not None:
        read = excerpt_of(call.unparsed)
        return Observed(f"{_FAILED} The arguments of {call.name} are no JSON object: {read}", success=False)
    table = mocks.get(call.name, {})
    # With Python's usual spaces, as the keys of such tables are written.
    whole = json.dumps(call.arguments, sort_keys=True)
    keys = (whole, *(text for value in call.arguments.values() for text in _texts_of(value)), DEFAULT)
    found = next((table[key] for key in keys if key in table), None)
    text = f"{_FAILED} No mock response for {call.name}({whole})" if found is None else found
    return Observed(text, success=not text.startswith(_FAILED))


def _texts_of(value: JsonValue) -> tuple[str, ...]:
    """A text itself, else as JSON and as Python writes it: tables have `true` and `True`."""
    return (value,) if isinstance(value, str) else (json.dumps(value, sort_keys=True), str(value))
