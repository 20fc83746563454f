import asyncio

import pytest

from edison.gateway.deadlines import BEAT_S, Deadlines


async def test_a_body_that_takes_too_long_ends_within_a_beat_of_its_deadline() -> None:
    loop = asyncio.get_running_loop()
    began = loop.time()

    with pytest.raises(TimeoutError):
        with Deadlines().within(0.1):
            await asyncio.sleep(30)

    # Two beats of grace for a busy machine; the sleep itself is a hundred times longer.
    assert loop.time() - began < 0.1 + 10 * BEAT_S


async def test_a_body_that_is_quick_knows_nothing_of_its_deadline() -> None:
    deadlines = Deadlines()
    with deadlines.within(0.05):
        await asyncio.sleep(0)

    await asyncio.sleep(3 * BEAT_S)

    current = asyncio.current_task()
    assert current is not None
    assert current.cancelling() == 0


async def test_many_bodies_share_the_watch_and_each_ends_by_its_own_deadline() -> None:
    deadlines, late = Deadlines(), list[int]()

    async def body(number: int) -> None:
        try:
            with deadlines.within(0.05 if number % 2 else 60):
                await asyncio.sleep(0.8)
        except TimeoutError:
            late.append(number)

    async with asyncio.TaskGroup() as group:
        for number in range(10):
            group.create_task(body(number))

    assert sorted(late) == [1, 3, 5, 7, 9]


async def test_somebody_elses_cancellation_stays_a_cancellation() -> None:
    deadlines = Deadlines()

    async def body() -> None:
        with deadlines.within(60):
            await asyncio.sleep(30)

    task = asyncio.create_task(body())
    await asyncio.sleep(0)
    task.cancel()

    with pytest.raises(asyncio.CancelledError):
        await task


async def test_an_error_of_the_body_is_not_hidden_by_its_deadline() -> None:
    with pytest.raises(KeyError):
        with Deadlines().within(60):
            raise KeyError("x")
