import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.power import TTestPower

from edison.errors import SampleBroken
from edison.stats.comparing import (
    ComparisonVerdict,
    Design,
    DesignCost,
    Goal,
    PowerQuestion,
    VarianceComponents,
    cases_needed,
    compare_pairs,
    plan_settlement,
    plan_within,
    power_of,
    standard_error,
)

MIXED = VarianceComponents(case=0.04, judge=0.01, repeat=0.06, residual=0.12)


@pytest.mark.parametrize("effect", [0.05, 0.2, 0.8])
@pytest.mark.parametrize("cases", [5, 30, 400])
def test_power_agrees_with_statsmodels(effect: float, cases: int) -> None:
    # Both sides count there; a verdict in the wrong direction is no success here, and below these never likely.
    expected = TTestPower().power(effect, cases, 0.025, alternative="larger")

    found = power_of(Design(cases), VarianceComponents(case=1.0), question=PowerQuestion(effect))

    assert found == pytest.approx(expected, abs=1e-6)


def test_the_fewest_cases_reach_the_power_and_one_less_does_not() -> None:
    question, components = PowerQuestion(0.1), VarianceComponents(case=0.25)

    needed = cases_needed(components, question=question, design=Design(2))

    assert needed == 199
    assert power_of(Design(199), components, question=question) >= 0.8
    assert power_of(Design(198), components, question=question) < 0.8


def test_an_effect_too_small_for_a_million_cases_is_out_of_reach() -> None:
    assert cases_needed(VarianceComponents(case=1.0), question=PowerQuestion(1e-5), design=Design(2)) is None


def test_the_error_shrinks_by_what_is_added() -> None:
    one = standard_error(Design(10), MIXED)
    more = standard_error(Design(10, judges=3, repeats=2), MIXED)
    beyond = standard_error(Design(10, judges=3, repeats=2), MIXED, judges_vary=True)

    assert one**2 == pytest.approx((0.04 + 0.06 + 0.12) / 10)
    assert more**2 == pytest.approx((0.04 + (0.06 + 0.12 / 3) / 2) / 10)
    assert beyond**2 == pytest.approx(more**2 + 0.01 / 3)


def test_a_plan_offers_each_way_alone_and_the_cheapest_mixture() -> None:
    now = Design(cases=60)
    plan = plan_settlement(
        MIXED, question=PowerQuestion(0.15), now=now, cost=DesignCost(answer=1.0, judgment=0.1)
    )

    assert plan.power_now < 0.8
    for option in (plan.more_cases, plan.more_repeats, plan.cheapest):
        assert option is not None
        assert option.power >= 0.8
    assert plan.more_cases is not None
    assert plan.more_cases.design.cases > 60
    assert plan.more_repeats is not None
    assert plan.more_repeats.design == Design(60, judges=1, repeats=plan.more_repeats.design.repeats)
    assert plan.cheapest is not None
    assert plan.cheapest.design.judges > 1, "a judgment costs a tenth of an answer"
    assert plan.cheapest.added_cost <= plan.more_cases.added_cost


def test_what_cannot_settle_it_alone_is_not_offered() -> None:
    plan = plan_settlement(MIXED, question=PowerQuestion(0.05), now=Design(cases=20))

    assert plan.more_judges is None
    assert plan.more_repeats is None
    assert plan.more_cases is not None


def test_what_is_out_of_reach_has_no_plan() -> None:
    plan = plan_settlement(MIXED, question=PowerQuestion(0.05, judges_vary=True), now=Design(cases=20))

    assert plan.more_cases is None
    assert plan.cheapest is None


def test_a_settled_comparison_needs_nothing() -> None:
    plan = plan_settlement(MIXED, question=PowerQuestion(0.5), now=Design(cases=100))

    assert plan.cheapest is not None
    assert plan.cheapest.design == Design(cases=100)
    assert plan.cheapest.added_cost == 0


def test_a_budget_buys_the_design_with_the_most_power() -> None:
    now, cost, question = Design(cases=20), DesignCost(answer=1.0, judgment=0.1), PowerQuestion(0.15)

    nothing = plan_within(MIXED, question=question, now=now, cost=cost, budget=0)
    some = plan_within(MIXED, question=question, now=now, cost=cost, budget=50)
    free = plan_within(MIXED, question=question, now=now, cost=DesignCost(answer=0), budget=50)

    assert nothing.design == now
    assert some.added_cost <= 50
    assert some.power > nothing.power
    assert free.power == pytest.approx(1)


def test_same_needs_a_margin_that_the_error_fits_into() -> None:
    components = VarianceComponents(case=0.01)
    question = PowerQuestion(0.03, goal=Goal.SAME)
    needed = cases_needed(components, question=question, design=Design(2))
    assert needed is not None

    rng = np.random.default_rng(1)
    verdicts = [
        compare_pairs(
            np.full(needed, 0.5), rng.normal(0.5, 0.1, needed).clip(0, 1), scale=(0, 1), margin=0.03
        ).verdict
        for _ in range(300)
    ]

    assert 0.72 < np.mean([verdict is ComparisonVerdict.SAME for verdict in verdicts]) < 0.9


def test_one_case_shows_nothing_and_no_spread_shows_everything() -> None:
    assert power_of(Design(1), MIXED, question=PowerQuestion(1.0)) == 0
    assert power_of(Design(2), VarianceComponents(case=0.0), question=PowerQuestion(0.1)) == 1


@pytest.mark.parametrize(
    ("question", "what"),
    [
        (PowerQuestion(0), "effect"),
        (PowerQuestion(float("nan")), "effect"),
        (PowerQuestion(0.1, power=1), "power"),
        (PowerQuestion(0.1, level=0), "level"),
    ],
)
def test_a_question_without_an_answer_is_refused(question: PowerQuestion, what: str) -> None:
    with pytest.raises(SampleBroken, match=what):
        power_of(Design(10), MIXED, question=question)


def test_a_budget_is_a_sum_that_can_be_spent() -> None:
    with pytest.raises(SampleBroken, match="budget"):
        plan_within(MIXED, question=PowerQuestion(0.1), now=Design(10), cost=DesignCost(), budget=-1)


@given(
    cases=st.integers(3, 500),
    judges=st.integers(1, 5),
    repeats=st.integers(1, 5),
    effect=st.floats(0.01, 1),
    goal=st.sampled_from(Goal),
)
def test_more_of_anything_never_costs_power(
    cases: int, judges: int, repeats: int, effect: float, goal: Goal
) -> None:
    question = PowerQuestion(effect, goal=goal)
    here = power_of(Design(cases, judges, repeats), MIXED, question=question)

    for more in (
        Design(cases + 1, judges, repeats),
        Design(cases, judges + 1, repeats),
        Design(cases, judges, repeats + 1),
    ):
        assert power_of(more, MIXED, question=question) >= here - 1e-9
