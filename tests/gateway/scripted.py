"""A real HTTP server that says exactly what a test tells it to, byte for byte."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

Scene = Callable[[asyncio.StreamWriter], Awaitable[None]]


@dataclass
class Request:
    head: str
    body: bytes
    arrived_s: float

    @property
    def path(self) -> str:
        return self.head.split(" ")[1]

    def header(self, name: str) -> str | None:
        for line in self.head.split("\r\n")[1:]:
            key, _, value = line.partition(":")
            if key.strip().lower() == name.lower():
                return value.strip()
        return None


@dataclass
class ScriptedServer:
    """Plays its scenes in order, the last one for ever."""

    scenes: list[Scene]
    by_path: Callable[[str], Scene] | None = None
    """Which scene is played by what is asked for, in place of their order."""
    base_url: str = ""
    requests: list[Request] = field(default_factory=list)
    connections: int = 0
    tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def _next_scene(self) -> Scene:
        if self.by_path is not None:
            return self.by_path(self.requests[-1].path)
        return self.scenes[min(len(self.requests), len(self.scenes)) - 1]

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.tasks.add(task)
        self.connections += 1
        task.add_done_callback(self.tasks.discard)
        try:
            while True:
                self.requests.append(await _read_request(reader))
                await self._next_scene()(writer)
        except (asyncio.IncompleteReadError, asyncio.CancelledError, ConnectionError):
            pass
        finally:
            writer.close()


async def _read_request(reader: asyncio.StreamReader) -> Request:
    """The next request that comes in."""
    head = await reader.readuntil(b"\r\n\r\n")
    body = await reader.readexactly(_length(head))
    return Request(head.decode("latin-1"), body, asyncio.get_running_loop().time())


@asynccontextmanager
async def scripted(
    *scenes: Scene, by_path: Callable[[str], Scene] | None = None, tls: ssl.SSLContext | None = None
) -> AsyncIterator[ScriptedServer]:
    script = ScriptedServer(list(scenes), by_path)
    server = await asyncio.start_server(script.serve, "127.0.0.1", 0, ssl=tls)
    scheme = "https" if tls else "http"
    script.base_url = f"{scheme}://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    try:
        yield script
    finally:
        server.close()
        for task in script.tasks:
            task.cancel()
        if script.tasks:
            await asyncio.wait(script.tasks, timeout=5)


def says(body: bytes, *, status: int = 200, content_type: str = "application/json", **headers: str) -> Scene:
    """A whole answer."""
    extra = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    head = (
        f"HTTP/1.1 {status} X\r\nContent-Type: {content_type}\r\nContent-Length: {len(body)}\r\n{extra}\r\n"
    )
    return writes(head.encode() + body)


def streams(body: bytes, *, cut_at: int | None = None) -> Scene:
    """A server-sent stream, chunked; cut at a byte when told to, without the end of the transfer."""
    kept = body if cut_at is None else body[:cut_at]
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
    chunk = f"{len(kept):x}\r\n".encode() + kept + b"\r\n" if kept else b""
    if cut_at is None:
        return writes(head + chunk + b"0\r\n\r\n")
    return writes(head + chunk, then_close=True)


def writes(data: bytes, *, then_close: bool = False) -> Scene:
    """Raw bytes."""

    async def play(writer: asyncio.StreamWriter) -> None:
        writer.write(data)
        await writer.drain()
        if then_close:
            writer.close()

    return play


def drips(data: bytes, *, every_s: float) -> Scene:
    """One byte at a time."""

    async def play(writer: asyncio.StreamWriter) -> None:
        for index in range(len(data)):
            writer.write(data[index : index + 1])
            await writer.drain()
            await asyncio.sleep(every_s)

    return play


def hangs_up() -> Scene:
    return writes(b"", then_close=True)


def stalls(seconds: float) -> Scene:
    async def play(writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(seconds)

    return play


def _length(head: bytes) -> int:
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return int(line.split(b":")[1])
    return 0
