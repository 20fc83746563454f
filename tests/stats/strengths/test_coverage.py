"""A short slice of the calibration worlds: do intervals hold the truth as often as they say?"""

import pytest

from bench.stats.strengths_cover import Cell, cover, holds
from edison.stats.strengths import Method


@pytest.mark.parametrize(
    "cell",
    [
        Cell(Method.BRADLEY_TERRY, 10, 6, 1.0),
        Cell(Method.BRADLEY_TERRY, 20, 20, 1.0),
        Cell(Method.DAVIDSON, 20, 20, 1.0, 1.65),
        Cell(Method.HIERARCHICAL, 10, 20, 2.0, adaptive=True),
    ],
    ids=lambda cell: cell.name,
)
def test_intervals_hold_the_truth_as_often_as_they_say(cell: Cell) -> None:
    covered = cover(cell, worlds=20)

    assert holds(cell, covered), f"{covered.share:.1%} ± {covered.error:.1%}"
