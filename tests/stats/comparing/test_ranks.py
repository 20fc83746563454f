from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as oracle

from edison.errors import SampleBroken, SampleEmpty
from edison.stats.comparing import signed_ranks


@pytest.mark.parametrize("cases", [5, 20, 50])
def test_without_ties_it_is_scipys_exact_test(cases: int) -> None:
    differences = np.random.default_rng(cases).normal(0.3, 1, cases)
    _, expected = oracle.wilcoxon(differences, method="exact")

    found = signed_ranks(differences)

    assert found.is_exact
    assert found.p == pytest.approx(expected)


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=9))
def test_ties_are_exact_over_all_signs(differences: list[int]) -> None:
    moved = np.array([one for one in differences if one])
    ranks = oracle.rankdata(np.abs(moved))
    positive = ranks[moved > 0].sum()
    all_sums = np.array([ranks[np.array(signs) > 0].sum() for signs in product([-1, 1], repeat=len(moved))])
    least = min(positive, ranks.sum() - positive)

    found = signed_ranks(differences)

    assert found.p == pytest.approx(min(1, 2 * np.mean(all_sums <= least)))
    assert found.count == len(moved)
    assert found.positive == positive


def test_many_differences_use_the_normal_approximation_with_ties() -> None:
    differences = np.random.default_rng(1).integers(-5, 7, 300)
    _, expected = oracle.wilcoxon(differences, method="asymptotic", correction=False)

    found = signed_ranks(differences)

    assert not found.is_exact
    assert found.p == pytest.approx(expected)


def test_zeros_say_nothing() -> None:
    found = signed_ranks([0, 0, 0])

    assert (found.p, found.count) == (1.0, 0)


def test_missing_or_no_differences_are_refused() -> None:
    with pytest.raises(SampleEmpty):
        signed_ranks([])
    with pytest.raises(SampleBroken, match="missing"):
        signed_ranks([1, float("nan")])
