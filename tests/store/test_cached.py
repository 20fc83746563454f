from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor

import pytest

from edison.domain import Answer, Certainty, Chance, Cost, FrozenClock, Outcome, Raw, Timing, Usage
from edison.gateway.cache import Cache, cached_copy
from edison.store import Store, StoredCache
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


async def test_a_kept_answer_comes_back_as_one_that_cost_nothing(cache: Cache) -> None:
    answer = a_rich_answer()

    await cache.put(KEY, answer)

    assert await cache.get(KEY) == cached_copy(answer)
    assert await cache.get("1" * 32) is None


async def test_a_long_answer_comes_back_whole(cache: Cache) -> None:
    answer = a_rich_answer(text="word " * 5000)

    await cache.put(KEY, answer)

    assert await cache.get(KEY) == cached_copy(answer)


async def test_what_was_on_the_wire_is_not_kept_twice(cache: Cache) -> None:
    await cache.put(KEY, a_rich_answer(raw=Raw(request=b"secret", response=b"x")))

    kept = await cache.get(KEY)

    assert kept is not None
    assert kept.raw == Raw()


async def test_the_first_answer_stays(cache: Cache) -> None:
    await cache.put(KEY, an_answer(text="first"))
    await cache.put(KEY, an_answer(text="second"))

    assert getattr(await cache.get(KEY), "text", None) == "first"


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
    monkeypatch.setattr("edison.store.repositories.cached._PATIENCE_S", 0.0)

    await cache.put(KEY, an_answer())

    assert await cache.get(KEY) is None
