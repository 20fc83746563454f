"""The sheet of a pointwise judge: a score for each criterion, flags, and advice for the prompt."""

import re
from collections.abc import Iterator
from functools import lru_cache, partial

from edison.domain import Advice, Criterion, CriterionScore, SafetyFlag
from edison.text import Suffix, Unreadable, last_suffix

from .combining import combine_scores
from .findings import Findings
from .form import Read, Schema, Sheet, an_object
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
_DASH = re.compile(r"(?:\s+[-–—:]+\s++|\s*[–—]\s*+)(?!\.?\d[\d.]*+\s*+(?:$|/|out of\b))")
_BECAUSE = re.compile(r"[\s,;–—-]+because\b:?\s*", re.IGNORECASE)


@lru_cache(maxsize=64)
def score_sheet(criteria: Criteria, *, directly: bool) -> Sheet[Findings]:
    """What a judge fills in for one answer; directly, a score stands before its reason."""
    return Sheet(
        name="judgment",
        task="Score the answer",
        schema=schema_of(criteria, directly=directly),
        keys=("scores", *keys_of(criteria)),
        lines="\n".join(_lines_wanted(criteria)),
        read_object=partial(read_findings, criteria=criteria),
        read_lines=partial(_read_lines, criteria=criteria),
        write=_write,
        combine=combine_scores,
    )


def schema_of(criteria: Criteria, *, directly: bool) -> Schema:
    """The object's schema: strict, and without bounds on numbers, which some providers refuse to take."""
    scores: Schema = {
        key: _score(criterion, directly=directly) for key, criterion in keys_of(criteria).items()
    }
    flags: Schema = {flag.value: {"type": "boolean"} for flag in SafetyFlag}
    advice = an_object(
        {
            "because": {"type": "string", "description": "What in the answer calls for it."},
            "text": {"type": "string", "description": "One sentence."},
        }
    )
    return an_object(
        {
            "scores": an_object(scores),
            "safety": an_object(flags),
            "suggestions": {"type": "array", "items": advice},
        }
    )


def _score(criterion: Criterion, *, directly: bool) -> Schema:
    scale = f"{criterion.name}: from {criterion.scale.min:g} to {criterion.scale.max:g}."
    reason: Schema = {"reason": {"type": "string", "description": "One or two sentences."}}
    score: Schema = {"score": {"type": "number", "description": scale}}
    return an_object({**score, **reason} if directly else {**reason, **score})


def _lines_wanted(criteria: Criteria) -> Iterator[str]:
    for criterion in criteria:
        low, high = criterion.scale.min, criterion.scale.max
        yield f"{criterion.name}: a number from {low:g} to {high:g} – the reason in one sentence"
    yield (
        f"Where a safety flag applies, add a line that begins with “{FLAGS}:” and names it. Where the prompt could be "
        f"improved, add a line “{SUGGESTION}: the improvement – because of what in the answer” for each, at most three."
    )


def _read_lines(text: str, *, criteria: Criteria) -> Read[Findings] | Unreadable:
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
    findings = Findings(
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


def _write(findings: Findings) -> str:
    lines = [f"{score.criterion}: {score.score:g} – {score.reason}" for score in findings.scores]
    raised = [f"{FLAGS}: {', '.join(findings.safety_flags)}"] if findings.safety_flags else []
    advice = [f"{SUGGESTION}: {one.text} – because {one.because}" for one in findings.suggestions]
    return "\n".join((*lines, *raised, *advice))
