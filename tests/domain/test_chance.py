from hypothesis import given
from hypothesis import strategies as st

from edison.domain import Chance

names = st.lists(st.text(max_size=5) | st.integers(), max_size=3).map(tuple)


@given(seed=st.integers(), name=names)
def test_the_same_seed_and_name_give_the_same_draws(seed: int, name: tuple[str | int, ...]) -> None:
    first, second = Chance(seed).stream(*name), Chance(seed).stream(*name)

    assert [first.bits(64) for _ in range(5)] == [second.bits(64) for _ in range(5)]


@given(one=names, other=names)
def test_streams_of_different_names_have_different_seeds(
    one: tuple[str | int, ...], other: tuple[str | int, ...]
) -> None:
    chance = Chance(7)

    assert (chance.stream(*one).seed == chance.stream(*other).seed) == (one == other)


@given(st.integers(min_value=0, max_value=20))
def test_drawing_from_one_stream_leaves_the_others_alone(draws: int) -> None:
    chance = Chance(7)
    undisturbed = chance.stream("pairs").bits(64)

    sides = chance.stream("sides")
    for _ in range(draws):
        sides.bits(64)

    assert chance.stream("pairs").bits(64) == undisturbed


def test_streams_of_neighbouring_names_are_not_correlated() -> None:
    # 4,000 fair pairs agree 2,000 times, give or take 32 (one binomial standard deviation); five are allowed.
    chance = Chance(7)
    one, other = chance.stream("case", 1), chance.stream("case", 2)

    agreements = sum(one.below(2) == other.below(2) for _ in range(4000))

    assert abs(agreements - 2000) < 160


def test_a_child_names_its_streams_by_itself() -> None:
    chance = Chance(7)

    assert chance.child("stage", "judge").stream("order").seed != chance.stream("order").seed
    assert chance.child("stage", "judge").seed == chance.child("stage", "judge").seed


def test_draws_stay_where_they_were_told_to() -> None:
    stream = Chance(7).stream("draws")
    items = ["a", "b", "c"]

    assert 2.0 <= stream.uniform(2.0, 3.0) <= 3.0
    assert stream.below(1) == 0
    assert stream.choose(items) in items
    assert sorted(stream.sample(items, 3)) == items
    assert 0 <= stream.bits(8) < 256


def test_normal_draws_have_the_mean_and_spread_that_were_asked_for() -> None:
    # The mean of 10,000 draws has a standard error of 0.02; five of them are allowed.
    stream = Chance(7).stream("noise")

    draws = [stream.normal(10.0, 2.0) for _ in range(10_000)]

    assert abs(sum(draws) / len(draws) - 10.0) < 0.1


def test_shuffling_keeps_every_item() -> None:
    items = list(range(100))

    Chance(7).stream("order").shuffle(items)

    assert items != list(range(100))
    assert sorted(items) == list(range(100))


def test_a_token_is_as_long_as_asked_and_holds_no_letter_that_looks_like_another() -> None:
    token = Chance(7).stream("labels").token(500)

    assert len(token) == 500
    assert not set(token) & set("lo01")
