"""What servers on people's own machines write in place of an answer when they have none."""

import re

LONGEST = 200
"""An answer that is longer talks about such trouble; it does not have it."""

_PHRASES = re.compile(
    r"failed to load|error loading model|model (?:is )?not (?:yet )?loaded"
    r"|no models? (?:is |are )?(?:currently )?loaded"
    r"|model (?:has )?(?:been )?(?:unloaded|crashed)|operation (?:was )?cancell?ed",
    re.IGNORECASE,
)


def find_disguised_trouble(text: str) -> str | None:
    """The phrase by which a short text is a server's error and no answer; None where it is one."""
    found = _PHRASES.search(text) if len(text) < LONGEST else None
    return found[0] if found else None
