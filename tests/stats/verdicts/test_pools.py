import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import jensenshannon
from scipy.stats import spearmanr

from edison.errors import EdisonError, LengthsDiffer, SampleBroken, SampleEmpty, StatisticRefused
from edison.stats.verdicts import (
    certainty_of_outliers,
    entrenchment,
    jensen_shannon,
    jitter,
    linear_pool,
    log_pool,
    polarisation,
    total_variation,
)

NAN = float("nan")
distributions = st.lists(st.integers(0, 1000), min_size=4, max_size=4).filter(any)


def test_the_linear_pool_is_the_weighted_mean() -> None:
    assert linear_pool([[1, 0], [0, 1]]) == pytest.approx((0.5, 0.5))
    assert linear_pool([[1, 0], [0, 1]], weights=[3, 1]) == pytest.approx((0.75, 0.25))
    # Rows are made to sum to one first.
    assert linear_pool([[2, 2], [0, 8]]) == pytest.approx((0.25, 0.75))


def test_the_log_pool_is_the_weighted_geometric_mean() -> None:
    mean = np.sqrt([0.9 * 0.5, 0.1 * 0.5])

    assert log_pool([[0.9, 0.1], [0.5, 0.5]]) == pytest.approx(mean / mean.sum())


def test_one_veto_almost_excludes_a_stage_but_two_do_not_exclude_everything() -> None:
    assert log_pool([[1, 0, 0], [0.4, 0.3, 0.3]])[1] < 1e-5
    assert log_pool([[1, 0], [0, 1]]) == pytest.approx((0.5, 0.5))


@given(rows=st.lists(distributions, min_size=1, max_size=5))
def test_pools_are_distributions_and_keep_what_all_agree_on(rows: list[list[int]]) -> None:
    for pool in (linear_pool, log_pool):
        assert sum(pool(rows)) == pytest.approx(1)
        assert pool([rows[0]] * 3) == pytest.approx(pool(rows[:1]), abs=1e-9)


@given(one=distributions, other=distributions)
def test_divergences_equal_scipy_and_are_distances(one: list[int], other: list[int]) -> None:
    found = jensen_shannon(one, other)

    assert found == pytest.approx(float(jensenshannon(one, other, base=2)) ** 2, abs=1e-7)
    assert found == pytest.approx(jensen_shannon(other, one), abs=1e-12)
    assert 0 <= found <= total_variation(one, other) + 1e-12
    assert total_variation(one, other) <= 1 + 1e-12
    assert jensen_shannon(one, one) == 0


def test_sides_that_share_nothing_are_fully_polarised_and_entrenched_when_sure() -> None:
    assert polarisation([1, 0], [0, 1]) == 1
    assert entrenchment(1.0, [0.8, 0.6, NAN]) == pytest.approx(0.7)
    assert entrenchment(polarisation([1, 2], [1, 2]), [0.9]) == 0


def test_jitter_is_the_spread_of_samples() -> None:
    assert jitter([2.0, 3.0, 4.0, NAN]) == pytest.approx(1)


def test_the_certainty_of_outliers_is_a_rank_correlation() -> None:
    rng = np.random.default_rng(91)
    stages = rng.integers(1, 6, 60).astype(float)
    certainty = rng.random(60) + 0.1 * np.abs(stages - stages.mean())

    found = certainty_of_outliers(certainty, stages)

    oracle = spearmanr(certainty, np.round(np.abs(stages - stages.mean()), 9))[0]
    assert found == pytest.approx(oracle)


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        (lambda: linear_pool([]), SampleEmpty),
        (lambda: linear_pool([[0, 0]]), SampleBroken),
        (lambda: linear_pool([[1]]), SampleBroken),
        (lambda: linear_pool([[-1, 2]]), SampleBroken),
        (lambda: linear_pool([[NAN, 1]]), SampleBroken),
        (lambda: linear_pool([[1, 1]], weights=[1, 2]), LengthsDiffer),
        (lambda: linear_pool([[1, 1]], weights=[0]), SampleBroken),
        (lambda: linear_pool([[1, 1]], weights=[NAN]), SampleBroken),
        (lambda: log_pool([[1, 1]], floor=0), SampleBroken),
        (lambda: jensen_shannon([1, 1], [1, 1, 1]), LengthsDiffer),
        (lambda: total_variation([[1, 1], [1, 2]], [[1, 1], [1, 2]]), LengthsDiffer),
        (lambda: entrenchment(2.0, [1]), SampleBroken),
        (lambda: entrenchment(0.5, [NAN]), SampleEmpty),
        (lambda: jitter([1.0]), SampleEmpty),
        (lambda: certainty_of_outliers([1, 2], [1]), LengthsDiffer),
        (lambda: certainty_of_outliers([1, 2], [1, 2]), SampleEmpty),
        (lambda: certainty_of_outliers([1, 1, 1], [1, 2, 4]), StatisticRefused),
    ],
)
def test_what_is_no_distribution_is_refused_by_name(asked, error: type[EdisonError]) -> None:
    with pytest.raises(error):
        asked()
