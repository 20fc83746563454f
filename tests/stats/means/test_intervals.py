import math
from array import array
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as oracle
from statsmodels.stats.proportion import proportion_confint

from edison.errors import EdisonError, SampleBroken, SampleEmpty, StatisticRefused
from edison.stats.means import (
    IntervalMethod,
    MeanFlag,
    SampleKind,
    choose_grounds,
    mean_interval,
    read_sample,
)

UNIT = (0.0, 1.0)
DIFFERENCE = (-1.0, 1.0)
PAIRED = SampleKind.PAIRED_DIFFERENCES


def skewed(cases: int, *, seed: int = 1) -> list[float]:
    return np.random.default_rng(seed).beta(5, 0.7, cases).tolist()


def even(cases: int) -> list[float]:
    return np.linspace(0.3, 0.7, cases).tolist()


@pytest.mark.parametrize("passed", [0, 1, 7, 20])
def test_pass_or_fail_gets_wilsons_interval(passed: int) -> None:
    found = mean_interval([1] * passed + [0] * (20 - passed), scale=UNIT)

    assert found.method is IntervalMethod.WILSON
    assert (found.low, found.high) == pytest.approx(proportion_confint(passed, 20, method="wilson"))


@pytest.mark.parametrize(
    ("values", "scale", "kind", "method"),
    [
        ([True, False] * 10, None, None, IntervalMethod.WILSON),
        ([0, 1] * 10, None, None, IntervalMethod.T),
        ([0, 1] * 10, None, SampleKind.PASS_FAIL, IntervalMethod.WILSON),
        ([0, 1] * 10, UNIT, SampleKind.SCORES, IntervalMethod.T),
        ([-1, 0, 1, 1] * 5, DIFFERENCE, PAIRED, IntervalMethod.BONETT_PRICE),
        ([-1, 0, 1, 1] * 5, None, PAIRED, IntervalMethod.T),
        ([0.1, 0.2] * 7, UNIT, None, IntervalMethod.SCALE_ENDS),
        ([1.0] * 40 + [0.1, 0.2, 0.3, 0.4], UNIT, None, IntervalMethod.SCALE_ENDS),
        ([0.1, 0.2] * 7, None, None, IntervalMethod.T),
        (even(15), UNIT, None, IntervalMethod.T),
        (skewed(40), UNIT, None, IntervalMethod.STUDENTISED),
        (even(40), DIFFERENCE, PAIRED, IntervalMethod.T),
        (skewed(40), DIFFERENCE, PAIRED, IntervalMethod.T_OR_STUDENTISED),
        (skewed(100_000), UNIT, None, IntervalMethod.T),
        ([*[1.0] * 30, *np.linspace(0, 0.9, 10)], UNIT, None, IntervalMethod.STUDENTISED),
    ],
)
def test_the_rule_picks_the_method_and_names_it(
    values: Sequence[float],
    scale: tuple[float, float] | None,
    kind: SampleKind | None,
    method: IntervalMethod,
) -> None:
    assert mean_interval(values, scale=scale, kind=kind).method is method


def test_without_a_seed_the_rule_corrects_for_skewness_in_closed_form() -> None:
    grounds = choose_grounds(read_sample(skewed(40)), kind=PAIRED, scale=DIFFERENCE, seed=None)

    assert grounds.method is IntervalMethod.T_OR_CORRECTED


@pytest.mark.parametrize(
    ("values", "scale", "flags"),
    [
        (even(14), UNIT, {MeanFlag.FEW_CASES}),
        (even(14), None, {MeanFlag.FEW_CASES, MeanFlag.SCALE_UNKNOWN}),
        ([0.5] * 30, UNIT, {MeanFlag.FEW_CASES, MeanFlag.NO_VARIATION}),
        ([1] * 30, UNIT, {MeanFlag.NO_VARIATION}),
        ([1] * 10, UNIT, {MeanFlag.FEW_CASES, MeanFlag.NO_VARIATION}),
        (even(15), UNIT, set()),
    ],
)
def test_what_a_reader_must_know_is_flagged(
    values: list[float], scale: tuple[float, float] | None, flags: set[MeanFlag]
) -> None:
    assert mean_interval(values, scale=scale).flags == flags


def test_t_is_students_interval_on_case_means() -> None:
    values = np.random.default_rng(3).uniform(size=(20, 3))
    means = values.mean(axis=1)
    expected = oracle.t.interval(0.9, df=19, loc=means.mean(), scale=oracle.sem(means))

    found = mean_interval(
        values.ravel(), cases=np.repeat(np.arange(20), 3), method=IntervalMethod.T, level=0.9
    )

    assert (found.low, found.high) == pytest.approx(expected)
    assert (found.n, found.cases, found.clusters) == (60, 20, 20)


