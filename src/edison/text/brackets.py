"""Where JSON might stand in a text: bracketed regions, found in one pass without recursion."""

import re
from dataclasses import dataclass

MAX_DEPTH = 200
"""How deep brackets may nest; far above any answer, far below the interpreter's limit."""

_MARK = re.compile(r'[{}\[\]"]')
_STRING_TAIL = re.compile(r'[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_CLOSERS = {"{": "}", "[": "]"}
_MOST_RESTARTS = 16
_TOO_DEEP = -1

# A bracket in prose is followed by prose; these are what JSON, or a model's near miss of it, goes on with.
_START = re.compile(
    r"\{\s*+(?:[\"'“”‘’`}]|//|/\*|\#|[^\W\d][\w$.-]{0,80}+[\"']?\s*+:)"
    r"|\[\s*+(?:[\"'“”‘’{\[\]]|-?\.?\d|(?:true|false|null|None|True|False)\b)"
)
# An interval such as [0, 1) also begins like an array.
_WEAK_START = re.compile(r"\[\s*+[^\s\"'“”‘’{\[]")


@dataclass(frozen=True, slots=True)
class Regions:
    """The outermost bracketed regions of a text."""

    closed: tuple[tuple[int, int], ...]
    """Start and end of each region whose brackets close."""
    open_at: int | None
    """Where a region begins that the text does not close."""
    too_deep: bool
    """Brackets nest deeper than allowed; the other fields are then incomplete."""


def find_regions(text: str) -> Regions:
    """Find the outermost regions in braces or square brackets that look like JSON, in linear time."""
    closed: list[tuple[int, int]] = []
    position, restarts = 0, 0
    while opening := _START.search(text, position):
        start = opening.start()
        end = _walk(text, start=start)
        if end == _TOO_DEEP:
            return Regions(tuple(closed), open_at=None, too_deep=True)
        if end is not None:
            closed.append((start, end))
            position = end
        elif _WEAK_START.match(text, start) and restarts < _MOST_RESTARTS:
            position, restarts = start + 1, restarts + 1
        else:
            return Regions(tuple(closed), open_at=start, too_deep=False)
    return Regions(tuple(closed), open_at=None, too_deep=False)


def end_of_region(text: str, *, start: int) -> int | None:
    """Where the region that opens at `start` ends, or None when none opens there or it does not end."""
    if not text.startswith(("{", "["), start):
        return None
    end = _walk(text, start=start)
    return None if end == _TOO_DEEP else end


def _walk(text: str, *, start: int) -> int | None:
    """The end of the region that opens at `start`; a closing bracket that closes nothing is passed over."""
    stack: list[str] = []
    position = start
    while mark := _MARK.search(text, position):
        position = mark.end()
        if mark[0] == '"':
            string = _STRING_TAIL.match(text, position)
            if not string:
                return None
            position = string.end()
        elif mark[0] in _CLOSERS:
            stack.append(_CLOSERS[mark[0]])
            if len(stack) > MAX_DEPTH:
                return _TOO_DEEP
        elif stack[-1] == mark[0]:
            stack.pop()
            if not stack:
                return position
    return None
