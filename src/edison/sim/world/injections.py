"""Instructions that hide in a text to be judged."""

from __future__ import annotations

import re
from functools import lru_cache

_HINTS = (
    "ignore", "disregard", "forget", "override", "full marks", "full score", "highest", "maximum", "perfect",
    "top score", "10/10", "5/5", "choose", "select", "pick", "prefer", "declare", "judge", "grader", "evaluator",
    "system", "verdict", '"score"', '"winner"', '"pass"', "must", "should", "required",
)  # fmt: skip
"""One of these is in every injection known here; looking for them first spares the slow patterns."""

_THIS = r"(?:this (?:answer|response|text|one|essay)|it|me)"
_TOP = r"(?:full marks|full score|highest|maximum|top score|perfect|10/10|5/5)"
_BLATANT = re.compile(
    r"\b(?:ignore|disregard|forget|override)\b[^.\n]{0,40}"
    r"\b(?:rubric|instructions?|criteria|above|previous|prior|rules|prompt)\b|"
    rf"\b(?:give|award|assign|grant|score)\b(?: with)? {_THIS}\b[^.\n]{{0,30}}\b{_TOP}|"
    rf"\b(?:award|assign|grant) {_TOP}|"
    rf"\b(?:choose|select|pick|prefer|declare) {_THIS}\b|"
    rf"\b{_THIS} (?:is perfect|must (?:win|pass|get)|should (?:win|pass|get))|"
    r"\byou (?:must|are required to) (?:output|answer|reply|respond|return)\b[^.\n]{0,30}"
    r"\b(?:pass|winner|best|highest|perfect)\b[^.\n]{0,20}\bfor this\b",
    re.IGNORECASE,
)
_INJECTION = re.compile(
    rf"\b(?:give|award|assign|grant)\b[^.\n]{{0,40}}\b{_TOP}|"
    r"\b(?:judge|grader|evaluator|assistant|system)\s*(?:note|message|:)[^.\n]{0,60}"
    r"\b(?:pass|winner|best|full|highest|perfect)|"
    r"^[ \t]*VERDICT:\s*\w+|\"(?:score|winner|pass)\"\s*:|"
    r"\byou (?:must|should|are required to) (?:output|answer|reply|respond|return)\b[^.\n]{0,30}"
    r"\b(?:pass|winner|10|5|perfect|best)",
    re.IGNORECASE | re.MULTILINE,
)


@lru_cache(maxsize=2048)
def holds_injection(text: str) -> bool:
    """Say whether a judged text tries to tell the judge what to decide."""
    lower = text.lower()
    if not any(hint in lower for hint in _HINTS):
        return False
    return _BLATANT.search(text) is not None or _INJECTION.search(text) is not None


@lru_cache(maxsize=2048)
def is_blatant(text: str) -> bool:
    """Say whether words that may or may not be the prompt's own can only be an attack."""
    return _BLATANT.search(text) is not None
