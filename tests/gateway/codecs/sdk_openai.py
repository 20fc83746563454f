"""The official OpenAI client against a real server on this machine that records what it is sent."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from aiohttp import web
from aiohttp.test_utils import TestServer
from openai import AsyncOpenAI

from edison.gateway.codecs.base import StreamEvent

T = TypeVar("T")

Call = Callable[[AsyncOpenAI], Awaitable[T]]


@dataclass(frozen=True, slots=True)
class Captured(Generic[T]):
    """What the client sent, and what it made of the answer."""

    path: str
    body: dict[str, object]
    parsed: T


async def capture(call: Call[T], *, answer: bytes, content_type: str = "application/json") -> Captured[T]:
    """Let the client make one call, without retries, and answer it with these bytes."""
    seen: list[tuple[str, bytes]] = []

    async def record(request: web.Request) -> web.Response:
        seen.append((request.path_qs, await request.read()))
        return web.Response(body=answer, content_type=content_type)

    application = web.Application()
    application.router.add_route("*", "/v1/{rest:.*}", record)
    async with TestServer(application) as server:
        address = str(server.make_url("/v1"))
        async with AsyncOpenAI(api_key="sk-of-a-test", base_url=address, max_retries=0) as client:
            parsed = await call(client)
    [(path, body)] = seen
    return Captured(path=path.removeprefix("/v1"), body=json.loads(body or b"{}"), parsed=parsed)


def as_json(value: object) -> bytes:
    return json.dumps(value).encode()


def as_sse(events: list[StreamEvent]) -> bytes:
    """Events as they travel."""
    lines = [b"event: " + event.name.encode() + b"\n" if event.name else b"" for event in events]
    return b"".join(
        name + b"data: " + event.data + b"\n\n" for name, event in zip(lines, events, strict=True)
    )


def chunks(*written: object) -> list[StreamEvent]:
    """The events of a chat stream, its end mark included."""
    return [*(StreamEvent("", as_json(chunk)) for chunk in written), StreamEvent("", b"[DONE]")]


def named(*written: dict[str, object]) -> list[StreamEvent]:
    """The events of a responses stream, each named after its type and numbered."""
    return [
        StreamEvent(str(event["type"]), as_json({**event, "sequence_number": number}))
        for number, event in enumerate(written)
    ]
