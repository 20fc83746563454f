"""What a persona has come to, in every form it may be asked to say it."""

from __future__ import annotations

import msgspec


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """A conclusion: as content for a structured reply, and as prose with an optional last line."""

    content: dict[str, object]
    prose: str
    suffix: str = ""
    """A machine-readable ending such as `VERDICT: A`."""
    short: str = ""
    """The conclusion in one word or number, for those who want nothing else."""
    short_label: str = "Verdict"
    """What stands before it when nobody said what should."""
    keys: tuple[str, ...] = ()
    """What goes into a JSON reply when JSON is wanted but no form is shown."""
    malformed: float = 0.0
    """Share of replies of this kind that come out unreadable."""
    decoration: float = 0.0
    miscounts: bool = False
    """Whether the number of items is wrong on purpose, so that the form's own count is not to be kept."""
