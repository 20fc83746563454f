"""The scores a judge gave, read from what it wrote; a criterion without a score makes all of it unreadable."""

import re
from collections.abc import Iterator
from typing import TypeAlias

from edison.domain import Advice, Criterion, CriterionScore, SafetyFlag, Scale
from edison.text import JsonValue, Unreadable, WhyUnreadable, read_number

from .findings import ScoreFinding
from .form import Written
from .wording import as_key, bounded, first_of, unreadable, words_of

MOST_SUGGESTIONS = 10

Criteria: TypeAlias = tuple[Criterion, ...]

_NAMES = ("criterion", "name", "id", "key")
_SCORES = ("score", "value", "rating", "points")
_REASONS = ("reason", "rationale", "justification", "explanation")
_FLAGS = ("safety", "safety_flags", "flags")
_PROPOSALS = ("text", "suggestion", "improvement")
_CAUSES = ("because", "reason", "motivation", "evidence")
_NOT_IN_A_KEY = re.compile(r"[^a-z0-9_]")
_LIST_BREAK = re.compile(r"[,;]")
_SHARE = re.compile(
    # From the beginning of its digits alone: a very long number would be read from each of them.
    r"(?P<number>[+-]?(?:(?<!\d)\d++(?:[.,]\d++)?+|\.\d++))\s*+"
    r"(?:(?P<percent>%)|(?:/|out\s+of\b)\s*+(?P<whole>\d+(?:\.\d+)?))"
)


def keys_of(criteria: Criteria) -> dict[str, Criterion]:
    """A key for each criterion that every provider takes as a property's name."""
    keys: dict[str, Criterion] = {}
    for place, criterion in enumerate(criteria, 1):
        key = _NOT_IN_A_KEY.sub("", as_key(criterion.name))[:48]
        keys[key if key and key not in keys else f"criterion_{place}"] = criterion
    return keys


def read_findings(written: Written, *, criteria: Criteria) -> ScoreFinding | Unreadable:
    """Read scores with reasons, flags and suggestions."""
    whole = _unwrapped(written)
    rows = dict(_rows(whole))
    scores: list[CriterionScore] = []
    for key, criterion in keys_of(criteria).items():
        row = rows.get(key, rows.get(as_key(criterion.name)))
        if row is None:
            return missing_score(criterion)
        score = read_score(first_of(row, _SCORES) if isinstance(row, dict) else row, criterion=criterion)
        if isinstance(score, Unreadable):
            return score
        scores.append(scored(criterion, score=score, reason=words_of(first_of(row, _REASONS))))
    return ScoreFinding(
        scores=tuple(scores),
        safety_flags=read_flags(first_of(dict(whole), _FLAGS)),
        suggestions=tuple(_suggestions(whole.get("suggestions"))),
    )


def scored(criterion: Criterion, *, score: float, reason: str) -> CriterionScore:
    """A score with its reason, bounded."""
    return CriterionScore(criterion=criterion.name, score=score, reason=bounded(reason))


def advised(text: str, *, because: str) -> Iterator[Advice]:
    """A suggestion, bounded, unless it says nothing."""
    if text.strip():
        yield Advice(text=bounded(text), because=bounded(because))


def missing_score(criterion: Criterion) -> Unreadable:
    """What to say where a judge left a criterion out."""
    return unreadable(WhyUnreadable.MISSING_KEY, f"It gives no score for {criterion.name!r}.")


def read_score(written: JsonValue, *, criterion: Criterion) -> float | Unreadable:
    """A number on the criterion's own scale; `4/5` is 4 where 5 is the scale's end, and nothing elsewhere."""
    number = _number(written, scale=criterion.scale)
    if number is None:
        detail = f"Its score for {criterion.name!r} is not one number."
        return unreadable(WhyUnreadable.NOT_A_NUMBER, detail, said=str(written))
    if not criterion.scale.holds(number):
        low, high = criterion.scale.min, criterion.scale.max
        detail = f"Its score for {criterion.name!r} is {number:g}, which is not between {low:g} and {high:g}."
        return unreadable(WhyUnreadable.OUT_OF_RANGE, detail)
    return number


def read_flags(written: JsonValue) -> tuple[SafetyFlag, ...]:
    """The flags that are raised: those set to true, or those that a list or a line names."""
    if isinstance(written, dict):
        raised = {as_key(name) for name, value in written.items() if value is True}
    else:
        named = written if isinstance(written, list) else _LIST_BREAK.split(words_of(written))
        raised = {as_key(words_of(name)) for name in named}
    return tuple(flag for flag in SafetyFlag if flag.value in raised)


def _unwrapped(written: Written) -> Written:
    """The object itself, or the only one in it."""
    inner = next(iter(written.values()), None)
    if len(written) == 1 and isinstance(inner, dict) and "scores" in inner:
        return inner
    return written


def _rows(written: Written) -> Iterator[tuple[str, JsonValue]]:
    """Whatever may be a score, by its key: under `scores`, as a mapping or a list, or side by side."""
    scores = written.get("scores", dict(written))
    if isinstance(scores, list):
        for row in scores:
            yield as_key(words_of(first_of(row, _NAMES))), row
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


def _suggestions(written: JsonValue) -> Iterator[Advice]:
    for item in written[:MOST_SUGGESTIONS] if isinstance(written, list) else [written]:
        if isinstance(item, dict):
            yield from advised(
                words_of(first_of(item, _PROPOSALS)), because=words_of(first_of(item, _CAUSES))
            )
        else:
            yield from advised(words_of(item), because="")
