from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import ttest_rel
from statsmodels.stats.multitest import multipletests

from edison.errors import EdisonError, SampleBroken, SampleEmpty
from edison.stats.boards import BoardFlag, RankRange, Separation, rank_ranges, separate_arms
from edison.stats.means import IntervalMethod, MeanFlag

UNIT = (0.0, 1.0)


def ranked(
    table: np.ndarray | list[list[float]], *, lower_is_better: bool = False, **asked: Any
) -> tuple[Separation, tuple[RankRange, ...]]:
    """Arms told apart, and ranked by their means."""
    apart = separate_arms(table, lower_is_better=lower_is_better, **asked)
    means = np.ma.masked_invalid(np.asarray(table, dtype=float)).mean(axis=0).filled(np.nan)
    return apart, rank_ranges(means, is_ahead=apart.is_ahead, lower_is_better=lower_is_better)


def scores(*levels: float, cases: int = 60, seed: int = 1) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return (
        np.array(levels) + rng.uniform(-0.1, 0.1, (cases, 1)) + rng.uniform(-0.1, 0.1, (cases, len(levels)))
    )


def test_arms_far_apart_have_one_rank_each() -> None:
    board, ranges = ranked(scores(0.3, 0.7, 0.5), scale=UNIT)

    assert ranges == (RankRange(3, 3, 3), RankRange(1, 1, 1), RankRange(2, 2, 2))
    assert board.groups == ((0,), (1,), (2,))
    assert board.flags == frozenset()


def test_less_is_better_on_a_board_of_costs() -> None:
    board, ranges = ranked(scores(0.3, 0.7, 0.5), scale=UNIT, lower_is_better=True)

    assert [found.rank for found in ranges] == [1, 3, 2]
    assert {(pair.left, pair.right): pair.ahead for pair in board.pairs} == {(0, 1): 0, (0, 2): 0, (1, 2): 2}


def test_groups_of_ties_overlap() -> None:
    board, ranges = ranked(scores(0.45, 0.475, 0.5, cases=40, seed=0), scale=UNIT)

    assert board.groups == ((0, 1), (1, 2))
    assert [(found.low, found.high) for found in ranges] == [(2, 3), (1, 3), (1, 2)]


def test_equal_arms_share_every_rank() -> None:
    column = np.linspace(0, 1, 30)

    board, ranges = ranked(np.column_stack([column] * 3), scale=UNIT)

    assert ranges == (RankRange(1, 1, 3),) * 3
    assert board.groups == ((0, 1, 2),)


def test_all_pairs_in_both_directions_are_one_family() -> None:
    table = scores(0.45, 0.47, 0.48, 0.5, cases=40)
    raw: list[float] = []
    for left, right in combinations(range(4), 2):
        two_sided = ttest_rel(table[:, left], table[:, right])
        above = two_sided.pvalue / 2 if two_sided.statistic > 0 else 1 - two_sided.pvalue / 2
        raw += [above, 1 - above]
    expected = np.array(multipletests(raw, method="holm")[1], dtype=float).reshape(-1, 2).min(axis=1)

    board = separate_arms(table, scale=UNIT)

    assert {pair.difference.method for pair in board.pairs if pair.difference} == {IntervalMethod.T}
    assert [pair.adjusted_p for pair in board.pairs] == pytest.approx(expected)


def test_two_arms_are_compared_on_the_cases_both_have() -> None:
    table = scores(0.4, 0.5)
    table[:10, 0] = np.nan
    table[50:, 1] = np.nan

    board = separate_arms(table, scale=UNIT)

    assert board.flags == {BoardFlag.MISSING_RESULTS}
    assert board.pairs[0].difference is not None
    assert board.pairs[0].difference.cases == 40


def test_arms_without_a_common_case_are_not_told_apart() -> None:
    table = scores(0.2, 0.8, cases=40)
    table[:20, 0] = table[20:, 1] = np.nan

    board = separate_arms(table, scale=UNIT)

    assert board.pairs[0].difference is None
    assert board.flags == {BoardFlag.MISSING_RESULTS, BoardFlag.NOT_COMPARED}
    assert board.groups == ((0, 1),)


