from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from edison.gateway.retry_after import read_retry_after, read_span
from tests.text.growth import is_linear

NOW = datetime(2026, 11, 15, 12, 0, 0, tzinfo=UTC)
SOON = NOW + timedelta(seconds=30)

FORMS: list[tuple[dict[str, str], float | None]] = [
    ({"retry-after": "1"}, 1),
    ({"retry-after": "0"}, 0),
    ({"retry-after": "2.5"}, 2.5),
    ({"retry-after": " 7 "}, 7),
    ({"retry-after": "1e2"}, 100),
    ({"retry-after": "+3"}, 3),
    ({"retry-after": "-5"}, 0),
    ({"retry-after": "-0.001"}, 0),
    ({"retry-after": "999999999"}, 999999999),
    ({"retry-after": "nan"}, None),
    ({"retry-after": "inf"}, None),
    ({"retry-after": "-inf"}, None),
    ({"retry-after": "soon"}, None),
    ({"retry-after": ""}, None),
    ({"retry-after": "20s"}, 20),
    ({"retry-after": "1m30s"}, 90),
    ({"retry-after": "250ms"}, 0.25),
    ({"retry-after": "1h"}, 3600),
    ({"retry-after": "1x"}, None),
    ({"retry-after": format_datetime(SOON, usegmt=True)}, 30),
    ({"retry-after": format_datetime(NOW - timedelta(days=1), usegmt=True)}, 0),
    ({"retry-after": SOON.isoformat()}, 30),
    ({"retry-after": "2026-11-15T12:00:30"}, 30),
    ({"retry-after": "Sun, 99 Nov 2026 12:00:30 GMT"}, None),
    ({"retry-after": "Sunday, 15-Nov-26 12:00:30 GMT"}, 30),
    ({"retry-after": "Sun Nov 15 12:00:30 2026"}, 30),
    ({"retry-after-ms": "1500"}, 1.5),
    ({"retry-after-ms": "0"}, 0),
    ({"retry-after-ms": "-10"}, 0),
    ({"retry-after-ms": "nonsense", "retry-after": "4"}, 4),
    ({"retry-after-ms": "nan", "retry-after": "4"}, 4),
    ({"retry-after-ms": "250", "retry-after": "9"}, 0.25),
    ({"x-ratelimit-reset-requests": "1s"}, 1),
    ({"x-ratelimit-reset-requests": "6m0s", "x-ratelimit-remaining-requests": "0"}, 360),
    ({"x-ratelimit-reset-requests": "6m0s", "x-ratelimit-remaining-requests": "12"}, None),
    ({"x-ratelimit-reset-requests": "1s", "x-ratelimit-reset-tokens": "17ms"}, 1),
    ({"anthropic-ratelimit-requests-reset": "2026-11-15T12:00:30Z"}, 30),
    (
        {
            "anthropic-ratelimit-tokens-reset": "2026-11-15T12:00:45Z",
            "anthropic-ratelimit-tokens-remaining": "0",
        },
        45,
    ),
    ({"anthropic-ratelimit-tokens-reset": "whenever"}, None),
    ({}, None),
    ({"x-other": "1"}, None),
]


@pytest.mark.parametrize(("headers", "seconds"), FORMS, ids=[str(headers) for headers, _ in FORMS])
def test_every_form_of_retry_after_is_read_or_ignored_but_never_trusted_blindly(
    headers: dict[str, str], seconds: float | None
) -> None:
    assert read_retry_after(headers, now=NOW) == seconds


def test_a_span_of_googles_form_is_seconds() -> None:
    assert read_span("34.074824224s") == pytest.approx(34.074824224)


HOSTILE: dict[str, Callable[[int], str]] = {
    "digits": lambda size: "1" * size,
    "digits and a letter": lambda size: "1" * size + "x",
    "digits after a dot": lambda size: "1." + "1" * size,
    "spans": lambda size: "1s" * (size // 2),
    "spans and a letter": lambda size: "1ms" * (size // 3) + "x",
    "colons": lambda size: ":" * size,
    "numbers": lambda size: "1 " * (size // 2),
}


@pytest.mark.parametrize("text", HOSTILE)
def test_the_longest_header_takes_no_longer_than_its_length(text: str) -> None:
    assert is_linear(read_span, HOSTILE[text])
    assert is_linear(lambda value: read_retry_after({"retry-after": value}, now=NOW), HOSTILE[text])


def test_what_is_too_long_to_be_a_wait_is_none() -> None:
    assert read_span("1s" * 100) is None
    assert read_retry_after({"retry-after": "0" * 100 + "1"}, now=NOW) is None
    assert read_retry_after({"retry-after-ms": "0" * 100 + "1"}, now=NOW) is None
    assert read_retry_after({"x-ratelimit-reset-tokens": "0" * 100 + "1s"}, now=NOW) is None
