"""The sheet of a pointwise judge: a score for each criterion, flags, and advice for the prompt where it is wanted."""

import re
from collections.abc import Iterator
from functools import lru_cache, partial
from typing import NamedTuple

from edison.domain import Advice, Criterion, CriterionScore, SafetyFlag, Scale
from edison.text import Suffix, Unreadable, last_suffix

from .combining import combine_scores
from .findings import ScoreFinding
from .form import Read, Schema, Sheet, an_object, some_items, some_text
from .scores import (
    MOST_SUGGESTIONS,
    Criteria,
    advised,
    keys_of,
    missing_score,
    read_findings,
    read_flags,
    read_score,
    scored,
)
from .suffix_form import reading_of

FLAGS = "Safety flags"
SUGGESTION = "Prompt suggestion"

# Not between two numbers: a judge that gives a range has not decided.
# Spaces are looked at from their beginning alone: a reply of nothing but spaces would be searched from each of them.
_DASH = re.compile(
    r"(?:(?<!\s)\s++[-–—:]++\s++|(?:(?<!\s)\s++)?[–—]\s*+)(?!\.?\d[\d.]*+\s*+(?:$|/|out of\b))"
)
_BECAUSE = re.compile(r"(?<![\s,;–—-])[\s,;–—-]++because\b:?\s*", re.IGNORECASE)


@lru_cache(maxsize=64)
def score_sheet(criteria: Criteria, *, directly: bool, with_advice: bool = False) -> Sheet[ScoreFinding]:
    """What a judge fills in for one answer; directly, a score stands before its reason."""
    return Sheet(
        name="judgment",
        task="Score the answer",
        schema=_schema(criteria, directly=directly, bounds=_NO_BOUNDS, with_advice=with_advice),
        bounded=_schema(criteria, directly=directly, bounds=_BOUNDS, with_advice=with_advice),
        keys=("scores", *keys_of(criteria)),
        lines="\n".join(_lines_wanted(criteria, with_advice=with_advice)),
        read_object=partial(read_findings, criteria=criteria),
        read_lines=partial(_read_lines, criteria=criteria),
        write=_write,
        combine=combine_scores,
    )


def _schema(criteria: Criteria, *, directly: bool, bounds: "_Bounds", with_advice: bool) -> Schema:
    """The object's schema: strict, and without bounds on numbers, which some providers refuse to take."""
    scores: Schema = {
        key: _score(criterion, directly=directly, bounds=bounds)
        for key, criterion in keys_of(criteria).items()
    }
    flags: Schema = {flag.value: {"type": "boolean"} for flag in SafetyFlag}
    findings: Schema = {"scores": an_object(scores), "safety": an_object(flags)}
    return an_object({**findings, "suggestions": _suggested(bounds)} if with_advice else findings)


def _suggested(bounds: "_Bounds") -> Schema:
    advice = an_object(
        {
            "because": some_text("What in the answer calls for it.", most_chars=bounds.advice_chars),
            "text": some_text("One sentence.", most_chars=bounds.advice_chars),
        }
    )
    return some_items(advice, most=bounds.suggestions)


class _Bounds(NamedTuple):
    """How long what is written may become; None sets no bound."""

    reason_chars: int | None = None
    advice_chars: int | None = None
    suggestions: int | None = None
    keeps_scales: bool = False
    """Whether a score that is not on its scale cannot be written."""


_NO_BOUNDS = _Bounds()
_BOUNDS = _Bounds(reason_chars=300, advice_chars=150, suggestions=3, keeps_scales=True)
"""Two sentences, one, and as many suggestions as the rules ask for at most."""
_LEAST_STEPS = 4
"""On a scale of fewer steps, what lies between two of them says too much to be given up."""


def _score(criterion: Criterion, *, directly: bool, bounds: _Bounds) -> Schema:
    scale = f"{criterion.name}: from {criterion.scale.min:g} to {criterion.scale.max:g}."
    reason: Schema = {"reason": some_text("One or two sentences.", most_chars=bounds.reason_chars)}
    score: Schema = {"score": {**_number_on(criterion.scale, bounds=bounds), "description": scale}}
    return an_object({**score, **reason} if directly else {**reason, **score})


def _number_on(scale: Scale, *, bounds: _Bounds) -> Schema:
    """A number; within bounds a whole one where the scale has room for it, because grammars bound no others."""
    ends = (scale.min, scale.max, *(label.value for label in scale.labels))
    is_whole = all(value.is_integer() for value in ends) and scale.max - scale.min >= _LEAST_STEPS
    if not bounds.keeps_scales or not is_whole:
        return {"type": "number"}
    return {"type": "integer", "minimum": int(scale.min), "maximum": int(scale.max)}


def _lines_wanted(criteria: Criteria, *, with_advice: bool) -> Iterator[str]:
    for criterion in criteria:
        low, high = criterion.scale.min, criterion.scale.max
        yield f"{criterion.name}: a number from {low:g} to {high:g} – the reason in one sentence"
    flags = f"Where a safety flag applies, add a line that begins with “{FLAGS}:” and names it."
    advice = (
        f" Where the prompt could be improved, add a line “{SUGGESTION}: the improvement – because of what in the "
        "answer” for each, at most three."
    )
    yield flags + advice if with_advice else flags


def _read_lines(text: str, *, criteria: Criteria) -> Read[ScoreFinding] | Unreadable:
    scores: list[CriterionScore] = []
    suffixes: list[tuple[str, Suffix]] = []
    for criterion in criteria:
        suffix = last_suffix(text, label=criterion.name)
        if isinstance(suffix, Unreadable):
            return missing_score(criterion)
        number, reason = _split(suffix.value)
        score = read_score(number, criterion=criterion)
        if isinstance(score, Unreadable):
            return score
        scores.append(scored(criterion, score=score, reason=reason))
        suffixes.append((criterion.name, suffix))
    flags = last_suffix(text, label=FLAGS)
    findings = ScoreFinding(
        scores=tuple(scores),
        safety_flags=() if isinstance(flags, Unreadable) else read_flags(flags.value),
        suggestions=tuple(_suggestions(text))[::-1],
    )
    return Read(findings, reading_of(text, *suffixes))


def _split(value: str) -> tuple[str, str]:
    dash = _DASH.search(value)
    return (value[: dash.start()], value[dash.end() :]) if dash else (value, "")


def _suggestions(text: str) -> Iterator[Advice]:
    """From the last line to the first."""
    for _ in range(MOST_SUGGESTIONS):
        suffix = last_suffix(text, label=SUGGESTION)
        if isinstance(suffix, Unreadable):
            return
        improvement, *cause = _BECAUSE.split(suffix.value, maxsplit=1)
        yield from advised(improvement, because="".join(cause))
        text = suffix.before


def _write(findings: ScoreFinding) -> str:
    lines = [f"{score.criterion}: {score.score:g} – {score.reason}" for score in findings.scores]
    raised = [f"{FLAGS}: {', '.join(findings.safety_flags)}"] if findings.safety_flags else []
    advice = [f"{SUGGESTION}: {one.text} – because {one.because}" for one in findings.suggestions]
    return "\n".join((*lines, *raised, *advice))