@pytest.mark.parametrize(
    "table",
    [scores(1.0, 2.0, cases=10), np.column_stack([np.arange(30.0), np.arange(30.0) + 1])],
    ids=["few cases", "no variation"],
)
def test_without_a_scale_few_cases_tell_nothing_apart(table: np.ndarray) -> None:
    board = separate_arms(table)

    assert board.flags == {BoardFlag.NOT_COMPARED}
    assert board.pairs[0].ahead is None


def test_families_count_once() -> None:
    rng = np.random.default_rng(5)
    shift = np.repeat(rng.normal(0.06, 0.1, 20), 10)
    table = np.column_stack([np.full(200, 0.4) + rng.uniform(0, 0.01, 200), 0.4 + shift])

    alone = separate_arms(table, scale=UNIT)
    together = separate_arms(table, scale=UNIT, families=np.repeat(np.arange(20), 10))

    assert alone.pairs[0].adjusted_p < together.pairs[0].adjusted_p


def test_passes_and_failures_have_their_own_intervals() -> None:
    rng = np.random.default_rng(2)

    board = separate_arms(rng.random((200, 2)) < [0.5, 0.8], scale=UNIT)

    assert board.pairs[0].difference is not None
    assert board.pairs[0].difference.method is IntervalMethod.BONETT_PRICE
    assert board.pairs[0].ahead == 1


def test_a_few_unlucky_cases_do_not_put_an_arm_ahead() -> None:
    """95 % gain a little and few lose much: with the losses unseen, Student's t would be certain."""
    table = np.column_stack([np.full(40, 0.6), np.full(40, 0.63)])

    board = separate_arms(table, scale=UNIT)

    assert board.pairs[0].ahead is None
    assert board.pairs[0].difference is not None
    assert MeanFlag.NO_VARIATION in board.pairs[0].difference.flags


@pytest.mark.parametrize(
    ("table", "error"),
    [
        ([1.0, 2.0], SampleBroken),
        ([["a", "b"]], SampleBroken),
        ([[1.0], [2.0]], SampleEmpty),
        ([[0.1, float("inf")]], SampleBroken),
        ([[0.1, 2.0]], SampleBroken),
    ],
)
def test_what_is_not_a_table_of_arms_is_refused(table: object, error: type[EdisonError]) -> None:
    with pytest.raises(error):
        separate_arms(table, scale=UNIT)  # pyright: ignore[reportArgumentType] (that is the point)


def test_true_ranks_lie_in_all_intervals_at_once() -> None:
    truth = np.array([0.40, 0.40, 0.44, 0.50, 0.50, 0.50])
    lowest = np.array([1 + (truth > level).sum() for level in truth])
    highest = np.array([(truth >= level).sum() for level in truth])
    held = 0
    for seed in range(80):
        _, ranges = ranked(scores(*truth, cases=30, seed=seed), scale=UNIT)
        held += all(
            found.low <= best and worst <= found.high
            for found, best, worst in zip(ranges, lowest, highest, strict=True)
        )

    assert held >= 72, "95 % of 80 worlds, less twice the Monte-Carlo error"


values = st.sampled_from([0.0, 0.5, 0.7, 1.0, float("nan")])


@given(
    table=st.integers(2, 4).flatmap(
        lambda arms: st.lists(st.lists(values, min_size=arms, max_size=arms), min_size=1, max_size=30)
    )
)
def test_any_table_gives_a_board_or_a_named_refusal(table: list[list[float]]) -> None:
    try:
        board, ranges = ranked(table, scale=UNIT)
    except EdisonError:
        return

    count = len(table[0])
    assert all(1 <= found.low <= found.rank <= found.high <= count for found in ranges)
    assert {arm for group in board.groups for arm in group} == set(range(count))
    apart = {frozenset((pair.left, pair.right)) for pair in board.pairs if pair.ahead is not None}
    assert not any(pair <= set(group) for pair in apart for group in board.groups)
