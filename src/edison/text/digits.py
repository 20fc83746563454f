"""Numbers for people, and counts with their nouns: with the digits their interval gives them, no more and no fewer."""

import math
from collections.abc import Iterable

NO_NUMBER = "–"

_MOST_DECIMALS = 9
_MOST_DIGITS = 12
"""Numbers before the point; longer ones are written with a power of ten."""
_USUAL = 3
"""Significant digits where no interval says how many are worth reading."""


def decimals_for(low: float | None, high: float | None) -> int | None:
    """How many decimals an interval is worth: two significant digits of its width.

    An interval that leaves out zero is seen to leave it out: an end is never rounded to nothing. None where there is
    no interval, or one without width.
    """
    if low is None or high is None or not 0 < high - low < math.inf:
        return None
    decimals = 1 - math.floor(math.log10(high - low))
    if low > 0 or high < 0:
        decimals = max(decimals, -math.floor(math.log10(min(abs(low), abs(high)))))
    return max(0, decimals)


def finest(intervals: Iterable[tuple[float | None, float | None]]) -> int | None:
    """The decimals of a column: those of its narrowest interval, so that its numbers stand below each other."""
    known = [found for low, high in intervals if (found := decimals_for(low, high)) is not None]
    return max(known, default=None)


def write_number(value: float | None, *, decimals: int | None = None, signed: bool = False) -> str:
    """A number with so many decimals, or with three significant digits; a dash where there is none."""
    if value is None or not math.isfinite(value):
        return NO_NUMBER
    places = _usual_decimals(value) if decimals is None else decimals
    plus = "+" if signed else ""
    if places > _MOST_DECIMALS or abs(value) >= 10.0**_MOST_DIGITS:
        return f"{value:{plus}.{_USUAL - 1}e}"
    # Adding zero takes away the sign of a nothing: -0.00 says that something lies below zero.
    return f"{round(value, places) + 0.0:{plus}.{places}f}"


def write_percent(share: float | None, *, decimals: int = 0, signed: bool = False) -> str:
    """A share in per cent: 38 %."""
    told = write_number(None if share is None else 100 * share, decimals=decimals, signed=signed)
    return told if told == NO_NUMBER else f"{told} %"


def write_interval(
    low: float | None, high: float | None, *, decimals: int | None = None, signed: bool = False
) -> str:
    """Both ends, with the digits that their distance is worth where nobody says otherwise."""
    if low is None or high is None:
        return NO_NUMBER
    places = decimals_for(low, high) if decimals is None else decimals
    return " to ".join(write_number(end, decimals=places, signed=signed) for end in (low, high))


def write_apart(*values: float, least: int = 3) -> tuple[str, ...]:
    """Numbers that are held against each other: with so many decimals, or as many more as tell them apart."""
    for decimals in range(least, _MOST_DECIMALS):
        told = tuple(write_number(value, decimals=decimals) for value in values)
        if len(set(told)) == len(set(values)):
            return told
    return tuple(write_number(value, decimals=_MOST_DECIMALS) for value in values)


def _usual_decimals(value: float) -> int:
    if value == 0:
        return 0
    return max(0, _USUAL - 1 - math.floor(math.log10(abs(value))))


def several(count: int, noun: str, plural: str | None = None) -> str:
    """A count with its noun, in the plural unless it is one: 1 case, 2 cases, 2 families."""
    return f"{count:,} {noun if count == 1 else plural or f'{noun}s'}"
