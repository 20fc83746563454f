"""Keys that end: made once for many, anew before their end, and never shown."""

import asyncio
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import pytest

from edison.domain import FrozenClock
from edison.errors import AuthRefused, TimedOut, Unavailable
from edison.gateway.credentials import KeyRequest, Lease, RenewedKey, renewing
from edison.gateway.credentials.renewing import KeyReply
from edison.gateway.secret import Secret


@dataclass
class Counting:
    """Makes keys for an hour, numbered; fails while it is told to."""

    lasts: timedelta | None = timedelta(hours=1)
    made: int = 0
    trouble: Exception | None = None
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    owner: str = "somebody"
    secrets: tuple[str, ...] = ("what-it-is-made-of",)

    async def make(self, post: object, now: datetime) -> Lease:
        self.made += 1
        number = self.made
        await self.gate.wait()
        if self.trouble is not None:
            raise self.trouble
        return Lease(Secret(f"id-{number}:key-{number}"), None if self.lasts is None else now + self.lasts)


async def nobody(request: KeyRequest) -> KeyReply:
    raise AssertionError("nothing is sent here")


async def now_of(key: RenewedKey, clock: FrozenClock) -> str:
    return (await key.key(clock=clock, post=nobody)).reveal()


def opened(**changes: object) -> Counting:
    maker = Counting(**changes)  # pyright: ignore[reportArgumentType]
    maker.gate.set()
    return maker


async def test_many_who_wait_get_one_key() -> None:
    maker, clock = Counting(), FrozenClock()
    key = RenewedKey(maker)

    waiting = [asyncio.create_task(now_of(key, clock)) for _ in range(50)]
    await asyncio.sleep(0)
    waiting[0].cancel()
    maker.gate.set()
    given = [await one for one in waiting[1:]]

    assert (set(given), maker.made) == ({"id-1:key-1"}, 1)


async def test_a_key_is_renewed_before_its_end_while_the_old_one_is_still_used() -> None:
    maker, clock, noted = opened(), FrozenClock(), set[str]()
    key = RenewedKey(maker, note=noted.add)
    given: list[str] = []
    for pause in (0, 54 * 60, 2 * 60, 0):
        clock.advance(pause)
        given.append(await now_of(key, clock))
        await asyncio.sleep(0)

    assert given == ["id-1:key-1", "id-1:key-1", "id-1:key-1", "id-2:key-2"]
    assert {"key-1", "id-2:key-2"} <= noted
    assert set(key.secrets) == {"what-it-is-made-of", "id-1:key-1", "id-2:key-2"}
    assert "key-1" not in repr(key)


async def test_one_that_cannot_be_renewed_is_used_to_its_end_and_then_the_trouble_is_told_to_each() -> None:
    maker, clock = opened(), FrozenClock()
    key = RenewedKey(maker)
    await now_of(key, clock)
    maker.trouble = Unavailable("The token address is not ready.")

    clock.advance(57 * 60)
    used = [await now_of(key, clock), await now_of(key, clock)]
    await asyncio.sleep(0)
    quiet = [await now_of(key, clock), maker.made]
    clock.advance(4 * 60)
    waiting = [asyncio.create_task(now_of(key, clock)) for _ in range(2)]
    await asyncio.wait(waiting)
    troubles = [one.exception() for one in waiting]
    maker.trouble = None

    assert used + quiet == ["id-1:key-1", "id-1:key-1", "id-1:key-1", 2]
    assert [type(one) for one in troubles] == [Unavailable, Unavailable]
    assert troubles[0] is not troubles[1]
    assert await now_of(key, clock) == "id-4:key-4"


async def test_one_that_a_provider_refuses_is_made_anew_unless_it_is_quite_new() -> None:
    maker, clock = opened(lasts=None), FrozenClock()
    key = RenewedKey(maker)
    given = await key.key(clock=clock, post=nobody)

    key.distrust(given, now=clock.now())
    at_once = await now_of(key, clock)
    clock.advance(60)
    key.distrust(Secret("another"), now=clock.now())
    unchanged = await now_of(key, clock)
    key.distrust(given, now=clock.now())

    assert [at_once, unchanged, await now_of(key, clock)] == ["id-1:key-1", "id-1:key-1", "id-2:key-2"]


async def test_a_refusal_and_a_long_silence_have_names(monkeypatch: pytest.MonkeyPatch) -> None:
    refused = RenewedKey(opened(trouble=AuthRefused("No.")))
    monkeypatch.setattr(renewing, "PATIENCE_S", 0.01)

    with pytest.raises(AuthRefused, match="No"):
        await now_of(refused, FrozenClock())
    with pytest.raises(TimedOut, match="No key for somebody came"):
        await now_of(RenewedKey(Counting()), FrozenClock())


def test_a_key_is_made_again_in_another_loop() -> None:
    maker, clock = Counting(), FrozenClock()
    key = RenewedKey(maker)

    async def give_up() -> None:
        task = asyncio.create_task(now_of(key, clock))
        await asyncio.sleep(0)
        task.cancel()

    asyncio.run(give_up())
    maker.gate = asyncio.Event()
    maker.gate.set()

    assert asyncio.run(now_of(key, clock)) == "id-2:key-2"
    assert key.fingerprint == RenewedKey(maker).fingerprint
