import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from edison.errors import SampleBroken, SampleEmpty
from edison.stats.vectors import (
    PatternStrength,
    Trajectory,
    TrajectoryFit,
    analyze_trajectory,
    compare_trajectories,
)

paths = st.integers(2, 9).flatmap(
    lambda sentences: arrays(
        np.float64, (sentences, 3), elements=st.floats(0.1, 2.0).map(lambda x: round(x, 3))
    )
)


def _along(*steps: float) -> Trajectory:
    """A straight walk whose velocities are the steps; it begins far from the origin."""
    places = 10 + np.concatenate([[0.0], np.cumsum(steps)])
    return analyze_trajectory(np.stack([places, np.ones(len(places))], axis=1))


def test_movement_is_measured_by_its_definitions() -> None:
    found = analyze_trajectory([[1.0, 0.0], [1.0, 1.0], [3.0, 1.0], [3.0, 1.0]])

    assert found.velocities == pytest.approx((1, 2, 0))
    assert found.accelerations == pytest.approx((1, 2))
    # A right angle, and no angle at all where nothing moves.
    assert found.curvatures == pytest.approx((math.pi / 2, 0))
    assert (found.max_curvature, found.max_curvature_index) == (pytest.approx(math.pi / 2), 1)
    assert (found.mean_velocity, found.velocity_variance) == pytest.approx((1, 2 / 3))
    assert (found.mean_acceleration, found.acceleration_variance) == pytest.approx((1.5, 0.25))
    assert (found.max_acceleration, found.max_acceleration_index) == (pytest.approx(2), 1)


def test_a_lone_spike_before_a_calm_background_is_deadpan() -> None:
    # Accelerations: 0, 0, 0, 1.0, 1.0 falls out: the pace stays high.
    found = _along(0.2, 0.2, 0.2, 0.2, 1.2, 1.2, 1.2, 1.2)

    (spike,) = found.spikes
    isolation = math.tanh(2 * 1.0 / 1.01)
    assert (spike.index, spike.magnitude, spike.position) == (3, pytest.approx(1), pytest.approx(0.5))
    assert spike.isolation == pytest.approx(isolation)
    assert found.isolation == pytest.approx(isolation)
    expected = 0.25 * (1 - 3 / 7) + 0.35 * isolation + 0.20 * 1 + 0.20 * math.tanh(2 * 1.0 / 1.01)
    assert found.deadpan == pytest.approx(expected)
    assert found.deadpan_strength is PatternStrength.STRONG


def test_a_spike_without_neighbours_is_half_isolated_and_no_pattern() -> None:
    found = _along(0.1, 1.1)

    assert found.spikes[0].isolation == 0.5
    assert found.spikes[0].position == 0
    assert found.deadpan == 0
    assert found.deadpan_strength is PatternStrength.WEAK


def test_spikes_everywhere_leave_no_background() -> None:
    found = _along(0.1, 1.1, 0.1, 1.1)

    assert len(found.spikes) == 3
    assert found.deadpan == pytest.approx(0, abs=1e-9)
    assert found.isolation == pytest.approx(0, abs=1e-9)


def test_going_back_and_forth_and_slowing_down_is_heller() -> None:
    angles = [0.0, 0.8, 0.1, 0.7, 0.2, 0.6, 0.3]
    found = analyze_trajectory([[math.cos(angle), math.sin(angle)] for angle in angles])

    returns = np.mean([math.cos(a - b) for a, b in zip(angles[2:], angles[:-2], strict=True)])
    alike = np.mean([math.cos(a - b) for i, a in enumerate(angles) for b in angles[:i]])
    path = sum(2 * math.sin(abs(a - b) / 2) for a, b in zip(angles[1:], angles[:-1], strict=True))
    net = 2 * math.sin(0.3 / 2)
    assert found.circularity == pytest.approx(min((returns - 0.3) / 0.5, 1))
    assert found.tautology == pytest.approx(
        0.6 * min((alike - 0.3) / 0.5, 1) + 0.4 * (1 - net / (path + 0.01))
    )
    # Every step is shorter than the last, by about 0.1 each.
    assert found.deceleration == pytest.approx(1)
    assert found.heller == pytest.approx(
        0.35 * found.circularity + 0.40 * found.tautology + 0.25 * found.deceleration
    )
    assert found.heller_strength is PatternStrength.STRONG


