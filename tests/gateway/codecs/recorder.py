"""A real server on loopback that writes down what a client sends and answers what it was told to."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import orjson
from aiohttp import web
from aiohttp.test_utils import TestServer

from edison.gateway.codecs.base import Parcel


@dataclass(frozen=True, slots=True)
class Sent:
    """One request as it arrived: the path as it was on the wire, with its query."""

    method: str
    path: str
    headers: dict[str, str]
    body: object


@dataclass(slots=True)
class Recorder:
    """What was sent, and what is answered."""

    url: str = ""
    answer: bytes = b"{}"
    status: int = 200
    content_type: str = "application/json"
    sent: list[Sent] = field(default_factory=list[Sent])

    @property
    def last(self) -> Sent:
        return self.sent[-1]

    async def handle(self, request: web.Request) -> web.Response:
        body = await request.read()
        headers = {name.lower(): value for name, value in request.headers.items()}
        self.sent.append(
            Sent(request.method, request.raw_path, headers, orjson.loads(body) if body else None)
        )
        return web.Response(body=self.answer, status=self.status, content_type=self.content_type)


@asynccontextmanager
async def recording(answer: bytes, *, content_type: str = "application/json") -> AsyncIterator[Recorder]:
    recorder = Recorder(answer=answer, content_type=content_type)
    app = web.Application()
    app.router.add_route("*", "/{anything:.*}", recorder.handle)
    async with TestServer(app) as server:
        recorder.url = str(server.make_url("/")).rstrip("/")
        yield recorder


def as_sent(parcel: Parcel, *, below: str = "") -> tuple[str, str, object]:
    """What a parcel would look like to the recorder: method, path and body."""
    return parcel.method, below + parcel.path, orjson.loads(parcel.body) if parcel.body else None
