"""Our client at work on scripted servers."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from edison.gateway.http import Client, Head, Origin, Response, Route
from edison.gateway.http.client import IDLE_S
from edison.gateway.http.connection import Connection

LIMIT = 16 * 1024 * 1024


@asynccontextmanager
async def a_client(*, idle_s: float = IDLE_S) -> AsyncIterator[Client]:
    client = Client(idle_s=idle_s)
    try:
        yield client
    finally:
        await client.close()


async def ask(
    client: Client, address: str, *, body: bytes | None = b"{}", connect_s: float = 2.0
) -> Response:
    """An answer that is still to be read and closed."""
    method = "GET" if body is None else "POST"
    head = Head(method, address, defaults={"User-Agent": "edison"}, standing={})
    return await client.ask(Route(head.origin), head.with_headers({}), body, connect_s=connect_s)


async def fetch(
    client: Client, address: str, *, body: bytes | None = b"{}", limit: int = LIMIT
) -> tuple[int, dict[str, str], bytes, bool]:
    """Status, headers, body, and whether there was more of it."""
    response = await ask(client, address, body=body)
    try:
        read, truncated = await response.read(limit)
    finally:
        response.close()
    return response.status, dict(response.headers), read, truncated


@asynccontextmanager
async def a_connection() -> AsyncIterator[tuple[Connection, socket.socket]]:
    """A connection and its other end, which says nothing: the test brings the bytes."""
    ours, theirs = socket.socketpair()
    _, connection = await asyncio.get_running_loop().create_connection(
        lambda: Connection(Route(Origin("127.0.0.1", 80, by_tls=False)), Client(), line=ours), sock=ours
    )
    with theirs:
        yield connection, theirs
        connection.hang_up()
        await asyncio.sleep(0)
