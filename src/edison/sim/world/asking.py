"""What kind of work is asked for, told from the wanted form and the words, never from the model's name."""

from __future__ import annotations

import re
from functools import lru_cache

from .json_forms import example_schema
from .json_shapes import property_names
from .sections import outside_sections, sections_of
from .view import View
from .work_cues import BY_NAMES, BY_WORDS, HINTS, JUDGING, Work

_PASS_FAIL = re.compile(r"\bPASS\b[^\n]{0,12}\bFAIL\b")
_TELLING_NAMES = frozenset[str]().union(*(names for names, _ in BY_NAMES))
_SUGGESTING = frozenset({"suggestions", "suggestion"})
_JUDGING_NAMES = frozenset[str]().union(*(names for names, work in BY_NAMES if work in JUDGING))


def work_asked(view: View) -> Work:
    """Say what a request asks for."""
    names = wanted_names(view) & _TELLING_NAMES
    if not names and not _may_be_special(view.lower):
        return Work.ANSWER
    return _work(view.prompt, names)


def wanted_names(view: View) -> frozenset[str]:
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


def shown_schema(view: View) -> dict[str, object] | None:
    """Give the schema of the JSON example in the instructions, if they show one."""
    if "JSON" not in view.prompt and "json" not in view.prompt:
        return None
    return example_schema(outside_sections(view.prompt, "judged", "prompt", "question", "expected"))


def _may_be_special(lower: str) -> bool:
    return "verdict" in lower or any(hint in lower for hint in HINTS)


@lru_cache(maxsize=1024)
def _work(prompt: str, names: frozenset[str]) -> Work:
    words = outside_sections(prompt, "judged", "prompt", "question")
    if "VERDICT:" in words:
        return _verdict_work(prompt, words)
    by_names = next((work for wanted, work in BY_NAMES if names & wanted), None)
    lower = words.lower()
    by_words = next((cue.work for cue in BY_WORDS if cue.found_in(words, lower=lower)), None)
    return _unless_nothing_to_judge(_reconciled(by_names, by_words), prompt=prompt, names=names)


def _reconciled(by_names: Work | None, by_words: Work | None) -> Work:
    """The form decides, except that `criteria` and `weight` occur both in rubrics and in scores."""
    if by_names is Work.WRITE_RUBRIC and by_words is not None and by_words in JUDGING:
        return by_words
    if by_names is Work.SCORE and by_words is Work.WRITE_RUBRIC:
        return by_words
    return by_names or by_words or Work.ANSWER


def _verdict_work(prompt: str, words: str) -> Work:
    """A verdict names a stage of a rubric, the better of two texts, or pass and fail."""
    if "EXPERT_AGREEMENT" in words:
        return Work.VERDICT_CRITIC
    if _PASS_FAIL.search(words):
        return Work.PASS_OR_FAIL
    sides = {section.side for section in sections_of(prompt, "judged") if section.side}
    return Work.COMPARE if len(sides) >= 2 else Work.STAGE_VERDICT


def _unless_nothing_to_judge(work: Work, *, prompt: str, names: frozenset[str]) -> Work:
    """A question *about* judging is a question; suggestions without an answer to judge are for the prompt."""
    if work not in (*JUDGING, Work.STAGE_VERDICT) or sections_of(prompt, "judged"):
        return work
    return Work.REFINE if names & _SUGGESTING else Work.ANSWER