@pytest.mark.parametrize(
    ("steps", "deceleration"),
    [
        ((1.0, 0.99, 0.98), 0.6 + 0.4 * 0.5),
        ((1.0, 1.0, 1.0), 0.0),
        ((1.0, 1.5, 2.0), 0.0),
        ((1.0, 0.5), 0.6 + 0.4 * 0.5),
        ((1.0,), 0.0),
    ],
)
def test_slowing_down_is_seen_in_steps_and_in_the_whole(
    steps: tuple[float, ...], deceleration: float
) -> None:
    assert _along(*steps).deceleration == pytest.approx(deceleration)


def test_two_sentences_have_a_velocity_and_nothing_else() -> None:
    found = _along(0.5)

    assert found.accelerations == found.curvatures == found.spikes == ()
    assert found.max_acceleration_index is found.max_curvature_index is None
    assert (found.mean_acceleration, found.acceleration_variance, found.max_acceleration) == (0, 0, 0)
    assert (found.circularity, found.deadpan) == (0, 0)


@given(points=paths, threshold=st.floats(0.05, 1))
def test_scores_are_between_zero_and_one(points: np.ndarray, threshold: float) -> None:
    found = analyze_trajectory(points, threshold=threshold)

    for score in (found.deadpan, found.circularity, found.tautology, found.deceleration, found.heller):
        assert -1e-12 <= score <= 1 + 1e-12
    assert all(spike.magnitude >= threshold for spike in found.spikes)
    match = compare_trajectories(found, found)
    assert 0 <= match.fitness <= 1
    assert match.spike_count_match == match.spike_position_match == 1
    assert match.acceleration_dtw in (None, 0)


def test_a_text_matches_itself_except_for_what_it_lacks() -> None:
    text = _along(0.2, 0.2, 0.2, 0.2, 1.2, 1.2, 1.2, 1.2)

    found = compare_trajectories(text, text)

    assert found.acceleration_correlation == pytest.approx(1)
    assert found.fitness == pytest.approx(0.30 * (1 - text.deadpan) + 0.15 * (1 - text.isolation))
    assert found.fit is TrajectoryFit.EXCELLENT


def test_warping_costs_what_the_slow_recursion_says() -> None:
    golden, synthetic = _along(0.1, 0.5, 0.2, 0.9, 0.4), _along(0.3, 0.1, 0.8)

    found = compare_trajectories(golden, synthetic)

    slow = _slow_dtw(golden.accelerations, synthetic.accelerations) / (4 + 2 - 1)
    assert found.acceleration_dtw == pytest.approx(slow)
    stretched = np.interp(np.linspace(0, 1, 4), [0, 1], synthetic.accelerations)
    assert found.acceleration_correlation == pytest.approx(
        np.corrcoef(golden.accelerations, stretched).item(0, 1)
    )


def test_each_golden_spike_takes_the_nearest_that_is_left() -> None:
    # Spikes at 0/6 and 6/6 of the text against three at 1/6, 3/6 and 6/6.
    golden = _along(0.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 2.1)
    synthetic = _along(0.1, 0.1, 1.1, 1.1, 2.1, 2.1, 2.1, 3.1)

    found = compare_trajectories(golden, synthetic)

    assert found.spike_position_match == pytest.approx(1 - ((1 / 6 + 0) / 2 + 0.2))
    assert found.spike_count_match == pytest.approx(2 / 3)