def test_the_scales_ends_are_one_pseudo_case_each() -> None:
    values = [0.2, 0.9, 0.4, 0.5]
    widened = [*values, 0.0, 1.0]
    expected = oracle.t.interval(0.95, df=5, loc=np.mean(widened), scale=oracle.sem(widened))

    found = mean_interval(values, scale=UNIT)

    assert (found.low, found.high) == pytest.approx((max(0, expected[0]), min(1, expected[1])))
    assert found.mean == 0.5


def test_half_a_pseudo_case_is_enough_where_many_scores_agree() -> None:
    values = [1.0] * 28 + [0.5, 0.2]
    widened = np.array([*values, 0.0, 1.0])
    weights = np.array([1.0] * 30 + [0.5, 0.5])
    centre = weights @ widened / 31
    error = math.sqrt(weights @ (widened - centre) ** 2 / 30 / 31)

    found = mean_interval(values, scale=UNIT)

    assert found.method is IntervalMethod.SCALE_ENDS
    assert found.low == pytest.approx(centre - oracle.t.ppf(0.975, 30) * error)


def test_bonett_and_price_add_one_discordant_pair_on_either_side() -> None:
    gained, lost, cases = 8, 2, 30
    p12, p21 = (gained + 1) / (cases + 2), (lost + 1) / (cases + 2)
    reach = oracle.norm.ppf(0.975) * math.sqrt((p12 + p21 - (p12 - p21) ** 2) / (cases + 2))

    found = mean_interval([1] * gained + [-1] * lost + [0] * 20, scale=DIFFERENCE, kind=PAIRED)

    assert (found.low, found.high) == pytest.approx((p12 - p21 - reach, p12 - p21 + reach))


def test_an_interval_over_families_is_wider_when_their_cases_agree() -> None:
    level = np.repeat(np.random.default_rng(1).uniform(0.2, 0.8, 20), 10)
    families = np.repeat(np.arange(20), 10)

    alone, together = mean_interval(level, scale=UNIT), mean_interval(level, scale=UNIT, families=families)

    assert together.clusters == 20
    assert together.mean == pytest.approx(alone.mean)
    assert together.width == pytest.approx(alone.width * math.sqrt(10), rel=0.1)


def test_pass_or_fail_with_repeats_is_measured_by_case() -> None:
    values = np.random.default_rng(1).integers(0, 2, 90)

    found = mean_interval(values, scale=UNIT, cases=np.repeat(np.arange(30), 3))

    assert found.method is IntervalMethod.T
    assert found.cases == 30


@pytest.mark.parametrize(
    "method", [*(set(IntervalMethod) - {IntervalMethod.WILSON, IntervalMethod.BONETT_PRICE})]
)
def test_a_sample_without_variation_never_has_a_zero_width(method: IntervalMethod) -> None:
    found = mean_interval([0.7] * 50, scale=UNIT, method=method)

    assert found.method is IntervalMethod.SCALE_ENDS
    assert found.low < 0.7 < found.high


@pytest.mark.parametrize(
    "method", sorted(set(IntervalMethod) - {IntervalMethod.WILSON, IntervalMethod.BONETT_PRICE})
)
def test_every_method_can_be_asked_for_by_name(method: IntervalMethod) -> None:
    found = mean_interval(skewed(60), scale=UNIT, method=method)

    assert found.method is method
    assert found.low < 5 / 5.7 < found.high
    assert 0.02 < found.width < 0.15


def test_binary_methods_can_be_asked_for_by_name() -> None:
    wilson = mean_interval([0, 1, 1], method=IntervalMethod.WILSON)
    paired = mean_interval([0, 1, -1], method=IntervalMethod.BONETT_PRICE)

    assert (wilson.method, paired.method) == (IntervalMethod.WILSON, IntervalMethod.BONETT_PRICE)


@pytest.mark.parametrize("method", [IntervalMethod.WILSON, IntervalMethod.BONETT_PRICE])
@pytest.mark.parametrize(("values", "cases"), [([0.5, 0.2], None), ([1, 0], ["a", "a"])])
def test_a_binary_method_refuses_other_results(
    values: list[float], cases: list[str] | None, method: IntervalMethod
) -> None:
    with pytest.raises(StatisticRefused):
        mean_interval(values, cases=cases, method=method)


