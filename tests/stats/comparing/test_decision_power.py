"""What is promised is what the rule of a comparison delivers."""

from dataclasses import replace

import numpy as np
import pytest

from edison.stats.comparing import (
    ComparisonVerdict,
    Design,
    Goal,
    PowerQuestion,
    VarianceComponents,
    cases_needed,
    compare_pairs,
    decision_power,
    plan_settlement,
    power_of,
    residual_shape,
)

ONE = VarianceComponents(case=1.0)
WIDE = (-3.0, 3.0)


def delivered(
    cases: int, *, effect: float, scale: tuple[float, float] | None, margin: float | None = None
) -> float:
    """How often a comparison of normal differences says what was asked, on draws that no plan has seen."""
    rng = np.random.default_rng([cases, 77])
    wanted = ComparisonVerdict.BETTER if margin is None else ComparisonVerdict.SAME
    told = [
        compare_pairs(
            np.zeros(cases), rng.normal(effect, 1, cases).clip(-3, 3), scale=scale, margin=margin
        ).verdict
        for _ in range(150)
    ]
    return float(np.mean([verdict is wanted for verdict in told]))


@pytest.mark.parametrize(
    ("cases", "effect", "scale"),
    [(12, 0.9, None), (12, 0.9, WIDE), (12, 1.6, WIDE), (15, 0.8, None), (30, 0.5, WIDE)],
)
def test_a_promise_is_kept_by_the_comparison_itself(
    cases: int, effect: float, scale: tuple[float, float] | None
) -> None:
    promised = decision_power(Design(cases), ONE, question=PowerQuestion(effect, scale=scale))

    # Within three standard errors of 150 samples.
    assert promised == pytest.approx(delivered(cases, effect=effect, scale=scale), abs=0.12)


def test_without_the_ends_of_the_scale_fewer_than_15_cases_are_never_planned() -> None:
    question = PowerQuestion(2.0)

    assert power_of(Design(6), ONE, question=question) > 0.9
    assert decision_power(Design(14), ONE, question=question) == 0
    assert cases_needed(ONE, question=question, design=Design(2)) == 15
    plan = plan_settlement(ONE, question=question, now=Design(0))
    assert plan.more_cases is not None
    assert plan.cheapest is not None
    assert plan.more_cases.design.cases == plan.cheapest.design.cases == 15


def test_with_a_narrow_scale_fewer_will_do() -> None:
    needed = cases_needed(
        VarianceComponents(case=0.01), question=PowerQuestion(0.8, scale=(0.0, 1.0)), design=Design(2)
    )

    assert needed is not None
    assert needed < 15


def test_same_is_planned_by_the_rule_too() -> None:
    question = PowerQuestion(0.6, goal=Goal.SAME)

    promised = decision_power(Design(40), ONE, question=question)

    assert promised == pytest.approx(power_of(Design(40), ONE, question=question), abs=0.05)
    assert promised == pytest.approx(delivered(40, effect=0.0, scale=None, margin=0.6), abs=0.11)


def test_passes_and_failures_are_drawn_as_such() -> None:
    # 30 of 100 cases differ, 25 gained and 5 lost: variance 0.3 - 0.2².
    components = VarianceComponents(case=0.26)
    question = PowerQuestion(0.2, scale=(0.0, 1.0), are_passes=True)
    rng = np.random.default_rng(5)
    told = []
    for _ in range(300):
        drawn = rng.random(40)
        before, after = drawn < 0.05, (drawn > 0.05) & (drawn < 0.3)
        told.append(compare_pairs(before, after, scale=(0, 1)).verdict is ComparisonVerdict.BETTER)

    assert decision_power(Design(40), components, question=question) == pytest.approx(np.mean(told), abs=0.09)
    # Asked twice, a case is no longer a pass or a failure.
    twice = decision_power(Design(40, repeats=2), components, question=question)
    assert twice == pytest.approx(power_of(Design(40, repeats=2), components, question=question), abs=0.05)


def test_the_shape_of_a_pilot_is_kept() -> None:
    skewed = [3.0 if n % 10 == 0 else -0.2 for n in range(60)]
    shape = residual_shape(skewed)

    assert np.mean(shape) == pytest.approx(0, abs=1e-12)
    assert np.var(shape) == pytest.approx(1)
    question = PowerQuestion(0.5)
    normal = decision_power(Design(30), ONE, question=question)
    # Rare large gains: samples without one look surer than they are, and are not believed.
    assert decision_power(Design(30), ONE, question=replace(question, residuals=shape)) < normal


@pytest.mark.parametrize("differences", [[], [1.0, 2.0], [0.5] * 40])
def test_few_or_equal_differences_have_no_shape(differences: list[float]) -> None:
    assert residual_shape(differences) == ()


def test_a_sample_without_spread_and_without_a_scale_tells_nothing() -> None:
    question = PowerQuestion(0.5, residuals=(1.0,) * 30)

    assert decision_power(Design(20), ONE, question=question) == 0


def test_what_holds_for_other_judges_is_known_by_formula_alone() -> None:
    question = PowerQuestion(0.5, judges_vary=True)

    assert decision_power(Design(30), ONE, question=question) == power_of(Design(30), ONE, question=question)


def test_more_judges_or_repeats_are_confirmed_by_the_rule() -> None:
    components = VarianceComponents(case=0.2, repeat=0.5)

    plan = plan_settlement(components, question=PowerQuestion(0.45), now=Design(20))

    assert plan.more_repeats is not None
    assert plan.more_repeats.power >= 0.8
    assert plan.more_repeats.power == decision_power(
        plan.more_repeats.design, components, question=PowerQuestion(0.45)
    )
