"""A short slice of the calibration worlds; the whole tables are `python -m bench.stats sequential holdout`."""

from pathlib import Path

import numpy as np
import pytest

from bench.stats import false_better, holdout, sequential
from edison.stats.comparing import ComparisonVerdict
from edison.stats.sequential import compare_anytime, compare_at_look, plan_looks, take_looks


@pytest.mark.parametrize("name", ["skewed mean-zero", "60 % ties", "identical binary 0.7"])
def test_looking_after_every_case_rarely_finds_what_is_not_there(name: str) -> None:
    world = next(world for world in false_better.NULLS if world.name == name)

    rate = sequential.count_better(sequential.Cell("", world, 300), worlds=150)

    assert rate.share <= 0.025 + 3 * rate.error


def test_looking_after_every_case_finds_what_is_there() -> None:
    world, effect = false_better.EFFECTS[-1], false_better.EFFECT_SIZES[-1]
    cases = round(2.5 * sequential.fixed_cases(world, effect))

    rate = sequential.count_better(sequential.Cell("", world, cases), worlds=100)

    assert rate.share >= 0.8 - 3 * rate.error


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


def test_real_answers_swapped_at_random_are_rarely_called_better(golden: Path) -> None:
    assert golden.is_dir()
    world = next(iter(false_better.swapped()))

    rate = sequential.count_better(sequential.Cell("", world, 200), worlds=100)

    assert rate.share <= 0.025 + 3 * rate.error


def test_the_calibrated_verdicts_are_those_of_comparisons() -> None:
    for world in (*false_better.NULLS, *false_better.EFFECTS):
        baseline, candidate = world.draw(np.random.default_rng(2), 150)
        plan = plan_looks(150)

        anytime = compare_anytime(baseline, candidate, scale=(0, 1))
        same = compare_anytime(baseline, candidate, scale=(0, 1), margin=sequential.MARGIN)
        last = compare_at_look(baseline, candidate, plan=plan, earlier=(50, 100), scale=(0, 1), seed=3)

        differences = candidate - baseline
        looks = take_looks(plan)[-1:]
        assert sequential.is_ever_better(differences) == (anytime.verdict is ComparisonVerdict.BETTER)
        assert sequential.is_ever_same(differences) == (same.verdict is ComparisonVerdict.SAME)
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
