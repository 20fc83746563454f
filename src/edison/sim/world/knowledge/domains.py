"""Telling from a goal which domain of the world it belongs to."""

from __future__ import annotations

import re
from functools import lru_cache

from .cases import ARITHMETIC, EXTRACTION, FACTUAL, SUMMARY, SUPPORT

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
