"""A slice of the calibration worlds: are grade probabilities true?"""

import pytest

from bench.stats.grades_calibration import BELL, Cell, compare


@pytest.mark.parametrize("noise", [0.0, 0.25])
def test_probabilities_are_about_true_and_better_than_fixed_boundaries(noise: float) -> None:
    cell = Cell(told=BELL, true=BELL, anchors=2, noise=noise, expert=False, comparisons=30)

    found = compare(cell, worlds=10)

    assert found.ours.calibration_error < 0.1
    assert found.ours.log_loss < min(found.fixed.log_loss, found.prior.log_loss)
