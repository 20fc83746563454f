"""How much of the differences in scores is real."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.errors import LengthsDiffer, SampleBroken, SampleEmpty
from edison.stats.pairing import ReliabilityCaution, hierarchical_reliability, stream_reliability


def test_two_halves_are_stepped_up_to_the_whole() -> None:
    # Parallel halves: truth of variance 1, error of variance 0.5 each; the mean of both has reliability 1 / 1.25.
    rng = np.random.default_rng(0)
    truth = rng.standard_normal(20_000)
    first, second = (truth + np.sqrt(0.5) * rng.standard_normal(20_000) for _ in range(2))

    found = stream_reliability(first, second)

    assert found.reliability == pytest.approx(0.8, abs=0.01)
    assert found.reliability == pytest.approx(np.corrcoef((first + second) / 2, truth)[0, 1] ** 2, abs=0.01)
    assert found.low < found.reliability < found.high
    assert found.cautions == ()


@given(st.floats(-0.99, 0.99), st.integers(4, 200))
def test_the_interval_is_fisher_s_stepped_up(correlation: float, items: int) -> None:
    rng = np.random.default_rng(items)
    base, noise = rng.standard_normal((2, items))
    base -= base.mean()
    noise -= noise.mean() + base * (noise @ base) / (base @ base)
    noise -= noise.mean()
    other = correlation * base / np.linalg.norm(base) + np.sqrt(1 - correlation**2) * noise / np.linalg.norm(
        noise
    )

    found = stream_reliability(base, other)

    reach = 1.959963984540054 / np.sqrt(items - 3)
    low, high = np.tanh(np.arctanh(found.correlation) - reach), np.tanh(np.arctanh(found.correlation) + reach)
    assert found.low == pytest.approx(max(0.0, 2 * low / (1 + low)), abs=1e-9)
    assert found.high == pytest.approx(max(0.0, 2 * high / (1 + high)), abs=1e-9)
    assert 0 <= found.low <= found.reliability <= found.high <= 1


def test_streams_that_contradict_each_other_have_no_reliability() -> None:
    found = stream_reliability(np.arange(12.0), -np.arange(12.0))

    assert found.reliability == 0
    assert ReliabilityCaution.NO_AGREEMENT in found.cautions


def test_a_stream_that_tells_nothing_apart_agrees_with_nobody() -> None:
    found = stream_reliability(np.zeros(12), np.arange(12.0))

    assert found.correlation == 0
    assert ReliabilityCaution.NO_AGREEMENT in found.cautions


def test_cautions_name_what_is_wrong() -> None:
    found = stream_reliability([1, 2, 3, 4, 5], [1, 2, 3, 4, 6], comparisons=(100, 20))

    assert found.cautions == (ReliabilityCaution.FEW_ITEMS, ReliabilityCaution.UNEQUAL_STREAMS)


def test_shrunk_scores_show_how_reliable_they_are() -> None:
    # Posterior means under a normal model: their variance and their posterior variance add up to the truth's.
    rng = np.random.default_rng(1)
    truth = rng.standard_normal(20_000)
    seen = truth + 0.5 * rng.standard_normal(20_000)
    shrunk = seen / 1.25

    found = hierarchical_reliability(shrunk, np.full(20_000, np.sqrt(0.2)))

    assert found == pytest.approx(np.corrcoef(shrunk, truth)[0, 1] ** 2, abs=0.01)


def test_scores_without_any_variation_or_error_have_no_reliability() -> None:
    assert hierarchical_reliability([1.0, 1.0], [0.0, 0.0]) == 0


@pytest.mark.parametrize(
    ("first", "second", "error"),
    [
        ([1, 2, 3], [1, 2, 3], SampleEmpty),
        ([1, 2, 3, 4], [1, 2, 3], LengthsDiffer),
        ([1, 2, 3, np.nan], [1, 2, 3, 4], SampleBroken),
    ],
)
def test_streams_that_cannot_be_correlated_are_refused(
    first: list[float], second: list[float], error: type[Exception]
) -> None:
    with pytest.raises(error):
        stream_reliability(first, second)


def test_what_no_reliability_can_come_from_is_refused() -> None:
    with pytest.raises(SampleBroken):
        stream_reliability([1, 2, 3, 4], [1, 2, 3, 4], level=1)
    with pytest.raises(SampleEmpty):
        hierarchical_reliability([1.0], [1.0])
    with pytest.raises(SampleBroken):
        hierarchical_reliability([1.0, 2.0], [1.0, -1.0])
