"""A short slice of the calibration worlds; the whole tables are `python -m bench.stats false_better`."""

from pathlib import Path

import numpy as np
import pytest

from bench.stats import false_better, signflip_speed
from edison.stats.comparing import ComparisonVerdict, compare_pairs, sign_flip


@pytest.mark.parametrize(
    ("name", "cases"), [("skewed mean-zero", 200), ("60 % ties", 50), ("identical binary 0.7", 50)]
)
def test_no_difference_is_rarely_called_better(name: str, cases: int) -> None:
    world = next(world for world in false_better.NULLS if world.name == name)

    rate = false_better.count(world, cases=cases, worlds=200, verdict=ComparisonVerdict.BETTER)

    assert rate.share <= 0.025 + 3 * rate.error


def test_the_calibrated_verdict_is_that_of_a_comparison() -> None:
    for world in (*false_better.NULLS, *false_better.AT_THE_MARGIN):
        baseline, candidate = world.draw(np.random.default_rng(1), 100)

        found = compare_pairs(baseline, candidate, scale=(0, 1), margin=0.05, seed=3)

        assert false_better.conclude(candidate - baseline, margin=0.05, seed=3) is found.verdict


def test_real_answers_swapped_at_random_are_rarely_called_better(golden: Path) -> None:
    assert golden.is_dir()
    world = next(iter(false_better.swapped()))

    rate = false_better.count(world, cases=200, worlds=200, verdict=ComparisonVerdict.BETTER)

    assert rate.share <= 0.025 + 3 * rate.error


def test_a_difference_at_the_margin_is_rarely_called_the_same() -> None:
    world = false_better.AT_THE_MARGIN[-1]

    rate = false_better.count(
        world, cases=200, worlds=200, verdict=ComparisonVerdict.SAME, margin=false_better.MARGIN
    )

    assert 0 < rate.share <= 0.05 + 3 * rate.error


def test_the_sign_flip_test_needs_little_memory() -> None:
    differences = np.random.default_rng(1).normal(size=signflip_speed.CASES)

    megabytes = signflip_speed.megabytes(lambda: sign_flip(differences))

    assert megabytes < 20, "the signs alone would be 50 million"
