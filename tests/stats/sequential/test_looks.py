import math
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import multivariate_normal

from edison.errors import EdisonError, LengthsDiffer, SampleBroken, StatisticRefused
from edison.stats.comparing import ComparisonVerdict, compare_pairs
from edison.stats.sequential import (
    LookPlan,
    Spending,
    chance_to_be_better,
    compare_at_look,
    plan_looks,
    spend,
    take_looks,
)

UNIT = (0.0, 1.0)
SPREAD = NormalDist()


def z_values(plan: LookPlan) -> list[float]:
    return [-SPREAD.inv_cdf(look.threshold) for look in take_looks(plan)]


def chance_to_cross(cases: list[int], bounds: list[float]) -> float:
    """By the joint distribution of all looks, which scipy integrates as a whole."""
    correlations = [[math.sqrt(min(a, b) / max(a, b)) for a in cases] for b in cases]
    joint = multivariate_normal(cov=np.array(correlations), allow_singular=True)  # pyright: ignore[reportArgumentType]
    return 1 - joint.cdf(bounds)


@pytest.mark.parametrize(
    ("spending", "expected"),
    [
        (Spending.OBRIEN_FLEMING, [4.8769, 3.3570, 2.6803, 2.2898, 2.0310]),
        (Spending.POCOCK, [2.4380, 2.4268, 2.4101, 2.3966, 2.3859]),
    ],
)
def test_boundaries_are_the_familiar_ones(spending: Spending, expected: list[float]) -> None:
    """Lan and DeMets at 0.025, one-sided, five equal looks, as group-sequential software prints them."""
    assert z_values(plan_looks(1_000, looks=5, spending=spending)) == pytest.approx(expected, abs=2e-4)


@given(
    cases=st.lists(st.integers(1, 400), min_size=2, max_size=3, unique=True).map(sorted),
    spending=st.sampled_from(Spending),
)
def test_all_looks_together_spend_the_error_and_no_more(cases: list[int], spending: Spending) -> None:
    plan = LookPlan(cases=tuple(cases), level=0.9, spending=spending)

    assert chance_to_cross(cases, z_values(plan)) == pytest.approx(0.05, abs=1e-3)


@given(
    cases=st.lists(st.integers(1, 300), min_size=2, max_size=3, unique=True).map(sorted),
    spending=st.sampled_from(Spending),
)
def test_sameness_judged_at_twice_each_threshold_errs_at_most_twice(
    cases: list[int], spending: Spending
) -> None:
    looks = take_looks(LookPlan(cases=tuple(cases), level=0.95, spending=spending))

    doubled = [-SPREAD.inv_cdf(2 * look.threshold) for look in looks]

    assert chance_to_cross(cases, doubled) <= 0.05 + 1e-3


@pytest.mark.parametrize("spending", Spending)
def test_spending_grows_with_information_and_ends_at_the_error(spending: Spending) -> None:
    spent = [spend(fraction, error=0.025, spending=spending) for fraction in (0.1, 0.5, 0.9, 1.0, 1.2)]

    assert spent == sorted(spent)
    assert spent[-2:] == [0.025, 0.025]


def test_a_look_may_come_earlier_or_later_than_planned() -> None:
    plan = plan_looks(300)

    early, planned, late = (take_looks(plan, taken=(at,))[0] for at in (50, 100, 150))

    assert early.threshold < planned.threshold == take_looks(plan)[0].threshold < late.threshold
    assert not early.is_last


def test_the_last_look_spends_what_is_left_even_on_fewer_cases() -> None:
    plan = plan_looks(300)

    short = take_looks(plan, taken=(100, 200, 250))[-1]
    over = take_looks(plan, taken=(100, 310))[-1]

    assert short.is_last
    assert over.is_last
    assert short.spent == over.spent == pytest.approx(0.025)


def test_looks_at_a_tiny_share_of_the_cases_still_have_an_interval() -> None:
    first, second = take_looks(plan_looks(10_000, looks=5), taken=(2, 3))

    assert 0 < first.threshold <= second.threshold < 1e-9
    assert first.level < 1


@pytest.mark.parametrize("taken", [(), (100, 100), (100, 90), (0,)])
def test_a_look_without_new_cases_is_refused(taken: tuple[int, ...]) -> None:
    with pytest.raises(StatisticRefused, match="no case was added"):
        take_looks(plan_looks(300), taken=taken)


@pytest.mark.parametrize("taken", [(100, 200, 300, 400), (300, 400)])
def test_a_look_after_the_last_is_refused(taken: tuple[int, ...]) -> None:
    with pytest.raises(StatisticRefused, match="all of the error was spent"):
        take_looks(plan_looks(300), taken=taken)


