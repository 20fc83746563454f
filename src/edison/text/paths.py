"""Where in a JSON value something stands: a plain JSONPath such as `$.choices[0].text`, or `choices.0.text`."""

import re
from collections.abc import Sequence

from .extract import JsonValue

Steps = tuple[str, ...]

_STEP = re.compile(r"""\.?([^.\[\]'"*$\s]+)|\[(\d+)\]|\['([^']*)'\]|\["([^"]*)"\]""")


def read_path(written: str) -> Steps | None:
    """The steps of a path; None where it is none, or one with stars, slices or filters."""
    text = written.strip()
    position = 1 if text.startswith("$") else 0
    steps: list[str] = []
    while position < len(text):
        step = _STEP.match(text, position)
        if step is None or (position and step[1] is not None and text[position] != "."):
            return None
        steps.append(next(part for part in step.groups() if part is not None))
        position = step.end()
    return tuple(steps) if steps or text == "$" else None


def find_at(value: JsonValue, steps: Sequence[str]) -> tuple[JsonValue] | None:
    """What stands there, in a tuple of one; None where nothing does."""
    for step in steps:
        if isinstance(value, dict) and step in value:
            value = value[step]
        elif isinstance(value, list) and step.isdecimal() and int(step) < len(value):
            value = value[int(step)]
        else:
            return None
    return (value,)
