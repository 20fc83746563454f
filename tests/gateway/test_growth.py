"""Whatever a provider sends, reading it takes no more than its length: no answer can freeze the process."""

import json
import socket
from collections.abc import Callable
from contextlib import suppress
from datetime import date

import pytest
from httptools import HttpParserError

from edison.domain import ModelListing
from edison.gateway.codecs import codec_for
from edison.gateway.codecs.base import StreamEvent
from edison.gateway.drift import check_listing
from edison.gateway.eventstream import EventStreamDecoder
from edison.gateway.http import Client, Origin, Route
from edison.gateway.http.connection import Connection
from edison.gateway.manifest import Manifest
from edison.gateway.model_names import plain_name
from edison.gateway.provider import Provider, WireFormat
from edison.gateway.sse import SseDecoder
from edison.gateway.wire import _LineCutter  # pyright: ignore[reportPrivateUsage]
from tests.gateway.amazon import encode_message
from tests.text.growth import is_linear

# An application's reply has no form of ours to be read by.
WIRES = [wire for wire in WireFormat if wire is not WireFormat.APPLICATION]

PAGES: dict[str, tuple[str, str, str]] = {
    "titles that begin and begin": ("", "<title", ""),
    "a title with spaces": ("<title>", " ", "x"),
    "a title that does not end": ("<title>", "a", ""),
    "brackets": ("", "[", ""),
    "nonsense": ("", "\x00", ""),
}
MESSAGES: dict[str, tuple[str, str, str]] = {
    "a wait of digits": ("try again in ", "1", "x"),
    "a wait of spans": ("try again in ", "1h1m", ""),
    "waits": ("", "retry in 1", ""),
    "days": ("", "per_", ""),
    "phrases": ("", "context length quota credit ", ""),
    "back-ticks": ("", "`", ""),
}


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize("page", PAGES)
def test_a_page_in_the_place_of_an_error(wire: WireFormat, page: str) -> None:
    assert is_linear(
        lambda body: codec_for(wire).read_failure(502, {}, body), lambda size: _text(PAGES[page], size)
    )


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize("message", MESSAGES)
def test_what_an_error_says(wire: WireFormat, message: str) -> None:
    def body(size: int) -> bytes:
        said = _text(MESSAGES[message], size).decode()
        details = [{"@type": "RetryInfo", "retryDelay": said}]
        error = {"message": said, "type": said, "code": said, "details": details}
        return json.dumps({"error": error, "message": said, "type": "error"}).encode()

    assert is_linear(lambda written: codec_for(wire).read_failure(429, {}, written), body)


ANSWERS: dict[WireFormat, Callable[[int], object]] = {
    WireFormat.OPENAI_CHAT: lambda size: {
        "choices": [{"message": {"content": [{"type": "text", "text": "a"}] * size}, "finish_reason": "stop"}]
    },
    WireFormat.OPENAI_RESPONSES: lambda size: {
        "status": "completed",
        "output": [
            {"type": "message", "content": [{"type": "output_text", "text": "a" * 50, "refusal": "b" * 50}]}
        ]
        * size,
    },
    WireFormat.ANTHROPIC_MESSAGES: lambda size: {
        "type": "message",
        "content": [{"type": "text", "text": "a" * 50}, {"type": "thinking", "thinking": "b" * 50}] * size,
    },
    WireFormat.GEMINI: lambda size: {
        "candidates": [{"content": {"parts": [{"text": "a" * 50}] * size}, "finishReason": "STOP"}]
    },
    WireFormat.BEDROCK_CONVERSE: lambda size: {
        "output": {"message": {"content": [{"text": "a" * 50}] * size}},
        "stopReason": "end_turn",
    },
}


@pytest.mark.parametrize("wire", WIRES)
def test_an_answer_of_very_many_parts(wire: WireFormat) -> None:
    assert is_linear(
        codec_for(wire).decode, lambda size: json.dumps(ANSWERS[wire](size)).encode(), size=2_000
    )


