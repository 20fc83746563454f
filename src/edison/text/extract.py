"""Tolerant JSON: find the value a model meant, and say how much had to be guessed."""

import json
import math
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias, TypedDict, cast

from .blocks import fenced_blocks, without_thinking
from .brackets import MAX_DEPTH, Regions, find_regions
from .repair import repair
from .unreadable import Unreadable, WhyUnreadable, unreadable

MAX_JSON_CHARS = 1_000_000
MAX_DIGITS = 1_000

JsonValue: TypeAlias = "str | int | float | bool | list[JsonValue] | dict[str, JsonValue] | None"

_JSON_LABELS = frozenset({"", "json", "jsonc", "json5", "javascript", "js"})
_MOST_CANDIDATES = 256
_MOST_REPAIRS = 4


class Found(StrEnum):
    """Where in the text a value stood."""

    WHOLE = "whole"
    FENCE = "fence"
    PROSE = "prose"


@dataclass(frozen=True, slots=True)
class Extracted:
    """A JSON value read from a text, with everything that makes it less than certain."""

    value: JsonValue
    found: Found
    repaired: bool = False
    """The text was not JSON; the value is a reconstruction."""
    truncated: bool = False
    """The brackets do not close, so the text was probably cut off and its last value may be cut short."""
    duplicate_keys: tuple[str, ...] = ()
    """Keys written more than once in one object (the last one counts); not known for a repaired value."""


_Outcome: TypeAlias = Extracted | WhyUnreadable | None


@dataclass(frozen=True, slots=True)
class _Candidate:
    text: str
    found: Found

    @property
    def is_worth_repairing(self) -> bool:
        """Prose must not be repaired into JSON; an answer whose opening brace was prefilled may be."""
        prefilled = self.text.startswith('"') and self.text.endswith("}")
        return prefilled or (self.found is not Found.WHOLE and self.text.startswith(("{", "[")))


@dataclass(frozen=True, slots=True)
class _Wanted:
    want: type | None
    keys: frozenset[str]

    def is_met_by(self, extracted: Extracted) -> bool:
        return self.fits(extracted.value) and (not self.keys or self.mentions(extracted.value) > 0)

    def fits(self, value: JsonValue) -> bool:
        return self.want is None or isinstance(value, self.want)

    def rank(self, extracted: Extracted) -> tuple[int, ...]:
        value = extracted.value
        marked_off = extracted.found is not Found.PROSE
        return (
            self.mentions(value),
            bool(value),
            not extracted.repaired,
            isinstance(value, dict),
            marked_off,
        )

    def mentions(self, value: JsonValue) -> int:
        """How many of the wished keys an object has; for a list, its best item counts."""
        if isinstance(value, dict):
            return len(self.keys & value.keys())
        if isinstance(value, list):
            return max((self.mentions(item) for item in value[:32] if isinstance(item, dict)), default=0)
        return 0


def read_json(
    text: str, *, want: type | None = None, keys: Collection[str] = (), max_chars: int = MAX_JSON_CHARS
) -> Extracted | Unreadable:
    """Read the JSON value in a model's reply.

    Tried in this order: the whole text; without thinking blocks, the fenced blocks and the bracketed regions
    in the prose; the same repaired. Among several, the one with most of `keys` wins, then a filled one, an
    object, a fenced one, the last one. NaN, infinities, absurd numbers and nesting are refused by name.

    Args:
        text: The reply as it came.
        want: `dict` or `list` when only that will do.
        keys: Keys the wanted object should mention; a preference, not a schema.
        max_chars: Longer texts are refused unread.
    """
    if len(text) > max_chars:
        detail = f"It has more than {max_chars:,} characters."
        return unreadable(WhyUnreadable.TOO_LARGE, text=text, detail=detail)
    body = _trim(text)
    if not body:
        return unreadable(WhyUnreadable.EMPTY, text=text, detail="It is empty.")
    wanted = _Wanted(want=want, keys=frozenset(keys))
    whole = _parse(_Candidate(body, Found.WHOLE))
    if isinstance(whole, Extracted) and wanted.fits(whole.value):
        return whole
    body = _trim(without_thinking(body))
    if not body:
        return unreadable(WhyUnreadable.ONLY_THINKING, text=text, detail="It ends inside its own thinking.")
    regions = find_regions(body)
    if regions.too_deep:
        return unreadable(WhyUnreadable.TOO_DEEP, text=body, detail=_REFUSALS[WhyUnreadable.TOO_DEEP])
    return _search(body, candidates=tuple(_candidates(body, regions=regions)), wanted=wanted)


def _search(body: str, *, candidates: Sequence[_Candidate], wanted: _Wanted) -> Extracted | Unreadable:
    outcomes = [_parse(candidate) for candidate in candidates]
    best = _best(outcomes, wanted=wanted)
    if best and wanted.is_met_by(best):
        return best
    broken = [
        candidate
        for candidate, outcome in zip(candidates, outcomes, strict=True)
        if outcome is None and candidate.is_worth_repairing
    ]
    outcomes += [_repair(candidate) for candidate in _most_promising(broken, wanted=wanted)]
    return _best(outcomes, wanted=wanted) or _explain(body, outcomes=outcomes, any_broken=bool(broken))


