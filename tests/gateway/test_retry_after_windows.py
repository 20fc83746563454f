"""A Retry-After stops everyone with that key: not one request arrives inside the window, whatever its form."""

import asyncio
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from edison.errors import RateLimited, WaitTooLong
from edison.gateway import Limits, Patience, RetryPolicy
from tests.gateway.chat_bodies import chat, failure
from tests.gateway.gateways import a_gateway, a_provider, an_ask
from tests.gateway.scripted import ScriptedServer, says, scripted

SHORT = {
    f"{name}: {value}": ({name: value}, seconds)
    for name, value, seconds in [
        ("retry-after", "0", 0.0),
        ("retry-after", "0.0", 0.0),
        ("retry-after", "-3", 0.0),
        ("retry-after", "-0.5", 0.0),
        ("retry-after", "soon", 0.0),
        ("retry-after", "nan", 0.0),
        ("retry-after", "inf", 0.0),
        ("retry-after", "", 0.0),
        ("retry-after", "Sun, 99 Foo 2026", 0.0),
        ("retry-after", "0.25", 0.25),
        ("retry-after", ".3", 0.3),
        ("retry-after", "3e-1", 0.3),
        ("retry-after", "+0.3", 0.3),
        ("retry-after", " 0.3 ", 0.3),
        ("retry-after", "1", 1.0),
        ("retry-after", "01", 1.0),
        ("retry-after", "1.0", 1.0),
        ("retry-after", "300ms", 0.3),
        ("retry-after", "0.4s", 0.4),
        ("retry-after", "1s", 1.0),
        ("retry-after", "0m1s", 1.0),
        ("retry-after", "0h0m0.5s", 0.5),
        ("retry-after-ms", "0", 0.0),
        ("retry-after-ms", "250", 0.25),
        ("retry-after-ms", "250.5", 0.2505),
        ("retry-after-ms", "-250", 0.0),
        ("retry-after-ms", "1000", 1.0),
        ("retry-after-ms", "many", 0.0),
        ("x-ratelimit-reset-requests", "400ms", 0.4),
        ("x-ratelimit-reset-requests", "1s", 1.0),
        ("x-ratelimit-reset-tokens", "0.3s", 0.3),
        ("x-ratelimit-reset-tokens", "whenever", 0.0),
        ("x-nothing", "1", 0.0),
    ]
}
ABSURD = [
    "100000",
    "999999999",
    "1e12",
    "1e300",
    "Fri, 31 Dec 2099 23:59:59 GMT",
    "2099-12-31T23:59:59Z",
    "900000h",
]
CALLS = 4


def test_forty_forms_are_tried() -> None:
    assert len(SHORT) + len(ABSURD) >= 40


async def test_nobody_sends_inside_a_stated_window() -> None:
    async with asyncio.TaskGroup() as group:
        waits = {
            name: group.create_task(_longest_silence(headers), name=name)
            for name, (headers, _) in SHORT.items()
        }

    too_early = {
        name: (task.result(), SHORT[name][1])
        for name, task in waits.items()
        if task.result() < SHORT[name][1] - 0.002
    }
    assert too_early == {}


@pytest.mark.parametrize("offset_s", [1, 2])
@pytest.mark.parametrize("form", ["http-date", "iso"])
async def test_nobody_sends_before_a_stated_date(offset_s: int, form: str) -> None:
    until = datetime.now(UTC).replace(microsecond=0) + timedelta(seconds=offset_s + 1)  # noqa: TID251
    stated = format_datetime(until, usegmt=True) if form == "http-date" else until.isoformat()

    await _longest_silence({"retry-after": stated})

    assert datetime.now(UTC) >= until  # noqa: TID251


@pytest.mark.parametrize("stated", ABSURD)
async def test_an_absurd_wait_ends_every_call_at_once_without_another_request(stated: str) -> None:
    async with scripted(says(failure("slow"), status=429, retry_after=stated), says(chat())) as server:
        provider = a_provider(server.base_url, limits=Limits(concurrency=1), patience=Patience(queue_s=60))
        async with a_gateway(provider, policy=RetryPolicy()) as gateway, asyncio.timeout(5):
            for _ in range(3):
                with pytest.raises((RateLimited, WaitTooLong)):
                    await gateway.ask(an_ask())

    assert len(server.requests) == 1


async def _longest_silence(headers: dict[str, str]) -> float:
    """Let several callers run into one 429; how long nobody sent anything after it."""
    fields = {name.replace("-", "_"): value for name, value in headers.items()}
    refusal = says(failure("slow", code="rate_limit_exceeded"), status=429, **fields)
    async with scripted(refusal, says(chat())) as server:
        provider = a_provider(server.base_url, limits=Limits(concurrency=1))
        async with a_gateway(provider, policy=RetryPolicy()) as gateway, asyncio.TaskGroup() as group:
            for _ in range(CALLS):
                group.create_task(gateway.ask(an_ask()))
    return _gap(server)


def _gap(server: ScriptedServer) -> float:
    assert len(server.requests) == CALLS + 1
    return server.requests[1].arrived_s - server.requests[0].arrived_s
