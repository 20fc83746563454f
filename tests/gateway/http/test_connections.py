"""Requests and connections: who goes by which, who gives up, who is not reached."""

import asyncio
import gc
import itertools
from pathlib import Path

import pytest
from typing_extensions import TypeIs

from edison.gateway.http import Lost, NotReached, Origin, Route, TookTooLong, origin_of
from edison.gateway.http.connection import Connection
from tests.gateway.scripted import Scene, hangs_up, says, scripted, stalls

from .certificates import a_certificate, a_servers_tls
from .clients import a_client, a_connection, ask, fetch

OK = says(b"{}")


async def test_one_request_after_another_goes_by_the_same_connection() -> None:
    async with scripted(OK) as server, a_client() as client:
        for _ in range(5):
            assert (await fetch(client, server.base_url))[0] == 200

    assert server.connections == 1


async def test_requests_at_the_same_time_go_by_as_many_connections_as_they_need() -> None:
    everybody_asked = asyncio.Barrier(200)

    async def answers_all_together(writer: asyncio.StreamWriter) -> None:
        await everybody_asked.wait()
        await OK(writer)

    async with scripted(answers_all_together) as server, a_client() as client:
        for _ in range(2):
            async with asyncio.TaskGroup() as group:
                for _ in range(200):
                    group.create_task(fetch(client, server.base_url))

    assert len(server.requests) == 400
    assert server.connections == 200


async def test_whoever_gives_up_waiting_leaves_nothing_behind() -> None:
    async with scripted(stalls(30), OK) as server, a_client() as client:
        waiting = asyncio.create_task(fetch(client, server.base_url))
        while not server.requests:
            await asyncio.sleep(0.01)
        waiting.cancel()
        await asyncio.wait([waiting])
        assert (await fetch(client, server.base_url))[2] == b"{}"

    assert server.connections == 2


async def test_whoever_gives_up_sending_leaves_nothing_behind() -> None:
    async def listens_to_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writers.append(writer)

    writers: list[asyncio.StreamWriter] = []
    listening = await asyncio.start_server(listens_to_nothing, "127.0.0.1", 0)
    address = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}/"
    async with listening, a_client() as client:
        sending = asyncio.create_task(fetch(client, address, body=b"a" * 50_000_000))
        while not writers:
            await asyncio.sleep(0.01)
        sending.cancel()
        await asyncio.wait([sending])
        # Its end is noticed at the other side.
        with pytest.raises(ConnectionError):
            while True:
                writers[0].write(b"a")
                await writers[0].drain()
                await asyncio.sleep(0.01)


async def test_an_answer_closed_twice_takes_nothing_from_the_next_one() -> None:
    async with scripted(OK, slowly(OK)) as server, a_client() as client:
        first = await ask(client, server.base_url)
        await first.read(1000)
        first.close()
        second = await ask(client, server.base_url)
        first.close()
        assert await second.read(1000) == (b"{}", False)
        second.close()

    assert server.connections == 1


async def test_a_client_that_hung_up_can_be_used_again() -> None:
    async with scripted(OK) as server, a_client(idle_s=0.05) as client:
        await fetch(client, server.base_url)
        await client.close()
        await fetch(client, server.base_url)
        while server.tasks:
            await asyncio.sleep(0.02)

    assert server.connections == 2


async def test_a_server_that_cannot_be_looked_up_is_not_reached() -> None:
    nowhere = Origin("localhost", -1, by_tls=False)

    async with a_client() as client:
        for _ in range(2):
            with pytest.raises(NotReached, match="localhost:-1"):
                await client.ask(Route(nowhere), b"", None, connect_s=5.0)


async def test_hanging_up_ends_what_still_waits() -> None:
    async with scripted(stalls(30)) as server, a_client() as client:
        waiting = asyncio.create_task(fetch(client, server.base_url))
        while not server.requests:
            await asyncio.sleep(0.01)
        await client.close()
        with pytest.raises(Lost):
            await waiting


async def test_a_server_that_is_not_there_is_not_reached() -> None:
    async with scripted(OK) as server:
        pass

    async with a_client() as client:
        with pytest.raises(NotReached, match=r"127\.0\.0\.1:\d+: .*[Cc]onnect"):
            await fetch(client, server.base_url)


async def test_a_server_of_several_addresses_is_reached_at_the_one_where_it_is() -> None:
    async with scripted(OK) as server, a_client() as client:
        assert (await fetch(client, server.base_url.replace("127.0.0.1", "localhost")))[0] == 200


