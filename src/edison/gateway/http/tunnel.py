"""A way through a proxy: it is asked to connect, and from then on passes bytes it cannot read."""

import asyncio
import re
import socket

from .head import Origin
from .proxies import Proxy
from .troubles import ProxyNotReached, ProxyRefused

_LONGEST_ANSWER = 16 * 1024
_STATUS = re.compile(rb"HTTP/1\.[01] ([1-5][0-9]{2})[ \r]")


class Tunnel(asyncio.Protocol):
    """Speaks to a proxy until it has connected us or refused to."""

    def __init__(self, line: socket.socket) -> None:
        self.line = line
        self._answer = bytearray()
        self._end: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def open(self, origin: Origin, *, proxy: Proxy) -> None:
        """Have the proxy connect us with a server; raises ProxyRefused, with its status, when it does not."""
        place = f"{_in_brackets(origin.host)}:{origin.port}"
        lines = [f"CONNECT {place} HTTP/1.1", f"Host: {place}", "User-Agent: edison"]
        lines += [f"{name}: {value}" for name, value in proxy.headers.items()]
        self._transport.write("".join(f"{line}\r\n" for line in [*lines, ""]).encode())
        await self._end
        found = _STATUS.match(self._answer)
        if found is None:
            raise ProxyNotReached(f"{proxy} does not answer like a proxy")
        status = int(found[1])
        if not 200 <= status < 300:
            raise ProxyRefused(origin, proxy=str(proxy), status=status)
        if not self._answer.endswith(b"\r\n\r\n"):
            # Nobody at the other end speaks before we do.
            raise ProxyNotReached(f"{proxy} says more than it was asked")

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._answer += data
        if b"\r\n\r\n" in self._answer or len(self._answer) > _LONGEST_ANSWER:
            self._finish()

    def connection_lost(self, exc: Exception | None) -> None:
        self._finish()

    def _finish(self) -> None:
        if not self._end.done():
            self._end.set_result(None)


def _in_brackets(host: str) -> str:
    return f"[{host}]" if ":" in host else host
