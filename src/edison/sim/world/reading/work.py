"""What kind of work is asked for, told from the wanted form and the words, never from the model's name."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache

import msgspec

from .json_values import example_schema, property_names
from .sections import outside_sections, sections_of
from .view import ReadRequest


class WorkKind(StrEnum):
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

    work: WorkKind
    hints: tuple[str, ...]
    pattern: re.Pattern[str]

    def found_in(self, text: str, *, lower: str) -> bool:
        """Say whether the text asks for this; looking for a hint first is much faster than the pattern."""
        return any(hint in lower for hint in self.hints) and self.pattern.search(text) is not None


JUDGING = (WorkKind.SCORE, WorkKind.COMPARE, WorkKind.PASS_OR_FAIL)

BY_NAMES: tuple[tuple[frozenset[str], WorkKind], ...] = (
    (
        frozenset({"edits", "hunks", "diff", "patch", "changes", "replacements", "unified_diff"}),
        WorkKind.REFINE,
    ),
    (frozenset({"cases", "test_cases", "testcases"}), WorkKind.WRITE_CASES),
    (
        frozenset({"winner", "preferred", "preference", "better", "better_answer", "better_text", "choice"}),
        WorkKind.COMPARE,
    ),
    (frozenset({"pass", "passed", "passes", "is_pass"}), WorkKind.PASS_OR_FAIL),
    (frozenset({"stage", "stages"}), WorkKind.STAGE_VERDICT),
    (frozenset({"weights", "weight", "rubric"}), WorkKind.WRITE_RUBRIC),
    (
        frozenset({"score", "scores", "rating", "ratings", "points", "grade", "grades", "criterion_scores"}),
        WorkKind.SCORE,
    ),
    (frozenset({"criteria"}), WorkKind.WRITE_RUBRIC),
    (frozenset({"objective", "objectives", "goal", "instructions"}), WorkKind.WRITE_OBJECTIVE),
    (
        frozenset(
            {"system", "system_prompt", "user_template", "prompt", "prompts", "improved_prompt", "new_prompt"}
        ),
        WorkKind.WRITE_PROMPT,
    ),
    (frozenset({"suggestions", "suggestion"}), WorkKind.SCORE),
)

_I = re.IGNORECASE
_WRITE = (
    r"\b(?:write|generate|create|produce|draft|propose|invent|make|give|suggest|complete|improve|continue)\b"
)

BY_WORDS: tuple[Cue, ...] = (
    Cue(
        WorkKind.REFINE,
        ("diff", "search"),
        re.compile(r"<diff>|unified diff|search[-/ ]and[-/ ]replace|search/replace", _I),
    ),
    Cue(WorkKind.VERDICT_CRITIC, ("expert_agreement",), re.compile(r"\bEXPERT_AGREEMENT\b")),
    Cue(WorkKind.RUBRIC_CRITIC, ("quality:", "observability"), re.compile(r"\bQUALITY:|\bobservability\b")),
    Cue(WorkKind.STAGE_RUBRIC, ("rubric:",), re.compile(r"\bRUBRIC:")),
    Cue(
        WorkKind.WRITE_CASES,
        ("cases",),
        re.compile(rf"{_WRITE}[^.\n]{{0,60}}\b(?:test |evaluation |example )?cases\b", _I),
    ),
    Cue(
        WorkKind.REWRITE_EVIDENCE,
        ("furniture", "neutral", "loaded", "placeholder", "country_a"),
        re.compile(r"page furniture|neutrali[sz]e|loaded language|role placeholders?|COUNTRY_A", _I),
    ),
    Cue(
        WorkKind.COMPARE,
        ("better", "stronger", "prefer", "best", "winner", "pairwise", " two"),
        re.compile(
            r"\bwhich (?:of the (?:two )?)?(?:\w+ )?(?:one |answer|response|text|essay|item|entry|output|reply|"
            r"summary)s?\b[^.\n?]{0,30}\b(?:better|stronger|preferred|best|prefer)|\bwinner\b|\bpairwise\b|"
            r"\bprefer (?:A|B|one)\b|\b(?:compare|judge) (?:the )?two\b",
            _I,
        ),
    ),
    Cue(
        WorkKind.PASS_OR_FAIL,
        ("pass", "criteri"),
        re.compile(r"\bpass(?: |/| or )+fail\b|\"pass\"|\bpass criteria\b|\bmeets? the criteri", _I),
    ),
    Cue(
        WorkKind.SCORE,
        ("score", "rate", "grade", "assess", "evaluate", "judge"),
        re.compile(
            r"\b(?:score|rate|grade|assess|evaluate|judge)\b[^.\n]{0,60}\b(?:criteri|answer|response|output|essay|"
            r"text|reply|from \d|scale|1[-–]5|0[-–]10)|\bscores? per criterion",
            _I,
        ),
    ),
    Cue(
        WorkKind.WRITE_RUBRIC,
        ("rubric", "criteria"),
        re.compile(rf"{_WRITE}[^.\n]{{0,40}}\b(?:rubric|criteria)\b", _I),
    ),
    Cue(WorkKind.WRITE_OBJECTIVE, ("objective",), re.compile(rf"{_WRITE}[^.\n]{{0,40}}\bobjectives?\b", _I)),
    Cue(
        WorkKind.WRITE_PROMPT,
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


_PASS_FAIL = re.compile(r"\bPASS\b[^\n]{0,12}\bFAIL\b")
_TELLING_NAMES = frozenset[str]().union(*(names for names, _ in BY_NAMES))
_SUGGESTING = frozenset({"suggestions", "suggestion"})
_JUDGING_NAMES = frozenset[str]().union(*(names for names, work in BY_NAMES if work in JUDGING))


def work_asked(view: ReadRequest) -> WorkKind:
    """Say what a request asks for."""
    names = wanted_names(view) & _TELLING_NAMES
    if not names and not _may_be_special(view.lower):
        return WorkKind.ANSWER
    return _work(view.prompt, names)


def wanted_names(view: ReadRequest) -> frozenset[str]:
    """Collect the property names of the wanted form: of the schema, the tool forced, or the JSON shown."""
    request = view.request
    if request.schema is not None:
        return property_names(request.schema)
    forced = [tool for tool in request.tools if f"name:{tool.name}" == request.tool_choice]
    if not forced and request.tool_choice == "required" and len(request.tools) == 1:
        forced = list(request.tools)
    if forced:
        return property_names(forced[0].parameters)
    if len(request.tools) == 1 and request.tool_choice != "none":
        return property_names(request.tools[0].parameters) & _JUDGING_NAMES
    example = shown_schema(view)
    return property_names(example) if example else frozenset()


def shown_schema(view: ReadRequest) -> dict[str, object] | None:
    """Give the schema of the JSON example in the instructions, if they show one."""
    if "JSON" not in view.prompt and "json" not in view.prompt:
        return None
    return example_schema(outside_sections(view.prompt, "judged", "prompt", "question", "expected"))


def _may_be_special(lower: str) -> bool:
    return "verdict" in lower or any(hint in lower for hint in HINTS)


@lru_cache(maxsize=1024)
def _work(prompt: str, names: frozenset[str]) -> WorkKind:
    words = outside_sections(prompt, "judged", "prompt", "question")
    if "VERDICT:" in words:
        return _verdict_work(prompt, words)
    by_names = next((work for wanted, work in BY_NAMES if names & wanted), None)
    lower = words.lower()
    by_words = next((cue.work for cue in BY_WORDS if cue.found_in(words, lower=lower)), None)
    return _unless_nothing_to_judge(_reconciled(by_names, by_words), prompt=prompt, names=names)


def _reconciled(by_names: WorkKind | None, by_words: WorkKind | None) -> WorkKind:
    """The form decides, except that `criteria` and `weight` occur both in rubrics and in scores."""
    if by_names is WorkKind.WRITE_RUBRIC and by_words is not None and by_words in JUDGING:
        return by_words
    if by_names is WorkKind.SCORE and by_words is WorkKind.WRITE_RUBRIC:
        return by_words
    return by_names or by_words or WorkKind.ANSWER


def _verdict_work(prompt: str, words: str) -> WorkKind:
    """A verdict names a stage of a rubric, the better of two texts, or pass and fail."""
    if "EXPERT_AGREEMENT" in words:
        return WorkKind.VERDICT_CRITIC
    if _PASS_FAIL.search(words):
        return WorkKind.PASS_OR_FAIL
    sides = {section.side for section in sections_of(prompt, "judged") if section.side}
    return WorkKind.COMPARE if len(sides) >= 2 else WorkKind.STAGE_VERDICT


def _unless_nothing_to_judge(work: WorkKind, *, prompt: str, names: frozenset[str]) -> WorkKind:
    """A question *about* judging is a question; suggestions without an answer to judge are for the prompt."""
    if work not in (*JUDGING, WorkKind.STAGE_VERDICT) or sections_of(prompt, "judged"):
        return work
    return WorkKind.REFINE if names & _SUGGESTING else WorkKind.ANSWER
