"""Choosing among the values a schema lists."""

from __future__ import annotations

import re

from .content import Share, Side
from .draw import Draws

_FIRST = re.compile(r"(?:.*[\s_-])?(?:a|1|one|left|first)", re.IGNORECASE)
_SECOND = re.compile(r"(?:.*[\s_-])?(?:b|2|two|right|second)", re.IGNORECASE)
_TIE = re.compile(r"tie|draw|equal(?:ly good)?|neither|both|same|none|no[\s_-]preference|even", re.IGNORECASE)
_YES = re.compile(r"pass(?:ed)?|yes|true|ok|correct|good|met|accept(?:ed)?|approved?", re.IGNORECASE)
_NO = re.compile(r"fail(?:ed)?|no|false|incorrect|bad|not[\s_-]met|reject(?:ed)?", re.IGNORECASE)
_HIGH = re.compile(r"excellent|high|strong|very good|best|outstanding|a\+?|always|yes", re.IGNORECASE)


def pick_option(options: list[object], *, content: object, draws: Draws) -> object:
    """Pick the option that says the content; without any, draw one."""
    if content in options:
        return content
    if isinstance(content, Side):
        return _side(options, content)
    if isinstance(content, Share):
        return _on_ladder(options, content)
    if isinstance(content, bool):
        return _matching(options, _YES if content else _NO) or options[0 if content else -1]
    if isinstance(content, str):
        wanted = content.casefold()
        for option in options:
            if str(option).casefold() == wanted:
                return option
    return draws.choice(options)


def _side(options: list[object], side: Side) -> object:
    if side.place is None:
        return _matching(options, _TIE) or options[-1]
    pattern = _FIRST if side.place == 0 else _SECOND
    named = next((option for option in options if str(option).casefold() == side.name.casefold()), None)
    return named or _matching(options, pattern) or options[min(side.place, len(options) - 1)]


def _on_ladder(options: list[object], share: Share) -> object:
    """Take the options as a ladder, from worst to best unless the first one sounds like the best."""
    numbers = [option for option in options if isinstance(option, (int, float))]
    ladder: list[object] = list(options)
    if len(numbers) == len(options):
        ladder = [*sorted(numbers)]
    if _HIGH.fullmatch(str(ladder[0])):
        ladder.reverse()
    return ladder[round(share.value * (len(ladder) - 1))]


def _matching(options: list[object], pattern: re.Pattern[str]) -> object | None:
    return next((option for option in options if pattern.fullmatch(str(option).strip())), None)
