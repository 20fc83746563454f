"""The climb itself: where it begins far off, where the ground is flat, where the matrix is large."""

import numpy as np
import pytest

from edison.stats.strengths import ComparisonTable, Method, fit
from edison.stats.strengths.algebra import inverse, inverse_if_any
from edison.stats.strengths.cells import sum_cells
from edison.stats.strengths.likelihood import Likelihood, Shape
from edison.stats.strengths.newton import Hill, climb

from .worlds import draw_world


def test_a_start_far_off_leads_to_the_same_top() -> None:
    hill = _hill(draw_world(seed=1, items=4, rows=100).table)

    near, far = climb(hill), climb(hill, start=np.array([9.0, -9.0, 6.0, -6.0]))

    assert near.is_reached
    assert far.is_reached
    assert far.parameters == pytest.approx(near.parameters, abs=1e-9)


def test_flat_ground_is_given_up() -> None:
    hill = _hill(draw_world(seed=1, items=4, rows=100).table)

    top = climb(hill, start=np.array([3000.0, 1000.0, -1000.0, -3000.0]))

    assert not top.is_reached


def test_a_hill_that_rises_for_ever_is_given_up() -> None:
    hill = _hill(ComparisonTable.from_winners(["p", "q"], ["q", "r"]))

    assert not climb(hill).is_reached or np.ptp(climb(hill).parameters) > 30


@pytest.mark.parametrize("size", [3, 501])
@pytest.mark.parametrize("least", [0.5, -0.5], ids=["positive definite", "indefinite"])
def test_an_inverse_is_one_whatever_the_size_and_sign(size: int, least: float) -> None:
    turn = np.linalg.qr(np.random.default_rng(1).normal(size=(size, size)))[0]
    matrix = turn @ np.diag(np.append(least, np.linspace(0.5, 2, size - 1))) @ turn.T

    assert np.abs(matrix @ inverse(matrix) - np.eye(size)).max() < 1e-9


def test_a_matrix_without_an_inverse_has_none() -> None:
    assert inverse_if_any(np.zeros((3, 3))) is None


def test_a_million_ties_leave_no_spread_to_be_found() -> None:
    """The search for the spread ends at its lower bound."""
    table = ComparisonTable.from_columns(["p", "q", "r"], ["q", "r", "p"], ["tie"] * 3, weight=[1e6] * 3)

    fitted = fit(table, method=Method.HIERARCHICAL)

    assert fitted.sigma is not None
    assert fitted.sigma < 0.05
    assert np.abs(fitted.scores).max() < 0.01


def _hill(table: ComparisonTable) -> Hill:
    cells = sum_cells(table)
    return Hill(Likelihood.of(cells, Shape(items=cells.size)), np.zeros(cells.size, dtype=np.intp))
