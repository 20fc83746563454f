"""Comparisons about one case hang together: intervals by case, and contrasts of any two items."""

import numpy as np
import pytest

from edison.errors import LengthsDiffer, StatisticRefused
from edison.stats.strengths import ComparisonTable, Method, StrengthFit, StrengthFlag, contrast, fit, repeats

TRUTH = np.array([0.6, 0.2, -0.2, -0.6])


def a_world(seed: int, *, cases: int = 30, each: int = 12, moves: float = 1.2) -> ComparisonTable:
    """Votes on prompts; each prompt moves every item, and so all votes about it."""
    rng = np.random.default_rng(seed)
    case = np.repeat(np.arange(cases), each)
    left = rng.integers(0, 4, len(case))
    right = (left + rng.integers(1, 4, len(case))) % 4
    shift = rng.normal(0, moves, (cases, 4))
    d = (TRUTH + shift[case])[np.arange(len(case)), left] - (TRUTH + shift[case])[np.arange(len(case)), right]
    won = rng.random(len(case)) < 1 / (1 + np.exp(-d))
    return ComparisonTable.from_arrays(left, right, np.where(won, 1, 2), case=case.tolist(), items=4)


def without_cases(table: ComparisonTable) -> ComparisonTable:
    return ComparisonTable.from_arrays(table.left, table.right, table.outcome, items=4)


def test_the_sandwich_is_that_of_a_logistic_regression_with_clusters() -> None:
    from statsmodels.genmod.cov_struct import Independence
    from statsmodels.genmod.families import Binomial
    from statsmodels.genmod.generalized_estimating_equations import GEE

    table = a_world(1)
    design = np.zeros((len(table), 4))
    design[np.arange(len(table)), table.left] += 1
    design[np.arange(len(table)), table.right] -= 1
    # The last item is held at zero, so that contrasts with it are the coefficients.
    assert table.case is not None
    oracle = GEE(
        table.outcome == 1, design[:, :3], groups=table.case, family=Binomial(), cov_struct=Independence()
    )
    expected = oracle.fit()
    assert expected is not None

    found = fit(table)

    cases = 30
    for item in range(3):
        against = contrast(found, item, 3)
        assert against.difference.value == pytest.approx(expected.params[item], abs=1e-6)
        # Theirs is without the small-sample factor.
        assert against.difference.se == pytest.approx(
            expected.bse[item] * np.sqrt(cases / (cases - 1)), rel=1e-5
        )
    assert StrengthFlag.BY_CASE in found.flags


def test_intervals_by_case_hold_the_truth_where_plain_ones_do_not() -> None:
    # Votes among moved items are drawn nearer to evenness than their mean: what is held is the scale that many
    # cases would give.
    truth = fit(a_world(1_000, cases=4_000)).scores

    def held(found: StrengthFit) -> float:
        return float(np.mean((found.low <= truth) & (truth <= found.high)))

    worlds = [a_world(seed) for seed in range(40)]

    assert np.mean([held(fit(world)) for world in worlds]) > 0.88
    assert np.mean([held(fit(without_cases(world))) for world in worlds]) < 0.85


def test_blocks_of_cases_give_what_all_at_once_give(monkeypatch: pytest.MonkeyPatch) -> None:
    table = a_world(2)
    whole = fit(table, position=True, method=Method.DAVIDSON)

    monkeypatch.setattr(repeats, "_BLOCK", 20)

    assert fit(table, position=True, method=Method.DAVIDSON).se == pytest.approx(whole.se, abs=1e-12)


def test_ties_and_places_have_intervals_by_case_too() -> None:
    table = a_world(3)
    outcome = np.where(np.arange(len(table)) % 5 == 0, 0, table.outcome)
    assert table.case is not None
    tied = ComparisonTable.from_arrays(table.left, table.right, outcome, case=table.case.tolist(), items=4)

    found = fit(tied, method=Method.DAVIDSON, position=True)

    assert found.tie_effect is not None
    assert found.position_effect is not None
    assert found.tie_effect.se > 0
    assert StrengthFlag.BY_CASE in found.flags


def test_a_prior_keeps_its_own_spread_and_is_widened() -> None:
    table = a_world(4, cases=40, each=20, moves=2.0)

    found = fit(table, method=Method.HIERARCHICAL)

    assert found.dispersion > 1
    assert StrengthFlag.BY_CASE not in found.flags


@pytest.mark.parametrize("method", [Method.ELO, Method.WIN_RATE, Method.PUBLISHED])
def test_methods_without_a_place_for_cases_say_so(method: Method) -> None:
    with pytest.raises(StatisticRefused, match="no place for cases"):
        fit(a_world(5), method=method)


def test_few_cases_are_refused_and_lengths_must_fit() -> None:
    with pytest.raises(StatisticRefused, match="9 cases and 10 are the fewest"):
        fit(a_world(6, cases=9))
    with pytest.raises(LengthsDiffer):
        ComparisonTable.from_winners(["a", "b"], ["b", "a"], case=["x"])


def test_a_contrast_tells_the_chance_that_one_is_stronger() -> None:
    found = fit(without_cases(a_world(7)))

    one, other = contrast(found, 0, 3), contrast(found, 3, 0)

    assert one.chance_first_stronger == pytest.approx(1 - other.chance_first_stronger)
    assert one.p_value == pytest.approx(2 * (1 - one.chance_first_stronger))
    assert one.difference == found.difference(0, 3)


def test_without_errors_there_is_no_contrast() -> None:
    with pytest.raises(StatisticRefused, match="no standard errors"):
        contrast(fit(without_cases(a_world(8)), method=Method.ELO), 0, 1)
