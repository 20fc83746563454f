"""Numbers as JSON writes them, refused where anyone down the road would lose part of them."""

import math

from .nodes import SourcePosition, TextBroken

LARGEST_INTEGER = 2**63 - 1

_MOST_DIGITS = 1_000
_SURELY_SMALL = 18
_ADVICE = "Put it in quotes, so that it stays a text."


def read_number(text: str, *, at: SourcePosition | None = None) -> int | float:
    """The number of a JSON literal."""
    if len(text) <= _SURELY_SMALL and text.isdecimal():
        # What nearly all numbers are.
        return int(text)
    if len(text) > _MOST_DIGITS:
        raise TextBroken(f"a number has more than {_MOST_DIGITS:,} digits", advice=_ADVICE, at=at)
    if text.lstrip("-").isdecimal():
        return _whole(int(text), at=at)
    number = float(text)
    if not math.isfinite(number):
        raise TextBroken(f"the number {text} is too large", advice=_ADVICE, at=at)
    return number


def refuse_constant(name: str) -> float:
    """NaN and the infinities are no JSON, although many write them."""
    raise TextBroken(f"{name} is no number", advice="Write null where there is none.")


def _whole(number: int, *, at: SourcePosition | None) -> int:
    if not -LARGEST_INTEGER <= number <= LARGEST_INTEGER:
        raise TextBroken("a whole number has more than 64 bits", advice=_ADVICE, at=at)
    return number
