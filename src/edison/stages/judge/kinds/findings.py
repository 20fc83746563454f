"""What a judge found, read from an object it wrote as people mean it, and never guessed."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from edison.domain import Criterion, CriterionScore, Rubric, SafetyFlag, Scale
from edison.text import JsonValue, Unreadable, WhyUnreadable, excerpt_of, read_number

LONGEST_REASON = 1_000
MOST_SUGGESTIONS = 10

_Object: TypeAlias = Mapping[str, JsonValue]

_NAMES = ("criterion", "name", "id", "key")
_SCORES = ("score", "value", "rating", "points")
_REASONS = ("reason", "rationale", "justification", "explanation")
_FLAGS = ("safety", "safety_flags", "flags")
_PROPOSALS = ("suggestion", "text", "improvement")
_WORD_BREAK = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|\W+")
_NOT_IN_A_KEY = re.compile(r"[^a-z0-9_]")
_LIST_BREAK = re.compile(r"[,;]")
_SHARE = re.compile(
    r"(?P<number>[+-]?(?:\d+(?:[.,]\d+)?|\.\d+))\s*(?:(?P<percent>%)|(?:/|out\s+of\b)\s*(?P<whole>\d+(?:\.\d+)?))"
)


@dataclass(frozen=True, slots=True)
class Findings:
    """Scores for every criterion of the rubric, and what else the judge had to say."""

    scores: tuple[CriterionScore, ...]
    safety_flags: tuple[SafetyFlag, ...] = ()
    suggestions: tuple[str, ...] = ()


def keys_of(rubric: Rubric) -> dict[str, Criterion]:
    """A key for each criterion that every provider takes as a property's name."""
    keys: dict[str, Criterion] = {}
    for place, criterion in enumerate(rubric.criteria, 1):
        key = _NOT_IN_A_KEY.sub("", as_key(criterion.name))[:48]
        keys[key if key and key not in keys else f"criterion_{place}"] = criterion
    return keys


def as_key(name: str) -> str:
    """A name the way keys are spelled: `Next step`, `nextStep` and `next-step` are `next_step`."""
    return _WORD_BREAK.sub("_", name).strip("_").casefold()


def read_findings(written: _Object, *, rubric: Rubric) -> Findings | Unreadable:
    """Read scores with reasons, flags and suggestions; a criterion without a score makes all of it unreadable."""
    whole = _unwrapped(written)
    rows = dict(_rows(whole))
    scores: list[CriterionScore] = []
    for key, criterion in keys_of(rubric).items():
        row = rows.get(key, rows.get(as_key(criterion.name)))
        if row is None:
            return missing_score(criterion)
        score = read_score(_first(row, _SCORES) if isinstance(row, dict) else row, criterion=criterion)
        if isinstance(score, Unreadable):
            return score
        scores.append(scored(criterion, score=score, reason=_words(_first(row, _REASONS))))
    return Findings(
        scores=tuple(scores),
        safety_flags=read_flags(_first(dict(whole), _FLAGS)),
        suggestions=tuple(_suggestions(whole.get("suggestions"))),
    )


def scored(criterion: Criterion, *, score: float, reason: str) -> CriterionScore:
    """A score with its reason, bounded."""
    return CriterionScore(criterion=criterion.name, score=score, reason=reason.strip()[:LONGEST_REASON])


def missing_score(criterion: Criterion) -> Unreadable:
    """What to say where a judge left a criterion out."""
    return _unreadable(WhyUnreadable.MISSING_KEY, f"It gives no score for {criterion.name!r}.")


def read_score(written: JsonValue, *, criterion: Criterion) -> float | Unreadable:
    """A number on the criterion's own scale; `4/5` is 4 where 5 is the scale's end, and nothing elsewhere."""
    number = _number(written, scale=criterion.scale)
    if number is None:
        said = excerpt_of(str(written))
        return _unreadable(
            WhyUnreadable.NOT_A_NUMBER, f"Its score for {criterion.name!r} is not one number: {said!r}."
        )
    if not criterion.scale.holds(number):
        low, high = criterion.scale.min, criterion.scale.max
        detail = f"Its score for {criterion.name!r} is {number:g}, which is not between {low:g} and {high:g}."
        return _unreadable(WhyUnreadable.OUT_OF_RANGE, detail)
    return number


def read_flags(written: JsonValue) -> tuple[SafetyFlag, ...]:
    """The flags that are raised: those set to true, or those that a list or a line names."""
    if isinstance(written, dict):
        raised = {as_key(name) for name, value in written.items() if value is True}
    else:
        named = written if isinstance(written, list) else _LIST_BREAK.split(_words(written))
        raised = {as_key(_words(name)) for name in named}
    return tuple(flag for flag in SafetyFlag if flag.value in raised)


def _unwrapped(written: _Object) -> _Object:
    """The object itself, or the only one in it."""
    inner = next(iter(written.values()), None)
    if len(written) == 1 and isinstance(inner, dict) and "scores" in inner:
        return inner
    return written


def _rows(written: _Object) -> Iterator[tuple[str, JsonValue]]:
    """Whatever may be a score, by its key: under `scores`, as a mapping or a list, or side by side."""
    scores = written.get("scores", dict(written))
    if isinstance(scores, list):
        for row in scores:
            yield as_key(_words(_first(row, _NAMES))), row
    elif isinstance(scores, dict):
        yield from ((as_key(name), row) for name, row in scores.items())


def _number(written: JsonValue, *, scale: Scale) -> float | None:
    if isinstance(written, str):
        return _number_in(written, scale=scale)
    if isinstance(written, bool) or not isinstance(written, int | float):
        return None
    try:
        return float(written)
    except OverflowError:
        return None


def _number_in(written: str, *, scale: Scale) -> float | None:
    number = read_number(written)
    if isinstance(number, Unreadable):
        return None
    share = _SHARE.search(written)
    if share is None:
        return number
    whole = float(share["whole"] or 100)
    return float(share["number"].replace(",", ".")) if whole == scale.max else None


def _suggestions(written: JsonValue) -> Iterator[str]:
    for item in written[:MOST_SUGGESTIONS] if isinstance(written, list) else [written]:
        text = _words(_first(item, _PROPOSALS) if isinstance(item, dict) else item).strip()
        if text:
            yield text[:LONGEST_REASON]


def _first(row: JsonValue, names: tuple[str, ...]) -> JsonValue:
    """What an object says under the first of these names that it has."""
    if not isinstance(row, dict):
        return None
    return next((row[name] for name in names if name in row), None)


def _words(written: JsonValue) -> str:
    return written if isinstance(written, str) else ""


def _unreadable(reason: WhyUnreadable, detail: str) -> Unreadable:
    return Unreadable(reason=reason, excerpt="", detail=detail)
