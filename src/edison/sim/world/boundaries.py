"""Finding text that is fenced off by a boundary nobody inside it could have guessed."""

from __future__ import annotations

import re
from itertools import islice

import msgspec

_CHUNK = re.compile(r"[A-Za-z0-9]{12,}")
_ANNOUNCES = re.compile(
    r"\b(?:data|boundar\w+|between|delimit\w*|fence\w*|marker\w*|untrusted|enclosed|inside|instructions?|marked)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[A-Za-z]{2,}")
_SHORT = 48
_MOST_MARKS = 200
_ANNOUNCING_WORDS = 5


class Boundary(msgspec.Struct, frozen=True, kw_only=True):
    """Text between two occurrences of an announced token; the span includes the marks themselves."""

    label: str
    body: str
    start: int
    end: int


def find_boundaries(text: str) -> list[Boundary]:
    """Find every part fenced by a random token that the prompt announces before it uses it."""
    found: list[Boundary] = []
    for token in _tokens(text):
        places = [match.start() for match in islice(re.finditer(re.escape(token), text), _MOST_MARKS)]
        marks = [place for place in places if not _is_announcement(text, place=place, token=token)]
        if len(marks) < 2 or not places or marks[0] == places[0]:
            continue
        found.extend(_between(text, opening=a, closing=b, token=token) for a, b in _paired(marks))
    return sorted(found, key=lambda boundary: boundary.start)


def _tokens(text: str) -> list[str]:
    chunks = _CHUNK.findall(text)
    return [token for token in dict.fromkeys(chunks) if chunks.count(token) >= 3 and _looks_random(token)]


def _looks_random(token: str) -> bool:
    digits = sum(letter.isdigit() for letter in token)
    return 2 <= digits <= len(token) - 2 and len(set(token)) >= 6


def _is_announcement(text: str, *, place: int, token: str) -> bool:
    """An announcement is a sentence about the token; a mark stands nearly alone on its line."""
    start, end = _line(text, place)
    line = text[start:end].replace(token, " ")
    return len(_WORD.findall(line)) >= _ANNOUNCING_WORDS and _ANNOUNCES.search(line) is not None


def _paired(marks: list[int]) -> list[tuple[int, int]]:
    return list(zip(marks[0::2], marks[1::2], strict=False))


def _between(text: str, *, opening: int, closing: int, token: str) -> Boundary:
    line_start, line_end = _line(text, opening)
    after = opening + len(token)
    body_start = line_end if line_end - after <= _SHORT and line_end <= closing else after
    closing_start, closing_end = _line(text, closing)
    body_end = closing_start if closing - closing_start <= _SHORT and closing_start >= body_start else closing
    head = text[max(line_start, opening - _SHORT) : body_start].replace(token, " ")
    span_end = closing_end if closing_end - closing <= len(token) + _SHORT else closing + len(token)
    return Boundary(
        label=" ".join(re.findall(r"[A-Za-z0-9]+", head)),
        body=text[body_start:body_end].strip("\n"),
        start=line_start if opening - line_start <= _SHORT else opening,
        end=span_end,
    )


def _line(text: str, place: int) -> tuple[int, int]:
    start = text.rfind("\n", 0, place) + 1
    end = text.find("\n", place)
    return start, len(text) if end < 0 else end