def test_passes_and_failures_are_0_and_1() -> None:
    with pytest.raises(SampleBroken, match="neither 0 nor 1"):
        mean_interval([0, 1, 2], kind=SampleKind.PASS_FAIL)
    with pytest.raises(SampleBroken, match="from 0 to 1"):
        mean_interval([0, 1], kind=SampleKind.PASS_FAIL, scale=(0, 5))


def test_without_variation_and_without_a_scale_there_is_no_interval() -> None:
    with pytest.raises(StatisticRefused, match="Give the scale"):
        mean_interval([3.0, 3.0, 3.0])
    with pytest.raises(SampleEmpty):
        mean_interval([3.0])


def test_resamples_that_do_not_vary_give_no_interval_without_a_scale() -> None:
    with pytest.raises(StatisticRefused, match="Give the scale"):
        mean_interval([0.0, 1.0, 1.0, 1.0], method=IntervalMethod.STUDENTISED)


def test_one_case_on_a_known_scale_says_almost_nothing() -> None:
    found = mean_interval([0.5], scale=UNIT)

    assert (found.low, found.high) == UNIT


def test_outcomes_are_passed_on_or_counted() -> None:
    told = mean_interval(even(20), outcomes={"ok": 20, "error": 3})
    counted = mean_interval([*even(20), float("nan")])

    assert told.outcomes == {"ok": 20, "error": 3}
    assert counted.outcomes == {"scored": 20, "missing": 1}
    assert (counted.n, counted.missing) == (20, 1)


def test_equal_seeds_give_equal_numbers_and_others_do_not() -> None:
    one, same, other = (mean_interval(skewed(40), scale=UNIT, seed=seed) for seed in (1, 1, 2))

    assert one == same
    assert (one.low, one.high) != (other.low, other.high)


numbers = st.lists(st.floats(0, 1).map(lambda value: round(value, 2)) | st.just(float("nan")), max_size=40)


@given(values=numbers, method=st.sampled_from([None, *IntervalMethod]), scale=st.sampled_from([UNIT, None]))
def test_any_sample_gives_an_interval_around_its_mean_or_a_named_refusal(
    values: list[float], method: IntervalMethod | None, scale: tuple[float, float] | None
) -> None:
    try:
        found = mean_interval(values, scale=scale, method=method)
    except EdisonError:
        return

    present = [value for value in values if not math.isnan(value)]
    assert found.mean == pytest.approx(np.mean(present))
    assert found.low <= found.mean <= found.high
    assert -math.inf < found.low < found.high < math.inf
    assert (found.n, found.missing) == (len(present), len(values) - len(present))
    assert scale is None or (found.low >= 0 and found.high <= 1)


@given(
    values=st.lists(st.integers(0, 10), min_size=2, max_size=40),
    factor=st.sampled_from([0.01, 3.0, 100.0]),
    shift=st.sampled_from([-5.0, 0.0, 7.0]),
)
def test_another_unit_of_the_scale_changes_nothing_but_the_unit(
    values: list[int], factor: float, shift: float
) -> None:
    plain = mean_interval(values, scale=(0, 10), kind=SampleKind.SCORES)
    moved = mean_interval(
        np.array(values) * factor + shift, scale=(shift, 10 * factor + shift), kind=SampleKind.SCORES
    )

    assert moved.method is plain.method
    assert moved.low == pytest.approx(plain.low * factor + shift, abs=1e-6 * factor)
    assert moved.high == pytest.approx(plain.high * factor + shift, abs=1e-6 * factor)


def test_without_a_seed_nothing_is_resampled_and_few_cases_still_lean_on_the_scale() -> None:
    many = mean_interval(skewed(40), seed=None)
    few = mean_interval([0.2, 0.9, 0.4], scale=(0, 1), seed=None)

    assert many.method is IntervalMethod.T_OR_CORRECTED
    assert few.method is IntervalMethod.SCALE_ENDS


def test_labels_may_be_numbers_or_names() -> None:
    values = np.random.default_rng(3).random(60)
    numbers = np.repeat([7, -1, 3, 12, 5, 9], 10)

    found = mean_interval(values, scale=(0, 1), cases=numbers)

    assert found == mean_interval(values, scale=(0, 1), cases=array("q", numbers.tolist()))
    assert found == mean_interval(values, scale=(0, 1), cases=array("d", numbers.tolist()))
    assert found == mean_interval(values, scale=(0, 1), cases=[f"case {number}" for number in numbers])
