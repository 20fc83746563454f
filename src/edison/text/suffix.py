"""The machine-readable lines a model ends its free reasoning with: `VERDICT: B`, `CONFIDENCE: 80%`."""

import math
import re
from collections import deque
from dataclasses import dataclass

from .blocks import without_thinking
from .unreadable import Unreadable, WhyUnreadable, unreadable

_DECORATION = "*_`\"'“”‘’«»"
_EDGE = _DECORATION + " \t\r\n\f\v\u00a0"
_NUMBER = re.compile(
    r"(?P<value>[+-]?(?:0,\d{1,40}|1,0{1,2}(?!\d)|\d{1,40}(?:\.\d{0,40})?|\.\d{1,40})(?:[eE][+-]?\d{1,3})?)"
    r"(?:\s*(?P<percent>%)|\s*(?:/|out\s+of\b)\s*(?P<whole>\d{1,40}(?:\.\d{1,40})?))?"
)
_GOES_ON = re.compile(r"\w|[.,]\d|\s*(?:[-–—/:]\s*\.?\d|(?:to|or|and)\b\s*\.?\d|\d)")


@dataclass(frozen=True, slots=True)
class Suffix:
    """The last line of a text that carries a label."""

    value: str
    """What follows the label on its line, or the next line that is not blank; decoration removed."""
    before: str
    """Everything in front of it: the reasoning."""


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
    first_line = next((line for line in answer[found.end() :].splitlines() if undecorated(line)), "")
    return Suffix(value=undecorated(first_line), before=answer[: found.start()].strip())


def undecorated(value: str) -> str:
    """A value without the markdown, quotes and full stops around it; a leading dot, as in `.8`, stays."""
    return value.lstrip(_EDGE).rstrip(_EDGE + ".")


def read_number(value: str) -> float | Unreadable:
    """Read the number a value begins with: `0.8`, `.8`, `0,8`, `80%`, `8/10`, `8 out of 10`; `0.7-0.9` is none."""
    plain = value.lstrip(_EDGE + "([{~≈").rstrip(_EDGE + ".")
    match = _NUMBER.match(plain)
    if not match or _GOES_ON.match(plain, match.end()):
        return unreadable(WhyUnreadable.NOT_A_NUMBER, text=value, detail="It does not begin with one number.")
    number = _number_of(match)
    if not math.isfinite(number):
        return unreadable(WhyUnreadable.NOT_A_NUMBER, text=value, detail="It is not a finite number.")
    return number


def _label_pattern(label: str) -> re.Pattern[str]:
    words = [re.escape(word) for word in re.split(r"[\s_-]+", label)]
    spelled = r"(?:\\?[_ \t-])?".join(words)
    ornaments = rf"[ \t{re.escape(_DECORATION)}]*+"
    return re.compile(
        rf"(?:^[ \t>#•·+{re.escape(_DECORATION)}-]*+(?:\d{{1,3}}[.)]{ornaments})?(?i:{spelled})"
        rf"|(?<![\w-]){re.escape(label)}){ornaments}[:：]",
        re.MULTILINE,
    )


def _number_of(match: re.Match[str]) -> float:
    number = float(match["value"].replace(",", "."))
    if match["percent"]:
        return number / 100
    if match["whole"]:
        whole = float(match["whole"])
        return number / whole if whole else math.nan
    return number
