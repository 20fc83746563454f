import re

from hypothesis import given
from hypothesis import strategies as st

from edison.domain import Chance, FrozenClock, Mint


@given(st.lists(st.integers(min_value=1, max_value=10_000_000), min_size=1, max_size=20))
def test_ids_made_later_sort_later(waits_ms: list[int]) -> None:
    clock = FrozenClock()
    mint = Mint(clock, Chance(7).stream("ids"))

    ids = [mint.new("run")]
    for wait_ms in waits_ms:
        clock.advance(wait_ms / 1000 + 0.001)
        ids.append(mint.new("run"))

    assert ids == sorted(ids)


def test_ids_made_in_the_same_moment_are_all_different() -> None:
    mint = Mint(FrozenClock(), Chance(7).stream("ids"))

    assert len({mint.new("cell") for _ in range(10_000)}) == 10_000


def test_mints_of_two_processes_do_not_make_the_same_id() -> None:
    here, there = (Mint(FrozenClock(), Chance(seed).stream("ids")) for seed in (1, 2))

    assert here.new("run") != there.new("run")


def test_an_id_is_taken_by_every_provider() -> None:
    made = Mint(FrozenClock(), Chance(7).stream("ids")).new("call")

    assert re.fullmatch(r"call_[0-9a-f]{32}", made)
    assert len(made) <= 64


def test_an_id_begins_with_the_milliseconds_of_its_making() -> None:
    made = Mint(FrozenClock(), Chance(7).stream("ids")).new("run")

    # 2026-01-01T00:00:00Z is 1,767,225,600,000 ms.
    assert int(made.removeprefix("run_")[:12], 16) == 1_767_225_600_000
