import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as oracle

from edison.stats.means import Pivot, gather_clusters, student_pivot, studentised_pivot
from edison.stats.means.pivots import ScorePivot, StudentPivot, WiderPivot, corrected_pivot

VALUES = np.random.default_rng(4).exponential(size=40)
CLUSTERS = gather_clusters(VALUES)

PIVOTS: dict[str, Pivot] = {
    "t": student_pivot(CLUSTERS),
    "normal": StudentPivot(centre=1.0, error=0.1, degrees=float("inf")),
    "studentised": studentised_pivot(CLUSTERS, seed=1),
    "corrected": corrected_pivot(CLUSTERS),
    "wider": WiderPivot(student_pivot(CLUSTERS), studentised_pivot(CLUSTERS, seed=1)),
    "share": ScorePivot(share=0.7, count=40),
}


@given(name=st.sampled_from(sorted(PIVOTS)), level=st.sampled_from([0.8, 0.9, 0.95, 0.99]), data=st.data())
def test_bounds_leave_a_point_out_exactly_when_the_tails_reject_it(
    name: str, level: float, data: st.DataObject
) -> None:
    pivot = PIVOTS[name]
    low, high = pivot.bounds(level)
    point = data.draw(
        st.floats(low - 0.3, high + 0.3).filter(lambda at: min(abs(at - low), abs(at - high)) > 1e-6)
    )

    tails = pivot.tails(point)

    assert (point < low) == (tails.above <= (1 - level) / 2)
    assert (point > high) == (tails.below <= (1 - level) / 2)
    assert tails.two_sided == min(1, 2 * min(tails.above, tails.below))


def test_the_tails_of_t_are_those_of_students_test() -> None:
    _, expected = oracle.ttest_1samp(VALUES, 0.8, alternative="greater")

    assert student_pivot(CLUSTERS).tails(0.8).above == pytest.approx(expected)


def test_the_tails_of_a_share_are_those_of_the_score_test() -> None:
    expected = oracle.norm.sf((0.7 - 0.6) / math.sqrt(0.6 * 0.4 / 40))

    assert ScorePivot(share=0.7, count=40).tails(0.6).above == pytest.approx(expected)


@pytest.mark.parametrize(
    ("point", "above", "below"), [(0.0, 0.0, 1.0), (1.0, 1.0, 0.0), (-0.5, 0.0, 1.0), (1.5, 1.0, 0.0)]
)
def test_a_share_is_never_at_an_end_it_did_not_reach(point: float, above: float, below: float) -> None:
    tails = ScorePivot(share=0.7, count=40).tails(point)

    assert (tails.above, tails.below) == (above, below)


def test_the_skewness_correction_agrees_with_resampling() -> None:
    assert PIVOTS["corrected"].bounds(0.95) == pytest.approx(PIVOTS["studentised"].bounds(0.95), abs=0.06)


def test_without_skewness_the_correction_is_students_t() -> None:
    clusters = gather_clusters(np.linspace(-1, 1, 21))

    assert corrected_pivot(clusters).bounds(0.95) == pytest.approx(student_pivot(clusters).bounds(0.95))


def test_the_correction_reaches_farther_into_the_long_tail() -> None:
    low, high = student_pivot(CLUSTERS).bounds(0.95)
    corrected_low, corrected_high = PIVOTS["corrected"].bounds(0.95)

    assert corrected_high > high
    assert corrected_low > low
