"""numeric: the number in the answer is a given one, more or less."""

import math
import re
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from edison.domain import Output
from edison.text import Unreadable, read_number, without_thinking

from .kind import CheckMisfit, SeenOutput, Test, quote, read_fields

_FIELDS = ("value", "absolute", "relative")

_DIGITS = r"(?:\d(?:[\d.,'’_\u00a0\u202f]*\d)?|\.\d+)(?:[eE][+-]?\d{1,3}(?!\w))?"
_WRITTEN = re.compile(
    # A sign that joins two words, as in GPT-4, is none; nor is a digit inside a word or a version a number.
    rf"(?<!\w)(?<!\w[-–—])(?<!\d[.,:/'])[+\-−]?{_DIGITS}"
    # Whatever makes it a share, a range or a list belongs to it.
    rf"(?:[ \t]{{0,4}}%|(?:[ \t]{{1,4}}|[ \t]{{0,4}}(?:[-–—/:]|out of|to|or|and)[ \t]{{0,4}}){_DIGITS})*"
    r"(?P<unit>[^\W\d_]*)"
)
_GROUPED = re.compile(
    r"(?<![\d.,])[1-9]\d{0,2}(?P<mark>[ ,'’_\u00a0\u202f])\d{3}(?:(?P=mark)\d{3})*(?![\d,]|[ ]\d)"
)
_MARKS = re.compile(r"\D")
_MAGNITUDES = frozenset({"k", "m", "b", "t", "mn", "mm", "bn", "tn"})
"""Behind a number they may make it thousands or millions, so that it is not what it seems."""

_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class _Wanted:
    number: float
    tolerance: float

    def is_met_by(self, number: float) -> bool:
        distance = abs(number - self.number)
        # At the very limit, what is lost in binary must not decide.
        return distance <= self.tolerance or math.isclose(distance, self.tolerance, rel_tol=_ROUNDING)


def is_number(value: JsonValue) -> Test:
    """The last number in the answer is the given one, within an `absolute` or a `relative` tolerance."""
    wanted = _read_wanted(value)

    def look(output: Output) -> SeenOutput:
        written = _last_number(without_thinking(output.text))
        if written is None:
            return SeenOutput(holds=False, sentence="It holds no number.", absent=True)
        number = _read(written)
        if number is None:
            return SeenOutput(holds=False, sentence=f"{quote(written)} is not one number.", absent=True)
        return SeenOutput(
            holds=wanted.is_met_by(number),
            sentence=f"Its last number is {number:.12g}; {_tell(wanted)}.",
            measured=number,
        )

    return look


def _read_wanted(value: JsonValue) -> _Wanted:
    fields: Mapping[str, JsonValue] = {"value": value}
    if isinstance(value, dict):
        fields = read_fields(value, known=_FIELDS, needed=("value",))
    number = _read_given(fields["value"], field="value.value" if isinstance(value, dict) else "value")
    absolute, relative = (_read_tolerance(fields, name) for name in ("absolute", "relative"))
    return _Wanted(number, max(absolute, relative * abs(number)))


def _read_given(value: JsonValue, *, field: str) -> float:
    if isinstance(value, str):
        number = _read(value.strip())
        if number is not None:
            return number
    elif isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
        return float(value)
    raise CheckMisfit("must be a number", field=field)


def _read_tolerance(fields: Mapping[str, JsonValue], name: str) -> float:
    given = fields.get(name)
    if given is None:
        return 0.0
    if isinstance(given, bool) or not isinstance(given, int | float) or not 0 <= given < math.inf:
        raise CheckMisfit("must be a number from 0 on", field=f"value.{name}")
    return float(given)


def _last_number(text: str) -> str | None:
    found = deque(_WRITTEN.finditer(text), maxlen=1)
    return found[0][0] if found else None


def _read(written: str) -> float | None:
    """One number; thousands may be set apart, and a unit may follow at once."""
    match = _WRITTEN.match(written)
    if match and match["unit"].isalpha() and match["unit"].casefold() not in _MAGNITUDES:
        written = f"{written[: match.start('unit')]} {match['unit']}"
    plain = _GROUPED.sub(lambda group: _MARKS.sub("", group[0]), written.replace("−", "-"))
    number = read_number(plain)
    return None if isinstance(number, Unreadable) else number


def _tell(wanted: _Wanted) -> str:
    if not wanted.tolerance:
        return f"the given one is {wanted.number:.12g}"
    return f"the given one is {wanted.number:.12g}, {wanted.tolerance:.12g} more or less"
