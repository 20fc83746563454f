"""How sure a projected grade is."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import entropy

from edison.stats.grades import Confidence
from edison.stats.grades.confidence import confidence_word, normalised_entropy
from edison.stats.grades.truncated import draw_between


@given(st.lists(st.floats(0, 1), min_size=2, max_size=9).filter(lambda shares: sum(shares) > 0.01))
def test_entropy_is_shannon_s_over_its_largest(shares: list[float]) -> None:
    given_ = np.array([shares]) / sum(shares)

    assert normalised_entropy(given_)[0] == pytest.approx(entropy(given_[0]) / np.log(len(shares)), abs=1e-9)


@pytest.mark.parametrize(
    ("probability", "word"),
    [
        (0.955, Confidence.HIGH),
        (0.9, Confidence.HIGH),
        (0.89, Confidence.MID),
        (0.6, Confidence.MID),
        (0.59, Confidence.LOW),
        (0.448, Confidence.LOW),
    ],
)
def test_a_word_says_no_more_than_the_probability(probability: float, word: Confidence) -> None:
    assert confidence_word(probability) is word


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
