"""Calls written like Python, `[name(a=1, b="x"), other()]`, read without running or compiling anything.

Python's own parser is not used: nested or chained input can exhaust the interpreter's stack.
"""

import math
import re
from dataclasses import dataclass, field

from .extract import MAX_DIGITS, JsonValue

_MAX_DEPTH = 50
_SPACE = re.compile(r"\s*+")
_DOTTED_NAME = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")
_NAME = re.compile(r"[^\W\d]\w*")
_NUMBER = re.compile(
    r"[+-]?(?:\d[\d_]*(?P<fraction>\.\d*)?|(?P<bare>\.\d+))(?P<exponent>[eE][+-]?\d+)?(?!\w)"
)
_STRING = re.compile(
    r'"""(?P<a>[^"\\]*+(?:(?:\\.|"(?!""))[^"\\]*+)*+)"""'
    r"|'''(?P<b>[^'\\]*+(?:(?:\\.|'(?!''))[^'\\]*+)*+)'''"
    r'|"(?P<c>[^"\\]*+(?:\\.[^"\\]*+)*+)"'
    r"|'(?P<d>[^'\\]*+(?:\\.[^'\\]*+)*+)'",
    re.DOTALL,
)
_ESCAPE = re.compile(
    r"\\(?:x(?P<x>[0-9a-fA-F]{2})|u(?P<u>[0-9a-fA-F]{4})|U(?P<U>00(?:0[0-9a-fA-F]|10)[0-9a-fA-F]{4})|(?P<c>.))",
    re.DOTALL,
)
_PLAIN_ESCAPES = {
    "n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "a": "\a", "v": "\v", "0": "\0", "\n": "",
}  # fmt: skip
_CONSTANTS: dict[str, JsonValue] = {
    "True": True, "False": False, "None": None, "true": True, "false": False, "null": None,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class PyCall:
    """One call; positional arguments have no name to go by and stand apart."""

    name: str
    arguments: dict[str, JsonValue] = field(default_factory=dict[str, JsonValue])
    positional: tuple[JsonValue, ...] = ()


@dataclass(frozen=True, slots=True)
class PyCalls:
    """The calls found, and where in the text they end."""

    calls: tuple[PyCall, ...]
    end: int


def read_py_calls(text: str, *, start: int) -> PyCalls | None:
    """Read one call or a bracketed list of calls at `start`; None when that is not what stands there."""
    reader = _Reader(text, position=start)
    try:
        calls = reader.calls()
    except _NotACall:
        return None
    return PyCalls(calls=tuple(calls), end=reader.position)


class _NotACall(Exception):
    pass


class _Reader:
    def __init__(self, text: str, *, position: int) -> None:
        self.text, self.position = text, position

    def calls(self) -> list[PyCall]:
        if not self._take("["):
            return [self._call()]
        calls: list[PyCall] = []
        while not self._take("]"):
            calls.append(self._call())
            self._separate("]")
        return calls

    def _call(self) -> PyCall:
        name = self._match(_DOTTED_NAME)[0]
        self._expect("(")
        arguments: dict[str, JsonValue] = {}
        positional: list[JsonValue] = []
        while not self._take(")"):
            before = self.position
            key = _NAME.match(self.text, before)
            self.position = key.end() if key else before
            if key and self._take("="):
                arguments[key[0]] = self._value(depth=0)
            else:
                self.position = before
                positional.append(self._value(depth=0))
            self._separate(")")
        return PyCall(name=name, arguments=arguments, positional=tuple(positional))

    def _value(self, *, depth: int) -> JsonValue:
        if depth > _MAX_DEPTH:
            raise _NotACall
        for opening, closing in ("[]", "()"):
            if self._take(opening):
                return self._items(closing, depth=depth)
        if self._take("{"):
            return self._pairs(depth=depth)
        if string := _STRING.match(self.text, self.position):
            self.position = string.end()
            return _ESCAPE.sub(_unescape, string[string.lastgroup or 0])
        if number := _NUMBER.match(self.text, self.position):
            self.position = number.end()
            return _number_of(number)
        word = self._match(_NAME)[0]
        if word not in _CONSTANTS:
            raise _NotACall
        return _CONSTANTS[word]

    def _items(self, closing: str, *, depth: int) -> list[JsonValue]:
        items: list[JsonValue] = []
        while not self._take(closing):
            items.append(self._value(depth=depth + 1))
            self._separate(closing)
        return items

    def _pairs(self, *, depth: int) -> dict[str, JsonValue]:
        pairs: dict[str, JsonValue] = {}
        while not self._take("}"):
            key = self._value(depth=depth + 1)
            self._expect(":")
            pairs[key if isinstance(key, str) else repr(key)] = self._value(depth=depth + 1)
            self._separate("}")
        return pairs

    def _separate(self, closing: str) -> None:
        """A comma, unless the closing bracket is next."""
        if not self._take(",") and not self.text.startswith(closing, self.position):
            raise _NotACall

    def _take(self, character: str) -> bool:
        self._skip_space()
        if not self.text.startswith(character, self.position):
            return False
        self.position += 1
        self._skip_space()
        return True

    def _expect(self, character: str) -> None:
        if not self._take(character):
            raise _NotACall

    def _match(self, pattern: re.Pattern[str]) -> re.Match[str]:
        match = pattern.match(self.text, self.position)
        if not match:
            raise _NotACall
        self.position = match.end()
        return match

    def _skip_space(self) -> None:
        space = _SPACE.match(self.text, self.position)
        self.position = space.end() if space else self.position


def _unescape(escape: re.Match[str]) -> str:
    code = escape["x"] or escape["u"] or escape["U"]
    if code:
        return chr(int(code, 16))
    character = escape["c"]
    if character in "\\'\"":
        return character
    # Python leaves an escape it does not know as it stands, and so do we.
    return _PLAIN_ESCAPES.get(character, escape[0])


def _number_of(match: re.Match[str]) -> int | float:
    digits = match[0].replace("_", "")
    if len(digits) > MAX_DIGITS:
        raise _NotACall
    if not (match["fraction"] or match["bare"] or match["exponent"]):
        return int(digits)
    number = float(digits)
    if not math.isfinite(number):
        raise _NotACall
    return number
