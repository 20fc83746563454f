"""The hierarchical method against integrals on a grid, and what a prior does."""

import numpy as np
import pytest

from edison.stats.strengths import ComparisonTable, Method, StrengthFlag, Ties, fit
from edison.stats.strengths.hierarchical import SIGMA_SCALE

from .worlds import Floats, draw_world, slow_log_likelihood

SIGMAS = np.exp(np.linspace(np.log(0.02), np.log(12), 70))


def test_two_items_have_the_posterior_of_a_plain_integral() -> None:
    table = ComparisonTable.from_winners(["p", "p", "p", "p", "q"], ["q", "q", "q", "q", "p"])

    fitted = fit(table, method=Method.HIERARCHICAL)

    grid = np.linspace(-60, 60, 4001)
    weight = _sigma_prior()[:, None] * np.exp(-(grid**2) / (4 * SIGMAS[:, None] ** 2)) / SIGMAS[:, None]
    weight = weight / (1 + np.exp(-grid)) ** 4 / (1 + np.exp(grid))
    weight /= weight.sum()
    mean = (weight * grid).sum()
    deviation = np.sqrt((weight * (grid - mean) ** 2).sum())
    assert fitted.scores[0] - fitted.scores[1] == pytest.approx(mean, rel=0.02)
    assert fitted.difference("p", "q").se == pytest.approx(deviation, rel=0.03)
    assert fitted.sigma == pytest.approx((weight * SIGMAS[:, None]).sum(), rel=0.03)


@pytest.mark.parametrize("ties", list(Ties))
def test_three_items_come_close_to_an_integral_over_all_strengths(ties: Ties) -> None:
    table = draw_world(seed=3, items=3, rows=14, tie_weight=0.5).table

    fitted = fit(table, method=Method.HIERARCHICAL, ties=ties)

    delta = None if fitted.tie_effect is None else fitted.tie_effect.value
    mean, deviation = _integrate(table, delta=delta)
    assert fitted.scores == pytest.approx(mean, abs=0.05)
    assert fitted.se == pytest.approx(deviation, rel=0.08)


def test_few_comparisons_are_pulled_towards_the_middle_and_many_are_not() -> None:
    few, many = draw_world(seed=4, items=10, rows=40), draw_world(seed=4, items=10, rows=20_000)

    pulled, free = (fit(world.table, method=Method.HIERARCHICAL) for world in (few, many))

    assert pulled.scores.std() < fit(few.table, method=Method.FIRTH).scores.std()
    assert free.scores == pytest.approx(fit(many.table).scores, abs=0.01)


def test_the_spread_of_the_strengths_is_found() -> None:
    world = draw_world(seed=5, items=60, rows=3000, spread=2.0)

    fitted = fit(world.table, method=Method.HIERARCHICAL)

    assert fitted.sigma == pytest.approx(world.truth.std(), rel=0.1)


def test_items_that_do_not_differ_get_a_small_spread() -> None:
    world = draw_world(seed=6, items=20, rows=1000, spread=0.0)

    fitted = fit(world.table, method=Method.HIERARCHICAL)

    assert fitted.sigma is not None
    assert fitted.sigma < 0.25
    assert np.abs(fitted.scores).max() < 0.4


def test_it_is_the_default_for_adaptive_pairs_and_others_carry_a_flag_there() -> None:
    table = draw_world(seed=7).table

    chosen, fisher = fit(table, adaptive=True), fit(table, method=Method.FIRTH, adaptive=True)

    assert (chosen.method, StrengthFlag.ADAPTIVE in chosen.flags) == (Method.HIERARCHICAL, False)
    assert StrengthFlag.ADAPTIVE in fisher.flags


def test_a_position_effect_that_likelihood_sends_to_infinity_stays_finite() -> None:
    table = ComparisonTable.from_arrays([0, 1, 1, 2, 0], [1, 0, 2, 1, 2], [1, 1, 1, 1, 1])

    fitted = fit(table, method=Method.HIERARCHICAL, position=True)

    assert fitted.position_effect is not None
    assert 0 < fitted.position_effect.value < 15
    assert np.isfinite(fitted.scores).all()


def test_many_items_need_no_averaging_over_the_spread() -> None:
    world = draw_world(seed=8, items=400, rows=8000, spread=1.5)

    fitted = fit(world.table, method=Method.HIERARCHICAL)

    inside = (fitted.low <= world.truth) & (world.truth <= fitted.high)
    assert fitted.sigma == pytest.approx(1.5, rel=0.1)
    assert 0.92 < inside.mean() < 0.98


def _sigma_prior() -> Floats:
    """Half-normal, times σ for a grid that is even in log σ."""
    return np.exp(-(SIGMAS**2) / SIGMA_SCALE**2 / 2) * SIGMAS


def _integrate(table: ComparisonTable, *, delta: float | None) -> tuple[Floats, Floats]:
    """Mean and deviation of centred strengths of three items, by a sum over a grid."""
    axis = np.linspace(-12, 12, 121)
    first, second = np.meshgrid(axis, axis, indexing="ij")
    strengths = np.stack([first, second, -first - second], axis=-1).reshape(-1, 3)
    told = np.array([_log_likelihood(at, table, delta=delta) for at in strengths])
    squares = (strengths**2).sum(axis=1)
    # Two free directions: the prior of centred strengths is σ⁻² exp(-Σθ² / 2σ²).
    slices = [
        prior * np.exp(told - told.max() - squares / (2 * sigma**2)) / sigma**2
        for prior, sigma in zip(_sigma_prior(), SIGMAS, strict=True)
    ]
    weight = np.sum(slices, axis=0)
    weight = weight / weight.sum()
    mean = weight @ strengths
    return mean, np.sqrt(weight @ (strengths - mean) ** 2)


def _log_likelihood(at: Floats, table: ComparisonTable, *, delta: float | None) -> float:
    parameters = at if delta is None else np.append(at, delta)
    return slow_log_likelihood(parameters, table, position=False, ties=delta is not None)
