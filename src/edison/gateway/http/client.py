"""Connections to servers: kept while they are asked, closed when nobody asks."""

import asyncio
import socket
import ssl
from collections import defaultdict, deque
from collections.abc import Callable
from functools import cached_property, partial
from typing import NamedTuple, TypedDict, TypeVar

from aiohappyeyeballs import start_connection  # pyright: ignore[reportUnknownVariableType]

from .connection import Connection
from .head import Origin
from .proxies import Proxy, Route
from .response import Response
from .troubles import NotReached, ProxyNotReached, TookTooLong
from .tunnel import Tunnel

IDLE_S = 4.0
"""A connection that nobody uses for so long is closed. Many servers close it after five seconds, and a request that
meets them there is lost without anybody knowing whether it was heard."""
_ADDRESSES_S = 300.0
_NEXT_ADDRESS_S = 0.25
"""A server of several addresses is tried at the next one so much later."""

P = TypeVar("P", bound=asyncio.Protocol)
_Where = tuple[str, int] | tuple[str, int, int, int] | tuple[int, bytes]
_Addresses = list[tuple[socket.AddressFamily, socket.SocketKind, int, str, _Where]]


class _Tls(TypedDict):
    ssl: ssl.SSLContext | None
    server_hostname: str | None


class _Lookup(NamedTuple):
    found: asyncio.Task[_Addresses]
    until: float


class Client:
    """All connections of one event loop. How many there are is decided by whoever asks."""

    def __init__(self, *, idle_s: float = IDLE_S) -> None:
        self._idle_s = idle_s
        self._open: set[Connection] = set()
        self._free: defaultdict[Route, deque[Connection]] = defaultdict(deque)
        """The one used last stands last."""
        self._distrusted: set[Route] = set()
        """Where something came that nobody had asked for: no connection there serves twice."""
        self._lookups: dict[Origin, _Lookup] = {}
        self._bell: asyncio.TimerHandle | None = None

    async def ask(self, route: Route, head: bytes, body: bytes | None, *, connect_s: float) -> Response:
        """Send a request by a free connection or a new one. The answer is to be closed."""
        connection = self._take(route) or await self._connect(route, connect_s)
        return await connection.ask(head, body)

    async def close(self) -> None:
        """Hang up everywhere."""
        if self._bell is not None:
            self._bell.cancel()
            self._bell = None
        for lookup in self._lookups.values():
            lookup.found.cancel()
        for connection in self._open:
            connection.hang_up()
        # Their sockets are closed in the next turn of the loop.
        await asyncio.sleep(0)

    # What connections say.

    def opened(self, connection: Connection) -> None:
        """It can be asked."""
        self._open.add(connection)

    def freed(self, connection: Connection) -> None:
        """Keep it for the next request, if it can take one."""
        if not connection.is_free or connection.route in self._distrusted:
            connection.hang_up()
            return
        loop = asyncio.get_running_loop()
        connection.free_since = loop.time()
        self._free[connection.route].append(connection)
        if self._bell is None:
            self._bell = loop.call_later(self._idle_s, self._close_idle, loop)

    def lost(self, connection: Connection) -> None:
        """It is gone."""
        self._open.discard(connection)

    def misled(self, connection: Connection) -> None:
        """What it said unasked could have passed for the next answer: this server gets no second chance."""
        self._distrusted.add(connection.route)
        for kept in self._free.pop(connection.route, ()):
            kept.hang_up()

    def _take(self, route: Route) -> Connection | None:
        free, now = self._free[route], asyncio.get_running_loop().time()
        while free:
            connection = free.pop()
            is_fresh = connection.is_free and connection.free_since + self._idle_s > now
            if is_fresh and connection.looks_quiet():
                return connection
            connection.hang_up()
        return None

    def _close_idle(self, loop: asyncio.AbstractEventLoop) -> None:
        self._bell = None
        for free in self._free.values():
            while free and (not free[0].is_free or free[0].free_since + self._idle_s <= loop.time()):
                free.popleft().hang_up()
        if any(self._free.values()):
            self._bell = loop.call_later(self._idle_s, self._close_idle, loop)

    async def _connect(self, route: Route, seconds: float) -> Connection:
        try:
            async with asyncio.timeout(seconds):
                return await self._open_connection(route)
        except TimeoutError as late:
            raise TookTooLong(f"{route}: no connection within {seconds:g} s") from late
        except OSError as cause:
            raise NotReached(f"{route}: {cause}") from cause

    async def _open_connection(self, route: Route) -> Connection:
        origin, proxy = route
        if proxy is not None and origin.by_tls:
            return await self._open_tunnel(route, proxy)
        peer = origin if proxy is None else proxy.origin
        _, connection = await self._open_line(
            peer, lambda line: Connection(route, self, line=line), is_proxy=proxy is not None
        )
        return connection

    async def _open_tunnel(self, route: Route, proxy: Proxy) -> Connection:
        transport, tunnel = await self._open_line(proxy.origin, Tunnel, is_proxy=True)
        connection = Connection(route, self, line=tunnel.line)
        try:
            await tunnel.open(route.origin, proxy=proxy)
            inner = await asyncio.get_running_loop().start_tls(
                transport, connection, self._tls, server_hostname=route.origin.host
            )
        except BaseException:
            transport.abort()
            raise
        assert inner is not None
        connection.connection_made(inner)
        return connection

    async def _open_line(
        self, peer: Origin, make: Callable[[socket.socket], P], *, is_proxy: bool
    ) -> tuple[asyncio.Transport, P]:
        loop = asyncio.get_running_loop()
        try:
            addresses = await self._addresses(peer, loop)
            line = await start_connection(addresses, happy_eyeballs_delay=_NEXT_ADDRESS_S)
            # A model may think for minutes; meanwhile nobody on the way shall forget the connection.
            line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            return await loop.create_connection(lambda: make(line), sock=line, **self._tls_to(peer))
        except OSError as cause:
            if is_proxy:
                raise ProxyNotReached(f"{peer}: {cause}") from cause
            raise

    def _tls_to(self, origin: Origin) -> "_Tls":
        if not origin.by_tls:
            return {"ssl": None, "server_hostname": None}
        return {"ssl": self._tls, "server_hostname": origin.host}

    @cached_property
    def _tls(self) -> ssl.SSLContext:
        context = ssl.create_default_context()
        context.set_alpn_protocols(["http/1.1"])
        return context

    async def _addresses(self, origin: Origin, loop: asyncio.AbstractEventLoop) -> _Addresses:
        known = self._lookups.get(origin)
        if known is None or known.until < loop.time():
            asked = loop.create_task(_look_up(origin, loop))
            asked.add_done_callback(partial(self._forget_failure, origin))
            known = self._lookups[origin] = _Lookup(asked, loop.time() + _ADDRESSES_S)
        # Many may wait for it; one that gives up leaves it to the others.
        return await asyncio.shield(known.found)

    def _forget_failure(self, origin: Origin, asked: asyncio.Task[_Addresses]) -> None:
        if asked.cancelled() or asked.exception() is not None:
            self._lookups.pop(origin, None)


async def _look_up(origin: Origin, loop: asyncio.AbstractEventLoop) -> _Addresses:
    return await loop.getaddrinfo(origin.host, origin.port, type=socket.SOCK_STREAM)
