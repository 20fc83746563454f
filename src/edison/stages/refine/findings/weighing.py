"""What suggestions count for: who asks, how far they are relied on, how weak it is there; and who contradicts whom."""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import fsum

from edison.domain import Findings, JudgeTrust, Suggestion

_WORD = re.compile(r"[a-z]{5,}")
_DIRECTIONS = (
    (
        "shorter",
        r"short|brief|concis|fewer words|less detail",
        "longer",
        r"long|detail|elaborat|thorough|more words",
    ),
    ("more formal", r"\bformal", "less formal", r"casual|informal|chatty|relaxed"),
    ("stricter", r"strict|only from|nothing but|refuse", "freer", r"creativ|flexib|guess|free to"),
)
"""Two ways to pull at a text each, by the words that tell."""
_MORE = re.compile(r"\b(?:add|ask for|include|insert|require|name|mention)\b", re.IGNORECASE)
_LESS = re.compile(
    r"\b(?:remove|drop|delete|omit|take out|leave out|do not ask for|stop asking for)\b", re.IGNORECASE
)


def weigh_suggestions(
    said: Sequence[tuple[JudgeTrust, Sequence[Suggestion]]], findings: Findings
) -> tuple[Suggestion, ...]:
    """Those that count most first: by the trust in all who ask for the same criteria, and by how weak those are.

    Args:
        said: What each judge suggests, with how much its word counts.
        findings: What the development cases say about the criteria.
    """
    everything = [
        one.model_copy(update={"judge": trust.name}) for trust, suggestions in said for one in suggestions
    ]
    trusted = {trust.name: trust.weight for trust, _ in said}
    weighed = [
        one.model_copy(update={"weight": _support(one, everything, trusted) * _gap(one, findings)})
        for one in everything
    ]
    return tuple(sorted(weighed, key=lambda one: (-(one.weight or 0.0), -trusted[one.judge])))


def find_conflicts(suggestions: Sequence[Suggestion]) -> tuple[str, ...]:
    """Suggestions of different judges for the same criteria that pull in opposite directions, by their numbers."""
    numbered = list(enumerate(suggestions, 1))
    return tuple(
        f"S{first} and S{second} may contradict each other: {why}."
        for (first, one), (second, other) in combinations(numbered, 2)
        if one.judge != other.judge and _same_matter(one, other)
        for why in _opposed(one.text, other.text)
    )


def _same_matter(one: Suggestion, other: Suggestion) -> bool:
    """Whether both are about the same criteria; one that names none may be about any."""
    named = bool(one.criteria and other.criteria)
    return not named or bool(set(one.criteria) & set(other.criteria))


def _support(one: Suggestion, everything: Sequence[Suggestion], trusted: dict[str, float]) -> float:
    """How much trust there is in all who ask for something of the same criteria."""
    asking = {other.judge for other in everything if other is one or set(other.criteria) & set(one.criteria)}
    return fsum(trusted[judge] for judge in sorted(asking))


def _gap(one: Suggestion, findings: Findings) -> float:
    """How far the weakest of its criteria is from what could be."""
    means = [weak.mean for weak in findings.weak if weak.name in one.criteria]
    return 1 - min(means, default=findings.quality)


def _opposed(one: str, other: str) -> Iterator[str]:
    for here, ways_here, there, ways_there in _DIRECTIONS:
        pulls = [_pulls(text, ways_here, ways_there) for text in (one, other)]
        if sorted(pulls) == [-1, 1]:
            first, second = (here, there) if pulls[0] == 1 else (there, here)
            yield f"{first} against {second}"
    shared = set(_WORD.findall(one.casefold())) & set(_WORD.findall(other.casefold()))
    if shared and {_wants(one), _wants(other)} == {True, False}:
        yield f"one adds what the other takes out ({', '.join(sorted(shared)[:3])})"


def _pulls(text: str, here: str, there: str) -> int:
    return bool(re.search(here, text, re.IGNORECASE)) - bool(re.search(there, text, re.IGNORECASE))


def _wants(text: str) -> bool | None:
    if _LESS.search(text):
        return False
    return True if _MORE.search(text) else None