@pytest.mark.parametrize(
    "plan",
    [
        LookPlan(cases=(100,), level=0.95, spending=Spending.POCOCK),
        LookPlan(cases=(100, 100), level=0.95, spending=Spending.POCOCK),
        LookPlan(cases=(0, 100), level=0.95, spending=Spending.POCOCK),
        LookPlan(cases=(50, 100), level=1.0, spending=Spending.POCOCK),
    ],
)
def test_a_plan_that_is_none_is_refused(plan: LookPlan) -> None:
    with pytest.raises(SampleBroken):
        take_looks(plan)


@pytest.mark.parametrize(
    ("cases", "looks", "level"), [(100, 1, 0.95), (100, 6, 0.95), (2, 3, 0.95), (9, 3, 1.0)]
)
def test_looks_that_cannot_be_planned_are_refused(cases: int, looks: int, level: float) -> None:
    with pytest.raises(SampleBroken):
        plan_looks(cases, looks=looks, level=level)


def arms(shift: float, *, cases: int = 300) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(4)
    baseline = rng.uniform(0.3, 0.5, cases)
    return baseline, baseline + shift + rng.uniform(-0.2, 0.2, cases)


def test_a_large_effect_is_settled_at_the_first_look() -> None:
    baseline, candidate = arms(0.1)

    found = compare_at_look(baseline[:100], candidate[:100], plan=plan_looks(300), scale=UNIT)

    assert found.verdict is ComparisonVerdict.BETTER
    assert found.is_settled
    assert (found.look.number, found.look.cases, found.look.is_last) == (1, 100, False)
    assert found.comparison.difference.level == pytest.approx(1 - 2 * found.look.threshold)


def test_an_effect_that_one_look_would_call_better_waits_for_the_next() -> None:
    baseline, candidate = arms(0.03)
    alone = compare_pairs(baseline[:100], candidate[:100], scale=UNIT)

    found = compare_at_look(baseline[:100], candidate[:100], plan=plan_looks(300), scale=UNIT)

    assert alone.verdict is ComparisonVerdict.BETTER
    assert found.verdict is ComparisonVerdict.NOT_YET_KNOWN
    assert not found.is_settled


def test_the_last_look_settles_it_one_way_or_the_other() -> None:
    found = compare_at_look(*arms(0.0), plan=plan_looks(300), earlier=(100, 200), scale=UNIT, margin=0.1)

    assert found.is_settled
    assert found.verdict is ComparisonVerdict.SAME


def test_families_are_what_a_look_counts() -> None:
    baseline, candidate = arms(0.1, cases=120)

    found = compare_at_look(
        baseline, candidate, plan=plan_looks(90), families=np.arange(120) // 4, scale=UNIT
    )

    assert found.look.cases == 30


@pytest.mark.parametrize(
    ("baseline", "candidate", "error"),
    [([0.1], [0.1, 0.2], LengthsDiffer), ([], [], EdisonError), ([float("nan")], [0.5], EdisonError)],
)
def test_malformed_columns_are_refused_by_name(
    baseline: list[float], candidate: list[float], error: type[EdisonError]
) -> None:
    with pytest.raises(error):
        compare_at_look(baseline, candidate, plan=plan_looks(300), scale=UNIT)


@pytest.mark.parametrize(
    ("gains", "expected"),
    [
        ([0.1, -0.1] * 10, pytest.approx(0.037, abs=0.002)),
        ([-0.1, -0.08] * 10, pytest.approx(0.0, abs=1e-6)),
        ([0.1, 0.3] * 10, pytest.approx(1.0, abs=1e-6)),
        ([0.0] * 20, 0.0),
        ([0.2] * 20, 1.0),
    ],
)
def test_what_looks_hopeless_half_way_would_hardly_be_better_in_the_end(
    gains: list[float], expected: object
) -> None:
    plan = plan_looks(40, looks=2)

    found = compare_at_look([0.5] * 20, [0.5 + gain for gain in gains], plan=plan, scale=UNIT)

    assert chance_to_be_better(found) == expected


def test_at_the_last_look_the_chance_is_the_verdict() -> None:
    plan = plan_looks(40, looks=2)
    gains = [0.1 + 0.01 * (at % 5) for at in range(40)]

    for sign, chance in ((1, 1.0), (-1, 0.0)):
        found = compare_at_look(
            [0.5] * 40, [0.5 + sign * gain for gain in gains], plan=plan, earlier=(20,), scale=UNIT
        )
        assert chance_to_be_better(found) == chance