def test_a_golden_spike_for_which_none_is_left_misses_by_all_there_is() -> None:
    # Spikes at 0/6 and 3/6 of the text against one at 1/6, which the first of them takes.
    golden = _along(0.1, 1.1, 1.1, 1.1, 2.1, 2.1, 2.1, 2.1)
    synthetic = _along(0.1, 0.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1)

    found = compare_trajectories(golden, synthetic)

    assert [spike.position for spike in golden.spikes] == pytest.approx([0, 0.5])
    assert found.spike_position_match == pytest.approx(1 - ((1 / 6 + 1.0) / 2 + 0.2))


def test_a_spike_at_the_other_end_is_left_to_the_next_golden_one() -> None:
    """As prompt-prix has it: what lies the whole text away is no match, and stays free."""
    golden = _along(1.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 1.2, 1.2)
    synthetic = _along(0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 1.2)

    found = compare_trajectories(golden, synthetic)

    assert [spike.position for spike in golden.spikes] == pytest.approx([0, 6 / 7])
    assert [spike.position for spike in synthetic.spikes] == [1]
    assert found.spike_position_match == pytest.approx(1 - ((1.0 + 1 / 7) / 2 + 0.2))


def test_a_text_without_spikes_misses_all_of_them() -> None:
    calm, lively = _along(0.1, 0.1, 0.1, 0.1), _along(0.1, 1.1, 1.1, 1.1)

    found = compare_trajectories(lively, calm)

    assert (found.spike_position_match, found.spike_count_match) == (0, 0)
    assert found.acceleration_correlation == 0
    assert compare_trajectories(calm, calm).spike_position_match == 1


def test_texts_too_short_for_a_profile_match_badly() -> None:
    short, long = _along(0.1), _along(0.1, 0.1, 0.1)

    found = compare_trajectories(long, short)

    assert (found.acceleration_dtw, found.acceleration_correlation) == (None, 0)
    assert found.fitness == pytest.approx(0.30 + 0.15 + 0.20 + 0.15)
    assert found.fit is TrajectoryFit.POOR


@pytest.mark.parametrize(
    ("steps", "fit"),
    [
        ((0.2, 0.2, 0.2, 0.2, 1.2, 1.2, 1.2, 1.2), TrajectoryFit.EXCELLENT),
        ((0.1, 1.1, 1.1, 1.1), TrajectoryFit.GOOD),
        ((0.1, 1.1, 0.1, 1.1, 0.1, 0.1, 0.1, 0.1, 0.1), TrajectoryFit.MODERATE),
        ((0.2, 0.3, 0.2, 0.3, 0.2, 0.3), TrajectoryFit.POOR),
    ],
)
def test_the_less_a_text_follows_its_model_the_worse_the_word(
    steps: tuple[float, ...], fit: TrajectoryFit
) -> None:
    model = _along(0.2, 0.2, 0.2, 0.2, 1.2, 1.2, 1.2, 1.2)

    assert compare_trajectories(model, _along(*steps)).fit is fit


def test_moderate_strength_lies_between() -> None:
    found = _along(0.2, 0.2, 1.0, 0.6, 0.6, 0.6)

    assert found.deadpan_strength is PatternStrength.MODERATE


def test_what_does_not_move_through_space_is_refused_by_name() -> None:
    with pytest.raises(SampleEmpty):
        analyze_trajectory([[1, 2]])
    with pytest.raises(SampleBroken):
        analyze_trajectory([[1, 2], [0, 0]])
    with pytest.raises(SampleBroken, match="threshold"):
        analyze_trajectory([[1, 2], [2, 1]], threshold=0)


def _slow_dtw(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    if not one or not other:
        return 0.0 if not one and not other else math.inf
    best = min(_slow_dtw(one[:-1], other), _slow_dtw(one, other[:-1]), _slow_dtw(one[:-1], other[:-1]))
    return abs(one[-1] - other[-1]) + best
