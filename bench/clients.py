"""The contestants: one coroutine that makes one call, for each way of calling."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import aiohttp
import orjson

from edison.domain import Ask, Endpoint, Message, Sampling
from edison.gateway import Gateway, Limits, Price, Provider
from edison.wiring import open_gateway

QUESTION = "What is the capital of France? Answer in one sentence."
CONCURRENCY = 2048

Call = Callable[[], Awaitable[float]]
"""Makes one call and returns the seconds it says the call took, or 0 where it does not say."""


@asynccontextmanager
async def bare_aiohttp(base_url: str, *, stream: bool = False) -> AsyncIterator[Call]:
    """What anybody would write: aiohttp with its own JSON, no types, no ledger, no limits."""
    address, body = f"{base_url}/chat/completions", _body(stream)
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:

        async def whole() -> float:
            async with session.post(address, json=body) as response:
                answer = await response.json()
            assert answer["choices"][0]["message"]["content"]
            return 0.0

        async def streamed() -> float:
            pieces: list[str] = []
            async with session.post(address, json=body) as response:
                async for line in response.content:
                    if line.startswith(b"data: {"):
                        pieces.append(json.loads(line[6:])["choices"][0]["delta"].get("content") or "")
            assert pieces
            return 0.0

        yield streamed if stream else whole


@asynccontextmanager
async def lean_aiohttp(base_url: str, *, stream: bool = False) -> AsyncIterator[Call]:
    """The least that can be done with aiohttp: JSON by the fastest library, by hand."""
    address, body = f"{base_url}/chat/completions", _body(stream)
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:

        async def whole() -> float:
            async with session.post(address, data=orjson.dumps(body), headers=_JSON) as response:
                answer = orjson.loads(await response.read())
            assert answer["choices"][0]["message"]["content"]
            return 0.0

        yield whole


@asynccontextmanager
async def edison_gateway(base_url: str, *, stream: bool = False) -> AsyncIterator[Call]:
    ask = Ask(
        to=Endpoint.parse("stub/stub"), messages=(Message.user(QUESTION),), sampling=Sampling(max_tokens=64)
    )
    async with stub_gateway(base_url) as gateway:

        async def whole() -> float:
            answer = await gateway.ask(ask)
            assert answer.text
            return answer.timing.latency_s

        async def streamed() -> float:
            async with gateway.stream(ask) as deltas:
                async for _ in deltas:
                    pass
            assert deltas.answer.text
            return deltas.answer.timing.latency_s

        yield streamed if stream else whole


def stub_gateway(base_url: str) -> Gateway:
    provider = Provider(
        name="stub",
        kind="openai-compatible",
        base_url=base_url,
        price=Price(0.15, 0.60),
        limits=Limits(concurrency=CONCURRENCY),
    )
    return open_gateway([provider])


@asynccontextmanager
async def openai_sdk(base_url: str, *, stream: bool = False) -> AsyncIterator[Call]:
    from openai import AsyncOpenAI

    async with AsyncOpenAI(api_key="none", base_url=base_url, max_retries=0) as client:

        async def whole() -> float:
            answer = await client.chat.completions.create(
                model="stub", messages=[{"role": "user", "content": QUESTION}], max_tokens=64
            )
            assert answer.choices[0].message.content
            return 0.0

        async def streamed() -> float:
            pieces: list[str] = []
            async for chunk in await client.chat.completions.create(
                model="stub", messages=[{"role": "user", "content": QUESTION}], max_tokens=64, stream=True
            ):
                pieces.append(chunk.choices[0].delta.content or "")
            assert pieces
            return 0.0

        yield streamed if stream else whole


def _body(stream: bool) -> dict[str, object]:
    return {
        "model": "stub",
        "messages": [{"role": "user", "content": QUESTION}],
        "max_tokens": 64,
        "stream": stream,
    }


_JSON = {"Content-Type": "application/json"}

CLIENTS = {
    "bare aiohttp": bare_aiohttp,
    "lean aiohttp": lean_aiohttp,
    "edison": edison_gateway,
    "openai SDK": openai_sdk,
}
