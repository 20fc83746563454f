"""Waves of every strategy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.errors import LengthsDiffer, SampleEmpty, StatisticRefused
from edison.stats.pairing import (
    MATCHED_ITEMS,
    History,
    ItemEstimates,
    MatchingWeights,
    Mode,
    Pairing,
    PairingWave,
    deal_wave,
    expected_gains,
    position_skew,
    resample_wave,
)

from .dealing import Book

EVERY = list(Pairing)


def a_standing(items: int, *, seed: int = 0) -> ItemEstimates:
    rng = np.random.default_rng(seed)
    return ItemEstimates.of(rng.normal(0, 2, items), rng.uniform(0.2, 1, items))


def pairs_of(wave: PairingWave) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in zip(wave.left.tolist(), wave.right.tolist(), strict=True)}


def run_out(items: int, pairing: Pairing, *, seed: int = 0) -> Book:
    """Deal waves until no pair is left."""
    book = Book(items)
    while True:
        fixed = pairing is Pairing.ROUND_ROBIN
        wave = deal_wave(
            book.history,
            pairing=pairing,
            standing=a_standing(items, seed=seed),
            seed=seed if fixed else seed + len(book.waves),
        )
        if wave.is_exhausted:
            book.add(wave)
            return book
        book.add(wave)


@given(st.integers(2, 12), st.sampled_from(EVERY), st.integers(0, 5))
def test_every_pair_meets_exactly_once_before_the_pairs_are_exhausted(
    items: int, pairing: Pairing, seed: int
) -> None:
    book = run_out(items, pairing, seed=seed)

    history = book.history
    assert history.unseen_pairs == 0
    assert len(history) == history.possible_pairs
    assert [wave.is_exhausted for wave in book.waves] == [False] * (len(book.waves) - 1) + [True]
    assert book.waves[-2].unseen_pairs == 0


@given(st.integers(2, 12), st.sampled_from(EVERY), st.integers(0, 5))
def test_an_item_appears_at_most_once_in_a_wave(items: int, pairing: Pairing, seed: int) -> None:
    for wave in run_out(items, pairing, seed=seed).waves:
        shown = np.concatenate([wave.left, wave.right, wave.resting])
        assert sorted(shown.tolist()) == list(range(items))


@pytest.mark.parametrize("pairing", EVERY)
def test_equal_seeds_deal_equal_waves(pairing: Pairing) -> None:
    history = History.of(9, [0, 1, 2], [3, 4, 5])

    waves = [deal_wave(history, pairing=pairing, standing=a_standing(9), seed=7) for _ in range(2)]

    assert waves[0].left.tolist() == waves[1].left.tolist()
    assert waves[0].right.tolist() == waves[1].right.tolist()


@pytest.mark.parametrize("pairing", [Pairing.RANDOM, Pairing.ROUND_ROBIN])
def test_other_seeds_deal_other_waves(pairing: Pairing) -> None:
    waves = [deal_wave(History.of(20), pairing=pairing, seed=seed) for seed in (7, 8)]

    assert pairs_of(waves[0]) != pairs_of(waves[1])


@pytest.mark.parametrize("pairing", EVERY)
def test_a_wave_takes_no_more_pairs_than_asked_for(pairing: Pairing) -> None:
    wave = deal_wave(History.of(10), pairing=pairing, standing=a_standing(10), size=2)

    assert len(wave) == 2
    assert len(wave.resting) == 6


@pytest.mark.parametrize("pairing", [Pairing.RANDOM, Pairing.MATCHING])
def test_of_an_odd_number_the_most_compared_sits_out(pairing: Pairing) -> None:
    history = History.of(5, [0, 0, 0], [1, 2, 3])

    wave = deal_wave(history, pairing=pairing, seed=3)

    assert 0 in wave.resting


def test_a_round_robin_of_an_even_number_needs_one_round_less_than_items() -> None:
    book = run_out(8, Pairing.ROUND_ROBIN)

    assert [len(wave) for wave in book.waves] == [4] * 7 + [0]


def test_a_round_robin_that_joins_late_leaves_out_what_has_met() -> None:
    book = Book(6)
    book.add(deal_wave(History.of(6), pairing=Pairing.RANDOM, seed=1))
    while not (wave := deal_wave(book.history, pairing=Pairing.ROUND_ROBIN, seed=5)).is_exhausted:
        book.add(wave)

    assert len(book.history) == 15


def test_without_a_standing_adaptive_pairing_is_random_and_says_so() -> None:
    wave = deal_wave(History.of(6), pairing=Pairing.ADAPTIVE)

    assert wave.pairing is Pairing.RANDOM
    assert not wave.is_adaptive


@pytest.mark.parametrize("pairing", EVERY)
def test_one_who_should_sit_out_plays_when_only_he_has_pairs_left(pairing: Pairing) -> None:
    # Everybody has met but 0 and 1, who were both compared with 2 over and over.
    history = History.of(3, [0, 1, 0, 1, 0, 1], [2, 2, 2, 2, 2, 2])
    busy = History.of(5, [*[0] * 9, 1, 1, 1, 2, 2, 3], [*[4] * 9, 2, 3, 4, 3, 4, 4])

    assert pairs_of(deal_wave(history, pairing=pairing, standing=a_standing(3))) == {frozenset({0, 1})}
    assert 0 in frozenset.union(*pairs_of(deal_wave(busy, pairing=pairing, standing=a_standing(5))))


def test_adaptive_pairing_prefers_neighbours() -> None:
    standing = ItemEstimates.of([0.0, 0.1, 5.0, 5.1, 10.0, 10.1], np.full(6, 0.5))

    wave = deal_wave(History.of(6), pairing=Pairing.ADAPTIVE, standing=standing)

    assert pairs_of(wave) == {frozenset({0, 1}), frozenset({2, 3}), frozenset({4, 5})}
    assert wave.is_adaptive


def test_a_gain_is_what_a_comparison_takes_off_the_variances() -> None:
    # Two items, so that each one's density is the same; the posterior of a normal model by hand.
    standing = ItemEstimates.of([0.0, 0.0], [1.0, 1.0])
    nodes, weights = np.polynomial.hermite_e.hermegauss(60)
    wins = 1 / (1 + np.exp(-np.sqrt(2) * nodes))
    information = float(weights @ (wins * (1 - wins)) / weights.sum())
    prior = np.eye(2)
    contrast = np.array([1.0, -1.0])
    posterior = np.linalg.inv(np.linalg.inv(prior) + information * np.outer(contrast, contrast))
    density = 2 / (2 * np.sqrt(2) * 2)

    gain = expected_gains(standing, np.array([[0, 1]]))

    assert gain[0] == pytest.approx(density**2 * np.trace(prior - posterior), rel=0.03)


def test_more_is_gained_where_items_lie_close_and_uncertain() -> None:
    standing = ItemEstimates.of([0.0, 0.1, 0.2, 0.3, 4.0, 6.0], [0.5, 0.5, 0.2, 0.2, 0.5, 0.5])

    uncertain, certain, lonely = expected_gains(standing, np.array([[0, 1], [2, 3], [4, 5]]))

    assert uncertain > certain
    assert uncertain > lonely


def test_matching_prefers_items_compared_seldom_and_near() -> None:
    # The new pair 2-3 counts twice a half more than any other; 0 and 1 have met already.
    history = History.of(6, [0], [1])
    standing = ItemEstimates.of([0.0, 9.0, 0.0, 9.0, 0.1, 9.1], np.ones(6))
    weights = MatchingWeights(seldom=0.0, near=1.0)

    wave = deal_wave(history, pairing=Pairing.MATCHING, standing=standing, weights=weights, size=3)

    low, high = {0, 2, 4}, {1, 3, 5}
    inside = [pair for pair in pairs_of(wave) if pair <= low or pair <= high]
    assert len(wave) == 3
    assert len(inside) == 2


def test_matching_without_scores_is_not_adaptive() -> None:
    assert not deal_wave(History.of(6), pairing=Pairing.MATCHING).is_adaptive


def test_matching_many_items_is_refused() -> None:
    with pytest.raises(StatisticRefused, match="adaptive"):
        deal_wave(History.of(MATCHED_ITEMS + 1), pairing=Pairing.MATCHING)


def test_a_standing_of_other_items_is_refused() -> None:
    with pytest.raises(LengthsDiffer):
        deal_wave(History.of(4), standing=a_standing(5))


def test_a_wave_of_nothing_is_refused() -> None:
    with pytest.raises(SampleEmpty):
        deal_wave(History.of(4), size=0)


def test_three_items_are_resampled_in_both_orders() -> None:
    book = run_out(3, Pairing.RANDOM)
    covered = book.history

    for step in range(3):
        book.add(resample_wave(book.history, seed=step))

    history = book.history
    one, other = np.triu_indices(3, 1)
    assert len(history) > len(covered)
    assert book.waves[-1].mode is Mode.RESAMPLING
    assert np.abs(history.balance(one, other)).max() <= 1
    assert history.meetings(one, other).max() - history.meetings(one, other).min() <= 1


@given(st.integers(3, 10), st.integers(1, 30), st.integers(0, 3))
def test_resampling_spreads_its_pairs_over_the_items(items: int, size: int, seed: int) -> None:
    history = run_out(items, Pairing.RANDOM).history

    wave = resample_wave(history, size=size, seed=seed)

    wanted = min(size, history.possible_pairs)
    times = np.bincount(np.concatenate([wave.left, wave.right]), minlength=items)
    assert len(wave) == wanted
    assert times.max() <= -(-2 * wanted // items) + 1
    assert not wave.is_adaptive


def test_resampling_takes_the_pairs_that_met_least() -> None:
    history = History.of(4, [0, 0, 2], [1, 1, 3])

    wave = resample_wave(history, size=1)

    assert pairs_of(wave) == {frozenset({2, 3})}


def test_resampling_of_nothing_is_exhausted() -> None:
    assert resample_wave(History.of(4)).is_exhausted


def test_resampling_some_of_the_pairs_of_an_adaptive_history_is_adaptive() -> None:
    history = History.of(4, [0], [1], adaptive=[True])

    assert resample_wave(history).is_adaptive


@pytest.mark.parametrize("pairing", EVERY)
def test_everybody_is_shown_on_both_sides_about_equally(pairing: Pairing) -> None:
    history = run_out(24, pairing).history

    # With 23 comparisons each, nobody can have less than one more on either side.
    assert np.abs(history.skew).max() <= 3
    assert np.nanmean(position_skew(history)) <= 1.5 / 23


def test_a_pair_that_met_in_one_order_meets_in_the_other() -> None:
    history = History.of(2, [0, 0], [1, 1])

    wave = resample_wave(history)

    assert (wave.left.tolist(), wave.right.tolist()) == ([1], [0])
