"""How long a provider asks us to wait, in all the forms providers use."""

import math
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

LONGEST_TEXT = 64
"""No wait takes more characters to be told; what is longer is none."""
_SPAN = re.compile(r"(\d++(?:\.\d++)?)(ms|h|m|s)")
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
    milliseconds = _number(_short(headers.get("retry-after-ms", "")))
    if milliseconds is not None:
        return milliseconds / 1000
    stated = headers.get("retry-after")
    if stated is not None:
        text = _short(stated)
        return _first(_number(text), _span(text), _date(text, now))
    resets = [_short(headers[name]) for name in _RESETS if _is_exhausted(headers, name)]
    exhausted = [_first(_span(text), _date(text, now)) for text in resets]
    return max((wait for wait in exhausted if wait is not None), default=None)


def read_span(text: str) -> float | None:
    """Seconds of a span such as `34s`, `1m30s` or `0.5s`."""
    return _span(_short(text))


def _short(text: str) -> str:
    """The text, or nothing where it is too long to be read with patience."""
    stripped = text.strip()
    return stripped if len(stripped) <= LONGEST_TEXT else ""


def _is_exhausted(headers: Mapping[str, str], reset: str) -> bool:
    return reset in headers and headers.get(_REMAINING[reset], "0").strip() == "0"


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return max(value, 0.0) if math.isfinite(value) else None


def _span(text: str) -> float | None:
    seconds, end = 0.0, 0
    for part in _SPAN.finditer(text):
        if part.start() != end:
            return None
        seconds, end = seconds + float(part[1]) * _SECONDS[part[2]], part.end()
    return seconds if end == len(text) > 0 else None


def _date(text: str, now: datetime) -> float | None:
    moment = _read_moment(text)
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
