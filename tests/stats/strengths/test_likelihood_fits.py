"""Maximum likelihood and Firth's penalty against second implementations."""

import numpy as np
import pytest
import statsmodels.api as sm
from scipy.optimize import minimize

from edison.stats.strengths import ComparisonTable, Method, Repeated, StrengthFlag, Ties, fit

from .worlds import Floats, World, draw_world, numeric_information, slow_log_likelihood


def test_scores_and_errors_are_those_of_a_logistic_regression() -> None:
    world = draw_world(seed=1, items=5, rows=300)
    table = world.table
    rows = np.arange(len(table))
    design = np.zeros((len(table), 5))
    design[rows, table.left], design[rows, table.right] = 1, -1

    fitted = fit(table, repeated=Repeated.INDEPENDENT)
    oracle = sm.GLM(table.outcome == 1, design[:, 1:], family=sm.families.Binomial()).fit(tol=1e-12)

    # The regression leaves the first item out; centring takes both to the same scale.
    centring = np.eye(5) - 1 / 5
    scores = centring @ np.append(0, oracle.params)
    covariance = centring[:, 1:] @ oracle.cov_params() @ centring[:, 1:].T
    assert fitted.method is Method.BRADLEY_TERRY
    assert fitted.scores == pytest.approx(scores, abs=1e-7)
    assert fitted.covariance == pytest.approx(covariance, abs=1e-6)
    assert fitted.se == pytest.approx(np.sqrt(np.diag(covariance)), abs=1e-6)


@pytest.mark.parametrize("position", [False, True])
@pytest.mark.parametrize("tie_weight", [0.0, 1.0])
def test_every_shape_of_the_model_has_the_slow_likelihoods_top_and_curvature(
    position: bool, tie_weight: float
) -> None:
    table = draw_world(seed=2, items=4, rows=250, tie_weight=tie_weight, first_bonus=0.5).table
    ties = tie_weight > 0

    fitted = fit(table, ties=Ties.DAVIDSON, position=position, repeated=Repeated.INDEPENDENT)

    effects = [one for one in (fitted.position_effect, fitted.tie_effect) if one is not None]
    found = np.array([*fitted.scores, *(one.value for one in effects)])
    oracle = _maximise(table, size=len(found), position=position, ties=ties)
    information = numeric_information(found, table, position=position, ties=ties)
    information[:4, :4] += 1  # pins the free level, which centring takes out again
    variances = np.diag(_centre(np.linalg.inv(information).astype(np.float64), items=4))
    assert len(effects) == position + ties
    assert found == pytest.approx(oracle, abs=2e-4)
    assert np.array([*fitted.se, *(one.se for one in effects)]) == pytest.approx(np.sqrt(variances), rel=1e-3)


def test_firths_scores_are_at_the_top_of_the_penalised_likelihood() -> None:
    table = draw_world(seed=3, items=4, rows=60, tie_weight=0.8, first_bonus=0.3).table

    fitted = fit(table, method=Method.FIRTH, ties=Ties.DAVIDSON, position=True)

    assert fitted.position_effect is not None
    assert fitted.tie_effect is not None
    found = np.array([*fitted.scores, fitted.position_effect.value, fitted.tie_effect.value])
    top = _penalised(found, table)
    for nudge in np.eye(6)[1:] * 0.03:
        assert _penalised(found + nudge, table) < top
        assert _penalised(found - nudge, table) < top


def test_firth_is_half_a_point_for_two_items_that_met_once() -> None:
    """One comparison and one imagined half each way: log(1.5 / 0.5)."""
    fitted = fit(ComparisonTable.from_winners(["p"], ["q"]), method=Method.FIRTH)

    assert fitted.scores[0] - fitted.scores[1] == pytest.approx(np.log(3), abs=1e-6)


def test_weights_count_like_repeated_rows() -> None:
    world = draw_world(seed=4, items=4, rows=40)
    weights = np.random.default_rng(4).integers(0, 4, size=40)
    table = world.table
    weighted = ComparisonTable.from_arrays(table.left, table.right, table.outcome, weight=weights, items=4)
    repeated = table.take(np.repeat(np.arange(40), weights))

    once, again = (fit(one, repeated=Repeated.INDEPENDENT) for one in (weighted, repeated))

    assert once.scores == pytest.approx(again.scores, abs=1e-9)
    assert once.covariance == pytest.approx(again.covariance, abs=1e-9)


