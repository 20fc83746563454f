import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as oracle

from edison.errors import EdisonError, LengthsDiffer, SampleBroken, SampleEmpty, StatisticRefused
from edison.stats.comparing import (
    ComparisonVerdict,
    PairFlag,
    VerdictReason,
    compare_pairs,
    compare_shares,
    effect_size,
    sign_flip,
    signed_ranks,
)
from edison.stats.means import IntervalMethod, MeanFlag

UNIT = (0.0, 1.0)
NAN = float("nan")


def columns(shift: float, *, cases: int = 60, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    baseline = rng.uniform(0.3, 0.5, cases)
    return baseline, baseline + shift + rng.uniform(-0.1, 0.1, cases)


@pytest.mark.parametrize(
    ("shift", "margin", "verdict", "reason"),
    [
        (0.1, None, ComparisonVerdict.BETTER, VerdictReason.INTERVAL_LEAVES_OUT_ZERO),
        (-0.1, None, ComparisonVerdict.WORSE, VerdictReason.INTERVAL_LEAVES_OUT_ZERO),
        (0.1, 0.05, ComparisonVerdict.BETTER, VerdictReason.INTERVAL_LEAVES_OUT_ZERO),
        (0.0, None, ComparisonVerdict.NOT_YET_KNOWN, VerdictReason.CHANCE_WOULD_DO),
        (0.0, 0.05, ComparisonVerdict.SAME, VerdictReason.WITHIN_MARGIN),
        (0.0, 0.005, ComparisonVerdict.NOT_YET_KNOWN, VerdictReason.REACHES_BEYOND_MARGIN),
        (0.03, 0.1, ComparisonVerdict.SAME, VerdictReason.WITHIN_MARGIN),
    ],
)
def test_a_verdict_names_its_reason(
    shift: float, margin: float | None, verdict: ComparisonVerdict, reason: VerdictReason
) -> None:
    found = compare_pairs(*columns(shift), scale=UNIT, margin=margin)

    assert (found.verdict, found.reason, found.margin) == (verdict, reason, margin)


def test_without_a_margin_there_is_no_same() -> None:
    baseline = np.linspace(0, 1, 500)

    found = compare_pairs(baseline, baseline, scale=UNIT)

    assert found.verdict is ComparisonVerdict.NOT_YET_KNOWN
    assert found.same_p is None


def test_few_cases_decide_nothing_but_a_landslide() -> None:
    few = compare_pairs([0.1] * 8, [0.4] * 8, scale=UNIT)
    landslide = compare_pairs([0.0] * 14, [1.0] * 14, scale=(0, 1.000001))

    assert (few.verdict, few.reason) == (ComparisonVerdict.NOT_YET_KNOWN, VerdictReason.FEW_CASES)
    assert landslide.verdict is ComparisonVerdict.BETTER


def test_few_cases_without_a_scale_decide_nothing_at_all() -> None:
    found = compare_pairs([1.0] * 8, np.linspace(10, 11, 8))

    assert (found.verdict, found.reason) == (ComparisonVerdict.NOT_YET_KNOWN, VerdictReason.SCALE_UNKNOWN)


def test_less_is_better_for_costs() -> None:
    found = compare_pairs(*columns(-0.1), scale=UNIT, lower_is_better=True)

    assert found.verdict is ComparisonVerdict.BETTER
    assert found.difference.mean < 0


def test_the_difference_is_students_t_on_pairs() -> None:
    baseline, candidate = columns(0.02)
    expected = oracle.ttest_rel(candidate, baseline)
    low, high = expected.confidence_interval(0.95)

    found = compare_pairs(baseline, candidate, scale=UNIT)

    assert found.difference.method is IntervalMethod.T
    assert (found.difference.low, found.difference.high) == pytest.approx((low, high))
    assert found.difference_p == pytest.approx(expected.pvalue)
    assert found.candidate_mean - found.baseline_mean == pytest.approx(found.difference.mean)


def test_other_tests_stand_beside_the_interval() -> None:
    baseline, candidate = columns(0.02)
    differences = candidate - baseline

    found = compare_pairs(baseline, candidate, scale=UNIT, seed=5)

    assert found.sign_flip == sign_flip(differences, seed=5)
    assert found.signed_ranks == signed_ranks(differences)
    assert found.effect_size == pytest.approx(differences.mean() / differences.std(ddof=1))
    assert found.shares is None


def test_two_one_sided_tests_are_those_of_t() -> None:
    baseline, candidate = columns(0.01)
    _, lower = oracle.ttest_1samp(candidate - baseline, -0.03, alternative="greater")
    _, upper = oracle.ttest_1samp(candidate - baseline, 0.03, alternative="less")

    found = compare_pairs(baseline, candidate, scale=UNIT, margin=0.03)

    assert found.same_p == pytest.approx(np.max([lower, upper]))


@pytest.mark.parametrize("scale", [UNIT, None])
def test_pass_or_fail_brings_mcnemar_and_bonett_price(scale: tuple[float, float] | None) -> None:
    rng = np.random.default_rng(1)
    baseline, candidate = rng.random(100) < 0.5, rng.random(100) < 0.8

    found = compare_pairs(baseline, candidate, scale=scale)

    assert found.shares is not None
    assert found.shares == compare_shares(baseline, candidate)
    assert found.difference.method is IntervalMethod.BONETT_PRICE
    assert (found.difference.low, found.difference.high) == (found.shares.low, found.shares.high)


def test_repeats_are_averaged_within_their_case() -> None:
    baseline, candidate = columns(0.05, cases=40)
    cases = np.repeat(np.arange(20), 2)
    by_case = (candidate - baseline).reshape(20, 2).mean(axis=1)

    found = compare_pairs(baseline, candidate, scale=UNIT, cases=cases)

    assert found.difference.cases == 20
    assert found.difference.mean == pytest.approx(by_case.mean())
    assert found.effect_size == pytest.approx(by_case.mean() / by_case.std(ddof=1))


def test_passes_repeated_within_a_case_are_no_paired_table() -> None:
    rng = np.random.default_rng(1)

    found = compare_pairs(rng.random(60) < 0.5, rng.random(60) < 0.5, cases=np.repeat(np.arange(20), 3))

    assert found.shares is None


def test_families_vary_together() -> None:
    shift = np.repeat(np.random.default_rng(2).normal(0.03, 0.1, 20), 10)
    baseline = np.full(200, 0.5)

    alone = compare_pairs(baseline, baseline + shift, scale=UNIT)
    together = compare_pairs(baseline, baseline + shift, scale=UNIT, families=np.repeat(np.arange(20), 10))

    assert alone.verdict is ComparisonVerdict.BETTER
    assert together.verdict is ComparisonVerdict.NOT_YET_KNOWN
    assert together.sign_flip.p > alone.sign_flip.p


def test_one_pair_has_no_effect_size_and_neither_have_equal_ones() -> None:
    assert effect_size(np.array([0.3])) is None
    assert effect_size(np.array([0.3, 0.1 + 0.2])) is None


def test_columns_that_do_not_fit_are_refused() -> None:
    with pytest.raises(LengthsDiffer):
        compare_pairs([1, 2], [1])
    with pytest.raises(SampleEmpty):
        compare_pairs([NAN, 1], [1, NAN], scale=UNIT)
    with pytest.raises(SampleBroken, match="candidate"):
        compare_pairs([0.1, 0.2], [0.1, 1.2], scale=UNIT)
    with pytest.raises(SampleBroken, match="baseline"):
        compare_pairs([0.1, -0.2], [0.1, 0.2], scale=UNIT)
    with pytest.raises(StatisticRefused):
        compare_pairs([1, 2, 3], [1, 2, 3])


@pytest.mark.parametrize("margin", [0, -0.1, NAN, math.inf])
def test_a_margin_is_a_positive_number(margin: float) -> None:
    with pytest.raises(SampleBroken, match="margin"):
        compare_pairs([0.1, 0.2], [0.1, 0.2], scale=UNIT, margin=margin)


scores = st.sampled_from([0.0, 0.25, 0.5, 1.0, NAN])


@given(
    rows=st.lists(st.tuples(scores, scores), max_size=40),
    margin=st.sampled_from([None, 0.1]),
    scale=st.sampled_from([UNIT, None]),
)
def test_swapping_the_arms_mirrors_everything(
    rows: list[tuple[float, float]], margin: float | None, scale: tuple[float, float] | None
) -> None:
    baseline, candidate = [row[0] for row in rows], [row[1] for row in rows]
    mirrored = {
        ComparisonVerdict.BETTER: ComparisonVerdict.WORSE,
        ComparisonVerdict.WORSE: ComparisonVerdict.BETTER,
    }
    try:
        found = compare_pairs(baseline, candidate, scale=scale, margin=margin)
    except EdisonError:
        return

    swapped = compare_pairs(candidate, baseline, scale=scale, margin=margin)

    assert swapped.difference.mean == pytest.approx(-found.difference.mean)
    assert swapped.sign_flip.p == found.sign_flip.p
    assert swapped.missing.candidate_only == found.missing.baseline_only
    assert swapped.verdict is mirrored.get(found.verdict, found.verdict)
    assert (PairFlag.MISSING_RESULTS in found.flags) == found.missing.any


def test_strongly_skewed_differences_are_flagged() -> None:
    skewed = np.random.default_rng(1).lognormal(0, 1, 30)

    assert MeanFlag.STRONGLY_SKEWED in compare_pairs(np.zeros(30), skewed).difference.flags
    assert MeanFlag.STRONGLY_SKEWED not in compare_pairs(np.zeros(30), np.arange(30.0)).difference.flags
