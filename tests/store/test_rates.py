from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import update

from edison.store import RateLease, Store
from edison.store.tables import RATE
from tests.store.threads import at_once

INTERVAL_S = 0.05


def lease(store: Store, *, key: str = "k", count: int = 5, burst_s: float = 0.0) -> RateLease:
    with store.work() as work:
        return work.rates.lease(key, interval_s=INTERVAL_S, count=count, burst_s=burst_s)


def slots(lease: RateLease, count: int) -> list[float]:
    return [lease.tat - INTERVAL_S * (count - index) for index in range(count)]


def test_the_first_lease_begins_now(store: Store) -> None:
    taken = lease(store)

    assert slots(taken, 5)[0] == pytest.approx(taken.now, abs=0.01)
    assert taken.paused_until == 0


def test_a_lease_begins_where_the_one_before_ends(store: Store) -> None:
    first, second = lease(store), lease(store, count=2)

    assert second.tat == pytest.approx(first.tat + 2 * INTERVAL_S, abs=1e-6)


def test_what_was_not_used_lapses_but_for_the_burst(store: Store) -> None:
    taken = lease(store, burst_s=0.2)

    assert slots(taken, 5)[0] == pytest.approx(taken.now - 0.2, abs=0.01)


def test_limits_do_not_know_each_other(store: Store) -> None:
    lease(store, count=1000)

    other = lease(store, key="other")

    assert slots(other, 5)[0] == pytest.approx(other.now, abs=0.01)


def test_a_pause_stops_everyone_and_the_longer_one_counts(store: Store) -> None:
    with store.work() as work:
        assert work.rates.paused_until("k")[0] == 0
        work.rates.pause("k", 100)
        work.rates.pause("k", 10)
        until, now = work.rates.paused_until("k")

    taken = lease(store)

    assert until - now == pytest.approx(100, abs=1)
    assert taken.paused_until == until
    assert slots(taken, 5)[0] == pytest.approx(until, abs=1e-6)


def test_a_limit_that_was_leased_before_can_be_paused(store: Store) -> None:
    before = lease(store)
    with store.work() as work:
        work.rates.pause("k", 5)

    after = lease(store)

    assert before.paused_until == 0
    assert after.paused_until > after.now + 4


def test_a_name_of_any_kind_is_a_key(store: Store) -> None:
    lease(store, key="a\x00b")

    assert lease(store, key="a\ud800").paused_until == 0


def test_many_that_lease_at_once_never_get_the_same_slot(store: Store) -> None:
    def take(_: int) -> list[RateLease]:
        return [lease(store, count=3) for _ in range(10)]

    taken = [found for leases in at_once(take, 4) for found in leases]

    starts = sorted(slot for found in taken for slot in slots(found, 3))
    gaps = [later - earlier for earlier, later in pairwise(starts)]
    assert len(starts) == 120
    assert min(gaps) > INTERVAL_S * 0.99


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    counts=st.lists(st.integers(1, 50), min_size=1, max_size=15),
    burst=st.sampled_from([0.0, 0.1, 1.0]),
    key=st.uuids().map(str),
)
def test_no_window_holds_more_than_the_rate_and_the_burst(
    store: Store, counts: list[int], burst: float, key: str
) -> None:
    starts: list[float] = []
    for count in counts:
        starts += slots(lease(store, key=key, count=count, burst_s=burst), count)

    window_s = 1.0
    for begin in starts:
        inside = sum(begin <= start < begin + window_s - 1e-6 for start in starts)
        assert inside <= window_s / INTERVAL_S + burst / INTERVAL_S + 1


@pytest.mark.parametrize("seconds", [1e9, float("inf"), float("nan")])
def test_no_pause_is_longer_than_the_longest(store: Store, seconds: float) -> None:
    with store.work() as work:
        work.rates.pause("k", seconds, longest_s=100)
        until, now = work.rates.paused_until("k", longest_s=101)

    assert until - now == pytest.approx(100, abs=1)


@pytest.mark.parametrize("ahead_s", [86_400.0, 1e9, float("inf")])
def test_times_too_far_ahead_are_over(store: Store, ahead_s: float) -> None:
    """As after a clock that was set back, or a pause that an earlier version stored."""
    lease(store)
    with store.work() as work:
        _, now = work.rates.paused_until("k")
        work.connection.execute(update(RATE).values(tat=now + ahead_s, paused_until=now + ahead_s))
        assert work.rates.paused_until("k")[0] == 0
        assert work.rates.held() == []

    taken = lease(store)

    assert taken.paused_until == 0
    assert slots(taken, 5)[0] == pytest.approx(taken.now, abs=1)


def test_an_absurd_lease_takes_no_more_than_the_longest_wait(store: Store) -> None:
    taken = lease(store, count=10**12)

    assert taken.tat - taken.now <= 3600


def test_limits_that_make_people_wait_are_told_and_can_be_cleared(store: Store) -> None:
    with store.work() as work:
        work.rates.pause("a", 100)
        work.rates.pause("b", 50)
        held = {limit.key: limit.paused_s for limit in work.rates.held()}
        work.rates.clear(["a"])
        left = [limit.key for limit in work.rates.held()]

    assert held == {"a": pytest.approx(100, abs=1), "b": pytest.approx(50, abs=1)}
    assert left == ["b"]
