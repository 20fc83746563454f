"""The quick fit: as the full one, without its covariance."""

import numpy as np
import pytest

from edison.errors import SampleBroken
from edison.stats.pairing import History
from edison.stats.strengths import Method, fit, quick_fit

from .worlds import World, draw_world

_WON = np.array([0.5, 1.0, 0.0])
"""A tie, a win of the left and of the right item, by their codes in a table."""


def history_of(world: World) -> tuple[History, np.ndarray]:
    table = world.table
    return History.of(len(table.items), table.left, table.right), _WON[table.outcome]


def test_scores_agree_with_the_full_fit() -> None:
    world = draw_world(seed=4, items=200, rows=2_400, tie_weight=0.2)
    full = fit(world.table, method=Method.HIERARCHICAL)

    found = quick_fit(*history_of(world))

    assert np.corrcoef(found.scores, full.scores)[0, 1] > 0.99
    assert np.corrcoef(found.scores, world.truth)[0, 1] > 0.85
    assert found.se.mean() == pytest.approx(full.se.mean(), rel=0.1)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    inside = []
    for seed in range(10):
        world = draw_world(seed=seed, items=100, rows=1_500)
        found = quick_fit(*history_of(world), level=0.9)
        inside += ((found.low < world.truth) & (world.truth < found.high)).tolist()

    assert np.mean(inside) == pytest.approx(0.9, abs=0.04)


def test_ranks_count_from_the_strongest_and_equals_share_one() -> None:
    found = quick_fit(History.of(3, [0, 0, 1], [1, 2, 2]), [1.0, 1.0, 0.5])

    assert found.ranks.tolist() == [1, 2, 2]
    assert found.components.tolist() == [0, 0, 0]
    assert (found.low < found.scores).all()
    assert (found.scores < found.high).all()


def test_an_item_that_was_never_compared_has_no_score() -> None:
    found = quick_fit(History.of(3, [0, 0], [2, 2]), [1.0, 1.0])

    assert found.compared.tolist() == [True, False, True]
    assert found.ranks.tolist() == [1, 0, 2]
    assert np.isnan([found.scores[1], found.se[1], found.low[1], found.high[1]]).all()


def test_items_that_nothing_connects_are_ranked_apart() -> None:
    found = quick_fit(History.of(4, [0, 1], [2, 3]), [1.0, 0.0])

    assert found.components.tolist() == [0, 1, 0, 1]
    assert found.ranks.tolist() == [1, 2, 2, 1]


@pytest.mark.parametrize("level", [0.0, 1.0])
def test_a_level_that_is_none_is_refused(level: float) -> None:
    with pytest.raises(SampleBroken, match="level"):
        quick_fit(History.of(2, [0], [1]), [1.0], level=level)


def test_results_cannot_be_changed_afterwards() -> None:
    found = quick_fit(History.of(2, [0], [1]), [1.0])

    assert not any(
        column.flags.writeable
        for column in (found.scores, found.se, found.low, found.high, found.ranks, found.components)
    )


def test_a_fit_tells_the_covariance_of_some_items() -> None:
    fitted = fit(draw_world(seed=1, items=5).table)

    some = fitted.covariance_among([3, 1])

    assert some.tolist() == [
        [fitted.covariance[3, 3], fitted.covariance[3, 1]],
        [fitted.covariance[1, 3], fitted.covariance[1, 1]],
    ]
