"""Single values that keep to a schema: one of a list, a number within bounds, a string of a form."""

from __future__ import annotations

import math
import re

from ..draw import Draws
from ..reading.json_values import as_count, as_number
from .content import PreferredSide, ScaleShare, snake
from .pattern import text_matching

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
    if isinstance(content, PreferredSide):
        return _side(options, content)
    if isinstance(content, ScaleShare):
        return _on_ladder(options, content)
    if isinstance(content, bool):
        return _matching(options, _YES if content else _NO) or options[0 if content else -1]
    if isinstance(content, str):
        wanted = content.casefold()
        for option in options:
            if str(option).casefold() == wanted:
                return option
    return draws.choice(options)


def _side(options: list[object], side: PreferredSide) -> object:
    if side.place is None:
        return _matching(options, _TIE) or options[-1]
    pattern = _FIRST if side.place == 0 else _SECOND
    named = next((option for option in options if str(option).casefold() == side.name.casefold()), None)
    return named or _matching(options, pattern) or options[min(side.place, len(options) - 1)]


def _on_ladder(options: list[object], share: ScaleShare) -> object:
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


_NUMBER = re.compile(r"-?\d[\d,]*(?:\.\d+)?")


def fit_number(schema: dict[str, object], *, content: object, draws: Draws, whole: bool) -> float:
    """Give the number the content says, moved into the schema's bounds; without any, draw one."""
    low, high = _bounds(schema, whole=whole)
    step = as_number(schema.get("multipleOf"))
    wanted = _wanted(content, low=low, high=high, draws=draws)
    value = min(max(wanted, low), high)
    if step:
        value = _on_grid(value, step=step, low=low, high=high)
    elif not whole:
        value = min(max(round(value, 3), low), high)
    if whole:
        return int(min(max(round(value), math.ceil(low)), math.floor(high)))
    return value


def _bounds(schema: dict[str, object], *, whole: bool) -> tuple[float, float]:
    low, high = as_number(schema.get("minimum")), as_number(schema.get("maximum"))
    above, below = as_number(schema.get("exclusiveMinimum")), as_number(schema.get("exclusiveMaximum"))
    if above is not None:
        low = max(low if low is not None else -math.inf, _next_up(above, whole=whole))
    if below is not None:
        high = min(high if high is not None else math.inf, _next_down(below, whole=whole))
    if low is None and high is None:
        return -1e9, 1e9
    if low is None:
        return -1e9 if high is None else min(-1e9, high), high if high is not None else 1e9
    return low, high if high is not None else max(1e9, low)


def _next_up(bound: float, *, whole: bool) -> float:
    return math.floor(bound) + 1 if whole else math.nextafter(bound, math.inf)


def _next_down(bound: float, *, whole: bool) -> float:
    return math.ceil(bound) - 1 if whole else math.nextafter(bound, -math.inf)


def _wanted(content: object, *, low: float, high: float, draws: Draws) -> float:
    if isinstance(content, ScaleShare):
        bounded = abs(low) < 1e9 and abs(high) < 1e9
        return content.on(low, high) if bounded else content.on(content.low, content.high)
    if isinstance(content, PreferredSide):
        first = 1.0 if low > 0 or high >= 2 else 0.0
        return first + (content.place or 0)
    if isinstance(content, str):
        return _from_text(content, draws=draws)
    number = as_number(content)
    if number is not None:
        return number
    if abs(low) < 1e9 and abs(high) < 1e9:
        return low + draws.unit() * (high - low)
    start = low if abs(low) < 1e9 else high - 100 if abs(high) < 1e9 else 0
    return start + draws.integer(1, 100)


def _from_text(content: str, *, draws: Draws) -> float:
    """Take the last number said, which is where results stand."""
    numbers = _NUMBER.findall(content)
    return float(numbers[-1].replace(",", "")) if numbers else float(draws.integer(1, 100))


def _on_grid(value: float, *, step: float, low: float, high: float) -> float:
    """Move to the nearest multiple inside the bounds."""
    place = round(value / step)
    if place * step < low:
        place = math.ceil(low / step - 1e-9)
    if place * step > high:
        place = math.floor(high / step + 1e-9)
    return place * step


_FORMATS = {
    "date": "2026-03-14",
    "date-time": "2026-03-14T09:30:00Z",
    "time": "09:30:00Z",
    "email": "ana.torres@example.com",
    "uri": "https://example.com/help",
    "url": "https://example.com/help",
    "uuid": "3f1c2a44-9b7e-4d0a-8c55-0d2e6f7a1b90",
    "hostname": "example.com",
    "ipv4": "192.0.2.10",
    "ipv6": "2001:db8::10",
    "duration": "PT30M",
}
_BY_NAME = {
    "name": ("Ana Torres", "Jonas Weber", "Mei Tanaka"),
    "first_name": ("Ana", "Jonas", "Mei"),
    "last_name": ("Torres", "Weber", "Tanaka"),
    "city": ("Lisbon", "Hamburg", "Osaka"),
    "location": ("Lisbon", "Hamburg", "Osaka"),
    "country": ("Portugal", "Germany", "Japan"),
    "color": ("blue", "green", "red"),
    "colour": ("blue", "green", "red"),
    "email": ("ana.torres@example.com",),
    "date": ("2026-03-14",),
    "title": ("A short overview", "What matters here"),
    "currency": ("EUR", "USD"),
    "unit": ("celsius", "metres"),
    "street": ("12 Mill Lane", "3 Harbour Street"),
    "phone": ("+351 210 000 000",),
    "id": ("item-1", "item-2", "item-3"),
}
_PLAIN = ("A short note on the matter", "The main point, in plain words", "As described in the request")


def fit_string(schema: dict[str, object], *, content: str | None, name: str, draws: Draws) -> str:
    """Give the content as far as the schema allows; without any, something that suits the name."""
    pattern, form = schema.get("pattern"), schema.get("format")
    if isinstance(pattern, str):
        if content is not None and re.search(pattern, content):
            return content
        return text_matching(pattern, draws=draws)
    if isinstance(form, str) and form in _FORMATS:
        return _FORMATS[form]
    text = content if content is not None else draws.choice(_BY_NAME.get(snake(name), _PLAIN))
    return _sized(text, schema=schema)


def _sized(text: str, *, schema: dict[str, object]) -> str:
    least = as_count(schema.get("minLength"), default=0)
    most = as_count(schema.get("maxLength"), default=max(least, len(text)))
    while len(text) < least:
        text += " and so on" if least - len(text) >= 10 else "."
    if len(text) <= most:
        return text
    cut = text[:most]
    end = cut.rfind(". ")
    return cut[: end + 1] if end + 1 >= max(least, most // 2) else cut
