"""What tells the kinds of work apart: property names of the wanted form, and words."""

from __future__ import annotations

import re
from enum import StrEnum

import msgspec


class Work(StrEnum):
    """The kinds of work models of this world do."""

    ANSWER = "answer"
    SCORE = "score"
    COMPARE = "compare"
    PASS_OR_FAIL = "pass or fail"
    STAGE_VERDICT = "stage verdict"
    STAGE_RUBRIC = "stage rubric"
    RUBRIC_CRITIC = "rubric critic"
    VERDICT_CRITIC = "verdict critic"
    REWRITE_EVIDENCE = "rewrite evidence"
    REFINE = "refine"
    WRITE_CASES = "write cases"
    WRITE_RUBRIC = "write rubric"
    WRITE_OBJECTIVE = "write objective"
    WRITE_PROMPT = "write prompt"


class Cue(msgspec.Struct, frozen=True):
    """A pattern that speaks for a kind of work; one of the hints must be there for it to match at all."""

    work: Work
    hints: tuple[str, ...]
    pattern: re.Pattern[str]

    def found_in(self, text: str, *, lower: str) -> bool:
        """Say whether the text asks for this; looking for a hint first is much faster than the pattern."""
        return any(hint in lower for hint in self.hints) and self.pattern.search(text) is not None


JUDGING = (Work.SCORE, Work.COMPARE, Work.PASS_OR_FAIL)

BY_NAMES: tuple[tuple[frozenset[str], Work], ...] = (
    (frozenset({"edits", "hunks", "diff", "patch", "changes", "replacements", "unified_diff"}), Work.REFINE),
    (frozenset({"cases", "test_cases", "testcases"}), Work.WRITE_CASES),
    (
        frozenset({"winner", "preferred", "preference", "better", "better_answer", "better_text", "choice"}),
        Work.COMPARE,
    ),
    (frozenset({"pass", "passed", "passes", "is_pass"}), Work.PASS_OR_FAIL),
    (frozenset({"stage", "stages"}), Work.STAGE_VERDICT),
    (frozenset({"weights", "weight", "rubric"}), Work.WRITE_RUBRIC),
    (
        frozenset({"score", "scores", "rating", "ratings", "points", "grade", "grades", "criterion_scores"}),
        Work.SCORE,
    ),
    (frozenset({"criteria"}), Work.WRITE_RUBRIC),
    (frozenset({"objective", "objectives", "goal"}), Work.WRITE_OBJECTIVE),
    (
        frozenset(
            {"system", "system_prompt", "user_template", "prompt", "prompts", "improved_prompt", "new_prompt"}
        ),
        Work.WRITE_PROMPT,
    ),
    (frozenset({"suggestions", "suggestion"}), Work.SCORE),
)

_I = re.IGNORECASE
_WRITE = (
    r"\b(?:write|generate|create|produce|draft|propose|invent|make|give|suggest|complete|improve|continue)\b"
)

BY_WORDS: tuple[Cue, ...] = (
    Cue(
        Work.REFINE,
        ("diff", "search"),
        re.compile(r"<diff>|unified diff|search[-/ ]and[-/ ]replace|search/replace", _I),
    ),
    Cue(Work.VERDICT_CRITIC, ("expert_agreement",), re.compile(r"\bEXPERT_AGREEMENT\b")),
    Cue(Work.RUBRIC_CRITIC, ("quality:", "observability"), re.compile(r"\bQUALITY:|\bobservability\b")),
    Cue(Work.STAGE_RUBRIC, ("rubric:",), re.compile(r"\bRUBRIC:")),
    Cue(
        Work.WRITE_CASES,
        ("cases",),
        re.compile(rf"{_WRITE}[^.\n]{{0,60}}\b(?:test |evaluation |example )?cases\b", _I),
    ),
    Cue(
        Work.REWRITE_EVIDENCE,
        ("furniture", "neutral", "loaded", "placeholder", "country_a"),
        re.compile(r"page furniture|neutrali[sz]e|loaded language|role placeholders?|COUNTRY_A", _I),
    ),
    Cue(
        Work.COMPARE,
        ("better", "stronger", "prefer", "best", "winner", "pairwise", " two"),
        re.compile(
            r"\bwhich (?:of the (?:two )?)?(?:\w+ )?(?:one |answer|response|text|essay|item|entry|output|reply|"
            r"summary)s?\b[^.\n?]{0,30}\b(?:better|stronger|preferred|best|prefer)|\bwinner\b|\bpairwise\b|"
            r"\bprefer (?:A|B|one)\b|\b(?:compare|judge) (?:the )?two\b",
            _I,
        ),
    ),
    Cue(
        Work.PASS_OR_FAIL,
        ("pass", "criteri"),
        re.compile(r"\bpass(?: |/| or )+fail\b|\"pass\"|\bpass criteria\b|\bmeets? the criteri", _I),
    ),
    Cue(
        Work.SCORE,
        ("score", "rate", "grade", "assess", "evaluate", "judge"),
        re.compile(
            r"\b(?:score|rate|grade|assess|evaluate|judge)\b[^.\n]{0,60}\b(?:criteri|answer|response|output|essay|"
            r"text|reply|from \d|scale|1[-–]5|0[-–]10)|\bscores? per criterion",
            _I,
        ),
    ),
    Cue(
        Work.WRITE_RUBRIC,
        ("rubric", "criteria"),
        re.compile(rf"{_WRITE}[^.\n]{{0,40}}\b(?:rubric|criteria)\b", _I),
    ),
    Cue(Work.WRITE_OBJECTIVE, ("objective",), re.compile(rf"{_WRITE}[^.\n]{{0,40}}\bobjectives?\b", _I)),
    Cue(
        Work.WRITE_PROMPT,
        ("prompt", "system message", "instructions for"),
        re.compile(
            rf"{_WRITE}[^.\n]{{0,40}}\b(?:prompts?|system message|instructions for)\b|"
            r"\brefine\b[^.\n]{0,30}\bprompt",
            _I,
        ),
    ),
)

HINTS: tuple[str, ...] = tuple(
    dict.fromkeys(hint for cue in BY_WORDS for hint in cue.hints if hint != " two")
)
"""Words without which a prompt asks for nothing but an answer."""
