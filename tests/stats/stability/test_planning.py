"""Pretend rankings, and how long they take."""

import numpy as np
import pytest

from edison.errors import SampleBroken, SampleEmpty
from edison.stats.pairing import Pairing
from edison.stats.stability import (
    Aim,
    Rehearsal,
    Setting,
    plan_comparisons,
    spread_for_accuracy,
)


def test_a_rehearsal_counts_what_brought_a_verdict() -> None:
    run = Rehearsal(Setting(items=10, spread=1.0, failures=0.3, pairing=Pairing.RANDOM), seed=1)

    for _ in range(9):
        run.ask_wave()

    assert 0.5 < run.comparisons_per_item / 9 < 0.9


@pytest.mark.parametrize("pairing", Pairing)
def test_pairs_are_asked_again_when_all_have_met(pairing: Pairing) -> None:
    run = Rehearsal(Setting(items=3, spread=3.0, pairing=pairing), seed=2)

    while run.comparisons_per_item < 30:
        run.ask_wave()

    assert np.corrcoef(run.standing().scores, run.truth)[0, 1] > 0.9


def test_equal_seeds_plan_alike() -> None:
    plans = [
        plan_comparisons(Setting(items=8, spread=2.0), worlds=2, most_per_item=8, seed=5) for _ in range(2)
    ]

    assert plans[0].rank_correlation.tolist() == plans[1].rank_correlation.tolist()


def test_a_noisier_judge_needs_more_comparisons() -> None:
    clear, noisy = (
        plan_comparisons(Setting(items=12, spread=spread), level=0.7, worlds=4, most_per_item=40)
        for spread in (3.0, 1.2)
    )

    assert clear.needed is not None
    assert noisy.needed is not None
    assert clear.needed < noisy.needed
    assert clear.needed == int(np.ceil(6 * (clear.needed_per_item or 0)))
    assert clear.low_per_item is not None
    assert clear.high_per_item is not None
    assert clear.low_per_item <= clear.high_per_item


@pytest.mark.parametrize(("aim", "level"), [(Aim.RELIABILITY, 0.6), (Aim.MEAN_SE, 1.0)])
def test_a_plan_can_aim_at_other_things(aim: Aim, level: float) -> None:
    plan = plan_comparisons(Setting(items=16, spread=2.0), aim=aim, level=level, worlds=4, most_per_item=20)

    course = plan.reliability if aim is Aim.RELIABILITY else plan.mean_se
    assert plan.needed_per_item is not None
    reached = np.interp(plan.needed_per_item, plan.comparisons_per_item, course)
    assert reached == pytest.approx(level, abs=0.01)


def test_an_aim_beyond_reach_is_said_to_be() -> None:
    plan = plan_comparisons(Setting(items=10, spread=0.5), level=0.999, worlds=3, most_per_item=4)

    assert (plan.needed, plan.needed_per_item, plan.high_per_item, plan.reached) == (None, None, None, 0.0)


def test_an_aim_reached_at_once_needs_one_comparison_each() -> None:
    plan = plan_comparisons(
        Setting(items=10, spread=2.0), aim=Aim.MEAN_SE, level=50, worlds=2, most_per_item=2
    )

    assert plan.needed_per_item == 1.0


@pytest.mark.parametrize("spread", [0.5, 1.0, 2.0, 4.0])
def test_a_judge_s_accuracy_tells_how_far_apart_items_are_for_him(spread: float) -> None:
    rng = np.random.default_rng(0)
    difference = spread * np.sqrt(2) * rng.standard_normal(400_000)
    accuracy = float(np.mean(1 / (1 + np.exp(-np.abs(difference)))))

    assert spread_for_accuracy(accuracy) == pytest.approx(spread, rel=0.02)


@pytest.mark.parametrize(
    ("other", "error"),
    [
        ({"items": 1}, SampleEmpty),
        ({"spread": 0.0}, SampleBroken),
        ({"spread": float("nan")}, SampleBroken),
        ({"lapses": 1.5}, SampleBroken),
        ({"failures": 1.0}, SampleBroken),
    ],
)
def test_worlds_that_cannot_be_are_refused(other: dict[str, object], error: type[Exception]) -> None:
    with pytest.raises(error):
        Setting(**({"items": 5, "spread": 1.0} | other))  # pyright: ignore[reportArgumentType]


def test_a_plan_without_worlds_or_course_is_refused() -> None:
    setting = Setting(items=5, spread=1.0)

    with pytest.raises(SampleEmpty):
        plan_comparisons(setting, worlds=0)
    with pytest.raises(SampleBroken):
        plan_comparisons(setting, most_per_item=1)
    with pytest.raises(SampleBroken):
        spread_for_accuracy(0.5)