def _candidates(body: str, *, regions: Regions) -> Iterator[_Candidate]:
    yield _Candidate(body, Found.WHOLE)
    half = _MOST_CANDIDATES // 2
    spans = regions.closed
    for start, end in spans if len(spans) <= _MOST_CANDIDATES else spans[:half] + spans[-half:]:
        yield _Candidate(body[start:end], Found.PROSE)
    if regions.open_at is not None:
        yield _Candidate(body[regions.open_at :], Found.PROSE)
    for block in fenced_blocks(body)[-half:]:
        if block.label in _JSON_LABELS:
            yield _Candidate(block.content, Found.FENCE)


def _best(outcomes: Sequence[_Outcome], *, wanted: _Wanted) -> Extracted | None:
    fitting = [
        outcome for outcome in outcomes if isinstance(outcome, Extracted) and wanted.fits(outcome.value)
    ]
    return max(reversed(fitting), key=wanted.rank, default=None)


def _most_promising(broken: Iterable[_Candidate], *, wanted: _Wanted) -> list[_Candidate]:
    distinct = {candidate.text: candidate for candidate in broken}.values()
    ranked = sorted(distinct, key=lambda candidate: sum(key in candidate.text for key in wanted.keys))
    return ranked[-_MOST_REPAIRS:]


def _explain(body: str, *, outcomes: Sequence[_Outcome], any_broken: bool) -> Unreadable:
    if any(isinstance(outcome, Extracted) for outcome in outcomes):
        detail = "It holds JSON, but not of the kind that was asked for."
        return unreadable(WhyUnreadable.WRONG_SHAPE, text=body, detail=detail)
    refused = next((outcome for outcome in outcomes if isinstance(outcome, WhyUnreadable)), None)
    if refused:
        return unreadable(refused, text=body, detail=_REFUSALS[refused])
    if any_broken:
        detail = "It holds something like JSON that cannot be repaired."
        return unreadable(WhyUnreadable.BROKEN_JSON, text=body, detail=detail)
    return unreadable(WhyUnreadable.NO_JSON, text=body, detail="It holds no JSON.")


def _trim(text: str) -> str:
    return text.strip().lstrip("\ufeff").lstrip()


class _Refused(Exception):
    def __init__(self, reason: WhyUnreadable) -> None:
        super().__init__(reason)
        self.reason = reason


_REFUSALS = {
    WhyUnreadable.NUMBER_TOO_LONG: f"It holds a number of more than {MAX_DIGITS:,} digits.",
    WhyUnreadable.NOT_FINITE: "It holds NaN, an infinity or a number too large to be one.",
    WhyUnreadable.TOO_DEEP: f"Its brackets nest more than {MAX_DEPTH} deep.",
}


def _parse(candidate: _Candidate) -> _Outcome:
    """Parse strictly: a value, a named refusal, or None when it is not JSON."""
    text = candidate.text
    if text.count("{") + text.count("[") > MAX_DEPTH and find_regions(text).too_deep:
        return WhyUnreadable.TOO_DEEP
    duplicates: list[str] = []

    def build(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
        built = dict(pairs)
        if len(built) < len(pairs):
            seen: set[str] = set()
            duplicates.extend(key for key, _ in pairs if key in seen or seen.add(key))
        return built

    try:
        value = cast(JsonValue, json.loads(text, object_pairs_hook=build, **_NUMBER_HOOKS))
    except _Refused as refused:
        return refused.reason
    except (json.JSONDecodeError, RecursionError):
        return None
    return Extracted(value=value, found=candidate.found, duplicate_keys=tuple(dict.fromkeys(duplicates)))


def _int(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise _Refused(WhyUnreadable.NUMBER_TOO_LONG)
    return int(digits)


def _float(digits: str) -> float:
    if len(digits) > MAX_DIGITS:
        raise _Refused(WhyUnreadable.NUMBER_TOO_LONG)
    number = float(digits)
    if not math.isfinite(number):
        raise _Refused(WhyUnreadable.NOT_FINITE)
    return number


def _refuse_constant(name: str) -> float:
    raise _Refused(WhyUnreadable.NOT_FINITE)


class _NumberHooks(TypedDict):
    parse_int: Callable[[str], int]
    parse_float: Callable[[str], float]
    parse_constant: Callable[[str], float]


_NUMBER_HOOKS = _NumberHooks(parse_int=_int, parse_float=_float, parse_constant=_refuse_constant)


def _repair(candidate: _Candidate) -> _Outcome:
    repaired = repair(candidate.text)
    if repaired is None:
        return None
    try:
        value = cast(JsonValue, json.loads(repaired, strict=False, **_NUMBER_HOOKS))
    except _Refused as refused:
        return refused.reason
    cut_off = find_regions(candidate.text).open_at is not None
    return Extracted(value=value, found=candidate.found, repaired=True, truncated=cut_off)
