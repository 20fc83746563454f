"""A place in a text, and what stands there."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_NEAR = 48
"""How far before a number the word may stand that says what it is."""
_MOST_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Marked:
    """Something that was found in a text."""

    what: str
    """In one word, such as `email`."""
    start: int
    end: int
    text: str
    """As it is written there; not to be shown as it is."""

    @property
    def masked(self) -> str:
        """Enough of it to find it in the text, and too little to use it."""
        return f"{self.text[: min(_MOST_SHOWN, len(self.text) // 4)]}…"


def marked(what: str, match: re.Match[str], *, group: int = 0) -> Marked:
    """What a pattern found."""
    return Marked(what, match.start(group), match.end(group), match[group])


def without_overlaps(found: Sequence[Marked]) -> tuple[Marked, ...]:
    """In the order of the text; of two that overlap, the one that comes first here."""
    kept: list[Marked] = []
    for one in found:
        if all(one.end <= other.start or one.start >= other.end for other in kept):
            kept.append(one)
    return tuple(sorted(kept, key=lambda one: one.start))


def before(text: str, start: int) -> str:
    """The words shortly before a place."""
    return text[max(0, start - _NEAR) : start]


def holds_any(folded: str, words: Sequence[str]) -> bool:
    """Whether any of the words stands there: most texts hold none, and this is the quickest way to know."""
    return any(word in folded for word in words)
