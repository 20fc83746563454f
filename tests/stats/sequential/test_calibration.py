"""A short slice of the calibration worlds; the whole tables are `python -m bench.stats sequential holdout`."""

import numpy as np
import pytest

from bench.stats import false_better, holdout, sequential
from edison.stats.sequential import compare_at_look, plan_looks, take_looks


@pytest.mark.parametrize("looks", [3, 5])
def test_planned_looks_rarely_find_what_is_not_there_and_mostly_what_is(looks: int) -> None:
    null, effect = false_better.NULLS[2], false_better.EFFECTS[-1]
    cases = int(1.1 * sequential.fixed_cases(effect, false_better.EFFECT_SIZES[-1]))

    false, true = (
        sequential.count_better_at_looks(sequential.Cell("", world, cases), looks=looks, worlds=80)
        for world in (null, effect)
    )

    assert false.share <= 0.025 + 3 * false.error
    assert true.share >= 0.8 - 3 * true.error


def test_the_calibrated_verdicts_are_those_of_comparisons() -> None:
    for world in (*false_better.NULLS, *false_better.EFFECTS):
        baseline, candidate = world.draw(np.random.default_rng(2), 150)
        plan = plan_looks(150)

        last = compare_at_look(baseline, candidate, plan=plan, earlier=(50, 100), scale=(0, 1), seed=3)

        differences = candidate - baseline
        looks = take_looks(plan)[-1:]
        assert sequential.conclude_at_looks(differences, looks=looks, seed=3) is last.verdict


def test_equal_candidates_are_rarely_adopted_over_ten_rounds() -> None:
    rate, uncorrected = holdout.count(holdout.WORLDS_TRIED[0], worlds=40)

    assert rate.share <= 0.05 + 3 * rate.error
    assert uncorrected.share > 0.1


def test_the_calibrated_adoptions_are_those_of_rounds() -> None:
    for world in holdout.WORLDS_TRIED[:2]:
        decisions = list(holdout.play(world, np.random.default_rng(4)))
        arms = world.draw(np.random.default_rng(4), 1 + holdout.ROUNDS * holdout.CANDIDATES)

        adopted = [holdout.judge(arms[0], row, seed=0)[0] for row in arms[1:]]

        assert any(adopted) == any(decision.chosen for decision in decisions)
