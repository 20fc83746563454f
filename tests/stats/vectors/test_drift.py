import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.spatial.distance import cosine

from edison.errors import EdisonError, LengthsDiffer, SampleBroken, SampleEmpty, StatisticRefused
from edison.stats.vectors import (
    DriftBand,
    band_of,
    calibrate_null,
    cosine_distance,
    cosine_drift,
    variant_distances,
)

vectors = arrays(np.float64, 5, elements=st.floats(-1e6, 1e6).filter(lambda x: x == 0 or abs(x) > 1e-3))


@given(one=vectors, other=vectors)
def test_the_distance_equals_scipys_and_ignores_length(one: np.ndarray, other: np.ndarray) -> None:
    try:
        found = cosine_distance(one, other)
    except EdisonError:
        assert not one.any() or not other.any()
        return

    assert found == pytest.approx(float(cosine(one, other)), abs=1e-9)
    assert found == pytest.approx(cosine_distance(other, 3 * one), abs=1e-9)
    assert 0 <= found <= 2


@pytest.mark.parametrize(
    ("distance", "band"),
    [
        (0.0, DriftBand.NEAR_IDENTICAL),
        (0.1, DriftBand.CLOSELY_RELATED),
        (0.29, DriftBand.CLOSELY_RELATED),
        (0.4, DriftBand.MODERATE),
        (0.7, DriftBand.DIFFERENT),
        (0.71, DriftBand.UNRELATED),
        (2.0, DriftBand.UNRELATED),
    ],
)
def test_distances_have_a_usual_reading(distance: float, band: DriftBand) -> None:
    assert band_of(distance) is band


def test_a_drift_without_a_null_is_only_a_distance() -> None:
    found = cosine_drift([1, 0], [1, 1])

    assert found.distance == pytest.approx(1 - 1 / math.sqrt(2))
    assert (found.band, found.z, found.closer_unrelated) == (DriftBand.CLOSELY_RELATED, None, None)


def test_the_null_is_calibrated_to_a_model_that_crowds_everything_into_a_cone() -> None:
    rng = np.random.default_rng(111)
    # All texts share a large component, so that unrelated ones look "closely related".
    cone = rng.normal(0, 1, (400, 32)) + 4
    null = calibrate_null(cone[:200])

    drifts = [cosine_drift(cone[200 + row], cone[300 + row], null=null) for row in range(100)]
    paraphrase = cosine_drift(cone[0], cone[0] + rng.normal(0, 0.1, 32), null=null)

    assert {drift.band for drift in drifts} <= {DriftBand.NEAR_IDENTICAL, DriftBand.CLOSELY_RELATED}
    z = [drift.z for drift in drifts if drift.z is not None]
    assert np.mean(z) == pytest.approx(0, abs=0.4)
    assert np.std(z) == pytest.approx(1, abs=0.3)
    shares = [drift.closer_unrelated for drift in drifts if drift.closer_unrelated is not None]
    assert np.mean(shares) == pytest.approx(0.5, abs=0.12)
    assert paraphrase.z is not None
    assert paraphrase.z < -2
    assert paraphrase.closer_unrelated == pytest.approx(0, abs=0.001)


def test_a_sample_of_pairs_stands_for_all_of_them() -> None:
    texts = np.random.default_rng(112).normal(0, 1, (120, 16))

    whole, sampled = calibrate_null(texts), calibrate_null(texts, pairs=2000, seed=1)

    assert len(whole.distances) == 120 * 119 // 2
    assert len(sampled.distances) == 2000
    assert sampled.mean == pytest.approx(whole.mean, abs=0.02)
    assert sampled == calibrate_null(texts, pairs=2000, seed=1)


def test_variants_are_measured_from_the_baseline_and_from_each_other() -> None:
    found = variant_distances(
        {"imperative": [1, 0], "passive": [1, 0.5], "question": [1, 0.8], "other": [0, 1]},
        baseline="imperative",
    )

    assert [near.variant for near in found.from_baseline] == ["passive", "question", "other"]
    assert found.from_baseline[2].distance == pytest.approx(1)
    assert len(found.pairwise) == 6
    assert (found.pairwise[0].first, found.pairwise[0].second) == ("imperative", "passive")
    # "other" says something else; of the rest the furthest tests most.
    assert [near.variant for near in found.recommended] == ["question", "passive"]


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        (lambda: cosine_distance([1, 2], [1, 2, 3]), LengthsDiffer),
        (lambda: cosine_distance([0, 0], [1, 2]), SampleBroken),
        (lambda: cosine_distance([[1, 2]], [1, 2]), SampleBroken),
        (lambda: cosine_distance(["a"], [1]), SampleBroken),
        (lambda: cosine_distance([math.nan, 1], [1, 2]), SampleBroken),
        (lambda: cosine_distance([math.inf, 1], [1, 2]), SampleBroken),
        (lambda: cosine_distance([], []), SampleBroken),
        (lambda: calibrate_null([[1, 2], [2, 1]]), SampleEmpty),
        (lambda: calibrate_null([[1, 2], [1, 2], [1, 2]]), StatisticRefused),
        (lambda: calibrate_null([1, 2, 3]), SampleBroken),
        (lambda: calibrate_null([[1], [1, 2], [3]]), SampleBroken),
        (lambda: variant_distances({"a": [1, 2]}, baseline="a"), SampleEmpty),
        (lambda: variant_distances({"a": [1, 2], "b": [1, 2]}, baseline="c"), SampleBroken),
        (lambda: variant_distances({"a": [1, 2], "b": [1, 2, 3]}, baseline="a"), LengthsDiffer),
    ],
)
def test_what_points_nowhere_is_refused_by_name(asked, error: type[EdisonError]) -> None:
    with pytest.raises(error):
        asked()
