"""A small proxy of its own process: wants a password, counts what it passes on, and fails when told to.

Started as a script. It says its port, and tells its counts to whoever asks it for `/counts` directly.
"""

import argparse
import asyncio
import base64
import json
import os
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

USER, PASSWORD = "alice@home", "canary p@ss/word"


class RunningProxy:
    """The proxy, as a test sees it."""

    def __init__(self, port: int, certificate: Path | None) -> None:
        self.port = port
        self._certificate = certificate

    @property
    def scheme(self) -> str:
        return "http" if self._certificate is None else "https"

    def address(self, credentials: str = "alice%40home:canary%20p%40ss%2Fword") -> str:
        return f"{self.scheme}://{credentials}{'@' if credentials else ''}127.0.0.1:{self.port}"

    def counts(self) -> dict[str, int]:
        """What has passed so far: requests it read, tunnels it made, bytes it sent down, refusals."""
        if self._certificate is None:
            asking = HTTPConnection("127.0.0.1", self.port, timeout=10)
        else:
            tls = ssl.create_default_context(cafile=self._certificate)
            asking = HTTPSConnection("127.0.0.1", self.port, timeout=10, context=tls)
        asking.request("GET", "/counts")
        told: dict[str, int] = json.loads(asking.getresponse().read())
        asking.close()
        return told


@contextmanager
def a_proxy(
    *, certificate: Path | None = None, refuse: int = 0, die_after: int = 0
) -> Iterator[RunningProxy]:
    arguments = ["--refuse", str(refuse), "--die-after", str(die_after)]
    arguments += [] if certificate is None else ["--certificate", str(certificate)]
    process = subprocess.Popen([sys.executable, __file__, *arguments], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield RunningProxy(int(process.stdout.readline()), certificate)
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


class _Proxy:
    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.counts = {"requests": 0, "tunnels": 0, "bytes": 0, "refused": 0}
        self.wanted = "Basic " + base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while await self._one(reader, writer):
                pass
        writer.close()

    async def _one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        first, headers = await _read_head(reader)
        method, target, _ = first.split(" ")
        if target == "/counts":
            return await self._say(writer, 200, json.dumps(self.counts).encode())
        if headers.get("proxy-authorization") != self.wanted:
            self.counts["refused"] += 1
            return await self._say(writer, 407, f"not {headers.get('proxy-authorization')}".encode())
        if self.options.refuse:
            return await self._say(writer, self.options.refuse, b"no")
        if method == "CONNECT":
            await self._tunnel(target, reader, writer)
            return False
        return await self._pass_on(method, target, headers=headers, reader=reader, writer=writer)

    async def _say(self, writer: asyncio.StreamWriter, status: int, body: bytes) -> bool:
        head = b"HTTP/1.1 %d X\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % (status, len(body))
        writer.write(head + body)
        await writer.drain()
        return False

    async def _tunnel(self, target: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        host, _, port = target.rpartition(":")
        upward, onward = await asyncio.open_connection(host.strip("[]"), int(port))
        self.counts["tunnels"] += 1
        writer.write(b"HTTP/1.1 200 Connection established\r\nX-Proxy: yes\r\n\r\n")
        up = asyncio.create_task(self._pour(reader, onward))
        await self._pour(upward, writer, is_down=True)
        up.cancel()
        onward.close()

    async def _pour(
        self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, *, is_down: bool = False
    ) -> None:
        with suppress(ConnectionError):
            while piece := await source.read(65536):
                await self._down(piece, sink) if is_down else sink.write(piece)
        sink.close()

    async def _down(self, piece: bytes, sink: asyncio.StreamWriter) -> None:
        self.counts["bytes"] += len(piece)
        sink.write(piece)
        await sink.drain()
        if 0 < self.options.die_after <= self.counts["bytes"]:
            os._exit(1)

    async def _pass_on(
        self,
        method: str,
        target: str,
        *,
        headers: dict[str, str],
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> bool:
        self.counts["requests"] += 1
        parts = urlsplit(target)
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        upward, onward = await asyncio.open_connection(parts.hostname, parts.port or 80)
        lines = [f"{method} {parts.path} HTTP/1.1"]
        lines += [f"{name}: {value}" for name, value in headers.items() if not name.startswith("proxy-")]
        onward.write("\r\n".join([*lines, "", ""]).encode() + body)
        lasts = await self._answer(upward, writer)
        onward.close()
        return lasts

    async def _answer(self, upward: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = await upward.readuntil(b"\r\n\r\n")
        await self._down(head, writer)
        headers = _headers_in(head.decode())
        if "content-length" in headers:
            await self._down(await upward.readexactly(int(headers["content-length"])), writer)
            return True
        while line := await upward.readline():
            await self._down(line, writer)
            if line == b"0\r\n":
                await self._down(await upward.readline(), writer)
                return True
        return False


async def _read_head(reader: asyncio.StreamReader) -> tuple[str, dict[str, str]]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    return head.split("\r\n")[0], _headers_in(head)


def _headers_in(head: str) -> dict[str, str]:
    pairs = (line.partition(":") for line in head.split("\r\n")[1:] if line)
    return {name.lower(): value.strip() for name, _, value in pairs}


async def _main(options: argparse.Namespace) -> None:
    tls: ssl.SSLContext | None = None
    if options.certificate:
        tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        tls.load_cert_chain(options.certificate)
    server = await asyncio.start_server(_Proxy(options).serve, "127.0.0.1", 0, ssl=tls)
    sys.stdout.write(f"{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    await server.serve_forever()


def _options() -> Any:
    parser = argparse.ArgumentParser()
    parser.add_argument("--refuse", type=int, default=0)
    parser.add_argument("--die-after", type=int, default=0)
    parser.add_argument("--certificate")
    return parser.parse_args()


if __name__ == "__main__":
    asyncio.run(_main(_options()))
