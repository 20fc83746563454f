from datetime import UTC, datetime, timedelta

from edison.domain import FrozenClock


async def test_a_frozen_clock_moves_by_as_much_as_somebody_sleeps() -> None:
    clock = FrozenClock(datetime(2026, 5, 1, tzinfo=UTC))

    await clock.sleep(1.5)

    assert clock.now() == datetime(2026, 5, 1, tzinfo=UTC) + timedelta(seconds=1.5)
    assert clock.monotonic() == 1.5
    assert clock.slept_s == [1.5]


async def test_sleeping_for_less_than_nothing_does_not_turn_time_back() -> None:
    clock = FrozenClock()

    await clock.sleep(-3.0)

    assert clock.monotonic() == 0.0


def test_a_frozen_clock_stands_still_until_it_is_told_to_move() -> None:
    clock = FrozenClock()
    before = clock.now()

    assert clock.now() == before
    clock.advance(60)
    assert clock.now() == before + timedelta(minutes=1)
