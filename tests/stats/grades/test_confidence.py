"""How sure a projected grade is."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import entropy

from edison.stats.grades import Confidence
from edison.stats.grades.confidence import confidence_scores, confidence_word, normalised_entropy
from edison.stats.grades.truncated import draw_between


@given(st.lists(st.floats(0, 1), min_size=2, max_size=9).filter(lambda shares: sum(shares) > 0.01))
def test_entropy_is_shannon_s_over_its_largest(shares: list[float]) -> None:
    given_ = np.array([shares]) / sum(shares)

    assert normalised_entropy(given_)[0] == pytest.approx(entropy(given_[0]) / np.log(len(shares)), abs=1e-9)


@pytest.mark.parametrize(
    ("se", "factor"), [(0.49, 1.0), (0.5, 0.8), (0.99, 0.8), (1.0, 0.6), (1.49, 0.6), (1.5, 0.3), (9.0, 0.3)]
)
def test_confidence_falls_with_the_standard_error(se: float, factor: float) -> None:
    assert confidence_scores(np.array([0.36]), se=np.array([se]))[0] == pytest.approx(np.sqrt(0.64 * factor))


@pytest.mark.parametrize(
    ("score", "se", "weak", "word"),
    [
        (0.7, 0.4, False, Confidence.HIGH),
        (0.69, 0.4, False, Confidence.MID),
        (0.9, 0.4, True, Confidence.MID),
        (0.9, 1.0, False, Confidence.MID),
        (0.9, 1.5, False, Confidence.LOW),
        (0.39, 0.4, False, Confidence.LOW),
        (0.4, 0.4, False, Confidence.MID),
    ],
)
def test_a_word_says_no_more_than_the_numbers(score: float, se: float, weak: bool, word: Confidence) -> None:
    assert confidence_word(score, se=se, weakly_calibrated=weak) is word


@pytest.mark.parametrize(
    ("low", "high"), [(-0.5, 0.5), (1.0, np.inf), (-np.inf, -1.0), (3.0, 4.0), (-4.0, -3.0)]
)
def test_draws_between_limits_have_the_truncated_normal_s_mean(low: float, high: float) -> None:
    from scipy.stats import truncnorm

    count = 40_000
    drawn = draw_between(
        np.zeros(count),
        deviation=1.0,
        low=np.full(count, low),
        high=np.full(count, high),
        rng=np.random.default_rng(0),
    )

    expected = truncnorm(low, high)
    assert ((drawn >= low) & (drawn <= high)).all()
    assert drawn.mean() == pytest.approx(expected.mean(), abs=4 * expected.std() / np.sqrt(count))


def test_limits_far_out_in_a_tail_are_kept() -> None:
    drawn = draw_between(
        np.array([0.0, 0.0]),
        deviation=1.0,
        low=np.array([60.0, -np.inf]),
        high=np.array([np.inf, -60.0]),
        rng=np.random.default_rng(0),
    )

    assert drawn.tolist() == [60.0, -60.0]
