"""Comparisons summed up by pair."""

from collections import Counter

import numpy as np
import pytest

from edison.stats.strengths import ComparisonTable
from edison.stats.strengths.cells import sum_cells


@pytest.mark.parametrize("items", [5, 1200], ids=["counted into a cube", "counted by sorting"])
@pytest.mark.parametrize("ordered", [False, True])
def test_cells_hold_what_counting_row_by_row_finds(items: int, ordered: bool) -> None:
    chance = np.random.default_rng(1)
    left = chance.integers(items - 5, items, size=120)
    right = items - 5 + (left - items + 5 + chance.integers(1, 5, size=120)) % 5
    outcome, weight = chance.integers(3, size=120), chance.choice([0.5, 1.0, 2.0], size=120)
    counted: Counter[tuple[int, int, int]] = Counter()
    for first, second, code, heavy in zip(
        left.tolist(), right.tolist(), outcome.tolist(), weight.tolist(), strict=True
    ):
        swap = not ordered and first > second
        key = (second, first, {0: 0, 1: 2, 2: 1}[code]) if swap else (first, second, code)
        counted[key] += heavy

    cells = sum_cells(
        ComparisonTable.from_arrays(left, right, outcome, weight=weight, items=items), ordered=ordered
    )

    found = {
        (int(first), int(second), code): float(sums[place])
        for place, (first, second) in enumerate(zip(cells.left, cells.right, strict=True))
        for code, sums in enumerate((cells.ties, cells.left_wins, cells.right_wins))
        if sums[place]
    }
    assert found == pytest.approx(dict(counted))
    assert cells.size == items


def test_half_wins_move_ties_to_both_sides() -> None:
    cells = sum_cells(ComparisonTable.from_arrays([0, 0, 0], [1, 1, 1], [0, 0, 1])).half_wins()

    assert (cells.left_wins.tolist(), cells.right_wins.tolist(), cells.ties.tolist()) == ([2.0], [1.0], [0.0])
