import asyncio
from collections.abc import Sequence

import pytest

from edison.domain import FrozenClock
from edison.errors import ModelNotServed, Unavailable, WaitTooLong
from edison.gateway import pool as pool_module
from edison.gateway.pool import Lease, ServerPool
from edison.wiring.clock import SystemClock
from tests.gateway.virtual_time import rest

PATIENT_S = 1e6


class Rack:
    """Servers with their model lists; an exception in the place of a list is raised when it is asked for."""

    def __init__(self, **lists: Sequence[str] | Exception) -> None:
        self.lists = lists
        self.asked: list[str] = []

    async def models_of(self, address: str) -> Sequence[str]:
        self.asked.append(address)
        listed = self.lists[address]
        if isinstance(listed, Exception):
            raise listed
        return listed

    def pool(
        self, *, max_concurrent: int = 1, clock: FrozenClock | None = None, linger_s: float = 0.0
    ) -> ServerPool:
        return ServerPool(
            tuple(self.lists),
            clock=clock or FrozenClock(),
            refresh=self.models_of,
            max_concurrent=max_concurrent,
            linger_s=linger_s,
        )


async def lease(pool: ServerPool, model: str, *, patience_s: float = PATIENT_S) -> Lease:
    return await pool.acquire(model, patience_s=patience_s)


async def test_the_least_loaded_server_that_has_the_model_takes_the_call() -> None:
    pool = Rack(a=["x"], b=["x"], c=["y"]).pool(max_concurrent=2)

    chosen = [(await lease(pool, "x")).server for _ in range(4)]

    assert chosen == ["a", "b", "a", "b"]


async def test_of_equally_loaded_servers_the_one_with_the_model_in_memory_is_chosen() -> None:
    pool = Rack(a=["x", "y"], b=["x", "y"]).pool()
    on_a, on_b = await lease(pool, "x"), await lease(pool, "y")
    pool.release(on_a, failed=False)
    pool.release(on_b, failed=False)

    chosen = await lease(pool, "y")

    assert (chosen.server, pool.needs_warm_up(chosen)) == ("b", False)


async def test_a_busy_server_takes_no_other_model_until_it_is_drained() -> None:
    pool = Rack(a=["x", "y"]).pool(max_concurrent=3)
    first, second = await lease(pool, "x"), await lease(pool, "x")
    other = asyncio.create_task(lease(pool, "y"))

    pool.release(first, failed=False)
    await rest()
    assert not other.done()

    pool.release(second, failed=False)
    await rest()
    assert other.result().server == "a"


async def test_a_blocked_head_of_the_queue_does_not_block_those_behind_it() -> None:
    pool = Rack(a=["x", "y"], b=["z"]).pool()
    await lease(pool, "x")
    blocked = asyncio.create_task(lease(pool, "y"))
    await rest()

    behind = await lease(pool, "z", patience_s=1)

    assert behind.server == "b"
    assert not blocked.done()
    blocked.cancel()


async def test_those_who_wait_for_the_same_model_are_served_in_order() -> None:
    pool = Rack(a=["x"]).pool()
    held = await lease(pool, "x")
    served: list[int] = []

    async def call(number: int) -> None:
        slot = await lease(pool, "x")
        served.append(number)
        pool.release(slot, failed=False)

    calls = [asyncio.create_task(call(number)) for number in range(5)]
    await rest()
    pool.release(held, failed=False)
    await asyncio.wait(calls)

    assert served == [0, 1, 2, 3, 4]


async def test_a_steady_stream_of_one_model_does_not_starve_a_call_for_another() -> None:
    clock = FrozenClock()
    pool = Rack(a=["x", "y"]).pool(max_concurrent=2, clock=clock)
    running = await lease(pool, "x")
    waiting = asyncio.create_task(lease(pool, "y"))
    await rest()

    overtaken = 0
    newcomer = asyncio.create_task(lease(pool, "x"))
    while not waiting.done() and overtaken < 100:
        await rest()
        clock.advance(1)
        pool.release(running, failed=False)
        await rest()
        if newcomer.done():
            running, newcomer = newcomer.result(), asyncio.create_task(lease(pool, "x"))
            overtaken += 1

    assert waiting.done()
    assert overtaken == 33
    newcomer.cancel()


async def test_batteries_that_ask_one_call_after_another_do_not_swap_weights_at_each() -> None:
    clock = FrozenClock()
    pool = Rack(a=["x", "y"]).pool(clock=clock, linger_s=0.02)
    cold: list[str] = []

    async def battery(model: str) -> None:
        for _ in range(15):
            taken = await lease(pool, model)
            if pool.needs_warm_up(taken):
                cold.append(model)
            clock.advance(1)
            pool.release(taken, failed=False)
            await rest()
        clock.advance(0.02)

    await asyncio.wait([asyncio.create_task(battery(model)) for model in "xy"])

    assert cold == ["x", "y"]


async def test_who_waited_long_goes_first_and_then_the_weights_have_their_turn() -> None:
    clock = FrozenClock()
    pool = Rack(a=["x", "y"]).pool(clock=clock, linger_s=0.02)
    order: list[str] = []

    async def battery(model: str) -> None:
        for _ in range(9):
            taken = await lease(pool, model)
            order.append(model)
            clock.advance(10)
            pool.release(taken, failed=False)
            await rest()
        clock.advance(0.02)

    await asyncio.wait([asyncio.create_task(battery(model)) for model in "xy"])

    # The first call loads the weights; then four calls of ten seconds are a turn.
    assert "".join(order) == "xxxxx" + "yyyyy" + "xxxx" + "yyyy"


