"""However many large answers come at once, what is held of them has a bound, and every one of them comes to its end."""

import asyncio
import tracemalloc

import pytest

from edison.domain import Chance
from edison.gateway.http import Client
from edison.gateway.http.answer_memory import HELD_AT_ONCE, AnswerMemory, Claim, shared_memory
from tests.gateway.chat_bodies import chat_stream
from tests.gateway.gateways import a_gateway, a_provider, an_ask
from tests.gateway.scripted import Scene, scripted, streams

from .clients import a_client, fetch

SIZE = 100


@pytest.mark.parametrize("seed", range(20))
async def test_whoever_holds_a_part_comes_to_its_end(seed: int) -> None:
    chance = Chance(seed).stream("room")
    memory, most = AnswerMemory(SIZE), 0

    async def read(wanted: int) -> None:
        nonlocal most
        claim = Claim(memory)
        while wanted:
            piece = min(wanted, 1 + chance.below(40))
            await claim.grow(piece)
            wanted -= piece
            most = max(most, SIZE - memory.left)
            for _ in range(chance.below(4)):
                await asyncio.sleep(0)
        claim.give_back()

    async with asyncio.timeout(10), asyncio.TaskGroup() as group:
        for _ in range(50):
            group.create_task(read(1 + chance.below(SIZE * 2)))

    assert memory.left == SIZE
    assert most <= SIZE + SIZE * 2


@pytest.mark.parametrize("seed", range(20))
async def test_whoever_gives_up_leaves_its_room_to_the_others(seed: int) -> None:
    chance = Chance(seed).stream("room")
    memory = AnswerMemory(SIZE)

    async def read(wanted: int) -> None:
        claim = Claim(memory)
        try:
            for _ in range(wanted):
                await claim.grow(10)
                await asyncio.sleep(0)
        finally:
            claim.give_back()

    tasks = [asyncio.create_task(read(1 + chance.below(15))) for _ in range(40)]
    for _ in range(60):
        await asyncio.sleep(0)
        chance.choose(tasks).cancel()
    async with asyncio.timeout(10):
        await asyncio.wait(tasks)

    assert memory.left == SIZE


async def test_one_answer_may_be_larger_than_the_room() -> None:
    memory = AnswerMemory(SIZE)
    claim = Claim(memory)

    async with asyncio.timeout(10):
        for _ in range(5):
            await claim.grow(SIZE)
    claim.give_back()

    assert memory.left == SIZE


async def test_the_others_wait_for_the_one_that_is_ahead() -> None:
    memory = AnswerMemory(SIZE)
    large, small = Claim(memory), Claim(memory)
    await large.grow(SIZE + 1)

    waiting = asyncio.create_task(small.grow(1))
    await asyncio.sleep(0)
    assert not waiting.done()

    large.give_back()
    await waiting
    assert memory.left == SIZE - 1


def pours(size: int) -> Scene:
    """A body that is made piece by piece and never whole."""
    piece = b"a" * 65536

    async def play(writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % (size // len(piece) * len(piece)))
        for _ in range(size // len(piece)):
            writer.write(piece)
            await writer.drain()

    return play


async def _most_held(answers: int, size: int) -> int:
    async with scripted(pours(size)) as server, a_client() as client:
        tracemalloc.start()
        try:
            async with asyncio.timeout(60), asyncio.TaskGroup() as group:
                for _ in range(answers):
                    group.create_task(_read(client, server.base_url))
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()


async def _read(client: Client, address: str) -> None:
    _, _, body, truncated = await fetch(client, address)
    assert (len(body) > 8_000_000, truncated) == (True, False)


async def test_four_times_as_many_large_answers_do_not_take_four_times_the_memory() -> None:
    size = HELD_AT_ONCE // 8

    eight = await _most_held(8, size)
    many = await _most_held(32, size)

    assert many < 2 * eight
    assert shared_memory().left == HELD_AT_ONCE


async def test_a_stream_holds_what_its_reader_keeps_until_it_is_closed() -> None:
    words = chat_stream(*["word " * 2_000] * 100)

    async with scripted(streams(words)) as server, a_gateway(a_provider(server.base_url)) as gateway:
        async with gateway.stream(an_ask()) as deltas:
            told = [delta.text async for delta in deltas]
            held = HELD_AT_ONCE - shared_memory().left

    assert len("".join(told)) == 1_000_000
    assert held > 700_000
    assert shared_memory().left == HELD_AT_ONCE
