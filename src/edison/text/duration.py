"""Lengths of time as people write them: 30m, 1h, 7d."""

import re

_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
_MOST_DIGITS = 6

DURATION = rf"[1-9][0-9]{{0,{_MOST_DIGITS - 1}}}[{''.join(_UNITS)}]"
"""A pattern of what can be read here."""


def read_duration(text: str) -> int | None:
    """The seconds that a text such as `90s`, `30m`, `1h` or `7d` means; None where it is none of these."""
    if re.fullmatch(DURATION, text) is None:
        return None
    return int(text[:-1]) * _UNITS[text[-1]]
