"""The embedder on this machine: real weights, real vectors."""

import pytest

from edison.errors import EmbedderMissing
from edison.gateway.embedding import MiniLm, WordLlama, local_embedder
from edison.stats import cosine_distance

EMBEDDER = MiniLm()


async def test_what_means_the_same_lies_close() -> None:
    one, same, other = await EMBEDDER.embed(
        ["The model hallucinated a citation.", "The LLM invented a reference.", "Cats sleep all day."]
    )

    assert len(one) == 384
    # 0.42 by the same weights in full precision.
    assert cosine_distance(one, same) == pytest.approx(0.58, abs=0.01)
    assert cosine_distance(one, other) > 0.85


async def test_unrelated_texts_are_measured_once_and_lie_far_apart() -> None:
    null = await EMBEDDER.unrelated()

    assert null is EMBEDDER.unrelated_now
    assert (null.mean, null.deviation) == pytest.approx((0.954, 0.080), abs=0.005)


def test_a_long_text_is_read_to_its_end_and_any_text_is_taken() -> None:
    # A piece holds 256 tokens, so that the last sentence is beyond the first piece.
    head = "The weather is fine. " * 60
    plain, whole, empty, broken = EMBEDDER.embed_now(
        [head, head + "Prime numbers are infinite. " * 60, "", "half \ud83d pair"]
    )

    assert cosine_distance(plain, whole) > 0.1
    assert len(empty) == len(broken) == 384


async def test_what_is_not_installed_is_named_with_how_to_get_it() -> None:
    with pytest.raises(
        EmbedderMissing, match=r"no_such_weights is not installed; .*edison-workbench\[embeddings\]"
    ):
        await MiniLm(weights="no_such_weights").embed(["one"])


async def test_the_lighter_one_tells_the_same_apart_from_the_rest() -> None:
    embedder = WordLlama()
    one, same, other, empty, broken = await embedder.embed(
        ["Where is my parcel?", "Where's my parcel?", "Cats sleep all day.", "", "half \ud83d pair"]
    )

    assert len(one) == len(empty) == len(broken) == 256
    assert cosine_distance(one, same) < 0.15
    assert cosine_distance(one, other) > 0.7
    assert (await embedder.unrelated()).mean > 0.85


def test_the_better_one_is_taken_and_the_lighter_one_where_only_that_is_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    both = local_embedder()
    monkeypatch.setattr(MiniLm, "packages", ("no_such_runtime",))
    only_the_lighter = local_embedder()
    monkeypatch.setattr(WordLlama, "packages", ("no_such_tables",))

    assert [type(one) for one in (both, only_the_lighter)] == [MiniLm, WordLlama]
    with pytest.raises(EmbedderMissing, match="no_such_runtime is not installed"):
        local_embedder().refuse_absence()
