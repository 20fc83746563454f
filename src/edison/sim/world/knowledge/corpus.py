"""All cases of the world, and finding the one a prompt is about."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache, lru_cache

import msgspec

from ..draw import Draws
from .arithmetic import arithmetic_cases
from .cases import ARITHMETIC, EXTRACTION, FACTUAL, SUMMARY, SUPPORT, SimCase
from .extraction import extraction_cases
from .factual import factual_cases
from .notices import summary_cases
from .support import support_cases

_LEAD_INS = (
    "Hello!",
    "Hi, a quick one.",
    "Good morning.",
    "One more thing.",
    "My sister told me to ask.",
    "I am writing from my phone.",
    "Sorry to bother you.",
    "I hope you are well.",
)


@cache
def corpus() -> tuple[SimCase, ...]:
    """Give every known case, always in the same order."""
    return (
        *support_cases(),
        *factual_cases(),
        *summary_cases(),
        *arithmetic_cases(),
        *extraction_cases(),
    )


def draw_cases(draws: Draws, *, count: int) -> list[SimCase]:
    """Draw different cases; beyond what is known, the same questions come with a few words before them."""
    drawn = draws.sample(corpus(), count=count)
    known = len(corpus())
    while len(drawn) < count:
        drawn.append(vary_case(drawn[len(drawn) % known], number=len(drawn) // known))
    return drawn


def vary_case(case: SimCase, *, number: int) -> SimCase:
    """Ask the same with other words before it; the world still knows what is meant."""
    lead = " ".join(_LEAD_INS[digit] for digit in _digits(number))
    return msgspec.structs.replace(case, id=f"{case.id}-again-{number}", text=f"{lead} {case.text}")


@lru_cache(maxsize=4096)
def find_case(text: str) -> SimCase | None:
    """Find the known case whose text stands last in the given text, whatever surrounds it."""
    index, lengths = _index()
    words = text.split()
    best: tuple[int, int] = (-1, 0)
    found: SimCase | None = None
    windows = set[tuple[str, ...]]().union(*(_windows(words, length) for length in lengths))
    for key in index.keys() & windows:
        for second, case in index[key]:
            if second not in windows:
                continue
            place = (_last_place(case, text=text, words=words), len(case.text))
            if place[0] >= 0 and place > best:
                best, found = place, case
    return found


def _last_place(case: SimCase, *, text: str, words: list[str]) -> int:
    """Say where a case stands; one whose lines were wrapped anew is found too."""
    exact = text.rfind(case.text)
    return (
        exact if exact >= 0 or "\n" not in case.text else " ".join(words).rfind(" ".join(case.text.split()))
    )


def _windows(words: list[str], length: int) -> set[tuple[str, ...]]:
    return set(zip(*(words[start:] for start in range(length)), strict=False))


@cache
def _index() -> tuple[dict[tuple[str, ...], list[tuple[tuple[str, ...], SimCase]]], tuple[int, ...]]:
    """Key every case by its two rarest runs of words, from its middle, which no quote or tag can touch."""
    common = Counter(key for case in corpus() for key in set(_keys(case)))
    index: dict[tuple[str, ...], list[tuple[tuple[str, ...], SimCase]]] = {}
    for case in corpus():
        first = min(_keys(case), key=lambda key: common[key])
        index.setdefault(first, []).append((first, case))
    for key, rows in index.items():
        near = Counter(other for _, case in rows for other in set(_keys(case)))
        index[key] = [(min(_keys(case), key=lambda other: near[other]), case) for _, case in rows]
    return index, tuple(sorted({len(key) for key in index}))


def _keys(case: SimCase) -> list[tuple[str, ...]]:
    inner = case.text.split()[1:-1]
    return sorted(_windows(inner, min(3, len(inner))))


def _digits(number: int) -> list[int]:
    """Write a number with as many digits as there are lead-ins, so that no two numbers read alike."""
    digits = [number % len(_LEAD_INS)]
    while number >= len(_LEAD_INS):
        number //= len(_LEAD_INS)
        digits.append(number % len(_LEAD_INS))
    return digits


_CUES: dict[str, re.Pattern[str]] = {
    SUPPORT: re.compile(
        r"\b(?:support|customers?|shop|refunds?|returns?|orders?|deliver\w*|warranty|shipping|service)\b",
        re.I,
    ),
    FACTUAL: re.compile(
        r"\b(?:facts?|factual|trivia|capitals?|geograph\w*|histor\w*|quiz|general knowledge)\b", re.I
    ),
    SUMMARY: re.compile(r"\b(?:summar\w*|sum up|notices?|bullet\w*|residents|announcements?)\b", re.I),
    ARITHMETIC: re.compile(r"\b(?:arithmetic|math\w*|word problems?|calculat\w*|sums)\b", re.I),
    EXTRACTION: re.compile(r"\b(?:extract\w*|fields?|entit\w+|structured data|parse)\b", re.I),
}


@lru_cache(maxsize=2048)
def domain_of_goal(text: str) -> str | None:
    """Name the domain a text speaks of most, if it speaks of any."""
    hits = {domain: len(cue.findall(text)) for domain, cue in _CUES.items()}
    best = max(hits, key=lambda domain: hits[domain])
    return best if hits[best] else None
