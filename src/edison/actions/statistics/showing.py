"""What statistics say to people: words and numbers without a decision left to make."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from ..results.showing import shown


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table of texts; the first columns are words, the others numbers."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: int = 1


@dataclass(frozen=True, slots=True)
class ShownFinding:
    """What was found, in the order in which it is read."""

    sentences: tuple[str, ...]
    tables: tuple[ShownTable, ...] = ()
    remarks: tuple[str, ...] = ()
    """What a reader must know before believing it."""


def known(value: float) -> float | None:
    """A number, or None where there is none: JSON has no word for it."""
    return value if math.isfinite(value) else None


def tell_level(level: float) -> str:
    """The level of an interval in percent."""
    return f"{100 * level:g} %"


def tell_p(value: float) -> str:
    """A p-value, never rounded to nothing."""
    return f"{value:.3f}" if value >= 0.001 else "< 0.001"


def listed(names: Iterable[str], *, most: int = 10) -> str:
    """Names in one line, safe for a terminal."""
    all_names = [shown(name) for name in names]
    told = ", ".join(all_names[:most])
    return told if len(all_names) <= most else f"{told} and {len(all_names) - most} more"


def spaced(word: str) -> str:
    """A word of ours as people write it."""
    return word.replace("_", " ")
