"""Splitting: everything is handed in, in order, one model at a time, and nothing above the limits."""

import tracemalloc
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain import BatchItem
from edison.errors import BatchRefused
from edison.gateway.batches import BatchApi, BatchLimits
from edison.gateway.batches.base import HttpBatchApi
from edison.gateway.batches.lines import split_items

from .apis import MODELS, a_provider, an_api_on, an_item
from .silence import Abyss, Silence

KINDS = ("openai", "anthropic", "google")


def an_api(kind: str) -> BatchApi:
    return an_api_on(Silence(), a_provider(kind, "http://127.0.0.1:9"))


def with_limits(api: BatchApi, *, max_items: int, max_bytes: int) -> BatchApi:
    assert isinstance(api, HttpBatchApi)
    return replace(api, limits=BatchLimits(max_items, max_bytes))  # pyright: ignore[reportReturnType]


@given(
    st.lists(st.tuples(st.sampled_from("xyz"), st.integers(1, 50)), max_size=60),
    st.integers(1, 7),
    st.integers(50, 120),
)
def test_groups_keep_the_limits_the_model_and_the_order(
    drawn: list[tuple[str, int]], max_items: int, max_bytes: int
) -> None:
    items = [an_item(f"k{number}", "x" * weight, model=model) for number, (model, weight) in enumerate(drawn)]

    groups = list(split_items(items, limits=BatchLimits(max_items, max_bytes), weigh=_letters))

    assert sorted(item.key for group in groups for item in group) == sorted(item.key for item in items)
    for model in "xyz":
        in_order = [item.key for group in groups for item in group if item.ask.to.model == model]
        assert in_order == [item.key for item in items if item.ask.to.model == model]
    for group in groups:
        assert 0 < len(group) <= max_items
        assert sum(map(_letters, group)) <= max_bytes
        assert len({item.ask.to.model for item in group}) == 1


@given(st.integers(1, 200), st.integers(1, 20))
def test_no_more_groups_are_made_than_needed(count: int, max_items: int) -> None:
    items = [an_item(f"k{number}") for number in range(count)]

    groups = list(split_items(items, limits=BatchLimits(max_items, 10**9), weigh=_letters))

    assert len(groups) == -(-count // max_items)


def test_an_item_that_fits_into_no_batch_is_refused_by_name() -> None:
    with pytest.raises(BatchRefused, match="'big'"):
        list(split_items([an_item("big", "x" * 11)], limits=BatchLimits(5, 10), weigh=_letters))


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_24_000_items_are_split_inside_the_limits_without_their_bodies_in_memory(kind: str) -> None:
    api = an_api(kind)
    text = "An essay about the sea. " * 40
    items = [an_item(f"k{number}", text, model=MODELS[kind]) for number in range(200)]
    whole = 24_000

    def repeated() -> Iterator[BatchItem]:
        for number in range(whole):
            yield items[number % len(items)]

    tracemalloc.start()
    groups = [len(group) for group in api.split(repeated())]
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert sum(groups) == whole
    assert max(groups) <= api.limits.max_items
    # All bodies together have more than 20 MB; what is held is a list of references.
    assert len(text) * whole > 20_000_000
    assert peak < 3_000_000


@pytest.mark.parametrize(("kind", "most"), [("openai", 45e6), ("anthropic", 45e6), ("google", 30e6)])
async def test_a_batch_of_forty_megabytes_stands_in_memory_once_or_in_part(kind: str, most: float) -> None:
    abyss = Abyss()
    api = an_api_on(abyss, a_provider(kind, "http://127.0.0.1:9"))
    items = [an_item(f"k{number}", "x" * 10_000, model=MODELS[kind]) for number in range(4_000)]

    tracemalloc.start()
    await api.submit(items, tag="t")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert abyss.taken > 40e6
    assert peak < most


@given(
    st.sampled_from(KINDS),
    st.lists(st.integers(0, 200), min_size=1, max_size=20),
    st.integers(1, 7),
    st.integers(700, 1500),
)
async def test_a_group_made_by_splitting_is_never_refused_for_its_size(
    kind: str, lengths: list[int], max_items: int, max_bytes: int
) -> None:
    api = with_limits(an_api(kind), max_items=max_items, max_bytes=max_bytes)
    items = [an_item(f"k{number}", "ü" * length, model=MODELS[kind]) for number, length in enumerate(lengths)]

    for group in api.split(items):
        with pytest.raises(Silence.Heard):
            await api.submit(group, tag="t")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("keys", "models", "tag", "reason"),
    [
        ([], [], "t", "no items"),
        (["a", "a"], ["m", "m"], "t", "same key"),
        (["a", "b"], ["m", "n"], "t", "2 models"),
        (["a"], ["m"], "no spaces", "tag"),
        (["a"], ["m"], "", "tag"),
        (["a"], ["m"], "t" * 65, "tag"),
        (["a", "b", "c", "d"], ["m"] * 4, "t", "takes 3"),
    ],
)
async def test_what_must_not_go_out_is_refused_before_anything_is_sent(
    kind: str, keys: list[str], models: list[str], tag: str, reason: str
) -> None:
    api = with_limits(an_api(kind), max_items=3, max_bytes=5_000)

    with pytest.raises(BatchRefused, match=reason):
        await api.submit(
            [an_item(key, model=model) for key, model in zip(keys, models, strict=True)], tag=tag
        )


@pytest.mark.parametrize("kind", KINDS)
async def test_a_batch_above_the_size_limit_is_refused_before_anything_is_sent(kind: str) -> None:
    api = with_limits(an_api(kind), max_items=3, max_bytes=500)

    with pytest.raises(BatchRefused, match="split it first"):
        await api.submit([an_item("a", "x" * 600, model=MODELS[kind])], tag="t")


def _letters(item: BatchItem) -> int:
    return len(item.ask.messages[0].text)
