"""Where a passage stands in a text that its writer remembers more or less."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

_QUOTES = str.maketrans(
    {"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u2013": "-", "\u2014": "-"}
)
_PIECES = re.compile(r"\w+|[^\w\s]")


class NotFound(StrEnum):
    """Why a passage has no one place."""

    ABSENT = "does not stand in the text"
    AMBIGUOUS = "stands in the text more than once"


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a text."""

    start: int
    end: int


def locate(text: str, passage: str) -> Span | NotFound:
    """The one place of a passage: to the letter, else by its words and marks alone."""
    exact = _all_of(text, passage)
    if exact:
        return exact[0] if len(exact) == 1 else NotFound.AMBIGUOUS
    alike = list(_alike(text, passage))
    if not alike:
        return NotFound.ABSENT
    return alike[0] if len(alike) == 1 else NotFound.AMBIGUOUS


def plain(text: str) -> str:
    """A text by its words and marks: typographic quotes, dashes, spaces and line ends count alike."""
    return " ".join(_PIECES.findall(text.translate(_QUOTES)))


def _all_of(text: str, passage: str) -> list[Span]:
    found: list[Span] = []
    at = text.find(passage)
    while at >= 0:
        found.append(Span(at, at + len(passage)))
        at = text.find(passage, at + 1)
    return found


def _alike(text: str, passage: str) -> Iterator[Span]:
    wanted = _PIECES.findall(passage.translate(_QUOTES))
    pieces = list(_PIECES.finditer(text.translate(_QUOTES)))
    if not wanted:
        return
    words = [piece.group() for piece in pieces]
    for first in range(len(words) - len(wanted) + 1):
        if words[first : first + len(wanted)] == wanted:
            yield Span(pieces[first].start(), pieces[first + len(wanted) - 1].end())
