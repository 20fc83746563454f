"""Numbers that keep to a schema's bounds."""

from __future__ import annotations

import math
import re

from .content import Share, Side
from .draw import Draws
from .json_shapes import as_number

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
    if isinstance(content, Share):
        bounded = abs(low) < 1e9 and abs(high) < 1e9
        return content.on(low, high) if bounded else content.on(content.low, content.high)
    if isinstance(content, Side):
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
