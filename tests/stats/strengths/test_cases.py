"""Comparisons about one case hang together: intervals by case, and contrasts of any two items."""

import numpy as np
import pytest
from scipy.stats import norm

from edison.errors import LengthsDiffer, StatisticRefused
from edison.stats.strengths import (
    ComparisonTable,
    Method,
    Repeated,
    StrengthFit,
    StrengthFlag,
    contrast,
    fit,
    repeats,
)

INDEPENDENT = Repeated.INDEPENDENT
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


def test_errors_are_those_of_a_logistic_regression_widened_by_its_sandwich_with_clusters() -> None:
    from statsmodels.genmod.cov_struct import Independence
    from statsmodels.genmod.families import Binomial
    from statsmodels.genmod.generalized_estimating_equations import GEE

    table = a_world(1)
    design = np.zeros((len(table), 4))
    design[np.arange(len(table)), table.left] += 1
    design[np.arange(len(table)), table.right] -= 1
    assert table.case is not None
    # The last item is held at zero.
    oracle = GEE(
        table.outcome == 1, design[:, :3], groups=table.case, family=Binomial(), cov_struct=Independence()
    )
    expected = oracle.fit(scale=1.0)
    assert expected is not None

    found = fit(table)

    # Scores have mean zero; theirs is without the small-sample factor; what lies below the model's is left aside.
    centre = np.vstack([np.eye(3), np.zeros(3)]) - np.full((4, 3), 0.25)
    model = centre @ expected.cov_naive @ centre.T
    sizes, ways = np.linalg.eigh(centre @ expected.cov_robust @ centre.T * 30 / 29 - model)
    assert found.scores == pytest.approx(centre @ expected.params, abs=1e-6)
    assert found.covariance == pytest.approx(
        model + (ways * np.maximum(sizes, 0)) @ ways.T, rel=1e-4, abs=1e-7
    )
    assert StrengthFlag.BY_CASE in found.flags
    # Student's t with 29 degrees of freedom.
    assert found.high - found.scores == pytest.approx(2.045230 * found.se, rel=1e-6)


def test_a_contrast_is_that_of_a_logistic_regression() -> None:
    import statsmodels.api as sm

    table = without_cases(a_world(3))
    design = np.zeros((len(table), 4))
    design[np.arange(len(table)), table.left] += 1
    design[np.arange(len(table)), table.right] -= 1
    oracle = sm.GLM(table.outcome == 1, design[:, :3], family=sm.families.Binomial()).fit(tol=1e-14)
    # The last item is held at zero: the second against it, and the first against the third.
    expected = oracle.t_test(np.array([[0, 1, 0], [1, 0, -1]]), use_t=False)

    found = [contrast(fit(table, repeated=INDEPENDENT), *pair) for pair in ((1, 3), (0, 2))]

    told = [
        (one.difference.value, one.difference.se, one.difference.low, one.difference.high) for one in found
    ]
    known = np.column_stack([expected.effect, expected.sd, expected.conf_int()])
    assert np.array(told) == pytest.approx(known, rel=1e-9)
    assert [one.p_value for one in found] == pytest.approx(expected.pvalue, rel=1e-9)
    assert [one.chance_first_stronger for one in found] == pytest.approx(
        [norm.cdf(one.difference.value / one.difference.se) for one in found], rel=1e-9
    )


def test_intervals_by_case_hold_the_truth_where_plain_ones_do_not() -> None:
    # Votes among moved items are drawn nearer to evenness than their mean: what is held is the scale that many
    # cases would give.
    truth = fit(a_world(1_000, cases=4_000)).scores

    def held(found: StrengthFit) -> float:
        return float(np.mean((found.low <= truth) & (truth <= found.high)))

    worlds = [a_world(seed) for seed in range(40)]

    assert np.mean([held(fit(world)) for world in worlds]) > 0.9
    assert np.mean([held(fit(without_cases(world))) for world in worlds]) < 0.85


@pytest.mark.parametrize("method", [Method.BRADLEY_TERRY, Method.FIRTH, Method.HIERARCHICAL])
def test_errors_are_never_below_those_of_the_model(method: Method) -> None:
    for seed in range(3):
        table = a_world(seed, cases=6, moves=0.0)

        found, alone = (
            fit(table, method=method),
            fit(without_cases(table), method=method, repeated=INDEPENDENT),
        )

        assert np.linalg.eigvalsh(found.covariance - alone.covariance).min() > -1e-9


def test_one_case_tells_nothing_about_others_and_its_errors_are_those_of_the_model() -> None:
    table = a_world(9, cases=1, each=60)

    found = fit(table)

    assert found.covariance == pytest.approx(fit(without_cases(table), repeated=INDEPENDENT).covariance)
    assert found.degrees == 1


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


@pytest.mark.parametrize("method", [Method.ELO, Method.WIN_RATE, Method.PUBLISHED])
def test_methods_without_a_place_for_cases_say_so(method: Method) -> None:
    with pytest.raises(StatisticRefused, match="no place for cases"):
        fit(a_world(5), method=method)


def test_every_comparison_has_a_case() -> None:
    with pytest.raises(LengthsDiffer):
        ComparisonTable.from_winners(["a", "b"], ["b", "a"], case=["x"])


def test_a_contrast_tells_the_chance_that_one_is_stronger() -> None:
    found = fit(without_cases(a_world(7)))

    one, other = contrast(found, 0, 3), contrast(found, 3, 0)

    assert one.chance_first_stronger == pytest.approx(1 - other.chance_first_stronger)
    assert one.p_value == pytest.approx(2 * (1 - one.chance_first_stronger))
    assert one.difference == found.difference(0, 3)


def test_a_contrast_by_case_is_as_sure_as_there_are_cases() -> None:
    # Student's t with one degree of freedom is Cauchy's.
    found = fit(a_world(7, cases=2))
    known = contrast(found, 0, 3)

    point = known.difference.value / known.difference.se
    assert known.chance_first_stronger == pytest.approx(0.5 + np.arctan(point) / np.pi)


def test_without_errors_there_is_no_contrast() -> None:
    with pytest.raises(StatisticRefused, match="no standard errors"):
        contrast(fit(without_cases(a_world(8)), method=Method.ELO), 0, 1)
