"""A slice of the calibration worlds: what adaptive pairing saves, and whether its reliability is true."""

import numpy as np
import pytest

from bench.stats.pairing_gain import run_adaptive, run_random
from bench.stats.reliability import run_world


def test_adaptive_pairing_orders_items_better_with_as_many_comparisons() -> None:
    at = 14.0
    reached = [
        [float(np.interp(at, curve.comparisons, curve.correlation)) for curve in curves]
        for curves in (
            [run_random(50, 4.0, seed=seed) for seed in range(2)],
            [run_adaptive(50, 4.0, seed=seed) for seed in range(2)],
        )
    ]

    plain, adaptive = (float(np.mean(values)) for values in reached)

    # What is missing to a perfect order falls as one over the comparisons: a quarter less is missing.
    assert 1 - adaptive < 0.85 * (1 - plain)


def test_two_streams_tell_how_well_the_truth_is_known() -> None:
    looks = [run_world(50, 2.0, seed=seed)[16] for seed in range(2)]

    true, streams, hierarchical = (
        float(np.mean([getattr(look, name) for look in looks]))
        for name in ("true", "streams", "hierarchical")
    )

    assert streams == pytest.approx(true, abs=0.05)
    assert hierarchical == pytest.approx(true, abs=0.05)
