"""The machine-readable lines a model ends its free reasoning with: `VERDICT: B`, `QUALITY: a=0.8, b=80%`."""

import math
import re
from collections import deque
from collections.abc import Collection
from dataclasses import dataclass
from itertools import pairwise

from .blocks import without_thinking
from .unreadable import Unreadable, WhyUnreadable, unreadable

_DECORATION = "*_`\"'“”‘’«»"
_EDGE = _DECORATION + " \t\r\n\f\v\u00a0"
_PAIR_EDGE = _EDGE + ",;|()[]{}"
_TOKEN_SEPARATORS = re.compile(r"[\s,;/|&()\[\]{}<>]+")
_NUMBER = re.compile(
    r"(?P<value>[+-]?(?:0,\d{1,40}|1,0{1,2}(?!\d)|\d{1,40}(?:\.\d{0,40})?|\.\d{1,40})(?:[eE][+-]?\d{1,3})?)"
    r"(?:\s*(?P<percent>%)|\s*(?:/|out\s+of\b)\s*(?P<whole>\d{1,40}(?:\.\d{1,40})?))?"
)
_GOES_ON = re.compile(r"\w|[.,]\d|\s*(?:[-–—/:]\s*\.?\d|(?:to|or|and)\b\s*\.?\d|\d)")
_PAIR_KEY = re.compile(r"(?<![\w-])(?P<key>[^\W\d][\w-]{0,80}+)[*`\"'”’]{0,4}\s{0,8}[=:]")
_FENCE_LINE = re.compile(r"\s*(?:`{3,}|~{3,})\w*\s*")
_RUBRIC_LINE = re.compile(r"[\s>*•+_`-]*(?P<number>\d{1,4})\s*[).:](?P<label>.*?)::(?P<criteria>.*)")
_CONJUNCTION = re.compile(r"(?:and|or)\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Suffix:
    """The last line of a text that carries a label."""

    value: str
    """What follows the label on its line, or the next line that is not blank; decoration removed."""
    before: str
    """Everything in front of it: the reasoning."""
    block: str
    """Everything from the label's colon to the end of the text, for values of several lines."""


def last_suffix(text: str, *, label: str) -> Suffix | Unreadable:
    """Find the last `LABEL: value`; thinking blocks do not count, and markdown around either part is ignored.

    A line may begin with the label in any case; in the middle of a line only the exact spelling counts.
    Words of the label may be joined by underscore, hyphen or space.
    """
    answer = without_thinking(text)
    last = deque(_label_pattern(label).finditer(answer), maxlen=1)
    if not last:
        return unreadable(WhyUnreadable.NO_SUFFIX, text=text, detail=f"It has no line {label}: …")
    found = last[0]
    block = answer[found.end() :]
    first_line = next((line for line in block.splitlines() if undecorated(line)), "")
    return Suffix(value=undecorated(first_line), before=answer[: found.start()].strip(), block=block)


def undecorated(value: str) -> str:
    """A value without the markdown, quotes and full stops around it; a leading dot, as in `.8`, stays."""
    return value.lstrip(_EDGE).rstrip(_EDGE + ".")


def read_tokens(
    value: str, *, allowed: Collection[str] | None = None, ignore_case: bool = False
) -> tuple[str, ...] | Unreadable:
    """Split a value into tokens at commas, spaces, slashes and brackets; repeated ones count once.

    With `allowed`, any other token makes the value unreadable (an "and" between them is no token); with
    `ignore_case`, tokens come back as written in `allowed`.
    """
    tokens = [token for token in _tokens_of(value) if token != "and" or "and" in (allowed or ("and",))]
    if not tokens:
        return unreadable(WhyUnreadable.EMPTY, text=value, detail="It names nothing.")
    if allowed is None:
        return tuple(dict.fromkeys(tokens))
    known = {_fold(token, ignore_case=ignore_case): token for token in allowed}
    unknown = [token for token in tokens if _fold(token, ignore_case=ignore_case) not in known]
    if unknown:
        detail = f"It names {unknown[0][:60]!r}, which is not one of: {', '.join(allowed)}."
        return unreadable(WhyUnreadable.UNKNOWN_TOKEN, text=value, detail=detail)
    return tuple(dict.fromkeys(known[_fold(token, ignore_case=ignore_case)] for token in tokens))


def read_token(
    value: str, *, allowed: Collection[str] | None = None, ignore_case: bool = False
) -> str | Unreadable:
    """The first token of a value; whatever follows it is commentary."""
    first = "".join(_tokens_of(value)[:1])
    tokens = read_tokens(first, allowed=allowed, ignore_case=ignore_case)
    return tokens if isinstance(tokens, Unreadable) else tokens[0]


def read_number(
    value: str, *, low: float = -math.inf, high: float = math.inf, clamp: bool = False
) -> float | Unreadable:
    """Read the number a value begins with: `0.8`, `.8`, `0,8`, `80%`, `8/10`, `8 out of 10`.

    A range such as `0.7-0.9` is not a number. Outside `low` to `high` it is unreadable, or moved to the
    nearest end when `clamp` is set.
    """
    plain = value.lstrip(_EDGE + "([{~≈").rstrip(_EDGE + ".")
    match = _NUMBER.match(plain)
    if not match or _GOES_ON.match(plain, match.end()):
        return unreadable(WhyUnreadable.NOT_A_NUMBER, text=value, detail="It does not begin with one number.")
    number = _number_of(match)
    if not math.isfinite(number):
        return unreadable(WhyUnreadable.NOT_A_NUMBER, text=value, detail="It is not a finite number.")
    if clamp:
        return min(max(number, low), high)
    if not low <= number <= high:
        detail = f"{number:g} is not between {low:g} and {high:g}."
        return unreadable(WhyUnreadable.OUT_OF_RANGE, text=value, detail=detail)
    return number


def read_pairs(value: str, *, keys: Collection[str]) -> dict[str, str] | Unreadable:
    """Read `key=value` pairs separated by commas, semicolons or spaces; each of `keys` once, in any case.

    Other keys are left aside. Values come back as text without decoration, for `read_number` and the like.
    """
    wanted = {key.casefold(): key for key in keys}
    marks = list(_PAIR_KEY.finditer(value))
    ends = [*(mark.start() for mark in marks), len(value)][1:]
    found: dict[str, str] = {}
    for mark, end in zip(marks, ends, strict=True):
        key = wanted.get(mark["key"].casefold())
        if key is None:
            continue
        if key in found:
            return unreadable(
                WhyUnreadable.DUPLICATE_KEY, text=value, detail=f"It gives {key} more than once."
            )
        found[key] = value[mark.end() : end].lstrip(_PAIR_EDGE).rstrip(_PAIR_EDGE + ".")
    missing = [key for key in keys if not found.get(key)]
    if missing:
        detail = f"It gives no {' and no '.join(missing)}."
        return unreadable(WhyUnreadable.MISSING_KEY, text=value, detail=detail)
    return found


@dataclass(frozen=True, slots=True)
class RubricLine:
    """One stage of a written rubric."""

    number: int
    label: str
    criteria: tuple[str, ...]


def read_rubric_lines(
    block: str, *, count: int, fewest: int = 3, most: int = 6
) -> tuple[RubricLine, ...] | Unreadable:
    """Read exactly `count` lines `N) Label :: criterion; criterion; criterion`, numbered from 1 in order.

    Blank lines and lone fences are ignored, any other line makes the block unreadable. Criteria are split at
    semicolons outside brackets, at commas when that gives fewer than `fewest`.
    """
    lines: list[RubricLine] = []
    for line in block.splitlines():
        if not undecorated(line) or _FENCE_LINE.fullmatch(line):
            continue
        read = _read_rubric_line(line, fewest=fewest, most=most)
        if isinstance(read, Unreadable):
            return read
        if read.number != len(lines) + 1:
            detail = f"Stage {read.number} stands where stage {len(lines) + 1} should."
            return unreadable(WhyUnreadable.WRONG_ORDER, text=line, detail=detail)
        lines.append(read)
    if len(lines) != count:
        detail = f"It has {len(lines)} stages; {count} were asked for."
        return unreadable(WhyUnreadable.WRONG_COUNT, text=block, detail=detail)
    return tuple(lines)


def _read_rubric_line(line: str, *, fewest: int, most: int) -> RubricLine | Unreadable:
    match = _RUBRIC_LINE.fullmatch(line)
    label = undecorated(match["label"]) if match else ""
    if not match or not label:
        detail = "Only lines such as '1) Label :: criterion; criterion; criterion' may follow."
        return unreadable(WhyUnreadable.STRAY_LINE, text=line, detail=detail)
    criteria = _split_criteria(match["criteria"], separator=";")
    if len(criteria) < fewest:
        criteria = _split_criteria(match["criteria"], separator=",")
    if not fewest <= len(criteria) <= most:
        detail = f"Stage {match['number']} has {len(criteria)} criteria; {fewest} to {most} are accepted."
        return unreadable(WhyUnreadable.WRONG_COUNT, text=line, detail=detail)
    return RubricLine(number=int(match["number"]), label=label, criteria=criteria)


def _split_criteria(text: str, *, separator: str) -> tuple[str, ...]:
    cuts = [-1]
    depth = 0
    for position, character in enumerate(text):
        depth = max(0, depth + (character in "([{") - (character in ")]}"))
        if character == separator and depth == 0:
            cuts.append(position)
    pieces = (text[start + 1 : end] for start, end in pairwise([*cuts, len(text)]))
    stripped = (_CONJUNCTION.sub("", piece.strip(" \t*_`").rstrip("."), count=1) for piece in pieces)
    return tuple(piece for piece in stripped if piece)


def _label_pattern(label: str) -> re.Pattern[str]:
    words = [re.escape(word) for word in re.split(r"[\s_-]+", label)]
    spelled = r"(?:\\?[_ \t-])?".join(words)
    ornaments = rf"[ \t{re.escape(_DECORATION)}]*+"
    return re.compile(
        rf"(?:^[ \t>#•·+{re.escape(_DECORATION)}-]*+(?:\d{{1,3}}[.)]{ornaments})?(?i:{spelled})"
        rf"|(?<![\w-]){re.escape(label)}){ornaments}[:：]",
        re.MULTILINE,
    )


def _tokens_of(value: str) -> list[str]:
    return [token for piece in _TOKEN_SEPARATORS.split(value) if (token := undecorated(piece))]


def _fold(token: str, *, ignore_case: bool) -> str:
    return token.casefold() if ignore_case else token


def _number_of(match: re.Match[str]) -> float:
    number = float(match["value"].replace(",", "."))
    if match["percent"]:
        return number / 100
    if match["whole"]:
        whole = float(match["whole"])
        return number / whole if whole else math.nan
    return number
