"""Repair of broken JSON: a plain mend in linear time, then `json_repair` within a budget of steps."""

import json
import re
from dataclasses import dataclass
from typing import SupportsIndex

from .brackets import MAX_DEPTH

MAX_REPAIR_STEPS = 500_000
MAX_REPAIR_CHARS = 20_000
# json_repair walks the whole string again for every escape in it.
_MAX_ESCAPE_COST = 4_000_000

_TOKEN = re.compile(
    r'(?P<string>"[^"\\]*+(?:\\.[^"\\]*+)*+(?:(?P<closed>")|\\)?)|(?P<mark>[{}\[\],])|[^"{}\[\],]++',
    re.DOTALL,
)
_PARTIAL_ESCAPE = re.compile(r"\\(?:u[0-9a-fA-F]{0,3})?\Z")
_CLOSERS = {"{": "}", "[": "]"}


def repair(text: str) -> str | None:
    """JSON for the object or list that `text` was meant to be, or None when nothing can be made of it."""
    whole = text if text.startswith(("{", "[")) else "{" + text
    mended = _mend(whole)
    if _holds_something(mended.completed):
        return mended.completed
    cut_back = mended.cut_back if _holds_something(mended.cut_back) else None
    if whole.rstrip().endswith(("}", "]")):
        # The end is there, so what is wrong lies in between, and cutting back would lose the most.
        return _repair_thoroughly(whole) or cut_back
    return cut_back or _repair_thoroughly(whole)


@dataclass(frozen=True, slots=True)
class _Mended:
    completed: str
    """Everything, with its string and its brackets closed."""
    cut_back: str
    """Without whatever came after the last bracket or comma."""


def _mend(text: str) -> _Mended:
    """Drop trailing commas and what follows the end, match brackets, and close what is open."""
    kept: list[str] = []
    stack: list[str] = []
    safe = 0
    for token in _TOKEN.finditer(text):
        mark = token["mark"]
        if mark in _CLOSERS:
            stack.append(_CLOSERS[mark])
            if len(stack) > MAX_DEPTH:
                break
        elif mark and mark != ",":
            _drop_trailing_comma(kept)
            if mark not in stack:
                continue
            while stack[-1] != mark:
                kept.append(stack.pop())
            stack.pop()
        kept.append(_closed_string(token))
        if mark:
            safe = len(kept) - (mark == ",")
        if not stack:
            break
    ending = "".join(reversed(stack))
    cut_back = "".join(kept[:safe]) + ending
    _drop_trailing_comma(kept)
    return _Mended(completed="".join(kept) + ending, cut_back=cut_back)


def _closed_string(token: re.Match[str]) -> str:
    if token["string"] is None or token["closed"]:
        return token[0]
    return _PARTIAL_ESCAPE.sub("", token[0]) + '"'


def _drop_trailing_comma(kept: list[str]) -> None:
    while kept and (kept[-1] == "," or kept[-1].isspace()):
        kept.pop()


def _holds_something(text: str) -> bool:
    try:
        return bool(json.loads(text, strict=False))
    except (ValueError, RecursionError):
        return False


class _OutOfSteps(Exception):
    pass


@dataclass(slots=True)
class _Meter:
    left: int = MAX_REPAIR_STEPS

    def count(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise _OutOfSteps


class _Metered(str):
    """A string that can be looked at only so often: `json_repair` takes quadratic time on hostile input.

    It cuts its input up and joins it again, so pieces and sums stay on the same meter.
    """

    __slots__ = ("_meter",)
    _meter: _Meter

    @classmethod
    def on(cls, meter: _Meter, *, text: str) -> "_Metered":
        metered = cls(text)
        metered._meter = meter
        return metered

    def __getitem__(self, key: SupportsIndex | slice, /) -> str:
        self._meter.count()
        piece = super().__getitem__(key)
        return _Metered.on(self._meter, text=piece) if isinstance(key, slice) else piece

    def __add__(self, other: str, /) -> "_Metered":
        return _Metered.on(self._meter, text=super().__add__(other))


def _repair_thoroughly(text: str) -> str | None:
    if len(text) > MAX_REPAIR_CHARS or len(text) * text.count("\\") > _MAX_ESCAPE_COST:
        return None
    import json_repair  # costly to import, and seldom needed

    metered = _Metered.on(_Meter(), text=text)
    try:
        repaired = json_repair.repair_json(metered, return_objects=True, skip_json_loads=True)
        written = json.dumps(repaired)
    except (ValueError, RecursionError, _OutOfSteps):
        return None
    # It sometimes makes a list of what was to be an object; that is no repair.
    return written if repaired and written[0] == text[0] else None
