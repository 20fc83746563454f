"""empty: the answer says nothing."""

import unicodedata

from pydantic import JsonValue

from edison.domain import Output

from .kind import SeenOutput, Test, refuse_value

_TELLING = "LNS"
"""Letters, numbers and symbols of any script; white space and punctuation alone say nothing."""


def is_empty(value: JsonValue) -> Test:
    """No tool is called, and nothing is written but white space and punctuation."""
    refuse_value(value)
    return _look


def _look(output: Output) -> SeenOutput:
    if output.tool_calls:
        return SeenOutput(holds=False, sentence="It calls a tool.")
    if any(unicodedata.category(character)[0] in _TELLING for character in output.text):
        return SeenOutput(holds=False, sentence="It says something.")
    if output.text.strip():
        return SeenOutput(holds=True, sentence="It holds nothing but punctuation.")
    return SeenOutput(holds=True, sentence="It is empty.")