@pytest.mark.parametrize("method", [Method.BRADLEY_TERRY, Method.FIRTH, Method.HIERARCHICAL, Method.DAVIDSON])
def test_swapping_all_sides_changes_the_sign_of_the_position_effect_and_nothing_else(method: Method) -> None:
    table = draw_world(seed=5, items=5, rows=150, tie_weight=0.5, first_bonus=0.7).table
    swapped = ComparisonTable.from_arrays(
        table.right, table.left, np.array([0, 2, 1])[table.outcome], items=5
    )

    one, other = (fit(rows, method=method, position=True) for rows in (table, swapped))

    assert one.position_effect is not None
    assert other.position_effect is not None
    assert one.scores == pytest.approx(other.scores, abs=1e-4)
    assert one.position_effect.value == pytest.approx(-other.position_effect.value, abs=1e-4)


def test_a_position_effect_is_found_and_without_it_scores_take_the_blame() -> None:
    world = draw_world(seed=6, items=8, rows=4000, first_bonus=1.0)

    fitted = fit(world.table, position=True)

    assert fitted.position_effect is not None
    assert fitted.position_effect.low < 1.0 < fitted.position_effect.high
    assert fitted.scores == pytest.approx(world.truth, abs=0.3)


def test_half_wins_compress_the_scale_that_davidson_finds() -> None:
    world = draw_world(seed=7, items=6, rows=6000, tie_weight=1.5)

    halves, davidson = fit(world.table), fit(world.table, method=Method.DAVIDSON)

    assert StrengthFlag.HALF_WINS in halves.flags
    assert StrengthFlag.HALF_WINS not in davidson.flags
    assert davidson.scores.std() == pytest.approx(world.truth.std(), rel=0.1)
    assert halves.scores.std() < 0.75 * world.truth.std()


def test_many_items_give_the_same_scores_as_a_dense_solution() -> None:
    """Above some size the steps come from conjugate gradients."""
    world = draw_world(seed=8, items=320, rows=9000, spread=0.7)

    fitted = fit(world.table, repeated=Repeated.INDEPENDENT)

    assert fitted.method is Method.BRADLEY_TERRY
    assert _largest_slope(world, fitted.scores) < 1e-5
    assert np.abs(fitted.scores - world.truth).max() < 1.5


def test_a_large_covariance_is_the_inverse_of_the_information() -> None:
    world = draw_world(seed=9, items=520, rows=20_000, spread=0.5)

    fitted = fit(world.table, repeated=Repeated.INDEPENDENT)

    table = world.table
    chance = 1 / (1 + np.exp(fitted.scores[table.right] - fitted.scores[table.left]))
    information = np.zeros((520, 520))
    np.add.at(information, (table.left, table.left), chance * (1 - chance))
    np.add.at(information, (table.right, table.right), chance * (1 - chance))
    np.add.at(information, (table.left, table.right), -chance * (1 - chance))
    np.add.at(information, (table.right, table.left), -chance * (1 - chance))
    assert np.abs(information @ fitted.covariance - (np.eye(520) - 1 / 520)).max() < 1e-8


def _largest_slope(world: World, scores: Floats) -> float:
    table = world.table
    surprise = (table.outcome == 1) - 1 / (1 + np.exp(scores[table.right] - scores[table.left]))
    slope = np.bincount(table.left, surprise, minlength=len(scores))
    return float(np.abs(slope - np.bincount(table.right, surprise, minlength=len(scores))).max())


def _maximise(table: ComparisonTable, *, size: int, position: bool, ties: bool) -> Floats:
    def downhill(at: Floats) -> float:
        return at[:4].sum() ** 2 - slow_log_likelihood(at, table, position=position, ties=ties)

    return minimize(downhill, np.zeros(size), method="BFGS", options={"gtol": 1e-5}).x


def _penalised(at: Floats, table: ComparisonTable) -> float:
    information = numeric_information(at, table, position=True, ties=True)
    information[:4, :4] += 1
    value = slow_log_likelihood(at, table, position=True, ties=True)
    return value + float(np.linalg.slogdet(information)[1]) / 2


def _centre(covariance: Floats, *, items: int) -> Floats:
    centring = np.eye(len(covariance))
    centring[:items, :items] -= 1 / items
    return centring @ covariance @ centring.T
