from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from datetime import timedelta

import pytest
from msgspec.structs import replace

from edison.domain import Answer, Certainty, Chance, Cost, FrozenClock, Outcome, Raw, Timing, Usage
from edison.gateway import Cache
from edison.store import PurgedAnswers, Store, StoredCache, purge_answers
from edison.store.database.opening import make_engine, read_url
from tests.factories import an_answer

KEY = "0" * 32


@pytest.fixture
def threads() -> Iterator[Executor]:
    with ThreadPoolExecutor(1) as pool:
        yield pool


@pytest.fixture
def cache(store: Store, threads: Executor) -> Cache:
    return StoredCache(store, clock=FrozenClock(), threads=threads)


def a_rich_answer(**changes: object) -> Answer:
    return an_answer(
        **{
            "text": "Vier\x00\ud800.",
            "usage": Usage(input_tokens=3, output_tokens=0),
            "cost": Cost(microusd=9, certainty=Certainty.EXACT),
            "timing": Timing(queue_s=1.0, latency_s=2.0),
            "details": {"tier": "flex"},
            **changes,
        }
    )


def free(answer: Answer) -> Answer:
    """The same answer as it comes out of a cache."""
    cost = Cost(microusd=0, certainty=Certainty.EXACT)
    return replace(answer, from_cache=True, attempts=0, cost=cost, timing=Timing())


async def test_a_kept_answer_comes_back_as_one_that_cost_nothing(cache: Cache) -> None:
    answer = a_rich_answer()

    await cache.put(KEY, answer)

    assert await cache.get(KEY) == free(answer)
    assert await cache.get("1" * 32) is None


async def test_a_long_answer_comes_back_whole(cache: Cache) -> None:
    answer = a_rich_answer(text="word " * 5000)

    await cache.put(KEY, answer)

    assert await cache.get(KEY) == free(answer)


async def test_what_was_on_the_wire_is_not_kept_twice(cache: Cache) -> None:
    await cache.put(KEY, a_rich_answer(raw=Raw(request=b"secret", response=b"x")))

    kept = await cache.get(KEY)

    assert kept is not None
    assert kept.raw == Raw()


async def test_the_first_answer_stays(cache: Cache) -> None:
    await cache.put(KEY, an_answer(text="first"))
    await cache.put(KEY, an_answer(text="second"))

    assert getattr(await cache.get(KEY), "text", None) == "first"


async def test_an_answer_that_is_too_old_is_asked_for_and_kept_anew(store: Store, threads: Executor) -> None:
    clock = FrozenClock()
    hourly = StoredCache(store, clock=clock, threads=threads, oldest_s=3600)
    patient = StoredCache(store, clock=clock, threads=threads)
    await hourly.put(KEY, an_answer(text="first"))

    clock.advance(3600)
    await hourly.put(KEY, an_answer(text="not needed"))
    at_the_hour = await hourly.get(KEY)
    clock.advance(1)
    after_the_hour, for_ever = await hourly.get(KEY), await patient.get(KEY)
    await hourly.put(KEY, an_answer(text="second"))

    assert getattr(at_the_hour, "text", None) == "first"
    assert after_the_hour is None
    assert getattr(for_ever, "text", None) == "first"
    assert getattr(await hourly.get(KEY), "text", None) == "second"


async def test_kept_answers_are_thrown_away_by_age_or_all(store: Store, threads: Executor) -> None:
    clock = FrozenClock()
    cache = StoredCache(store, clock=clock, threads=threads)
    for number in range(3):
        await cache.put(str(number), an_answer(text="word " * number))
        clock.advance(60)

    old = purge_answers(store, kept_before=clock.now() - timedelta(seconds=120))
    left = [await cache.get(str(number)) is not None for number in range(3)]
    rest = purge_answers(store)

    assert (old.answers, left, rest.answers) == (1, [False, True, True], 2)
    assert 0 < old.size < rest.size
    assert purge_answers(store) == PurgedAnswers(answers=0, size=0)


@pytest.mark.parametrize("outcome", [Outcome.LENGTH, Outcome.CONTENT_FILTER, Outcome.REFUSAL, Outcome.EMPTY])
async def test_what_is_not_complete_is_asked_for_again(cache: Cache, outcome: Outcome) -> None:
    await cache.put(KEY, an_answer(outcome=outcome))

    assert await cache.get(KEY) is None


async def test_a_cache_that_cannot_be_reached_knows_nothing_and_refuses_nobody_an_answer(
    threads: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    nowhere = make_engine(read_url("postgresql://127.0.0.1:1/x"))
    store = Store(nowhere, clock=FrozenClock(), chance=Chance(0))
    cache = StoredCache(store, clock=FrozenClock(), threads=threads)
    monkeypatch.setattr("edison.store.repositories.kept_answers._PATIENCE_S", 0.0)

    await cache.put(KEY, an_answer())

    assert await cache.get(KEY) is None
