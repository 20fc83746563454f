"""A connection is used again when it can be, and never when something of the last answer may still come."""

import asyncio
from pathlib import Path

import pytest

from tests.gateway.scripted import Scene, says, scripted, writes

from .certificates import a_certificate, a_servers_tls
from .clients import a_client, a_connection, fetch

OK = says(b"{}")

UNUSABLE: dict[str, Scene] = {
    "the server says so": says(b"{}", Connection="close"),
    "it speaks HTTP/1.0": writes(b"HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\n{}"),
    "it says more than it was asked": writes(
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}HTTP/1.1 200 OK\r\n"
    ),
    "it says something else": writes(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}garbage"),
}


@pytest.mark.parametrize("reason", UNUSABLE)
async def test_a_connection_that_cannot_be_trusted_is_not_used_again(reason: str) -> None:
    async with scripted(UNUSABLE[reason], OK) as server, a_client() as client:
        first = await fetch(client, server.base_url)
        second = await fetch(client, server.base_url)

    assert first[0] == second[0] == 200
    assert first[2] == second[2] == b"{}"
    assert server.connections == 2


async def test_what_comes_unasked_by_an_idle_connection_ends_it() -> None:
    was_read, has_spoken = asyncio.Event(), asyncio.Event()

    async def speaks_twice(writer: asyncio.StreamWriter) -> None:
        await OK(writer)
        await was_read.wait()
        await OK(writer)
        has_spoken.set()

    async with scripted(speaks_twice, OK) as server, a_client() as client:
        await fetch(client, server.base_url)
        was_read.set()
        await has_spoken.wait()
        await asyncio.sleep(0.05)
        for _ in range(3):
            assert (await fetch(client, server.base_url))[0] == 200

    # Whoever did so once is not asked by a connection that was used before.
    assert server.connections == 4


@pytest.mark.parametrize("by_tls", [False, True], ids=["plain", "TLS"])
async def test_what_waits_unread_when_the_next_question_comes_is_not_its_answer(
    by_tls: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writers: list[asyncio.StreamWriter] = []

    async def answers(writer: asyncio.StreamWriter) -> None:
        writers.append(writer)
        await OK(writer)

    certificate = a_certificate(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    async with scripted(answers, tls=a_servers_tls(certificate) if by_tls else None) as server:
        async with a_client() as client:
            await fetch(client, server.base_url)
            # In the kernel's hands at once; nobody here has had a turn to read it.
            writers[0].write(b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged")
            assert (await fetch(client, server.base_url))[2] == b"{}"

    assert server.connections == 2


@pytest.mark.parametrize("forged", [b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged", b"garbage"])
@pytest.mark.parametrize("when", ["with the answer", "after it"])
async def test_a_server_that_says_more_than_it_was_asked_gets_every_question_by_a_new_connection(
    forged: bytes, when: str
) -> None:
    writers: list[asyncio.StreamWriter] = []

    async def answers(writer: asyncio.StreamWriter) -> None:
        writers.append(writer)
        first = len(writers) == 1 and when == "with the answer"
        await writes(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}" + (forged if first else b""))(writer)

    async with scripted(answers) as server, scripted(OK) as other, a_client() as client:
        await fetch(client, server.base_url)
        if when == "after it":
            writers[0].write(forged)
        for _ in range(3):
            assert (await fetch(client, server.base_url))[2] == b"{}"
            assert (await fetch(client, other.base_url))[2] == b"{}"

    assert server.connections == 4
    assert other.connections == 1


async def test_an_answer_that_came_whole_and_was_not_read_does_not_keep_the_next_one_waiting() -> None:
    async with a_connection() as (connection, other_end):
        first = await connection.ask(b"POST / HTTP/1.1\r\n", b"{}")
        connection.data_received(b"HTTP/1.1 200 OK\r\nContent-Length: 300000\r\n\r\n" + b"a" * 300_000)
        first.close()
        assert connection.is_free

        second = await connection.ask(b"POST / HTTP/1.1\r\n", b"{}")
        other_end.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
        async with asyncio.timeout(10):
            assert await second.read(1000) == (b"{}", False)


async def test_a_connection_the_server_closed_meanwhile_is_not_tried() -> None:
    was_read = asyncio.Event()

    async def closes_soon(writer: asyncio.StreamWriter) -> None:
        await OK(writer)
        await was_read.wait()
        writer.close()

    async with scripted(closes_soon) as server, a_client() as client:
        for _ in range(3):
            was_read.clear()
            assert (await fetch(client, server.base_url))[0] == 200
            was_read.set()
            while server.tasks:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.05)

    assert server.connections == 3


async def test_a_connection_nobody_uses_is_closed() -> None:
    async with scripted(OK) as server, a_client(idle_s=0.05) as client:
        await fetch(client, server.base_url)
        while server.tasks:
            await asyncio.sleep(0.02)
        await fetch(client, server.base_url)

    assert server.connections == 2


async def test_a_connection_that_was_idle_for_too_long_is_not_tried() -> None:
    async with scripted(OK) as server, a_client(idle_s=0.0) as client:
        for _ in range(3):
            assert (await fetch(client, server.base_url))[0] == 200

    assert server.connections == 3


async def test_an_answer_that_was_not_read_to_its_end_takes_its_connection_with_it() -> None:
    async with scripted(says(b"a" * 200_000), OK) as server, a_client() as client:
        _, _, body, truncated = await fetch(client, server.base_url, limit=1000)
        assert (len(body), truncated) == (1000, True)
        assert (await fetch(client, server.base_url))[2] == b"{}"

    assert server.connections == 2
