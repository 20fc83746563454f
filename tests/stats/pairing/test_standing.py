"""The quick estimate that pairs are chosen by, against the full fit."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from edison.errors import LengthsDiffer, SampleBroken
from edison.stats.pairing import History, ItemEstimates, Pairing, deal_wave, estimate_standing
from edison.stats.strengths import ComparisonTable, Method, fit

from .dealing import Book, judged


def a_run(items: int, waves: int, *, spread: float, seed: int = 0) -> tuple[Book, NDArray[np.float64]]:
    rng = np.random.default_rng(seed)
    strengths = rng.normal(0, spread, items)
    book = Book(items)
    for step in range(waves):
        wave = deal_wave(book.history, pairing=Pairing.RANDOM, seed=step)
        book.add(wave, judged(wave, strengths, rng=rng))
    return book, strengths


@pytest.mark.parametrize(("waves", "spread"), [(4, 2.0), (12, 1.0), (20, 4.0)])
def test_it_stands_in_for_the_hierarchical_fit(waves: int, spread: float) -> None:
    book, _ = a_run(60, waves, spread=spread)
    history = book.history
    outcome = np.where(book.results == 1, 1, 2)
    table = ComparisonTable.from_arrays(history.left, history.right, outcome, items=60)

    quick, full = estimate_standing(history, book.results), fit(table, method=Method.HIERARCHICAL)

    assert np.corrcoef(quick.scores, full.scores)[0, 1] > 0.999
    assert np.sqrt(np.mean(quick.se**2)) == pytest.approx(np.sqrt(np.mean(full.se**2)), rel=0.15)
    assert quick.spread == pytest.approx(full.sigma, rel=0.3)


def test_starting_from_the_last_wave_changes_nothing() -> None:
    book, _ = a_run(40, 10, spread=2.0)
    before = Book(40, book.waves[:9], book.won[:9])
    start = estimate_standing(before.history, before.results)

    warm = estimate_standing(book.history, book.results, start=start)
    cold = estimate_standing(book.history, book.results)

    np.testing.assert_allclose(warm.scores, cold.scores, atol=0.02)
    np.testing.assert_allclose(warm.se, cold.se, atol=0.02)


def test_a_long_chain_is_solved_from_end_to_end() -> None:
    # Each beats the next one in 70 of 100: neighbours are log(7 / 3) apart, known from each other alone.
    items = 50
    left, right = np.repeat(np.arange(items - 1), 100), np.repeat(np.arange(1, items), 100)
    results = np.tile([1.0] * 70 + [0.0] * 30, items - 1)

    standing = estimate_standing(History.of(items, left, right), results)

    np.testing.assert_allclose(-np.diff(standing.scores), np.log(7 / 3), rtol=0.15)


def test_without_results_everybody_stands_alike() -> None:
    standing = estimate_standing(History.of(5), [])

    assert standing.scores.tolist() == [0.0] * 5
    assert len(set(standing.se.tolist())) == 1


def test_more_comparisons_make_surer() -> None:
    history = History.of(4, [0, 0, 0, 0], [1, 1, 1, 2])

    standing = estimate_standing(history, [1, 0, 1, 0.5])

    assert standing.se[0] < standing.se[1] < standing.se[2] < standing.se[3]


@given(st.data())
def test_any_results_give_finite_scores(data: st.DataObject) -> None:
    items = data.draw(st.integers(2, 8))
    pairs = data.draw(
        st.lists(
            st.tuples(st.integers(0, items - 1), st.integers(0, items - 1)).filter(
                lambda pair: pair[0] != pair[1]
            ),
            max_size=60,
        )
    )
    results = data.draw(st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=len(pairs), max_size=len(pairs)))
    history = History.of(items, [one for one, _ in pairs], [other for _, other in pairs])

    standing = estimate_standing(history, results)

    assert np.isfinite(standing.scores).all()
    assert np.isfinite(standing.se).all()
    assert standing.se.min() > 0
    assert standing.scores.sum() == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("results", [[2.0], [np.nan], ["left"]])
def test_results_that_are_none_are_refused(results: list[object]) -> None:
    with pytest.raises(SampleBroken):
        estimate_standing(History.of(2, [0], [1]), results)  # pyright: ignore[reportArgumentType]


def test_columns_of_different_lengths_are_refused() -> None:
    with pytest.raises(LengthsDiffer):
        estimate_standing(History.of(2, [0], [1]), [1, 0])
    with pytest.raises(LengthsDiffer):
        estimate_standing(History.of(2, [0], [1]), [1], start=ItemEstimates.of([0.0], [1.0]))
    with pytest.raises(LengthsDiffer):
        ItemEstimates.of([0.0, 1.0], [1.0])


def test_a_standing_without_errors_is_refused() -> None:
    with pytest.raises(SampleBroken, match="above zero"):
        ItemEstimates.of([0.0, 1.0], [1.0, 0.0])
