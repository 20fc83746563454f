"""What a structured reply is to say, before it is known in which shape."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec


class ScaleShare(msgspec.Struct, frozen=True, kw_only=True):
    """A score between 0 and 1, to be put on whatever scale is asked for."""

    value: float
    low: float = 1.0
    high: float = 5.0
    """The scale used where the form itself names none."""

    def on(self, low: float, high: float) -> float:
        """Put the score on a scale."""
        return low + self.value * (high - low)


class PreferredSide(msgspec.Struct, frozen=True, kw_only=True):
    """The text that won: its place (0 or 1, or nothing for a tie) and what the prompt calls it."""

    place: int | None
    name: str


class Several(msgspec.Struct, frozen=True, kw_only=True):
    """Items that each carry a name, such as scores per criterion; a list or a mapping may be asked for."""

    items: tuple[tuple[str, dict[str, object]], ...]


_CANON: dict[str, tuple[str, ...]] = {
    "reason": (
        "reasons", "rationale", "rationales", "justification", "explanation", "comment", "comments", "thought",
        "thinking", "reasoning", "why", "because", "analysis", "critique", "notes",
    ),
    "score": ("rating", "points", "grade", "value", "mark"),
    "scores": (
        "ratings", "criterion_scores", "criteria_scores", "marks", "grades", "criteria", "judgments", "results",
        "per_criterion",
    ),
    "criterion": ("criterion_name", "criterion_id", "dimension", "aspect", "name", "id", "key"),
    "winner": (
        "preferred", "preference", "better", "better_answer", "better_text", "choice", "verdict", "selected",
        "result", "decision",
    ),
    "pass": ("passed", "passes", "is_pass", "verdict", "met", "ok", "result", "decision"),
    "confidence": ("certainty", "probability"),
    "suggestions": ("improvements", "recommendations", "prompt_suggestions", "advice"),
    "suggestion": ("improvement", "recommendation", "text", "instruction", "proposal"),
    "edits": ("hunks", "changes", "replacements", "patches"),
    "search": ("find", "old", "old_text", "before", "original", "from", "old_string"),
    "replace": ("new", "new_text", "after", "replacement", "to", "new_string", "with"),
    "note": ("explanation", "summary", "changelog", "rationale", "description", "reason", "why"),
    "diff": ("patch", "unified_diff"),
    "prompt": ("improved_prompt", "new_prompt", "revised_prompt", "full_prompt", "prompt_text", "text", "content"),
    "system": ("system_prompt", "system_message", "instructions"),
    "user": ("user_prompt", "user_template", "user_message", "template"),
    "cases": ("test_cases", "testcases", "examples", "items", "data"),
    "input": ("question", "case", "message", "query", "text", "user_message", "prompt", "content"),
    "expected": (
        "expectation", "expected_output", "reference", "ideal", "answer", "expected_answer", "output", "target",
    ),
    "variables": ("inputs", "vars", "values", "fields"),
    "tags": ("labels", "facets", "categories", "topics"),
    "criteria": ("rubric", "dimensions", "items"),
    "weight": ("importance", "share"),
    "description": ("definition", "meaning", "text", "details", "guidance"),
    "objective": ("goal", "purpose", "text", "statement", "objectives"),
    "alternatives": (
        "options", "drafts", "variants", "candidates", "versions", "prompts", "objectives", "proposals",
    ),
    "title": ("name", "headline", "label", "heading"),
    "answer": (
        "reply", "response", "text", "output", "result", "message", "content", "summary", "final_answer",
        "solution",
    ),
    "target": ("criterion", "criteria", "target_criteria", "focus", "target_criterion", "weak_criterion"),
    "sources": ("provenance", "source", "source_ids", "suggestion_ids", "evidence"),
    "part": ("section", "field", "location", "where"),
    "flags": ("safety", "safety_flags"),
    "difficulty": ("level", "hardness"),
    "language": ("lang", "locale"),
}  # fmt: skip

_SPLIT = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[\s-]+")


@lru_cache(maxsize=4096)
def snake(name: str) -> str:
    """Spell a property name the way this world does."""
    return _SPLIT.sub("_", name).lower().strip("_")


def find_value(content: dict[str, object], name: str) -> tuple[bool, object]:
    """Find what the content says under a property name or one of its synonyms."""
    plain = snake(name)
    if plain in content:
        return True, content[plain]
    for key, synonyms in _CANON.items():
        if key in content and plain in synonyms:
            return True, content[key]
    singular = plain.removesuffix("s")
    if singular in content:
        return True, content[singular]
    return False, None
