"""Text that matches a regular expression of the usual, simple kind."""

from __future__ import annotations

import re
import string

from ..draw import Draws

_CLASSES = {
    "d": string.digits,
    "w": string.ascii_lowercase + string.digits,
    "s": " ",
    "D": string.ascii_lowercase,
    "W": "-",
    "S": string.ascii_lowercase,
}
_ANY = string.ascii_lowercase
_TRIES = 40


def text_matching(pattern: str, *, draws: Draws) -> str:
    """Make a text that matches; for constructs not understood here, the best of some tries."""
    text = ""
    for _ in range(_TRIES):
        text = _Maker(pattern, draws).alternatives()
        if re.search(pattern, text):
            return text
    return text


class _Maker:
    """Reads a pattern from left to right and writes what it asks for."""

    def __init__(self, pattern: str, draws: Draws) -> None:
        self._pattern = pattern
        self._draws = draws
        self._at = 0

    def alternatives(self) -> str:
        options = [self._sequence()]
        while self._peek() == "|":
            self._at += 1
            options.append(self._sequence())
        return self._draws.choice(options)

    def _sequence(self) -> str:
        parts: list[str] = []
        while self._peek() not in ("", "|", ")"):
            start = self._at
            piece = self._atom()
            low, high = self._times()
            if (low, high) == (1, 1):
                parts.append(piece)
                continue
            parts.append(self._repeated(start, count=self._draws.integer(low, high)))
        return "".join(parts)

    def _repeated(self, start: int, *, count: int) -> str:
        end = self._at
        pieces: list[str] = []
        for _ in range(count):
            self._at = start
            pieces.append(self._atom())
        self._at = end
        return "".join(pieces)

    def _atom(self) -> str:
        letter = self._take()
        if letter in "^$":
            return ""
        if letter == ".":
            return self._draws.choice(_ANY)
        if letter == "[":
            return self._draws.choice(self._set())
        if letter == "(":
            return self._group()
        return self._escaped() if letter == "\\" else letter

    def _group(self) -> str:
        if self._pattern.startswith("?:", self._at):
            self._at += 2
        elif self._pattern.startswith("?P<", self._at):
            self._at = self._pattern.index(">", self._at) + 1
        text = self.alternatives()
        self._at += 1
        return text

    def _escaped(self) -> str:
        letter = self._take()
        if letter in "bBAZ":
            return ""
        return (
            self._draws.choice(_CLASSES[letter])
            if letter in _CLASSES
            else {"n": "\n", "t": "\t"}.get(letter, letter)
        )

    def _set(self) -> str:
        negated = self._peek() == "^"
        if negated:
            self._at += 1
        letters = ""
        while self._peek() != "]" or not letters:
            letters += self._set_part()
        self._at += 1
        if not negated:
            return letters
        return "".join(sorted(set(string.ascii_lowercase + string.digits + " ") - set(letters))) or "~"

    def _set_part(self) -> str:
        first = self._take()
        if first == "\\":
            escaped = self._take()
            return _CLASSES.get(escaped, escaped)
        if self._peek() == "-" and self._pattern[self._at + 1 : self._at + 2] != "]":
            self._at += 1
            last = self._take()
            return "".join(chr(code) for code in range(ord(first), ord(last) + 1))
        return first

    def _times(self) -> tuple[int, int]:
        rest = self._pattern[self._at :]
        bounds = re.match(r"\{(\d+)(,(\d*))?\}", rest)
        if bounds:
            self._at += bounds.end()
            low = int(bounds[1])
            return low, low if bounds[2] is None else int(bounds[3] or low + 3)
        simple = {"*": (0, 4), "+": (1, 5), "?": (0, 1)}.get(self._peek())
        if simple is None:
            return 1, 1
        self._at += 1
        if self._peek() == "?":
            self._at += 1
        return simple

    def _peek(self) -> str:
        return self._pattern[self._at : self._at + 1]

    def _take(self) -> str:
        letter = self._peek()
        self._at += 1
        return letter
