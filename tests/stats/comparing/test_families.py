import numpy as np
import pytest
from hypothesis import example, given
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
@example(p_values=[0.01, 0.04, 0.03, 0.005])
@given(p_values=st.lists(st.floats(0, 1) | st.sampled_from([0.0, 0.01, 0.05, 1.0]), min_size=1, max_size=12))
def test_adjusted_p_values_agree_with_statsmodels(p_values: list[float], correction: Correction) -> None:
    expected = multipletests(p_values, method=ORACLES[correction])[1]

    assert adjust(p_values, correction=correction) == pytest.approx(expected)


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
