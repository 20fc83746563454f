"""A server of one's own that says how many calls it takes is asked so many at once, and no more."""

import asyncio
import json
from dataclasses import replace
from typing import Any

import pytest

from edison.gateway import LimitKey, Limits, LocalLimiter, Permit, Provider
from edison.wiring import SystemClock
from tests.gateway.chat_bodies import chat
from tests.gateway.gateways import a_gateway, an_ask
from tests.gateway.scripted import Scene, hangs_up, says, scripted

LOCAL_AT_ONCE = 4


class NotedLimits(LocalLimiter):
    """Notes how many calls at once each was let through under."""

    def __init__(self) -> None:
        super().__init__(SystemClock())
        self.noted: list[int | None] = []

    async def acquire(self, key: LimitKey, *, limits: Limits, tokens: int, patience_s: float) -> Permit:
        self.noted.append(limits.concurrency)
        return await super().acquire(key, limits=limits, tokens=tokens, patience_s=patience_s)


def props(slots: object) -> Scene:
    return says(json.dumps({"total_slots": slots, "model_path": "m.gguf"}).encode())


def loaded(**config: object) -> Scene:
    rows: list[Any] = [
        {"key": "other", "loaded_instances": [{"id": "other", "config": {"parallel": 9}}]},
        {"key": "stub", "loaded_instances": [{"id": "stub", "config": config}]},
    ]
    return says(json.dumps({"models": rows}).encode())


async def at_once(
    told: Scene, provider: Provider, *, questions: int = 1
) -> tuple[list[int | None], list[str]]:
    """Under how many calls at once each question was sent, and what the server was asked for."""
    limiter = NotedLimits()
    paths = {"/props": told, "/api/v1/models": told}
    async with scripted(by_path=lambda path: paths.get(path, says(chat()))) as server:
        async with a_gateway(replace(provider, base_url=server.base_url), limiter=limiter) as gateway:
            async with asyncio.TaskGroup() as group:
                for number in range(questions):
                    group.create_task(gateway.ask(an_ask(f"{number}")))
        return limiter.noted, [request.path for request in server.requests]


@pytest.mark.parametrize(
    ("kind", "told", "calls"),
    [
        ("llamacpp", props(2), 2),
        ("llamacpp", props(0), LOCAL_AT_ONCE),
        ("llamacpp", props(True), LOCAL_AT_ONCE),
        ("llamacpp", says(b"[1]"), LOCAL_AT_ONCE),
        ("llamacpp", says(b"{"), LOCAL_AT_ONCE),
        ("llamacpp", says(b"{}", status=404), LOCAL_AT_ONCE),
        ("llamacpp", hangs_up(), LOCAL_AT_ONCE),
        ("lmstudio", loaded(parallel=8), 8),
        ("lmstudio", loaded(context_length=4096), LOCAL_AT_ONCE),
        ("lmstudio", says(b'{"models": [{"key": "stub", "loaded_instances": [{}]}]}'), LOCAL_AT_ONCE),
        ("lmstudio", says(b'{"models": [{"key": "stub"}, 1]}'), LOCAL_AT_ONCE),
        ("lmstudio", says(b'{"models": 3}'), LOCAL_AT_ONCE),
    ],
)
async def test_a_server_gets_as_many_calls_at_once_as_it_says(kind: str, told: Scene, calls: int) -> None:
    noted, _ = await at_once(told, Provider(name="stub", kind=kind))

    assert noted == [calls]


async def test_it_is_asked_once_and_not_where_somebody_has_said_it() -> None:
    unsaid, asked = await at_once(props(2), Provider(name="stub", kind="llamacpp"), questions=3)
    said, paths = await at_once(
        props(2), Provider(name="stub", kind="llamacpp", limits=Limits(concurrency=7))
    )

    assert (unsaid, asked.count("/props")) == ([2, 2, 2], 1)
    assert (said, paths.count("/props")) == ([7], 0)