async def test_a_connection_that_does_not_come_about_in_time_is_given_up() -> None:
    async with scripted(OK) as server, a_client() as client:
        # Its port takes connections and never begins with TLS.
        with pytest.raises(TookTooLong, match=r"within 0\.1 s"):
            await ask(client, server.base_url.replace("http:", "https:"), connect_s=0.1)


async def test_an_answer_before_the_end_of_a_long_request_is_heard() -> None:
    writers: list[asyncio.StreamWriter] = []

    async def refuses(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writers.append(writer)
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 413 X\r\nContent-Length: 0\r\n\r\n")

    listening = await asyncio.start_server(refuses, "127.0.0.1", 0)
    address = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}/"
    async with listening, a_client() as client:
        for _ in range(2):
            # The second would be read as a part of the first.
            assert (await fetch(client, address, body=b"a" * 50_000_000))[0] == 413
        for writer in writers:
            writer.transport.abort()


async def test_an_answer_between_two_pieces_of_a_request_ends_the_connection() -> None:
    async with a_connection() as (connection, _):
        # As if nothing more could be written for now, although all that was written has left.
        connection.pause_writing()
        asking = asyncio.create_task(connection.ask(b"POST / HTTP/1.1\r\n", b"a" * 1_000_000))
        await asyncio.sleep(0)
        connection.data_received(b"HTTP/1.1 413 X\r\nContent-Length: 0\r\n\r\n")

        assert (await (await asking).read(1000)) == (b"", False)
        assert not connection.is_free


async def test_a_connection_that_is_gone_leaves_no_cycle_behind() -> None:
    gc.collect()
    gc.disable()
    try:
        async with scripted(says(b"{}", Connection="close")) as server, a_client() as client:
            for _ in range(20):
                await fetch(client, server.base_url)
            await asyncio.sleep(0.05)
            mine = origin_of(server.base_url)
            alive = [
                thing for thing in gc.get_objects() if _is_connection(thing) and thing.route.origin == mine
            ]
    finally:
        gc.enable()

    assert len(alive) <= 1


async def test_a_long_request_arrives_as_it_was_sent() -> None:
    body = bytes(itertools.islice(itertools.cycle(range(251)), 5_000_000))

    async with scripted(OK) as server, a_client() as client:
        assert (await fetch(client, server.base_url, body=body))[0] == 200

    assert server.requests[0].body == body


async def test_a_server_waits_for_a_slow_reader() -> None:
    sent = 0

    async def pours(writer: asyncio.StreamWriter) -> None:
        nonlocal sent
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 50000000\r\n\r\n")
        for _ in range(50):
            writer.write(b"a" * 1_000_000)
            await writer.drain()
            sent += 1_000_000

    async with scripted(pours) as server, a_client() as client:
        response = await ask(client, server.base_url)
        await response.begin()
        before = -1
        while before != sent:
            before = sent
            await asyncio.sleep(0.3)
        assert sent < 40_000_000
        assert len((await response.read(60_000_000))[0]) == 50_000_000
        response.close()


async def test_a_request_without_a_body_says_nothing_about_its_length() -> None:
    async with scripted(OK) as server, a_client() as client:
        await fetch(client, server.base_url, body=None)
        await fetch(client, server.base_url, body=b"")

    assert [request.header("Content-Length") for request in server.requests] == [None, "0"]


async def test_a_server_that_hangs_up_on_a_long_request_is_told_as_lost() -> None:
    async with scripted(hangs_up()) as server, a_client() as client:
        with pytest.raises(Lost):
            await fetch(client, server.base_url, body=b"a" * 1_000_000)


async def test_tls_is_spoken_to_whoever_is_who_they_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate = a_certificate(tmp_path)
    tls = a_servers_tls(certificate)

    async with scripted(OK, tls=tls) as server:
        async with a_client() as client:
            with pytest.raises(NotReached, match="certificate"):
                await fetch(client, server.base_url)
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        async with a_client() as client:
            for _ in range(3):
                assert (await fetch(client, server.base_url, body=b"a" * 300_000))[2] == b"{}"

    assert len(server.requests) == 3
    assert server.connections == 1


def _is_connection(thing: object) -> TypeIs[Connection]:
    # Never looks at `__class__`, which some lazy objects answer by loading themselves.
    return type(thing) is Connection


def slowly(scene: Scene) -> Scene:
    async def play(writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(0.3)
        await scene(writer)

    return play
