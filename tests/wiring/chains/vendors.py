"""Token addresses on this machine that look at what they are asked, for tests."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from urllib.parse import parse_qs

from edison.gateway import Provider
from edison.gateway.wire import Wire
from edison.settings import load_settings
from edison.wiring import SystemClock
from edison.wiring.keys import Keys
from tests.gateway.scripted import Request, Scene, ScriptedServer, says, scripted

Answer = Callable[[Request], tuple[int, bytes]]


def told(value: object, *, status: int = 200) -> tuple[int, bytes]:
    return status, json.dumps(value).encode()


def fields_of(request: Request) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(request.body.decode()).items()}


@asynccontextmanager
async def a_vendor(answer: Answer) -> AsyncIterator[ScriptedServer]:
    """A server that answers each request by a function of it."""
    held: list[ScriptedServer] = []

    def scene(path: str) -> Scene:
        status, body = answer(held[0].requests[-1])
        return says(body, status=status)

    async with scripted(by_path=scene) as server:
        held.append(server)
        server.base_url = server.base_url.removesuffix("/v1")
        yield server


def keys_with(folder: Path, **variables: str) -> Keys:
    home = {"HOME": str(folder), "EDISON_DATABASE_URL": str(folder / "edison.db")}
    return Keys(load_settings({**home, **variables}))


async def fetch(keys: Keys, kind: str) -> str:
    """The key that a provider of this kind gets, over real HTTP."""
    renewed = keys.renewed(kind, provider="p", region="eu-central-1")
    assert renewed is not None
    async with Wire(SystemClock()) as wire:
        keyed = await wire._with_key(Provider(name="p", kind=kind, renewed=renewed))  # pyright: ignore[reportPrivateUsage]
    assert keyed.key is not None
    assert keyed.key.reveal() in keys.given_out
    return keyed.key.reveal()


def in_an_hour() -> str:
    return (SystemClock().now() + timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
