"""A provider's batch office on this machine: real HTTP, and every word of it written by the test."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Request:
    method: str
    target: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def path(self) -> str:
        return urlsplit(self.target).path

    @property
    def json(self) -> object:
        return json.loads(self.body)


@dataclass(frozen=True)
class Said:
    """An answer. `cut_at` ends the connection after so many bytes of the body."""

    body: bytes = b"{}"
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    cut_at: int | None = None
    admits_the_cut: bool = True
    """Whether the length was announced, so that a client can see that something is missing."""
    hangs_up: bool = False
    """The request was taken and nothing is said at all."""


def says(body: object, status: int = 200, **headers: str) -> Said:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Said(json.dumps(body).encode(), status, named)


def jsonl(*rows: object, cut_at: int | None = None, admits_the_cut: bool = True) -> Said:
    return Said(lines_of(*rows), cut_at=cut_at, admits_the_cut=admits_the_cut)


def lines_of(*rows: object) -> bytes:
    return b"".join((row if isinstance(row, bytes) else json.dumps(row).encode()) + b"\n" for row in rows)


HANGS_UP = Said(hangs_up=True)
NOT_THERE = says({"error": {"message": "No such thing.", "type": "not_found"}}, 404)

Route = Said | Callable[[Request], Said]


@dataclass
class Office:
    """Answers by method and path, such as `GET /v1/batches`; every request is written down."""

    routes: dict[str, Route] = field(default_factory=dict)
    requests: list[Request] = field(default_factory=list)
    address: str = ""

    def sent_to(self, route: str) -> list[Request]:
        return [request for request in self.requests if f"{request.method} {request.path}" == route]

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                request = await _read(reader)
                self.requests.append(request)
                route = self.routes.get(f"{request.method} {request.path}", NOT_THERE)
                said = route(request) if callable(route) else route
                if said.hangs_up:
                    return
                writer.write(_written(said))
                await writer.drain()
                if said.cut_at is not None:
                    return
        except (asyncio.IncompleteReadError, ConnectionError):
            return
        finally:
            writer.close()


@asynccontextmanager
async def an_office(**routes: Route) -> AsyncIterator[Office]:
    office = Office(dict(routes))
    server = await asyncio.start_server(office.serve, "127.0.0.1", 0)
    office.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield office
    finally:
        server.close()


async def _read(reader: asyncio.StreamReader) -> Request:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    method, target, _ = head[0].split(" ")
    headers = {
        name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:] if line)
    }
    if headers.get("transfer-encoding") == "chunked":
        return Request(method, target, headers, await _read_chunks(reader))
    return Request(method, target, headers, await reader.readexactly(int(headers.get("content-length", "0"))))


async def _read_chunks(reader: asyncio.StreamReader) -> bytes:
    body = b""
    while size := int(await reader.readuntil(b"\r\n"), 16):
        body += await reader.readexactly(size)
        await reader.readexactly(2)
    await reader.readexactly(2)
    return body


def _written(said: Said) -> bytes:
    announced = {"Content-Length": str(len(said.body))} if said.admits_the_cut else {"Connection": "close"}
    fields = {"Content-Type": "application/json", **announced, **said.headers}
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    return f"HTTP/1.1 {said.status} X\r\n{head}\r\n".encode() + said.body[: said.cut_at]
