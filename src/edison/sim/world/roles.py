"""What the parts of a prompt are called, and what part they play."""

from __future__ import annotations

import re
from functools import lru_cache

_ROLES: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "expected",
        re.compile(
            r"\b(?:expected|reference|ideal|gold(?:en)?|correct answer|ground truth|model solution)\b"
        ),
    ),
    (
        "feedback",
        re.compile(
            r"\b(?:suggestions?|feedback|judg(?:e)?ments?|rationales?|weak\w*|fail\w*|findings|review)\b"
        ),
    ),
    ("rubric", re.compile(r"\b(?:rubric|criteri(?:a|on)|scale|stages|grading|scoring guide)\b")),
    (
        "prompt",
        re.compile(
            r"\b(?:prompts?|draft|template|system|user(?! (?:message|question|input|request))|"
            r"instructions? under test)\b"
        ),
    ),
    (
        "question",
        re.compile(
            r"\b(?:questions?|inputs?|case|query|task|request|(?:user|customer) (?:message|input|question)|problem)\b"
        ),
    ),
    ("goal", re.compile(r"\b(?:goal|objective|assignment|purpose|brief|domain|description|context)\b")),
    (
        "judged",
        re.compile(
            r"\b(?:answers?|responses?|outputs?|repl(?:y|ies)|candidates?|completions?|essays?|texts?|items?|submissions?|"
            r"entry|entries|summary|evidence|article|documents?|options?|generated|content|data|passage)\b"
        ),
    ),
)
_SPEAKS = re.compile(r"\b(?:json|format|schema|with|only|in|as|using|exactly)\b")
"""Words that make a sentence of a label: `Reply with JSON:` names no part."""
_SIDE = re.compile(r"(?:^|[ _-])(?P<side>[a-d]|[1-4]|left|right|first|second|one|two)$")
_SPLIT = re.compile(r"(?<=[a-z])(?=[A-Z])|[_-]+")
_PLAIN = re.compile(
    r"\b(?:begin|start|open|end|close|of|the|untrusted|student|model|assistant|ai|boundary|fence|block|delimiter|marker|number|no)\b"
)


@lru_cache(maxsize=4096)
def role_of(label: str) -> tuple[str, str]:
    """Say which part a label names and, for one of several, which one."""
    words = _SPLIT.sub(" ", label).strip()
    lower = " ".join(_PLAIN.sub(" ", words.lower()).split())
    if _SPEAKS.search(lower):
        return "", ""
    role = next((name for name, pattern in _ROLES if pattern.search(lower)), "")
    match = _SIDE.search(lower)
    if not role or not match:
        return role, ""
    side = match["side"]
    return role, side.upper() if len(side) == 1 else side
