import numpy as np
import pytest
from scipy import stats as oracle

from edison.stats.means import (
    Clusters,
    Ends,
    bca_bounds,
    gather_clusters,
    percentile_bounds,
    student_pivot,
    studentised_pivot,
)
from edison.stats.means.bootstrap import resample

SKEWED = np.random.default_rng(1).exponential(size=60)


def families(seed: int = 2) -> Clusters:
    rng = np.random.default_rng(seed)
    return gather_clusters(rng.exponential(size=60), families=rng.integers(0, 25, 60))


@pytest.mark.parametrize("method", ["percentile", "BCa"])
def test_bootstraps_agree_with_scipys(method: str) -> None:
    expected = oracle.bootstrap(
        (SKEWED,), np.mean, n_resamples=20_000, method=method, rng=np.random.default_rng(5)
    ).confidence_interval
    bounds = {"percentile": percentile_bounds, "BCa": bca_bounds}[method]

    found = bounds(gather_clusters(SKEWED), level=0.95, seed=1, resamples=20_000)

    assert found == pytest.approx(tuple(expected), abs=0.015)


def test_the_studentised_bootstrap_agrees_with_a_slow_one() -> None:
    rng = np.random.default_rng(9)
    mean, error = SKEWED.mean(), oracle.sem(SKEWED)
    drawn = [rng.choice(SKEWED, 60) for _ in range(10_000)]
    deviations = [(one.mean() - mean) / (one.std(ddof=1) / 60**0.5) for one in drawn]
    expected = mean - np.quantile(deviations, [0.975, 0.025]) * error

    found = studentised_pivot(gather_clusters(SKEWED), seed=1, resamples=9_999).bounds(0.95)

    assert found == pytest.approx(tuple(expected), abs=0.02)


def test_whole_families_are_drawn_and_measured_as_a_ratio() -> None:
    clusters = families()
    drawn = resample(clusters, seed=3, resamples=5)
    picked = np.random.default_rng(3).integers(0, len(clusters), (5, len(clusters)), dtype=np.int32)

    for row, mean, error in zip(picked, drawn.means, drawn.errors, strict=True):
        totals, sizes = clusters.totals[row], clusters.sizes[row]
        expected = totals.sum() / sizes.sum()
        squares = ((totals - expected * sizes) ** 2).sum() * len(row) / (len(row) - 1)
        assert mean == pytest.approx(expected)
        assert error == pytest.approx(np.sqrt(squares) / sizes.sum())


@pytest.mark.parametrize("sizes", [[1.0, 1.0, 1.0], [1.0, 2.0, 5.0]])
def test_on_a_scale_of_few_steps_counting_is_picking(
    sizes: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    kinds = np.random.default_rng(1).choice(3, 200, p=[0.1, 0.3, 0.6])
    clusters = Clusters(
        totals=np.array([0.0, 0.5, 1.0])[kinds] * np.array(sizes)[kinds], sizes=np.array(sizes)[kinds]
    )
    counted = studentised_pivot(clusters, seed=1, resamples=20_000).drawn
    monkeypatch.setattr("edison.stats.means.bootstrap._FEW_VALUES", 1_000)

    picked = studentised_pivot(clusters, seed=1, resamples=20_000).drawn

    assert not np.array_equal(counted, picked)
    assert np.quantile(counted, [0.025, 0.5, 0.975]) == pytest.approx(
        np.quantile(picked, [0.025, 0.5, 0.975]), abs=0.1
    )


def test_memory_is_bounded_and_blocks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = resample(families(), seed=3, resamples=1_000)
    monkeypatch.setattr("edison.stats.means.bootstrap._BLOCK", 500)

    parts = resample(families(), seed=3, resamples=1_000)

    assert np.array_equal(whole.means, parts.means)


def test_a_resample_without_variation_counts_as_infinitely_far_out() -> None:
    pivot = studentised_pivot(gather_clusters(np.array([0.0, 1.0, 1.0, 1.0])), seed=1)

    assert pivot.drawn[-1] == np.inf
    assert 0 < np.isinf(pivot.drawn).mean() < 0.5


def test_pseudo_cases_keep_such_a_resample_near() -> None:
    clusters = gather_clusters(np.array([0.0, 1.0, 1.0, 1.0]))

    pivot = studentised_pivot(clusters, seed=1, ends=Ends((0, 1), 0.25))

    assert np.isfinite(pivot.drawn).all()


def test_clusters_of_one_size_are_measured_like_single_cases() -> None:
    twice = Clusters(totals=2 * SKEWED, sizes=np.full(len(SKEWED), 2.0))

    one, other = (student_pivot(clusters).bounds(0.95) for clusters in (gather_clusters(SKEWED), twice))

    assert one == pytest.approx(other)


def test_bca_stands_a_sample_where_leaving_one_out_changes_nothing() -> None:
    low, high = bca_bounds(gather_clusters(np.full(20, 0.5)), level=0.95, seed=1)

    assert (low, high) == (0.5, 0.5)
