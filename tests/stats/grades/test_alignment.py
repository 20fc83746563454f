"""Does a judge put anchors in the experts' order?"""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kendalltau

from edison.errors import LengthsDiffer, SampleBroken, SampleEmpty
from edison.stats.grades import AlignmentTargets, Inversion, Miss, align_anchors
from edison.stats.grades.kendall import kendall_tau


def test_a_judge_who_agrees_with_the_experts_is_aligned() -> None:
    found = align_anchors(
        [0, 1, 2, 3],
        [-2.0, -1.0, 1.0, 2.0],
        left=[0, 1, 2, 3, 0],
        right=[1, 2, 3, 0, 2],
        result=[0, 0, 0, 1, 0],
    )

    assert found.is_aligned
    assert (found.tau, found.inversions) == (1.0, ())
    # The lowest anchor loses everything, as it should.
    assert found.zero_wins == (0,)
    assert found.win_rates.tolist() == [0.0, 0.5, 2 / 3, 1.0]
    assert found.comparisons == 5


def test_an_inversion_is_a_lower_grade_that_won_directly() -> None:
    found = align_anchors([0, 3, 3], [0.0, 1.0, 2.0], left=[0, 2, 0], right=[1, 0, 2], result=[1, 1, 0])

    assert found.inversions == (Inversion(lower=0, higher=1, points=1.0, comparisons=1),)


def test_repeated_comparisons_of_one_pair_are_one_inversion_if_mostly_lost() -> None:
    lost, even = (
        align_anchors([0, 1], [0.0, 1.0], left=[0, 1, 0, 0], right=[1, 0, 1, 1], result=result)
        for result in ([1, 0, 0.5, 0], [1, 1, 1, 0])
    )

    assert lost.inversions == (Inversion(lower=0, higher=1, points=2.5, comparisons=4),)
    assert even.inversions == ()


def test_equal_grades_cannot_be_inverted() -> None:
    found = align_anchors([1, 1], [0.0, 1.0], left=[0], right=[1], result=[1])

    assert found.inversions == ()
    assert found.tau == 0


def test_every_target_missed_is_named() -> None:
    found = align_anchors(
        [0, 1, 2, 3],
        [2.0, 1.0, 0.0, -1.0],
        left=[0, 0, 1],
        right=[1, 2, 2],
        result=[1, 1, 1],
        se=[0.1, 0.2, 0.3, 0.4],
    )

    assert found.misses == (Miss.TAU, Miss.INVERSIONS, Miss.ZERO_WINS, Miss.NEVER_COMPARED)
    assert found.zero_wins == (2,)
    assert found.never_compared == (3,)
    assert np.isnan(found.win_rates[3])
    assert found.se is not None
    assert found.se.tolist() == [0.1, 0.2, 0.3, 0.4]


def test_targets_can_be_set() -> None:
    found = align_anchors(
        [0, 1, 2],
        [0.0, 2.0, 1.0],
        left=[2, 0, 0],
        right=[1, 1, 2],
        result=[0, 0, 0],
        targets=AlignmentTargets(tau=0.3, inversions=1, zero_wins=1),
    )

    assert found.is_aligned


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(-3, 3)), min_size=2, max_size=12))
def test_tau_is_scipy_s_tau_b(pairs: list[tuple[int, int]]) -> None:
    first, second = np.array(pairs, dtype=np.float64).T

    found = kendall_tau(first, second)

    varied = len(set(first)) > 1 and len(set(second)) > 1
    expected = kendalltau(first, second)[0] if varied else 0.0
    assert found == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    ("other", "error"),
    [
        ({"places": [0]}, LengthsDiffer),
        ({"places": [0, -1]}, SampleBroken),
        ({"scores": [0.0, np.inf]}, SampleBroken),
        ({"scores": [[0.0, 1.0]]}, SampleBroken),
        ({"scores": [0.0]}, SampleEmpty),
        ({"scores": ["low", "high"]}, SampleBroken),
        ({"se": [0.1]}, SampleEmpty),
        ({"se": [0.1, 0.1, 0.1]}, LengthsDiffer),
        ({"left": [0, 0]}, LengthsDiffer),
        ({"left": [5]}, SampleBroken),
        ({"left": [0.5]}, SampleBroken),
        ({"left": [1]}, SampleBroken),
        ({"result": [2]}, SampleBroken),
        ({"left": [], "right": [], "result": []}, SampleEmpty),
    ],
)
def test_anchors_that_cannot_be_aligned_are_refused(other: dict[str, object], error: type[Exception]) -> None:
    columns = {"places": [0, 1], "scores": [0.0, 1.0], "left": [0], "right": [1], "result": [0]} | other

    with pytest.raises(error):
        align_anchors(**columns)  # pyright: ignore[reportArgumentType]
