from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as oracle

from edison.errors import SampleBroken, SampleEmpty
from edison.stats.comparing import sign_flip


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=10))
def test_few_differences_are_tried_under_all_signs(differences: list[int]) -> None:
    seen = abs(sum(differences))
    patterns = list(product([-1, 1], repeat=len(differences)))
    farther = [
        abs(sum(sign * one for sign, one in zip(signs, differences, strict=True))) >= seen
        for signs in patterns
    ]

    found = sign_flip(differences)

    assert found.is_exact
    assert found.p == pytest.approx(np.mean(farther))


@pytest.mark.parametrize("cases", [14, 63, 130])
def test_many_differences_agree_with_scipys_permutation_test(cases: int) -> None:
    differences = np.random.default_rng(cases).normal(0.2, 1, cases)
    expected = oracle.permutation_test(
        (differences, np.zeros(cases)),
        lambda one, other, axis: (one - other).mean(axis),
        permutation_type="samples",
        n_resamples=8_000,
        vectorized=True,
        rng=np.random.default_rng(1),
    ).pvalue

    found = sign_flip(differences, seed=3, resamples=8_000)

    assert not found.is_exact
    assert found.patterns == 8_000
    assert found.p == pytest.approx(expected, abs=0.02)


def test_drawn_sums_are_sums_under_fair_and_independent_signs() -> None:
    from edison.stats.comparing.flips import _drawn_sums  # the promise is about its distribution

    differences = np.random.default_rng(1).normal(size=1_000)

    sums = _drawn_sums(differences, seed=2, resamples=5_001)

    assert len(sums) == 5_001
    assert abs(sums.mean()) < 4 * np.sqrt((differences**2).sum() / 5_001)
    assert sums.var() == pytest.approx((differences**2).sum(), rel=0.1)
    assert oracle.kstest(sums / np.sqrt((differences**2).sum()), "norm").pvalue > 1e-3


def test_a_clear_difference_has_the_smallest_p_that_can_be_drawn() -> None:
    found = sign_flip(np.full(100, 0.3), resamples=999)

    assert found.p == 1 / 1000


def test_zeros_say_nothing() -> None:
    assert sign_flip([0.0, 0.0]).p == 1
    assert sign_flip([1, 2, -3, 5]) == sign_flip([1, 0, 2, 0, -3, 5, 0])


def test_equal_sums_count_whatever_their_rounding() -> None:
    found = sign_flip([0.1, 0.2, -0.3, 0.1, 0.2, -0.3, 0.1])

    assert found.p == sign_flip([1, 2, -3, 1, 2, -3, 1]).p


def test_equal_seeds_give_equal_numbers() -> None:
    differences = np.random.default_rng(1).normal(0.1, 1, 50)

    assert sign_flip(differences, seed=4) == sign_flip(differences, seed=4)
    assert sign_flip(differences, seed=4) != sign_flip(differences, seed=5)


def test_missing_or_no_differences_are_refused() -> None:
    with pytest.raises(SampleEmpty):
        sign_flip([])
    with pytest.raises(SampleBroken, match="missing"):
        sign_flip([1, float("nan")])
