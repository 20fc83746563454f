"""However an answer is framed and however it is cut on its way, it is read as what was said."""

import asyncio
import gzip
import socket

import aiohttp
import pytest

from edison.gateway.http import CutOff, HttpTrouble, Lost, NotHttp
from tests.gateway.scripted import Scene, hangs_up, scripted, writes

from .clients import LIMIT, a_client, a_connection, ask, fetch
from .framings import BODY, FRAMINGS

_HEAD = b"HTTP/1.1 200 OK\r\n"
_NO_BODY = b"\r\nContent-Length: 0\r\n\r\n"


@pytest.mark.parametrize("framing", FRAMINGS)
async def test_every_framing_is_read_as_aiohttp_reads_it(framing: str) -> None:
    scene = writes(FRAMINGS[framing], then_close="connection ends" in framing)

    async with scripted(scene) as server, a_client() as client, aiohttp.ClientSession() as session:
        status, headers, body, truncated = await fetch(client, server.base_url)
        async with session.post(server.base_url) as reference:
            expected = await reference.read()

    assert (status, body, truncated) == (reference.status, expected, False)
    assert body == BODY
    assert headers == {name.lower(): value for name, value in reference.headers.items()}
    assert headers["x-mark"] == "seven"


@pytest.mark.parametrize("framing", FRAMINGS)
@pytest.mark.parametrize("size", [1, 2, 3, 17])
async def test_it_does_not_matter_where_an_answer_is_cut(framing: str, size: int) -> None:
    raw = FRAMINGS[framing]

    async with a_connection() as (connection, other_end):
        response = await connection.ask(b"POST / HTTP/1.1\r\n", b"{}")
        for at in range(0, len(raw), size):
            connection.data_received(raw[at : at + size])
        if "connection ends" in framing:
            other_end.shutdown(socket.SHUT_WR)

        assert await response.read(LIMIT) == (BODY, False)
        assert response.headers["X-MARK"] == "seven"


@pytest.mark.parametrize("framing", FRAMINGS)
async def test_a_stream_gives_the_same_bytes(framing: str) -> None:
    scene = writes(FRAMINGS[framing], then_close="connection ends" in framing)

    async with scripted(scene) as server, a_client() as client:
        response = await ask(client, server.base_url)
        await response.begin()
        pieces = [piece async for piece in response.chunks()]
        response.close()

    assert b"".join(pieces) == BODY
    assert all(pieces)


@pytest.mark.parametrize("status", [204, 304])
async def test_what_has_no_body_ends_with_its_head(status: int) -> None:
    async with scripted(writes(b"HTTP/1.1 %d X\r\n\r\n" % status)) as server, a_client() as client:
        for _ in range(2):
            assert await fetch(client, server.base_url) == (status, {}, b"", False)

    assert server.connections == 1


TROUBLES: dict[str, tuple[Scene, type[HttpTrouble]]] = {
    "nothing": (hangs_up(), Lost),
    "half a head": (writes(_HEAD + b"Content-Le", then_close=True), Lost),
    "only a 100": (writes(b"HTTP/1.1 100 Continue\r\n\r\n", then_close=True), Lost),
    "half a body": (writes(_HEAD + b"Content-Length: 9\r\n\r\nhalf", then_close=True), CutOff),
    "half a chunk": (writes(_HEAD + b"Transfer-Encoding: chunked\r\n\r\n9\r\nhalf", then_close=True), CutOff),
    "no last chunk": (
        writes(_HEAD + b"Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n", then_close=True),
        CutOff,
    ),
    "half a zipped body": (
        writes(_HEAD + b"Content-Encoding: gzip\r\n\r\n" + gzip.compress(BODY)[:40], then_close=True),
        CutOff,
    ),
    "a zipped body that is none": (
        writes(_HEAD + b"Content-Encoding: gzip\r\nContent-Length: 5\r\n\r\nplain"),
        NotHttp,
    ),
    "a coding nobody asked for": (
        writes(_HEAD + b"Content-Encoding: br\r\nContent-Length: 5\r\n\r\nplain"),
        NotHttp,
    ),
    "another protocol": (writes(b"220 mail.example ESMTP\r\n"), NotHttp),
    "a change of protocol": (
        writes(b"HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nmore"),
        NotHttp,
    ),
    "two lengths": (writes(_HEAD + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nplain!"), NotHttp),
    "a length and chunks": (
        writes(_HEAD + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        NotHttp,
    ),
    "a length below nothing": (writes(_HEAD + b"Content-Length: -5\r\n\r\n"), NotHttp),
    "a chunk of no size": (writes(_HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n"), NotHttp),
    "a header of 20,000 bytes": (writes(_HEAD + b"Retry-After: " + b"1" * 20_000 + _NO_BODY), NotHttp),
    "a name of 1,000 bytes": (writes(_HEAD + b"X" * 1000 + b": 1" + _NO_BODY), NotHttp),
    "a thousand headers": (writes(_HEAD + b"X: a\r\n" * 1000 + b"Y: a" + _NO_BODY), NotHttp),
    "a header without end": (writes(_HEAD + b"X: " + b"a" * 300_000), NotHttp),
    "headers without end": (writes(_HEAD + b"X: a\r\n" * 50_000), NotHttp),
    "hints without end": (writes(b"HTTP/1.1 103 Early Hints\r\n\r\n" * 20_000), NotHttp),
    "a trailer without end": (
        writes(_HEAD + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n" + b"X: a\r\n" * 50_000),
        NotHttp,
    ),
    "an extension without end": (
        writes(_HEAD + b"Transfer-Encoding: chunked\r\n\r\n2;" + b"a" * 300_000),
        NotHttp,
    ),
}


@pytest.mark.parametrize("name", TROUBLES)
async def test_what_is_no_whole_answer_is_told_as_what_it_is(name: str) -> None:
    scene, expected = TROUBLES[name]

    async with scripted(scene) as server, a_client() as client:
        async with asyncio.timeout(10):
            with pytest.raises(HttpTrouble) as caught:
                await fetch(client, server.base_url)

    assert type(caught.value) is expected


async def test_what_came_before_a_break_is_given_before_the_break_is_told() -> None:
    scene = writes(_HEAD + b"Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n", then_close=True)
    pieces: list[bytes] = []

    async with scripted(scene) as server, a_client() as client:
        response = await ask(client, server.base_url)
        with pytest.raises(CutOff):
            async for piece in response.chunks():
                pieces.append(piece)
        response.close()

    assert b"".join(pieces) == b"half"


@pytest.mark.parametrize("coding", ["plain", "zipped"])
async def test_a_body_longer_than_the_limit_is_cut_there(coding: str) -> None:
    long = b"a" * 3_000_000
    sent = gzip.compress(long) if coding == "zipped" else long
    named = b"Content-Encoding: gzip\r\n" if coding == "zipped" else b""

    async with scripted(writes(_HEAD + named + b"\r\n" + sent)) as server, a_client() as client:
        _, _, body, truncated = await fetch(client, server.base_url, limit=100_000)

    assert truncated
    assert body == long[:100_000]
