"""What a writer is given: a goal, a draft, its variables, what is weak, and how many to write."""

from __future__ import annotations

import re
from functools import lru_cache

from ..criteria import NAMES, criterion_named
from ..reading.instructions import read_template
from ..reading.key_terms import key_terms
from ..reading.sections import Section, outside_sections, parse_sections, sections_of

_VARIABLE = re.compile(r"\{\{\s*[\w.]+\s*\}\}|(?<![\w{])\{[a-z_][a-z0-9_]*\}(?![\w}])")
_WEAK = re.compile(
    r"\b(?:weak(?:est)?|lowest|worst|focus|target|improve)\b[^:\n]{0,40}?(?::|\bon\b|\bis\b|\bare\b)[ \t]*"
    r"(?P<names>[^\n]{2,120})",
    re.IGNORECASE,
)
_SCORED = re.compile(r"(?P<name>[A-Za-z][A-Za-z ]{2,24})[\"'*]*\s*[:=|]\s*(?P<score>\d+(?:\.\d+)?)\b")
_ADVICE = re.compile(r"\binstruction for [“\"'](?P<name>[\w ]+)[”\"']", re.IGNORECASE)
_NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "twelve": 12, "fifteen": 15, "twenty": 20,
}  # fmt: skip
_WORD_NUMBER = rf"\d{{1,4}}|{'|'.join(_NUMBERS)}"
_ALTERNATIVES = re.compile(
    rf"\b(?P<count>{_WORD_NUMBER})\s+(?:\w+\s+){{0,2}}(?:alternatives?|options|drafts|variants|versions)",
    re.IGNORECASE,
)
_CASES = re.compile(
    rf"\b(?P<count>{_WORD_NUMBER})[ \t]+(?:[A-Za-z-]+,?[ \t]+){{0,4}}(?:test )?cases?\b", re.IGNORECASE
)
_IDS = re.compile(
    r"^[ \t]*(?:[-*][ \t]*)?\[?(?P<id>(?:s|sug|suggestion|j|judgment)[-_ ]?\d+)\]?\b(?P<line>[^\n]*)$",
    re.I | re.M,
)
_WRONG = re.compile(r"^(?P<id>W\d+) goes wrong\b", re.MULTILINE)
_LIKED_WORD = re.compile(r"\bfor the word “(?P<word>[^”\n]{1,40})” in every answer")
_USUAL_ORDER = ("grounded", "complete", "concise", "polite", "format", "correct", "safe")


def goal_of(prompt: str) -> str:
    """Find what the prompt under work is for, in one sentence."""
    goals = sections_of(prompt, "goal")
    text = goals[0].body if goals else _last_paragraph(prompt)
    first = re.split(r"(?<=[.!?])\s|\n", text.strip(), maxsplit=1)[0].strip()
    return first.rstrip(".!?") or "answer the question"


def topic_of(prompt: str) -> str:
    """Name what the goal is about in a few words."""
    return " ".join(key_terms(goal_of(prompt), limit=3)).lower() or "the question"


def draft_of(prompt: str) -> Section | None:
    """Find the prompt that is to be worked on: the best fenced, else the longest part that can be it."""
    drafts = sections_of(prompt, "prompt")
    systems = [draft for draft in drafts if "system" in draft.label.lower() and len(draft.body) > 20]
    return max(systems or drafts, key=lambda draft: (draft.fenced, len(draft.body)), default=None)


def tools_of(prompt: str) -> str:
    """The tools of the prompt that is to be worked on, as it shows them; empty where it has none."""
    fenced = [section for section in parse_sections(prompt) if section.fenced]
    return next((one.body for one in fenced if "tools" in one.label.lower().split()), "")


def variables_in(text: str) -> tuple[str, ...]:
    """List the variables of a template as they are written, each once."""
    return tuple(dict.fromkeys(_VARIABLE.findall(text)))


@lru_cache(maxsize=1024)
def weak_criteria(prompt: str) -> tuple[str, ...]:
    """Say which criteria need work: those named so, else the lowest scored, else what the draft leaves out."""
    words = outside_sections(prompt, "prompt", "judged", "question")
    found = [name for match in _WEAK.finditer(words) for name in _names_in(match["names"])]
    found += [name for match in _ADVICE.finditer(words) if (name := criterion_named(match["name"]))]
    if not found:
        found = _lowest_scored(words)
    if not found:
        draft = draft_of(prompt)
        asked = read_template(draft.body).asked if draft else ()
        found = [name for name in _USUAL_ORDER if name not in asked]
    return tuple(dict.fromkeys(found)) or _USUAL_ORDER[:1]


def wanted_alternatives(prompt: str) -> int:
    """Read how many alternatives are wanted; 1 when the prompt does not say."""
    return max(1, min(10, _count(_ALTERNATIVES, prompt, default=1)))


def wanted_cases(prompt: str) -> int:
    """Read how many cases are wanted; 5 when the prompt does not say."""
    return max(1, min(500, _count(_CASES, outside_sections(prompt, "prompt", "judged"), default=5)))


def suggestion_ids(prompt: str, criteria: tuple[str, ...]) -> list[str]:
    """Find the ids of the suggestions that speak of one of the criteria."""
    rows = [(match["id"], match["line"].lower()) for match in _IDS.finditer(prompt)]
    asked = [identity for identity, line in rows if any(name in line for name in criteria)]
    return asked or [identity for identity, _ in rows[:1]]


def wrong_answers(prompt: str) -> list[str]:
    """What the answers that go wrong are called, where they have names."""
    return [match["id"] for match in _WRONG.finditer(prompt)]


def liked_word(prompt: str) -> str | None:
    """The first word that a judge would like to read in every answer; most like none."""
    found = _LIKED_WORD.search(prompt)
    return found["word"] if found else None


def _names_in(text: str) -> list[str]:
    parts = re.split(r",|;|/|\band\b|[()\[\]\"']", text)
    return [name for part in parts if (name := criterion_named(part.strip())) and len(part.split()) <= 4]


def _lowest_scored(words: str) -> list[str]:
    scores: dict[str, float] = {}
    for match in _SCORED.finditer(words):
        name = criterion_named(match["name"])
        if name in NAMES:
            scores.setdefault(name, float(match["score"]))
    return sorted(scores, key=lambda name: scores[name])[:2]


def _count(pattern: re.Pattern[str], text: str, *, default: int) -> int:
    match = pattern.search(text)
    if not match:
        return default
    word = match["count"].lower()
    return int(word) if word.isdigit() else _NUMBERS[word]


def _last_paragraph(prompt: str) -> str:
    paragraphs = [part.strip() for part in prompt.split("\n\n") if part.strip()]
    return paragraphs[-1] if paragraphs else ""
