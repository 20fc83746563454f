"""Strings that keep to a schema's length, format and pattern."""

from __future__ import annotations

import re

from .content import snake
from .draw import Draws
from .json_shapes import as_count
from .pattern_filling import text_matching

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
