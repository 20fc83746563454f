"""A case of the world: a question, the facts of a good answer, and how hard it is."""

from __future__ import annotations

import msgspec

SUPPORT, FACTUAL, SUMMARY, ARITHMETIC, EXTRACTION, GENERIC = (
    "support",
    "factual",
    "summary",
    "arithmetic",
    "extraction",
    "generic",
)

CRITERIA_OF_DOMAIN: dict[str, tuple[str, ...]] = {
    SUPPORT: ("correct", "complete", "concise", "polite", "format", "grounded", "safe"),
    FACTUAL: ("correct", "concise", "format"),
    SUMMARY: ("correct", "complete", "concise", "format"),
    ARITHMETIC: ("correct", "concise", "format"),
    EXTRACTION: ("correct", "complete", "format"),
    GENERIC: ("correct", "complete", "concise", "polite", "format"),
}
"""Which criteria can be told from an answer, by domain."""


class Fact(msgspec.Struct, frozen=True, kw_only=True):
    """One thing a good answer says, and how a bad one gets it wrong."""

    name: str
    right: str
    tells: tuple[str, ...]
    """Lower-case phrases any of which shows that the fact is stated rightly."""
    wrong: str = ""
    wrong_tells: tuple[str, ...] = ()
    bare: str = ""
    """The answer and nothing else, for those who ask for one word."""
    wrong_bare: str = ""


class SimCase(msgspec.Struct, frozen=True, kw_only=True):
    """A question with a known answer."""

    id: str
    text: str
    domain: str
    topic: str
    facts: tuple[Fact, ...]
    """The first one is the heart of the answer."""
    difficulty: float
    next_step: Fact | None = None
    source: str = ""
    subject: str = ""
    language: str = "en"
    tricky: bool = False
    expected: str = ""
    """A reference answer."""

    @property
    def criteria(self) -> tuple[str, ...]:
        return CRITERIA_OF_DOMAIN[self.domain]

    @property
    def side_facts(self) -> tuple[Fact, ...]:
        return self.facts[1:]

    @property
    def facets(self) -> dict[str, str]:
        """What a coverage table is made of."""
        return {
            "domain": self.domain,
            "topic": self.topic,
            "language": self.language,
            "length": _length_band(len(self.text.split())),
            "difficulty": _difficulty_band(self.difficulty),
            "tricky": "yes" if self.tricky else "no",
        }


def _length_band(words: int) -> str:
    if words <= 12:
        return "short"
    return "medium" if words <= 40 else "long"


def _difficulty_band(difficulty: float) -> str:
    if difficulty < 0.33:
        return "easy"
    return "medium" if difficulty < 0.66 else "hard"
