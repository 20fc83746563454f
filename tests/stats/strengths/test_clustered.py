"""Comparisons in clusters: by hand for two items, and no more false claims than promised where cases decide."""

import numpy as np
import pytest

from edison.errors import LengthsDiffer
from edison.stats.strengths import ComparisonTable, StrengthFlag, fit, fit_clustered
from edison.stats.strengths.clustered import ClusteredFit

from .worlds import draw_world


def two_items(won: list[int], *, clusters: list[int]) -> ClusteredFit:
    """1 where the first item won, 2 where the second one did, 0 for a tie."""
    table = ComparisonTable.from_arrays([0] * len(won), [1] * len(won), won, items=2)
    return fit_clustered(table, clusters)


def test_two_items_are_told_apart_by_the_sandwich_one_gets_by_hand() -> None:
    # Five cases of four verdicts that always agree: three for the first item, two for the second.
    won = [1] * 4 + [1] * 4 + [1] * 4 + [2] * 4 + [2] * 4
    clusters = [row // 4 for row in range(20)]

    (pair,) = two_items(won, clusters=clusters).pairs

    p = 0.6
    pushes = [4 * (1 - p)] * 3 + [4 * (0 - p)] * 2
    variance = 5 / 4 * sum(push**2 for push in pushes) / (20 * p * (1 - p)) ** 2
    assert pair.difference is not None
    assert pair.difference.value == pytest.approx(np.log(p / (1 - p)))
    assert pair.difference.se == pytest.approx(np.sqrt(variance))
    # Student's t with four degrees of freedom.
    assert pair.difference.high - pair.difference.value == pytest.approx(2.776445 * pair.difference.se)
    assert pair.ahead is None


def test_independent_verdicts_have_the_errors_of_the_model() -> None:
    world = draw_world(seed=3, items=4, rows=60)
    alone = fit(world.table)

    found = fit_clustered(world.table, [0] * 60)

    assert found.clusters == 1
    assert found.covariance == pytest.approx(alone.covariance)


def test_errors_are_never_below_those_of_the_model() -> None:
    for seed in range(10):
        world = draw_world(seed=seed, items=5, rows=80, tie_weight=0.5)

        found = fit_clustered(world.table, [row // 4 for row in range(80)])

        excess = np.linalg.eigvalsh(found.covariance - found.fitted.covariance)
        assert excess.min() > -1e-9


def test_a_clean_sweep_tells_items_apart_although_nothing_surprises() -> None:
    found = two_items([1] * 30, clusters=list(range(30)))

    (pair,) = found.pairs
    assert StrengthFlag.SEPARATED in found.fitted.flags
    assert pair.ahead == 0
    assert found.is_ahead.tolist() == [[False, True], [False, False]]
    assert np.isfinite(found.low).all()
    assert np.isfinite(found.high).all()


def test_the_better_one_is_ahead_on_whichever_side_it_stands() -> None:
    (pair,) = two_items([2] * 30, clusters=list(range(30))).pairs

    assert pair.ahead == 1
    assert pair.adjusted_p < 0.01


def test_ties_count_half() -> None:
    (pair,) = two_items([0, 0, 0, 0], clusters=[0, 1, 2, 3]).pairs

    assert pair.difference is not None
    assert pair.difference.value == pytest.approx(0.0, abs=1e-9)
    assert (pair.ahead, pair.adjusted_p) == (None, 1.0)


def test_groups_that_never_met_and_items_never_compared_are_not_told_apart() -> None:
    table = ComparisonTable.from_arrays([0, 1, 2, 3], [1, 0, 3, 2], [1, 2, 1, 1], items=5)

    found = fit_clustered(table, [0, 1, 2, 3])

    apart = {(pair.left, pair.right): pair.difference for pair in found.pairs}
    assert {pair for pair, difference in apart.items() if difference is not None} == {(0, 1), (2, 3)}
    assert 4 not in {place for pair in found.pairs for place in (pair.left, pair.right)}
    assert np.isnan(found.low[4])


@pytest.mark.parametrize("adaptive", [False, True])
def test_equals_are_seldom_told_apart_although_judges_agree_on_every_case(adaptive: bool) -> None:
    """Three equal items, twenty cases, three judges that say the same of a case: a third of the verdicts is news."""
    chance = np.random.default_rng(5)
    lefts, rights = np.array([0, 0, 1]), np.array([1, 2, 2])
    claims, naive, worlds = 0, 0, 60
    for _ in range(worlds):
        by_case = [np.argsort(np.argsort(chance.random(3))) for _ in range(20)]
        outcome = np.concatenate([np.where(rank[lefts] < rank[rights], 1, 2) for rank in by_case])
        table = ComparisonTable.from_arrays(
            np.tile(lefts, 60), np.tile(rights, 60), np.tile(outcome, 3), items=3
        )
        clusters = np.tile(np.repeat(np.arange(20), 3), 3).tolist()
        claims += bool(fit_clustered(table, clusters, adaptive=adaptive).is_ahead.any())
        naive += bool(fit_clustered(table, list(range(180)), adaptive=adaptive).is_ahead.any())

    # Within five per cent and two standard errors of 60 worlds; taken for independent they fail far more often.
    assert claims <= 0.05 * worlds + 2 * np.sqrt(0.05 * 0.95 * worlds)
    assert naive > 2 * claims


def test_every_comparison_has_a_cluster() -> None:
    with pytest.raises(LengthsDiffer):
        two_items([1, 2], clusters=[0])
