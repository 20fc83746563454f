"""How far scores and ranks moved, and how precise they are."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import rankdata, spearmanr

from edison.errors import LengthsDiffer, SampleBroken, SampleEmpty
from edison.stats.stability import PrecisionFlag, measure_movement, measure_precision
from edison.stats.stability.movement import correlate, mean_ranks

scores = st.lists(st.integers(-5, 5).map(float), min_size=2, max_size=12)


def test_the_same_change_by_fewer_comparisons_is_a_larger_movement() -> None:
    before, after = [0.0, 1.0, 2.0, 3.0], [0.1, 1.0, 2.0, 2.9]

    whole, small = (measure_movement(before, after, added=added) for added in (2, 1))

    # Two comparisons among four items are one for each.
    assert whole.per_comparison == pytest.approx(whole.largest) == pytest.approx(0.1)
    assert small.per_comparison == pytest.approx(2 * whole.per_comparison)


def test_a_shift_of_all_scores_is_no_movement() -> None:
    moved = measure_movement([0.0, 1.0, 3.0], [10.0, 11.0, 13.0], added=5)

    assert moved.largest == pytest.approx(0, abs=1e-12)
    assert (moved.rank_correlation, moved.largest_rank_change) == (1.0, 0.0)


def test_scores_that_all_grow_apart_are_confirmed_and_have_not_moved() -> None:
    confirmed = measure_movement([-1.0, 0.0, 1.0], [-1.4, 0.0, 1.4], added=3)
    contradicted = measure_movement([-1.4, 0.0, 1.4], [-1.0, 0.0, 1.0], added=3)

    assert confirmed.largest == pytest.approx(0, abs=1e-12)
    assert contradicted.largest == pytest.approx(0.4)


def test_scores_that_nothing_was_known_of_move_as_far_as_they_go() -> None:
    assert measure_movement([0.0, 0.0], [-0.5, 0.5], added=1).largest == 0.5


def test_items_that_change_places_move_the_ranks() -> None:
    moved = measure_movement([0.0, 1.0, 2.0, 3.0], [3.0, 1.0, 2.0, 0.0], added=1)

    assert moved.largest_rank_change == 3
    assert moved.rank_correlation == pytest.approx(spearmanr([0, 1, 2, 3], [3, 1, 2, 0])[0])


@given(scores)
def test_equal_scores_share_their_ranks(values: list[float]) -> None:
    assert mean_ranks(np.array(values)).tolist() == rankdata(values).tolist()


@given(scores, st.data())
def test_a_correlation_is_pearson_s_where_that_exists(values: list[float], data: st.DataObject) -> None:
    others = data.draw(st.lists(st.integers(-5, 5).map(float), min_size=len(values), max_size=len(values)))

    found = correlate(np.array(values), np.array(others))

    varied = [len(set(column)) > 1 for column in (values, others)]
    expected = np.corrcoef(values, others)[0, 1] if all(varied) else float(not any(varied))
    assert found == pytest.approx(expected, abs=1e-9)


def test_precision_counts_who_was_never_compared() -> None:
    precision = measure_precision([0.3, 0.5, np.nan], [4, 2, 0])

    assert (precision.mean_se, precision.largest_se, precision.smallest_se) == (0.4, 0.5, 0.3)
    assert (precision.mean_comparisons, precision.fewest_comparisons, precision.most_comparisons) == (
        2.0,
        0,
        4,
    )
    assert precision.isolated == 1
    assert precision.flags == (PrecisionFlag.ISOLATED,)


@pytest.mark.parametrize(
    ("se", "comparisons", "flags"),
    [
        ([0.3, 0.3], [9, 9], ()),
        ([0.5, 0.5], [9, 9], (PrecisionFlag.SE_INFLATED,)),
        ([0.1, 0.1, 0.1, 0.9], [9, 9, 9, 9], (PrecisionFlag.SE_INFLATED,)),
        ([0.1, 0.1, np.nan], [1, 1, 0], (PrecisionFlag.SPARSE, PrecisionFlag.ISOLATED)),
    ],
)
def test_wide_errors_and_thin_coverage_are_flagged(
    se: list[float], comparisons: list[int], flags: tuple[PrecisionFlag, ...]
) -> None:
    assert measure_precision(se, comparisons).flags == flags


@pytest.mark.parametrize(
    ("before", "after", "added", "error"),
    [
        ([0.0, 1.0], [0.0], 1, LengthsDiffer),
        ([0.0], [0.0], 1, SampleEmpty),
        ([0.0, np.nan], [0.0, 1.0], 1, SampleBroken),
        ([0.0, 1.0], [[0.0, 1.0]], 1, SampleBroken),
        ([0.0, "x"], [0.0, 1.0], 1, SampleBroken),
        ([0.0, 1.0], [0.0, 1.0], 0, SampleBroken),
    ],
)
def test_a_movement_of_nothing_is_refused(
    before: object, after: object, added: int, error: type[Exception]
) -> None:
    with pytest.raises(error):
        measure_movement(before, after, added=added)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    ("se", "comparisons", "error"),
    [
        ([0.1], [1, 1], LengthsDiffer),
        ([np.nan], [0], SampleEmpty),
        ([np.nan], [1], SampleBroken),
        ([-1.0], [1], SampleBroken),
    ],
)
def test_a_precision_of_nothing_is_refused(
    se: list[float], comparisons: list[int], error: type[Exception]
) -> None:
    with pytest.raises(error):
        measure_precision(se, comparisons)
