"""How a hostile provider behaves, in a few words."""

import asyncio
import json
from itertools import cycle
from typing import Any, NamedTuple

from tests.gateway.chat_bodies import chat
from tests.gateway.scripted import Scene, writes

BODY = chat("Paris")
SIZE = len(BODY)
OK = "HTTP/1.1 200 OK"
LENGTH = f"Content-Length: {SIZE}"
CHUNKED = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
EVENTS = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
NOW_AND_THEN_S = 0.05


class Row(NamedTuple):
    """One behaviour, and its outcome."""

    scene: Scene
    outcome: str
    is_stream: bool = False


def sends(*pieces: bytes) -> Scene:
    """These bytes, and the end of the connection."""
    return writes(b"".join(pieces), then_close=True)


def falls_silent_after(said: bytes) -> Scene:
    """These bytes, and nothing more for as long as anybody waits."""

    async def play(writer: asyncio.StreamWriter) -> None:
        writer.write(said)
        await writer.drain()
        await asyncio.Event().wait()

    return play


def never_ends(begin: bytes, *pieces: bytes, every_s: float = 0.0) -> Scene:
    """These pieces, over and over again for as long as anybody takes them."""

    async def play(writer: asyncio.StreamWriter) -> None:
        writer.write(begin)
        for piece in cycle(pieces):
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(every_s)

    return play


def dawdles(said: bytes) -> Scene:
    """One byte now and then."""
    return never_ends(b"", *(said[at : at + 1] for at in range(len(said))), every_s=NOW_AND_THEN_S)


def headed(*lines: str, body: bytes = BODY) -> Scene:
    return sends("\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body)


def framed(body: bytes, *headers: str, status: str = OK) -> Scene:
    return headed(
        status, "Content-Type: application/json", *headers, f"Content-Length: {len(body)}", body=body
    )


def chunked(*chunks: bytes, end: bytes = b"0\r\n\r\n", extension: bytes = b"") -> Scene:
    pieces = (b"%x%b\r\n%b\r\n" % (len(chunk), extension, chunk) for chunk in chunks)
    return sends(CHUNKED, *pieces, end)


def shaped(**fields: Any) -> Scene:
    return framed(json.dumps({**json.loads(BODY), **fields}).encode())


def said(**choice: Any) -> Scene:
    answer = json.loads(BODY)
    answer["choices"][0].update(choice)
    return framed(json.dumps(answer).encode())


def called(*calls: Any) -> Scene:
    return said(
        message={"role": "assistant", "content": None, "tool_calls": list(calls)}, finish_reason="tool_calls"
    )


def call(id: Any = "call_1", name: Any = "look", arguments: Any = "{}") -> dict[str, Any]:
    return {"id": id, "type": "function", "function": {"name": name, "arguments": arguments}}


def used(**usage: Any) -> Scene:
    return shaped(usage=usage)


def written(old: bytes, new: bytes) -> Scene:
    """A body that no writer of JSON would write."""
    assert old in BODY
    return framed(BODY.replace(old, new))


def status(code: int, *headers: str, body: bytes = b"{}") -> Scene:
    return framed(body, *headers, status=f"HTTP/1.1 {code} X")


def event(delta: Any = None, *, finish: Any = None, **fields: Any) -> bytes:
    choice = {"index": 0, "delta": {} if delta is None else delta, "finish_reason": finish}
    return (
        b"data: " + json.dumps({"id": "s", "model": "stub", "choices": [choice], **fields}).encode() + b"\n\n"
    )


def streamed(*pieces: bytes) -> Scene:
    return sends(EVENTS, *pieces)
