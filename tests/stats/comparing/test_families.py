import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from edison.errors import SampleBroken
from edison.stats.comparing import (
    ComparisonVerdict,
    Correction,
    VerdictReason,
    adjust,
    compare_pairs,
    decide_family,
)

UNIT = (0.0, 1.0)
ORACLES = {Correction.HOLM: "holm", Correction.BENJAMINI_HOCHBERG: "fdr_bh"}


@pytest.mark.parametrize("correction", Correction)
def test_adjusted_p_values_agree_with_statsmodels(correction: Correction) -> None:
    p_values = np.round(np.random.default_rng(2).random(60) ** 3, 2)

    expected = multipletests(p_values, method=ORACLES[correction])[1]

    assert adjust(p_values, correction=correction) == pytest.approx(expected, abs=1e-12)


@given(p_values=st.lists(st.floats(0, 1) | st.sampled_from([0.0, 0.01, 0.05, 1.0]), min_size=1, max_size=12))
def test_adjusted_p_values_are_those_of_their_definition(p_values: list[float]) -> None:
    count, order = len(p_values), sorted(p_values)
    holm = [
        max((count - place) * p for place, p in enumerate(order[: order.index(one) + 1])) for one in p_values
    ]
    last = [count - order[::-1].index(one) for one in p_values]
    rates = [min(count * p / place for place, p in enumerate(order, start=1) if place >= at) for at in last]

    assert adjust(p_values) == pytest.approx([min(1.0, p) for p in _raised(holm, p_values)])
    assert adjust(p_values, correction=Correction.BENJAMINI_HOCHBERG) == pytest.approx(
        [min(1.0, rate) for rate in rates]
    )


def _raised(holm: list[float], p_values: list[float]) -> list[float]:
    """Equal p-values are adjusted one after the other; the first of them weighs most, and holds for all."""
    return [max(raised for raised, p in zip(holm, p_values, strict=True) if p <= one) for one in p_values]


def test_no_tests_are_no_family() -> None:
    assert adjust([]).tolist() == []
    assert decide_family([]) == ()


@pytest.mark.parametrize("p_values", [[0.1, float("nan")], [-0.1], [1.5]])
def test_what_is_no_probability_is_refused(p_values: list[float]) -> None:
    with pytest.raises(SampleBroken, match="p-values"):
        adjust(p_values)


def columns(shift: float, *, seed: int, cases: int = 40) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    baseline = rng.uniform(0.4, 0.6, cases)
    return baseline, baseline + shift + rng.uniform(-0.1, 0.1, cases)


def test_a_verdict_that_chance_would_reach_among_many_is_taken_back() -> None:
    weak = compare_pairs(*columns(0.03, seed=8), scale=UNIT)
    strong = compare_pairs(*columns(0.1, seed=1), scale=UNIT)
    nulls = [compare_pairs(*columns(0.0, seed=seed), scale=UNIT) for seed in range(20, 30)]
    assert weak.verdict is ComparisonVerdict.BETTER

    alone = decide_family([weak])
    among = decide_family([weak, strong, *nulls])

    assert alone[0].verdict is ComparisonVerdict.BETTER
    assert (among[0].verdict, among[0].reason) == (
        ComparisonVerdict.NOT_YET_KNOWN,
        VerdictReason.MANY_COMPARISONS,
    )
    assert among[0].adjusted_p > 0.05 >= weak.difference_p
    assert among[1].verdict is ComparisonVerdict.BETTER


def test_same_is_adjusted_among_its_own_kind() -> None:
    surely = compare_pairs(*columns(0.0, seed=3, cases=400), scale=UNIT, margin=0.05)
    hardly = compare_pairs(*columns(0.0, seed=3), scale=UNIT, margin=0.03)
    assert (surely.verdict, hardly.verdict) == (ComparisonVerdict.SAME, ComparisonVerdict.SAME)

    found = decide_family([surely, hardly, hardly, hardly])

    assert [one.verdict for one in found] == [ComparisonVerdict.SAME, *[ComparisonVerdict.NOT_YET_KNOWN] * 3]
    assert found[1].reason is VerdictReason.MANY_COMPARISONS
