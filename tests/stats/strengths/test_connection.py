"""What comparisons connect, and what happens where they do not."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from edison.errors import SampleBroken, StatisticRefused
from edison.stats.strengths import ComparisonTable, Method, StrengthFlag, fit
from edison.stats.strengths.cells import sum_cells
from edison.stats.strengths.connection import find_connection

from .worlds import draw_world, table_of

rows = st.lists(
    st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 2)).filter(lambda row: row[0] != row[1]),
    min_size=1,
    max_size=25,
)


@given(rows)
def test_components_and_separation_are_those_of_the_graph_library(found: list[tuple[int, int, int]]) -> None:
    left, right, outcome = (np.array(column) for column in zip(*found, strict=True))

    connection = find_connection(sum_cells(ComparisonTable.from_arrays(left, right, outcome, items=10)))

    beater = np.concatenate([left[outcome != 2], right[outcome != 1]])
    beaten = np.concatenate([right[outcome != 2], left[outcome != 1]])
    graph = coo_array((np.ones(len(beater)), (beater, beaten)), shape=(10, 10))
    count, weak = connected_components(graph, connection="weak")
    strong = connected_components(graph, connection="strong")[1]
    assert connection.count == count
    assert (connection.components[:, None] == connection.components).tolist() == (
        weak[:, None] == weak
    ).tolist()
    for component in range(count):
        members = connection.components == component
        assert connection.separated[component] == (len(set(strong[members])) > 1)


def test_a_long_chain_is_one_component() -> None:
    chain = ComparisonTable.from_arrays(np.arange(300), np.arange(1, 301), np.ones(300, dtype=int))

    connection = find_connection(sum_cells(chain))

    assert connection.is_connected
    assert connection.is_separated


@pytest.mark.parametrize("method", [Method.BRADLEY_TERRY, Method.DAVIDSON])
def test_without_a_finite_solution_firths_scores_stand_in_under_a_flag(method: Method) -> None:
    table = table_of(("p", "q", "left"), ("q", "r", "left"), ("p", "r", "left"))

    fitted = fit(table, method=method)

    assert fitted.method is Method.FIRTH
    assert {StrengthFlag.SEPARATED, StrengthFlag.FIRTH_USED} <= set(fitted.flags)
    assert fitted.ranks.tolist() == [1, 2, 3]
    assert np.isfinite(fitted.scores).all()


@pytest.mark.parametrize(
    "table",
    [
        pytest.param(table_of(("p", "q", "left"), ("p", "q", "tie")), id="a win and a tie, never a loss"),
        pytest.param(
            table_of(
                ("p", "q", "left"),
                ("p", "q", "tie"),
                ("q", "r", "tie"),
                ("p", "r", "left"),
                ("p", "r", "tie"),
            ),
            id="ties connect both ways, but wins have an order",
        ),
        pytest.param(
            ComparisonTable.from_arrays(
                [0, 1, 0, 2, 0, 1, 0, 0, 0, 1, 2, 2],
                [2, 0, 1, 0, 1, 0, 2, 1, 1, 0, 0, 0],
                [0, 0, 0, 2, 2, 1, 0, 2, 0, 1, 0, 2],
            ),
            id="the information has no inverse out there",
        ),
    ],
)
def test_davidsons_model_may_have_no_finite_solution_although_ties_connect_both_ways(
    table: ComparisonTable,
) -> None:
    fitted = fit(table, method=Method.DAVIDSON)

    assert {StrengthFlag.SEPARATED, StrengthFlag.FIRTH_USED} <= set(fitted.flags)
    assert np.abs(fitted.scores).max() < 5


def test_a_position_effect_without_a_finite_value_is_flagged() -> None:
    always_first = ComparisonTable.from_arrays([0, 1, 1, 2, 0, 2], [1, 0, 2, 1, 2, 0], [1] * 6)

    fitted = fit(always_first, position=True)

    assert {StrengthFlag.SEPARATED, StrengthFlag.FIRTH_USED} <= set(fitted.flags)
    assert fitted.position_effect is not None
    assert 0 < fitted.position_effect.value < 5


def test_what_the_penalty_pulled_in_widens_the_intervals() -> None:
    table = table_of(*[("p", "q", "left")] * 5, ("q", "r", "left"), ("q", "r", "right"))

    fallen_back, asked_for = fit(table), fit(draw_world(seed=1).table, method=Method.FIRTH)

    chance = 1 / (1 + np.exp(fallen_back.scores[1] - fallen_back.scores[0]))
    lone = 1 / np.sqrt(5 * chance * (1 - chance))
    assert fallen_back.difference("p", "q").se > lone
    assert StrengthFlag.FIRTH_USED not in asked_for.flags


def test_components_have_scores_and_ranks_of_their_own() -> None:
    table = table_of(
        *[("p", "q", "left")] * 3, ("p", "q", "right"), *[("r", "s", "right")] * 2, ("r", "s", "left")
    )

    fitted = fit(table)

    assert StrengthFlag.DISCONNECTED in fitted.flags
    assert fitted.components.tolist() == [0, 1, 0, 1]
    assert fitted.ranks.tolist() == [1, 2, 2, 1]
    assert fitted.scores == pytest.approx(np.array([np.log(3), -np.log(2), -np.log(3), np.log(2)]) / 2)
    assert fitted.covariance[0, 1] == pytest.approx(0)


def test_items_of_different_components_are_not_compared() -> None:
    fitted = fit(table_of(("p", "q", "tie"), ("r", "s", "tie")))

    with pytest.raises(StatisticRefused, match="no chain of comparisons"):
        fitted.difference("p", "r")


def test_a_stranger_has_no_difference() -> None:
    with pytest.raises(SampleBroken, match="'z'"):
        fit(draw_world(seed=1).table).difference(0, "z")


def test_a_difference_has_the_error_of_the_two_alone() -> None:
    fitted = fit(table_of(*[("p", "q", "left")] * 3, ("p", "q", "right")))

    difference = fitted.difference("p", "q")

    assert difference.value == pytest.approx(np.log(3))
    assert difference.se == pytest.approx(1 / np.sqrt(4 * 3 / 16))
    assert (difference.low, difference.high) == pytest.approx(
        (difference.value - 1.959964 * difference.se, difference.value + 1.959964 * difference.se)
    )


@pytest.mark.parametrize("method", list(Method))
def test_an_item_never_compared_has_no_score_and_is_flagged(method: Method) -> None:
    table = ComparisonTable.from_winners(["p", "q", "p"], ["q", "p", "q"], items=["p", "lonely", "q"])

    fitted = fit(table, method=method)

    assert {StrengthFlag.ISOLATED, StrengthFlag.DISCONNECTED} <= set(fitted.flags)
    assert np.isnan([fitted.scores[1], fitted.se[1], fitted.low[1], fitted.high[1]]).all()
    assert fitted.ranks.tolist() == [1, 0, 2]


def test_equal_scores_share_the_better_rank_and_are_flagged() -> None:
    fitted = fit(
        table_of(
            ("p", "q", "tie"), ("q", "r", "left"), ("p", "r", "left"), ("r", "p", "tie"), ("r", "q", "tie")
        )
    )

    assert fitted.ranks.tolist() == [1, 1, 3]
    assert StrengthFlag.TIED in fitted.flags


@pytest.mark.parametrize("method", [Method.BRADLEY_TERRY, Method.DAVIDSON, Method.FIRTH, Method.HIERARCHICAL])
def test_nothing_but_ties_gives_equal_scores_and_says_so(method: Method) -> None:
    fitted = fit(table_of(("p", "q", "tie"), ("q", "r", "tie")), method=method)

    assert {StrengthFlag.ALL_TIES, StrengthFlag.HALF_WINS, StrengthFlag.TIED} <= set(fitted.flags)
    assert fitted.scores == pytest.approx([0, 0, 0], abs=1e-9)
    assert (fitted.se > 0).all()
