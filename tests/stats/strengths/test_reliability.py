"""Separation of the scale, halves of the judges, decisions in line."""

from itertools import combinations

import numpy as np
import pytest

from edison.errors import SampleEmpty, StatisticRefused
from edison.stats.strengths import (
    ComparisonTable,
    Method,
    SplitHalf,
    decisions_in_line,
    fit,
    scale_separation,
    split_half,
)

from .worlds import draw_world, table_of


def test_separation_is_one_less_error_over_spread() -> None:
    fitted = fit(draw_world(seed=1, items=12, rows=300).table)

    found = scale_separation(fitted)

    assert found.reliability == pytest.approx(1 - (fitted.se**2).mean() / fitted.scores.var(ddof=1))
    assert not found.is_inflated


@pytest.mark.parametrize("method", [Method.BRADLEY_TERRY, Method.HIERARCHICAL])
def test_separation_comes_close_to_the_squared_correlation_with_the_truth(method: Method) -> None:
    worlds = [draw_world(seed=seed, items=40, rows=500, spread=1.0) for seed in range(12)]
    fits = [fit(world.table, method=method) for world in worlds]

    told = np.mean([scale_separation(fitted).reliability for fitted in fits])

    true = [
        np.corrcoef(world.truth, fitted.scores)[0, 1] ** 2 for world, fitted in zip(worlds, fits, strict=True)
    ]
    assert told == pytest.approx(np.mean(true), abs=0.05)


def test_adaptive_pairs_inflate_it() -> None:
    assert scale_separation(fit(draw_world(seed=1).table), adaptive=True).is_inflated


@pytest.mark.parametrize("method", [Method.ELO, Method.WIN_RATE])
def test_methods_without_a_scale_of_logits_have_no_separation(method: Method) -> None:
    with pytest.raises(StatisticRefused, match="no scale"):
        scale_separation(fit(draw_world(seed=1).table, method=method))


def test_equal_scores_have_no_separation() -> None:
    with pytest.raises(StatisticRefused, match="equal"):
        scale_separation(fit(table_of(("p", "q", "tie"))))


@pytest.mark.parametrize(("judges", "ways"), [(4, 3), (5, 10)])
def test_few_judges_are_split_in_every_way(judges: int, ways: int) -> None:
    table = draw_world(seed=2, items=6, rows=400, judges=judges).table
    assert table.judge is not None

    found = split_half(table, seed=1)

    halves = [set(chosen) for chosen in combinations(range(judges), judges // 2)][:ways]
    expected = [_correlate(table, np.isin(table.judge, list(chosen))) for chosen in halves]
    assert found.error == 0
    assert found.correlations == pytest.approx(expected, abs=1e-6)
    assert found.median == pytest.approx(np.median(expected), abs=1e-6)


def test_halves_that_do_not_see_everything_are_correlated_over_what_both_saw() -> None:
    """Two judges, two blocks each, one of them in common: scored one half after the other."""
    left, right = [0, 1, 2, 3, 0, 2] * 3, [1, 2, 0, 4, 1, 1] * 3
    outcome = [1, 1, 2, 1, 2, 1] * 3
    judge = np.array([0, 0, 0, 0, 1, 1] * 3)

    found = split_half(ComparisonTable.from_arrays(left, right, outcome, judge=judge), seed=1)

    table = ComparisonTable.from_arrays(left, right, outcome, judge=judge)
    assert found.correlations == pytest.approx([_correlate(table, judge == 0)], abs=1e-6)


def test_many_judges_are_split_until_the_median_is_known() -> None:
    table = draw_world(seed=3, items=8, rows=6000, judges=30).table

    found, again = split_half(table, seed=1), split_half(table, seed=1)

    assert 0 < found.error < 0.005
    assert len(found.correlations) < 1000
    assert np.array_equal(found.correlations, again.correlations)


def test_no_more_splits_than_asked_for() -> None:
    table = draw_world(seed=3, items=8, rows=120, judges=30).table

    assert len(split_half(table, seed=1, splits=20).correlations) == 20


def test_many_items_are_scored_one_half_after_the_other() -> None:
    table = draw_world(seed=4, items=210, rows=6000, spread=2.0, judges=3).table

    found = split_half(table, seed=1)

    assert len(found.correlations) == 3
    assert found.median > 0.7


def test_stepping_up_follows_spearman_and_brown() -> None:
    found = split_half(draw_world(seed=3, items=8, rows=600, judges=6).table, seed=1)

    assert found.stepped_up == pytest.approx(2 * found.median / (1 + found.median))


@pytest.mark.parametrize("median", [-1.0, -0.9, 0.0])
def test_halves_that_contradict_each_other_step_up_to_nothing(median: float) -> None:
    assert SplitHalf(median=median, error=0.0, correlations=np.array([median])).stepped_up == 0


def test_a_split_after_adaptive_pairing_is_refused() -> None:
    with pytest.raises(StatisticRefused, match="two independent streams"):
        split_half(draw_world(seed=1, judges=5).table, seed=1, adaptive=True)


@pytest.mark.parametrize("judges", [0, 1])
def test_a_split_needs_two_judges(judges: int) -> None:
    with pytest.raises(SampleEmpty, match="judges"):
        split_half(draw_world(seed=1, judges=judges).table, seed=1)


def test_no_split_at_all_is_refused() -> None:
    with pytest.raises(SampleEmpty, match="splits"):
        split_half(draw_world(seed=1, judges=4).table, seed=1, splits=0)


@pytest.mark.parametrize(
    "table",
    [
        pytest.param(
            ComparisonTable.from_winners(["p", "r"], ["q", "s"], judge=["eve", "bob"]), id="nothing in common"
        ),
        pytest.param(
            ComparisonTable.from_columns(
                ["p", "q"] * 2, ["q", "r"] * 2, ["tie"] * 4, judge=["eve", "eve", "bob", "bob"]
            ),
            id="nothing but ties",
        ),
    ],
)
def test_halves_that_cannot_be_correlated_are_refused(table: ComparisonTable) -> None:
    with pytest.raises(StatisticRefused, match="too few items in common"):
        split_half(table, seed=1)


SELF_MET = table_of(
    *[("p", "q", "left")] * 2,
    ("q", "p", "right"),
    ("p", "q", "right"),
    ("p", "q", "tie"),
    ("q", "q", "left"),
    ("p", "p", "tie"),
)


def test_ties_and_items_that_met_themselves_are_no_decisions() -> None:
    found = decisions_in_line(SELF_MET, fit(SELF_MET))

    assert (found.share, found.decisions, found.counts_self) == (3 / 4, 4, False)


def test_the_published_method_counts_decided_self_comparisons_as_its_source_does() -> None:
    found = decisions_in_line(SELF_MET, fit(SELF_MET, method=Method.PUBLISHED))

    assert (found.share, found.decisions, found.counts_self) == (3 / 5, 5, True)


def test_nothing_but_ties_has_no_decisions() -> None:
    table = table_of(("p", "q", "tie"))

    with pytest.raises(SampleEmpty, match="decisions"):
        decisions_in_line(table, fit(table))


def _correlate(table: ComparisonTable, mine: np.ndarray) -> float:
    first, second = (fit(table.take(rows), method=Method.PUBLISHED).scores for rows in (mine, ~mine))
    both = ~np.isnan(first) & ~np.isnan(second)
    return float(np.corrcoef(first[both], second[both])[0, 1])