async def test_an_impatient_call_does_not_wait_in_vain_for_weights_to_be_asked_again() -> None:
    pool = ServerPool(["a"], clock=SystemClock(), refresh=Rack(a=["x", "y"]).models_of, linger_s=3600)
    pool.release(await lease(pool, "x"), failed=False)

    assert (await lease(pool, "y", patience_s=0.1)).is_cold


async def test_another_server_is_taken_at_once_while_one_keeps_its_weights() -> None:
    pool = Rack(a=["x", "y"], b=["y"]).pool(linger_s=3600)
    pool.release(await lease(pool, "x"), failed=False)

    assert (await lease(pool, "y")).server == "b"


async def test_weights_that_others_wait_for_are_not_swapped() -> None:
    pool = Rack(a=["x", "y"]).pool()
    held = await lease(pool, "x")
    order: list[str] = []

    async def call(model: str) -> None:
        taken = await lease(pool, model)
        order.append(model)
        await rest()
        pool.release(taken, failed=False)

    calls = [asyncio.create_task(call(model)) for model in ("y", "x", "y", "x")]
    await rest()
    pool.release(held, failed=False)
    await asyncio.wait(calls)

    assert order == ["x", "x", "y", "y"]


async def test_a_model_that_no_server_has_is_refused_after_one_look_at_all_lists() -> None:
    rack = Rack(a=["x"], b=["y"])
    pool = rack.pool()
    await pool.refresh()
    rack.asked.clear()

    with pytest.raises(ModelNotServed, match="None of a, b serves the model 'z'"):
        await lease(pool, "z")

    assert sorted(rack.asked) == ["a", "b"]


async def test_a_model_that_was_loaded_meanwhile_is_found_by_that_look() -> None:
    rack = Rack(a=["x"])
    pool = rack.pool()
    await pool.refresh()
    rack.lists["a"] = ["x", "new"]

    assert (await lease(pool, "new")).server == "a"


async def test_while_a_server_does_not_answer_a_missing_model_may_still_come() -> None:
    pool = Rack(a=["x"], b=ConnectionRefusedError("refused")).pool()

    with pytest.raises(Unavailable, match="b: refused"):
        await lease(pool, "z")

    assert [server.last_error for server in pool.servers] == [None, "refused"]


async def test_a_server_that_does_not_say_in_time_what_it_has_is_left_aside(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def never(address: str) -> Sequence[str]:
        await asyncio.Event().wait()
        return []

    monkeypatch.setattr(pool_module, "REFRESH_TIMEOUT_S", 0.0)
    pool = ServerPool(["a"], clock=FrozenClock(), refresh=never)

    with pytest.raises(Unavailable, match="no answer within"):
        await lease(pool, "x")


async def test_a_failed_server_is_not_used_before_it_has_been_asked_again() -> None:
    rack, clock = Rack(a=["x"], b=["x"]), FrozenClock()
    pool = rack.pool(clock=clock)
    await pool.refresh()
    pool.release(await lease(pool, "x"), failed=True)
    assert [server.models for server in pool.servers] == [None, {"x"}]

    assert (await lease(pool, "x")).server == "b"
    clock.advance(10)
    slots = [await lease(pool, "x")]

    assert slots[0].server == "a"


async def test_an_untagged_name_finds_the_model_that_is_listed_with_its_tag() -> None:
    assert (await lease(Rack(a=["llama3:latest"]).pool(), "llama3")).server == "a"


async def test_a_failure_that_leaves_a_waiter_without_a_server_is_told_to_the_waiter() -> None:
    rack = Rack(a=["x"])
    pool = rack.pool()
    held = await lease(pool, "x")
    waiting = asyncio.create_task(lease(pool, "x"))
    await rest()
    rack.lists["a"] = ConnectionResetError("gone")

    pool.release(held, failed=True)
    await rest()

    assert isinstance(waiting.exception(), Unavailable)


async def test_patience_ends_the_wait_for_a_slot_and_leaves_the_pool_whole() -> None:
    pool = Rack(a=["x"]).pool()
    held = await lease(pool, "x")

    with pytest.raises(WaitTooLong):
        await lease(pool, "x", patience_s=0.0)

    pool.release(held, failed=False)
    assert (await lease(pool, "x")).server == "a"


async def test_a_call_cancelled_just_after_it_got_its_slot_gives_it_back() -> None:
    pool = Rack(a=["x", "y"]).pool()
    held = await lease(pool, "x")
    unlucky = asyncio.create_task(lease(pool, "y"))
    await rest()

    pool.release(held, failed=False)
    unlucky.cancel()
    await rest()

    assert unlucky.cancelled()
    assert pool.servers[0].active == 0
    assert not pool.needs_warm_up(await lease(pool, "x"))


async def test_a_call_cancelled_just_before_a_slot_came_free_does_not_stand_in_the_way() -> None:
    pool = Rack(a=["x"]).pool()
    held = await lease(pool, "x")
    cancelled, next_one = (asyncio.create_task(lease(pool, "x")) for _ in range(2))
    await rest()

    cancelled.cancel()
    pool.release(held, failed=False)
    await rest()

    assert cancelled.cancelled()
    assert next_one.done()


async def test_only_a_change_of_model_needs_a_warm_up() -> None:
    pool = Rack(a=["x", "y"]).pool()

    needed: list[bool] = []
    for model in ("x", "x", "y", "x"):
        slot = await lease(pool, model)
        needed.append(pool.needs_warm_up(slot))
        pool.release(slot, failed=False)

    assert needed == [True, False, True, True]


async def test_giving_back_twice_frees_one_slot() -> None:
    pool = Rack(a=["x"]).pool()
    slot = await lease(pool, "x")

    for _ in range(3):
        pool.release(slot, failed=False)

    assert [(server.active, server.current_model) for server in pool.servers] == [(0, None)]
