"""Elo and win rates against evalica, and the estimator of the literature against a slow solution."""

import evalica
import numpy as np
import pytest

from edison.stats.strengths import ComparisonTable, Method, StrengthFlag, fit

from .worlds import Floats, draw_world, table_of


def test_elo_is_evalicas() -> None:
    table = draw_world(seed=1, items=7, rows=400, tie_weight=0.6).table

    ours = fit(table, method=Method.ELO)

    theirs = evalica.elo(
        table.left.tolist(), table.right.tolist(), [evalica.Winner(code) for code in table.outcome]
    )
    assert ours.scores == pytest.approx([theirs.scores[item] for item in table.items], abs=1e-9)


def test_elo_depends_on_the_order_of_rows() -> None:
    table = draw_world(seed=1, items=4, rows=60).table

    forwards, backwards = (fit(table.take(np.arange(60)[::way]), method=Method.ELO) for way in (1, -1))

    assert np.abs(forwards.scores - backwards.scores).max() > 0.1


@pytest.mark.parametrize("method", Method)
def test_very_heavy_rows_are_no_trouble(method: Method) -> None:
    sides = (["a", "b", "a", "b", "c"], ["b", "a", "b", "c", "b"], ["left", "left", "right", "left", "left"])
    table = ComparisonTable.from_columns(*sides, weight=[1e9, 1e9, 1e9, 1, 1])

    assert np.isfinite(fit(table, method=method).scores).all()


def test_a_tie_is_half_a_win_in_a_win_rate() -> None:
    fitted = fit(
        table_of(("p", "q", "left"), ("p", "q", "tie"), ("q", "p", "tie"), ("p", "q", "right")),
        method=Method.WIN_RATE,
    )

    assert fitted.scores.tolist() == [0.5, 0.5]


def test_a_win_rate_has_wilsons_interval() -> None:
    """81 of 263: 0.255 to 0.366, Newcombe 1998 (Statistics in Medicine 17, 857-872), method 3."""
    table = ComparisonTable.from_winners(["p"] * 81 + ["q"] * 182, ["q"] * 81 + ["p"] * 182)

    fitted = fit(table, method=Method.WIN_RATE)

    assert fitted.low[0] == pytest.approx(0.2553, abs=1e-4)
    assert fitted.high[0] == pytest.approx(0.3662, abs=1e-4)


def test_the_published_estimator_solves_the_published_equation() -> None:
    table = draw_world(seed=3, items=6, rows=90, spread=1.5).table

    fitted = fit(table, method=Method.PUBLISHED)

    scores, errors = _solve_slowly(table)
    assert fitted.scores == pytest.approx(scores, abs=1e-6)
    assert fitted.se == pytest.approx(errors, abs=1e-6)


def test_the_published_estimator_is_finite_where_likelihood_is_not() -> None:
    fitted = fit(
        table_of(("p", "q", "left"), ("q", "r", "left"), ("p", "r", "left")), method=Method.PUBLISHED
    )

    assert fitted.method is Method.PUBLISHED
    assert StrengthFlag.SEPARATED in fitted.flags
    assert StrengthFlag.FIRTH_USED not in fitted.flags


def test_weights_too_small_for_the_published_adjustment_fall_back_to_firth_under_a_flag() -> None:
    table = ComparisonTable.from_winners(
        ["p", "q", "r", "p"], ["q", "r", "s", "s"], weight=[1e-3, 5, 5, 1e-3]
    )

    fitted = fit(table, method=Method.PUBLISHED)

    assert StrengthFlag.FIRTH_USED in fitted.flags
    assert np.abs(fitted.scores).max() < 10


def _solve_slowly(table: ComparisonTable) -> tuple[Floats, Floats]:
    """Newton's method with a pseudo-inverse, in full matrices."""
    n = len(table.items)
    wins = np.zeros((n, n))
    for left, right, outcome in zip(table.left, table.right, table.outcome, strict=True):
        wins[(left, right) if outcome == 1 else (right, left)] += 1
    met = wins + wins.T
    played = met.sum(axis=1)
    adjusted = 0.3 + (played - 0.6) / played * wins.sum(axis=1)
    scores, weight = np.zeros(n), met
    for _ in range(50):
        chance = 1 / (1 + np.exp(scores - scores[:, None]))
        residual = adjusted - (met * chance).sum(axis=1)
        weight = met * chance * (1 - chance)
        scores = scores + np.linalg.pinv(np.diag(weight.sum(axis=1)) - weight) @ (residual - residual.mean())
    return scores - scores.mean(), 1 / np.sqrt(weight.sum(axis=1))
