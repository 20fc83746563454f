"""Circular triads, and items and judges whose verdicts do not fit."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.errors import SampleEmpty, StatisticRefused
from edison.stats.strengths import (
    ComparisonTable,
    Method,
    count_triads,
    count_triads_by_judge,
    fit,
    item_misfit,
    judge_misfit,
)

from .worlds import draw_world, table_of


@given(
    st.lists(
        st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(0, 2)).filter(
            lambda row: row[0] != row[1]
        ),
        min_size=1,
        max_size=30,
    )
)
def test_triads_are_those_found_by_looking_at_each_triple(rows: list[tuple[int, int, int]]) -> None:
    balance = np.zeros((6, 6))
    for left, right, outcome in rows:
        won = {0: 0, 1: 1, 2: -1}[outcome]
        balance[left, right] += won
        balance[right, left] -= won

    found = count_triads(ComparisonTable.from_arrays(*zip(*rows, strict=True), items=6))

    signs = [np.sign([balance[a, b], balance[b, c], balance[c, a]]) for a, b, c in combinations(range(6), 3)]
    assert found.complete == sum(bool(sign.all()) for sign in signs)
    assert found.circular == sum(abs(sign.sum()) == 3 for sign in signs)


def test_a_ring_of_three_is_as_inconsistent_as_can_be() -> None:
    ring = count_triads(table_of(("p", "q", "left"), ("q", "r", "left"), ("r", "p", "left")))

    assert (ring.circular, ring.complete, ring.share, ring.consistency) == (1, 1, 1.0, 0.0)


def test_an_order_is_fully_consistent() -> None:
    order = ComparisonTable.from_winners(*zip(*combinations("pqrst", 2), strict=True))

    assert count_triads(order).consistency == 1.0


def test_kendalls_coefficient_for_an_even_number_of_items() -> None:
    """Four items have at most two circular triads (Kendall & Babington Smith 1940)."""
    table = table_of(
        ("p", "q", "left"),
        ("q", "r", "left"),
        ("r", "p", "left"),
        ("p", "s", "left"),
        ("q", "s", "left"),
        ("r", "s", "left"),
    )

    assert count_triads(table).consistency == 0.5


def test_without_a_triple_there_is_no_share() -> None:
    pair = count_triads(table_of(("p", "q", "left")))

    assert (pair.share, pair.consistency) == (None, None)


def test_judges_have_triads_of_their_own() -> None:
    left, right = ["p", "q", "r"] * 2, ["q", "r", "p"] * 2
    winners = ["left", "left", "left", "left", "left", "right"]
    table = ComparisonTable.from_columns(left, right, winners, judge=["eve"] * 3 + ["bob"] * 3)

    eve, bob = count_triads_by_judge(table)

    assert (eve.circular, bob.circular) == (1, 0)


@pytest.mark.parametrize("ask", [count_triads_by_judge, lambda table: judge_misfit(table, fit(table))])
def test_without_judges_nothing_can_be_said_of_them(ask: object) -> None:
    with pytest.raises(SampleEmpty, match="judges"):
        ask(draw_world(seed=1).table)  # pyright: ignore[reportCallIssue]


@pytest.mark.parametrize("tie_weight", [0.0, 1.0])
def test_verdicts_as_the_model_expects_have_a_misfit_of_one(tie_weight: float) -> None:
    world = draw_world(seed=2, items=10, rows=20_000, tie_weight=tie_weight, first_bonus=0.5, judges=8)
    fitted = fit(world.table, method=Method.DAVIDSON, position=True)

    items, judges = item_misfit(world.table, fitted), judge_misfit(world.table, fitted)

    for found in (items, judges):
        assert found.infit == pytest.approx(np.ones(len(found.labels)), abs=0.06)
        assert found.outfit == pytest.approx(np.ones(len(found.labels)), abs=0.12)
    assert items.verdicts.sum() == 2 * judges.verdicts.sum() == 40_000


def test_infit_is_squared_surprise_over_expectation() -> None:
    table = ComparisonTable.from_columns(
        ["p"] * 4, ["q"] * 4, ["left"] * 3 + ["right"], judge=["eve"] * 3 + ["bob"]
    )

    found = judge_misfit(table, fit(table))

    # The model says 3/4: three verdicts were a quarter off, one was three quarters off.
    assert found.infit == pytest.approx([(1 / 16) / (3 / 16), (9 / 16) / (3 / 16)])
    assert found.outfit == pytest.approx(found.infit)
    assert not found.misfits.any()


def test_a_judge_who_tosses_coins_is_told_apart() -> None:
    world = draw_world(seed=3, items=10, rows=4000, spread=2.0, judges=12)
    table, judge = world.table, world.table.judge
    assert judge is not None
    tossed = np.random.default_rng(3).integers(1, 3, size=4000)
    outcome = np.where(judge == 5, tossed, table.outcome)
    spoilt = ComparisonTable.from_arrays(table.left, table.right, outcome, judge=judge)

    found = judge_misfit(spoilt, fit(spoilt))

    assert np.flatnonzero(found.misfits).tolist() == [found.labels.index(5)]


def test_an_item_that_was_never_compared_has_no_misfit() -> None:
    table = ComparisonTable.from_winners(["p", "q", "r"], ["q", "r", "p"], items=["p", "q", "r", "lonely"])

    found = item_misfit(table, fit(table))

    assert np.isnan(found.infit).tolist() == [False, False, False, True]


@pytest.mark.parametrize("method", [Method.ELO, Method.WIN_RATE])
def test_methods_that_predict_nothing_have_no_misfit(method: Method) -> None:
    table = draw_world(seed=1).table

    with pytest.raises(StatisticRefused, match="predicts nothing"):
        item_misfit(table, fit(table, method=method))
