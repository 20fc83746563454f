"""The catalogue of hostile providers: one row each, with what must come of it.

Whatever is sent, the caller gets an answer or one of our troubles in time, every entry of the ledger is closed, and
nothing costs more than the call could.
"""

import asyncio
import gzip
import json
import zlib
from typing import Any

import pytest

from edison.domain import AttemptState
from edison.errors import ProviderTrouble
from edison.gateway import MemoryLedger, Secret
from tests.gateway.chat_bodies import chat, chat_stream
from tests.gateway.gateways import KEY, QUICK, a_gateway, a_provider, an_ask
from tests.gateway.scripted import Scene, scripted

pytestmark = pytest.mark.timeout(30)

ANSWER, TROUBLE = "answer", "trouble"
BODY = chat("Paris")
SIZE = len(BODY)


def sends(*pieces: bytes) -> Scene:
    """These bytes, and the end of the connection."""

    async def play(writer: asyncio.StreamWriter) -> None:
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
        writer.close()

    return play


def framed(body: bytes, *headers: str, status: str = "HTTP/1.1 200 OK") -> Scene:
    lines = [status, "Content-Type: application/json", *headers, f"Content-Length: {len(body)}"]
    return sends("\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body)


def headed(*lines: str, body: bytes = BODY) -> Scene:
    return sends("\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body)


def chunked(*chunks: bytes, end: bytes = b"0\r\n\r\n") -> Scene:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    return sends(head, *(f"{len(chunk):x}\r\n".encode() + chunk + b"\r\n" for chunk in chunks), end)


def used(**usage: Any) -> Scene:
    return framed(json.dumps({**json.loads(BODY), "usage": usage}).encode())


def said(**choice: Any) -> Scene:
    answer = json.loads(BODY)
    answer["choices"][0].update(choice)
    return framed(json.dumps(answer).encode())


def shaped(**fields: Any) -> Scene:
    return framed(json.dumps({**json.loads(BODY), **fields}).encode())


OK = "HTTP/1.1 200 OK"
LENGTH = f"Content-Length: {SIZE}"
CATALOGUE: dict[str, tuple[Scene, str]] = {
    # Status lines.
    "no status line": (sends(b"\r\n\r\n"), TROUBLE),
    "a status line without a number": (headed("HTTP/1.1 OK", LENGTH), TROUBLE),
    "a status of four digits": (headed("HTTP/1.1 2000 OK", LENGTH), TROUBLE),
    "a negative status": (headed("HTTP/1.1 -20 OK", LENGTH), TROUBLE),
    "HTTP 9": (headed("HTTP/9.9 200 OK", LENGTH), TROUBLE),
    "another protocol": (sends(b"SSH-2.0-OpenSSH_9.6\r\n"), TROUBLE),
    "TLS": (sends(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"), TROUBLE),
    "a status line without end": (sends(b"HTTP/1.1 200 " + b"O" * 1_000_000), TROUBLE),
    "a hundred times Continue": (sends(b"HTTP/1.1 100 Continue\r\n\r\n" * 100 + b"\r\n"), TROUBLE),
    "a redirect elsewhere": (
        framed(b"", "Location: http://127.0.0.1:9/", status="HTTP/1.1 302 Found"),
        TROUBLE,
    ),
    "a redirect to a file": (framed(b"", "Location: file:///etc/passwd", status="HTTP/1.1 307 X"), TROUBLE),
    "no content": (headed("HTTP/1.1 204 No Content", body=b""), TROUBLE),
    "not modified": (headed("HTTP/1.1 304 Not Modified", body=b""), TROUBLE),
    "a teapot": (framed(b"{}", status="HTTP/1.1 418 Teapot"), TROUBLE),
    "status 599": (framed(b"{}", status="HTTP/1.1 599 X"), TROUBLE),
    # Heads.
    "a header without a colon": (headed(OK, "Broken", LENGTH), TROUBLE),
    "a header that is folded": (headed(OK, "X-A: a", " b", LENGTH), TROUBLE),
    "a header of a megabyte": (headed(OK, "X-A: " + "a" * 1_000_000, LENGTH), TROUBLE),
    "ten thousand headers": (headed(OK, *(f"X-{n}: {n}" for n in range(10_000)), LENGTH), TROUBLE),
    "a head that never ends": (sends(f"{OK}\r\n".encode() + b"X: y\r\n" * 200_000), TROUBLE),
    "a null in a header": (headed(OK, "X-A: a\0b", LENGTH), TROUBLE),
    "a head that is cut": (sends(b"HTTP/1.1 200 OK\r\nContent-Le"), TROUBLE),
    # Lengths.
    "a negative length": (headed(OK, "Content-Length: -1"), TROUBLE),
    "a length that is no number": (headed(OK, "Content-Length: many"), TROUBLE),
    "a length of forty digits": (headed(OK, "Content-Length: " + "9" * 40), TROUBLE),
    "two lengths": (headed(OK, LENGTH, "Content-Length: 5"), TROUBLE),
    "a length that is too long": (headed(OK, f"Content-Length: {SIZE + 10}"), TROUBLE),
    "a length that is too short": (headed(OK, f"Content-Length: {SIZE - 10}"), TROUBLE),
    "a terabyte is announced": (headed(OK, "Content-Length: 1099511627776"), TROUBLE),
    "no length at all": (headed(OK, "Connection: close"), ANSWER),
    # Chunks.
    "in single bytes": (chunked(*(bytes([byte]) for byte in BODY)), ANSWER),
    "chunks that are cut": (chunked(BODY[:20], end=b""), TROUBLE),
    "a chunk without a size": (chunked(end=b"xyz\r\n"), TROUBLE),
    "a chunk of all bytes there are": (chunked(end=b"ffffffffffffffffff\r\n" + BODY), TROUBLE),
    "a negative chunk": (chunked(end=b"-5\r\nhello\r\n0\r\n\r\n"), TROUBLE),
    "an unknown coding": (headed(OK, "Transfer-Encoding: zebra", LENGTH), TROUBLE),
    # Encodings.
    "gzip": (framed(gzip.compress(BODY), "Content-Encoding: gzip"), ANSWER),
    "deflate": (framed(zlib.compress(BODY), "Content-Encoding: deflate"), ANSWER),
    "gzip that is none": (framed(BODY, "Content-Encoding: gzip"), TROUBLE),
    "gzip that is cut": (framed(gzip.compress(BODY)[:-12], "Content-Encoding: gzip"), TROUBLE),
    "a bomb": (framed(gzip.compress(b"0" * 200_000_000, 1), "Content-Encoding: gzip"), TROUBLE),
    "an encoding nobody knows": (framed(BODY, "Content-Encoding: zebra"), TROUBLE),
    "UTF-16": (framed(BODY.decode().encode("utf-16")), TROUBLE),
    "half of a character": (framed(BODY.replace(b"Paris", b"\xe2\x82")), ANSWER),
    # Shapes.
    "a choice that is a list": (shaped(choices=[[]]), TROUBLE),
    "choices that are an object": (shaped(choices={"0": {}}), TROUBLE),
    "a message that is null": (said(message=None), ANSWER),
    "content that is a number": (said(message={"content": 5}), TROUBLE),
    "a list that goes deep": (framed(b"[" * 100_000), TROUBLE),
    "twice the same key": (framed(BODY[:-1] + b',"choices":[]}'), TROUBLE),
    "bytes behind the answer": (framed(BODY + b"garbage"), TROUBLE),
    "not a number": (framed(BODY[:-1] + b',"x":NaN}'), ANSWER),
    "a model that is an object": (shaped(model={"a": 1}), ANSWER),
    "an id of a megabyte": (shaped(id="x" * 1_000_000), ANSWER),
    "text of a megabyte": (said(message={"content": "x" * 1_000_000}), ANSWER),
    "text with every control character": (said(message={"content": "".join(map(chr, range(32)))}), ANSWER),
    "text with a lone surrogate": (framed(BODY.replace(b"Paris", b"\\ud800")), ANSWER),
    # Usage.
    "no usage": (shaped(usage=None), ANSWER),
    "usage that is a list": (shaped(usage=[]), ANSWER),
    "negative usage": (used(prompt_tokens=-5, completion_tokens=-1), ANSWER),
    "usage in words": (used(prompt_tokens="many", completion_tokens="few"), ANSWER),
    "usage of half a token": (used(prompt_tokens=0.5, completion_tokens=1.5), ANSWER),
    "usage beyond all bounds": (used(prompt_tokens=6 * 10**18, completion_tokens=6 * 10**18), ANSWER),
    "usage of a hundred digits": (used(prompt_tokens=10**100, completion_tokens=1), ANSWER),
    "usage that is true": (used(prompt_tokens=True, completion_tokens=False), ANSWER),
    # Ends.
    "an end nobody knows": (said(finish_reason="because"), ANSWER),
    "no end": (said(finish_reason=None), ANSWER),
    "an end that is a number": (said(finish_reason=7), ANSWER),
    "an end with an error": (said(finish_reason="error"), TROUBLE),
    # Waits.
    "wait for ever": (framed(b"{}", "Retry-After: inf", status="HTTP/1.1 429 X"), TROUBLE),
    "wait for a billion": (framed(b"{}", "Retry-After: 1000000000", status="HTTP/1.1 429 X"), TROUBLE),
    "wait for less than nothing": (framed(b"{}", "Retry-After: -5", status="HTTP/1.1 503 X"), TROUBLE),
    "wait in forty thousand digits": (
        framed(b"{}", "Retry-After: " + "9" * 40_000, status="HTTP/1.1 429 X"),
        TROUBLE,
    ),
    "wait until a day that is none": (
        framed(b"{}", "Retry-After: Fri, 31 Feb 9999 99:99:99 GMT", status="HTTP/1.1 429 X"),
        TROUBLE,
    ),
}


@pytest.mark.parametrize("name", CATALOGUE)
async def test_a_hostile_provider_gets_what_it_deserves(name: str) -> None:
    scene, expected = CATALOGUE[name]
    ledger = MemoryLedger()
    ask = an_ask()
    async with scripted(scene) as server:
        provider = a_provider(server.base_url, key=Secret(KEY), patience=QUICK)
        async with a_gateway(provider, ledger=ledger) as gateway:
            worst = gateway.quote(ask).worst_case_microusd
            came, told = TROUBLE, ""
            try:
                await gateway.ask(ask)
                came = ANSWER
            except ProviderTrouble as trouble:
                told = trouble.sentence

    assert came == expected
    assert KEY not in told
    assert not ledger.open_attempts
    assert worst is not None
    for entry in ledger.entries:
        assert entry.end.state is not AttemptState.OPEN
        assert (entry.end.cost.microusd or 0) <= worst
        assert len(entry.end.raw.response) <= 256 * 1024


STREAMS: dict[str, tuple[bytes, str]] = {
    "whole": (chat_stream("Paris"), ANSWER),
    "nothing": (b"", TROUBLE),
    "only comments": (b": ping\n\n" * 1000, TROUBLE),
    "an end, and no mark behind it": (chat_stream("Paris").replace(b"data: [DONE]\n\n", b""), ANSWER),
    "neither end nor mark": (chat_stream("Paris").partition(b"\n\n")[0] + b"\n\n", TROUBLE),
    "an event that is no JSON": (b"data: {oops\n\n" + chat_stream("Paris"), TROUBLE),
    "an event of two megabytes": (b"data: " + b"x" * (2 << 20) + b"\n\n", TROUBLE),
    "a line without end": (b"data: " + b"x" * (4 << 20), TROUBLE),
    "an error in the middle": (b'data: {"error":{"message":"no"}}\n\n', TROUBLE),
    "HTML": (b"<html></html>", TROUBLE),
    "bare carriage returns": (chat_stream("Paris").replace(b"\n", b"\r"), ANSWER),
    "an event of another name": (b"event: surprise\ndata: {}\n\n" + chat_stream("Paris"), ANSWER),
}


@pytest.mark.parametrize("name", STREAMS)
async def test_a_hostile_stream_gets_what_it_deserves(name: str) -> None:
    body, expected = STREAMS[name]
    ledger = MemoryLedger()
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
    async with scripted(sends(head, body)) as server:
        async with a_gateway(a_provider(server.base_url, patience=QUICK), ledger=ledger) as gateway:
            came = TROUBLE
            try:
                async with gateway.stream(an_ask()) as deltas:
                    async for _ in deltas:
                        pass
                    came = ANSWER if deltas.answer.text == "Paris" else "another answer"
            except ProviderTrouble:
                pass

    assert came == expected
    assert not ledger.open_attempts
