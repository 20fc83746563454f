"""What servers on people's own machines write in place of an answer when they have none."""

import re
from collections.abc import Iterable

LONGEST = 200
"""An answer that is longer talks about such trouble; it does not have it."""

_PHRASES = re.compile(
    r"failed to load|error loading model|model (?:is )?not (?:yet )?loaded"
    r"|no models? (?:is |are )?(?:currently )?loaded"
    r"|model (?:has )?(?:been )?(?:unloaded|crashed)|operation (?:was )?cancell?ed",
    re.IGNORECASE,
)


_STEM = 4


def find_disguised_trouble(text: str, *, asked: Iterable[str] = ()) -> str | None:
    """The phrase by which a short text is a server's error and no answer; None where it is one.

    Where the question speaks of such trouble itself, the text may well be the answer to it.
    """
    found = _PHRASES.search(text) if len(text) < LONGEST else None
    if found is None or _speaks_of(found[0], " ".join(asked).lower()):
        return None
    return found[0]


def _speaks_of(phrase: str, question: str) -> bool:
    stems = [word[:_STEM] for word in phrase.lower().split() if len(word) >= _STEM]
    return all(stem in question for stem in stems)
