"""suffix: free reasoning first, then a line per criterion. Some models judge better so than under a schema."""

import re

from edison.domain import Answer, Criterion, CriterionScore, Rubric
from edison.text import Unreadable, last_suffix

from .findings import Findings, missing_score, read_flags, read_score, scored
from .form import Request, WrittenForm

FLAGS = "Safety flags"
SUGGESTIONS = "Prompt suggestion"

# Not between two numbers: a judge that gives a range has not decided.
_DASH = re.compile(r"(?:\s+[-–—:]+\s++|\s*[–—]\s*+)(?!\.?\d[\d.]*+\s*+(?:$|/|out of\b))")


def ask_for_lines(rubric: Rubric) -> Request:
    """Ask for reasoning and, after it, the lines."""
    lines = "\n".join(_line_wanted(criterion) for criterion in rubric.criteria)
    return Request(
        words=(
            "Score the answer. Reason first, in free text. Then end your reply with one line for each criterion, "
            f"in this form:\n{lines}\n"
            f"Where a safety flag applies, add a line that begins with “{FLAGS}:” and names it. Where the prompt "
            f"could be improved, add a line that begins with “{SUGGESTIONS}:”."
        )
    )


def read_lines(answer: Answer, rubric: Rubric) -> Findings | Unreadable:
    """Read the last line of each criterion; bold type, bullets and thinking blocks are no hindrance."""
    scores: list[CriterionScore] = []
    for criterion in rubric.criteria:
        score = _read_line(answer.text, criterion=criterion)
        if isinstance(score, Unreadable):
            return score
        scores.append(score)
    return Findings(
        scores=tuple(scores),
        safety_flags=read_flags(_value(answer.text, FLAGS)),
        suggestions=tuple(filter(None, [_value(answer.text, SUGGESTIONS)])),
    )


def _line_wanted(criterion: Criterion) -> str:
    low, high = criterion.scale.min, criterion.scale.max
    return f"{criterion.name}: a number from {low:g} to {high:g} – the reason in one sentence"


def _read_line(text: str, *, criterion: Criterion) -> CriterionScore | Unreadable:
    suffix = last_suffix(text, label=criterion.name)
    if isinstance(suffix, Unreadable):
        return missing_score(criterion)
    number, reason = _split(suffix.value)
    score = read_score(number, criterion=criterion)
    return score if isinstance(score, Unreadable) else scored(criterion, score=score, reason=reason)


def _split(value: str) -> tuple[str, str]:
    dash = _DASH.search(value)
    return (value[: dash.start()], value[dash.end() :]) if dash else (value, "")


def _value(text: str, label: str) -> str:
    suffix = last_suffix(text, label=label)
    return "" if isinstance(suffix, Unreadable) else suffix.value


SUFFIX_FORM = WrittenForm(request=ask_for_lines, read=read_lines)
