"""A provider that costs nothing to serve: canned OpenAI chat answers from a bare protocol, in its own process.

It must be faster than any client measured against it; an ordinary web server would hide the clients' cost.
"""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import orjson

ANSWER = orjson.dumps(
    {
        "id": "chatcmpl-stub",
        "object": "chat.completion",
        "created": 1763164800,
        "model": "stub",
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": "The capital of France is Paris."},
                "finish_reason": "stop",
            }
        ],
        "usage": {"prompt_tokens": 21, "completion_tokens": 8, "total_tokens": 29},
    }
)
CHUNKS = 100


def _whole() -> bytes:
    head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(ANSWER)}\r\n\r\n"
    return head.encode() + ANSWER


def _streamed() -> bytes:
    def event(delta: dict[str, str], finish: str | None) -> bytes:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        body = orjson.dumps(
            {"id": "s", "object": "chat.completion.chunk", "created": 1, "model": "stub", "choices": [choice]}
        )
        return b"data: " + body + b"\n\n"

    events = [event({"content": f" word{number}"}, None) for number in range(CHUNKS)]
    body = b"".join([*events, event({}, "stop"), b"data: [DONE]\n\n"])
    head = f"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


class _Stub(asyncio.Protocol):
    whole, streamed = _whole(), _streamed()
    delay_s = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._buffer = b""

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        while (end := self._buffer.find(b"\r\n\r\n")) >= 0:
            head = self._buffer[:end].lower()
            at = head.find(b"content-length:")
            length = int(head[at + 15 :].split(b"\r\n", 1)[0]) if at >= 0 else 0
            if len(self._buffer) < end + 4 + length:
                return
            body = self._buffer[end + 4 : end + 4 + length]
            self._buffer = self._buffer[end + 4 + length :]
            self._answer(
                self.streamed if b'"stream":true' in body or b'"stream": true' in body else self.whole,
                # Thinking takes time; telling which models there are does not.
                delay_s=self.delay_s if head.startswith(b"post") else 0,
            )

    def _answer(self, answer: bytes, *, delay_s: float) -> None:
        if delay_s:
            asyncio.get_running_loop().call_later(delay_s, self._transport.write, answer)
        else:
            self._transport.write(answer)


def _stay_awake(loop: asyncio.AbstractEventLoop) -> None:
    """Never sleep: waking a sleeping process costs its client tens of microseconds, the slower client the more."""
    loop.call_soon(_stay_awake, loop)


async def _serve(delay_s: float) -> None:
    _Stub.delay_s = delay_s
    loop = asyncio.get_running_loop()
    if not delay_s:
        _stay_awake(loop)
    server = await loop.create_server(_Stub, "127.0.0.1", 0, backlog=2048)
    sys.stdout.write(f"{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    await server.serve_forever()


@contextmanager
def running_stub(delay_s: float = 0.0) -> Iterator[str]:
    """The base address of a stub in its own process."""
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.stub", str(delay_s)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        yield f"http://127.0.0.1:{int(process.stdout.readline())}/v1"
    finally:
        process.terminate()
        process.wait(timeout=10)
        process.stdout.close()


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve(float(sys.argv[1])))