PIECES: dict[WireFormat, StreamEvent] = {
    WireFormat.OPENAI_CHAT: StreamEvent("", b'{"choices": [{"delta": {"content": "aaaaaaaa"}}]}'),
    WireFormat.OPENAI_RESPONSES: StreamEvent(
        "", b'{"type": "response.output_text.delta", "delta": "aaaaaaaa"}'
    ),
    WireFormat.ANTHROPIC_MESSAGES: StreamEvent(
        "content_block_delta",
        b'{"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "aaaaaaaa"}}',
    ),
    WireFormat.GEMINI: StreamEvent("", b'{"candidates": [{"content": {"parts": [{"text": "aaaaaaaa"}]}}]}'),
    WireFormat.BEDROCK_CONVERSE: StreamEvent(
        "contentBlockDelta", b'{"contentBlockIndex": 0, "delta": {"text": "aaaaaaaa"}}'
    ),
}


@pytest.mark.parametrize("wire", WIRES)
def test_a_stream_of_very_many_pieces(wire: WireFormat) -> None:
    def read(pieces: int) -> None:
        reader = codec_for(wire).reader()
        for _ in range(pieces):
            reader.feed(PIECES[wire])
        assert len(reader.partial_text) == 8 * pieces

    assert is_linear(read, lambda size: size, size=2_000)


STREAMS: dict[str, Callable[[int], bytes]] = {
    "an event that does not end": lambda size: b"data: " + b"a" * size,
    "lines that are no event": lambda size: b"data: a\n" * (size // 8),
    "nothing but returns": lambda size: b"\r" * size,
    "blank lines": lambda size: b"\n" * size,
    "comments": lambda size: b":\n\n" * (size // 3),
}


@pytest.mark.parametrize("stream", STREAMS)
def test_server_sent_events_that_drip(stream: str) -> None:
    def read(body: bytes) -> None:
        decoder = SseDecoder()
        for at in range(len(body)):
            decoder.feed(body[at : at + 1])

    assert is_linear(read, STREAMS[stream])


def test_amazons_messages_that_drip() -> None:
    def read(body: bytes) -> None:
        decoder = EventStreamDecoder()
        for at in range(len(body)):
            decoder.feed(body[at : at + 1])

    assert is_linear(read, lambda size: encode_message({"a": "b"}, b"a" * size))
    assert is_linear(read, lambda size: encode_message({"a": "b"}, b"a") * (size // 24))


def test_lines_that_drip() -> None:
    def read(body: bytes) -> None:
        cutter = _LineCutter()
        for at in range(len(body)):
            cutter.feed(body[at : at + 1])

    assert is_linear(read, lambda size: b"a" * size)


HEADS: dict[str, bytes] = {
    "a value": b"HTTP/1.1 200 OK\r\nX: ",
    "a name": b"HTTP/1.1 200 OK\r\n",
    "a reason": b"HTTP/1.1 200 ",
    "a length": b"HTTP/1.1 200 OK\r\nContent-Length: ",
}


@pytest.mark.parametrize("head", HEADS)
async def test_a_head_that_drips(head: str) -> None:
    ours, theirs = socket.socketpair()

    def read(size: int) -> None:
        connection = Connection(Route(Origin("127.0.0.1", 80, by_tls=False)), Client(), line=ours)
        with suppress(HttpParserError):
            connection._parser.feed_data(HEADS[head])  # pyright: ignore[reportPrivateUsage]
            for _ in range(size):
                connection._parser.feed_data(b"1")  # pyright: ignore[reportPrivateUsage]

    with ours, theirs:
        assert is_linear(read, lambda size: size, size=2_000)


def test_names_of_models() -> None:
    for unit in ("us.", "anthropic/", "ft:", "a"):
        assert is_linear(plain_name.__wrapped__, lambda size, unit=unit: unit * size)


def test_a_list_of_very_many_models() -> None:
    provider = Provider(name="p", kind="openai")

    def read(listed: list[ModelListing]) -> None:
        check_listing(Manifest.load(), listed, provider=provider, today=date(2026, 11, 15))

    assert is_linear(
        read, lambda size: [ModelListing(id=f"model-{number}") for number in range(size)], size=300
    )


def _text(parts: tuple[str, str, str], size: int) -> bytes:
    head, unit, tail = parts
    return (head + unit * (size // len(unit)) + tail).encode()
