"""How long a provider asks us to wait, in all the forms providers use."""

import math
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

_SPANS = re.compile(r"(\d+(?:\.\d+)?)(ms|h|m|s)")
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}

_RESETS = (
    "x-ratelimit-reset-requests",
    "x-ratelimit-reset-tokens",
    "anthropic-ratelimit-requests-reset",
    "anthropic-ratelimit-tokens-reset",
)
_REMAINING = {
    "x-ratelimit-reset-requests": "x-ratelimit-remaining-requests",
    "x-ratelimit-reset-tokens": "x-ratelimit-remaining-tokens",
    "anthropic-ratelimit-requests-reset": "anthropic-ratelimit-requests-remaining",
    "anthropic-ratelimit-tokens-reset": "anthropic-ratelimit-tokens-remaining",
}


def read_retry_after(headers: Mapping[str, str], *, now: datetime) -> float | None:
    """Seconds to wait, never negative; None when the provider says nothing that can be read.

    The value is not capped: a caller that will not wait that long gives up at once instead of asking too early.
    """
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    stated = headers.get("retry-after")
    if stated is not None:
        return _first(_number(stated), _span(stated), _date(stated, now))
    exhausted = [
        _first(_span(headers[name]), _date(headers[name], now))
        for name in _RESETS
        if _is_exhausted(headers, name)
    ]
    return max((wait for wait in exhausted if wait is not None), default=None)


def read_span(text: str) -> float | None:
    """Seconds of a span such as `34s`, `1m30s` or `0.5s`."""
    return _span(text)


def _is_exhausted(headers: Mapping[str, str], reset: str) -> bool:
    return reset in headers and headers.get(_REMAINING[reset], "0").strip() == "0"


def _number(text: str | None) -> float | None:
    if text is None:
        return None
    try:
        value = float(text.strip())
    except ValueError:
        return None
    return max(value, 0.0) if math.isfinite(value) else None


def _span(text: str) -> float | None:
    matches = _SPANS.findall(text.strip())
    if not matches or "".join(number + unit for number, unit in matches) != text.strip():
        return None
    return sum(float(number) * _SECONDS[unit] for number, unit in matches)


def _date(text: str, now: datetime) -> float | None:
    moment = _read_moment(text.strip())
    if moment is None:
        return None
    return max((moment - now).total_seconds(), 0.0)


def _read_moment(text: str) -> datetime | None:
    for parse in (parsedate_to_datetime, datetime.fromisoformat):
        try:
            moment = parse(text)
        except (ValueError, TypeError, OverflowError):
            continue
        return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
    return None


def _first(*candidates: float | None) -> float | None:
    return next((candidate for candidate in candidates if candidate is not None), None)
