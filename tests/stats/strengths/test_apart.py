"""Items told apart case by case: by hand for two, and no more false claims than promised where cases decide."""

import numpy as np
import pytest

from edison.errors import StatisticRefused
from edison.stats.strengths import ComparisonTable, ItemsApart, StrengthFlag, fit, tell_apart


def two_items(won: list[int], *, cases: list[int]) -> ItemsApart:
    """1 where the first item won, 2 where the second one did, 0 for a tie."""
    table = ComparisonTable.from_arrays([0] * len(won), [1] * len(won), won, case=cases, items=2)
    return tell_apart(table, fit(table))


def test_two_items_are_told_apart_by_the_sandwich_one_gets_by_hand() -> None:
    # Five cases of four verdicts that always agree: three for the first item, two for the second.
    won = [1] * 4 + [1] * 4 + [1] * 4 + [2] * 4 + [2] * 4
    cases = [row // 4 for row in range(20)]

    (pair,) = two_items(won, cases=cases).pairs

    p = 0.6
    pushes = [4 * (1 - p)] * 3 + [4 * (0 - p)] * 2
    variance = 5 / 4 * sum(push**2 for push in pushes) / (20 * p * (1 - p)) ** 2
    assert pair.difference is not None
    assert pair.difference.value == pytest.approx(np.log(p / (1 - p)))
    assert pair.difference.se == pytest.approx(np.sqrt(variance))
    # Student's t with four degrees of freedom.
    assert pair.difference.high - pair.difference.value == pytest.approx(2.776445 * pair.difference.se)
    assert pair.ahead is None


def test_a_clean_sweep_tells_items_apart_although_nothing_surprises() -> None:
    table = ComparisonTable.from_arrays([0] * 30, [1] * 30, [1] * 30, case=list(range(30)), items=2)
    fitted = fit(table)

    found = tell_apart(table, fitted)

    (pair,) = found.pairs
    assert StrengthFlag.SEPARATED in fitted.flags
    assert np.isfinite([fitted.low, fitted.high]).all()
    assert pair.ahead == 0
    assert found.is_ahead.tolist() == [[False, True], [False, False]]


def test_the_better_one_is_ahead_on_whichever_side_it_stands() -> None:
    (pair,) = two_items([2] * 30, cases=list(range(30))).pairs

    assert pair.ahead == 1
    assert pair.adjusted_p < 0.01


def test_ties_count_half() -> None:
    (pair,) = two_items([0, 0, 0, 0], cases=[0, 1, 2, 3]).pairs

    assert pair.difference is not None
    assert pair.difference.value == pytest.approx(0.0, abs=1e-9)
    assert (pair.ahead, pair.adjusted_p) == (None, 1.0)


def test_groups_that_never_met_and_items_never_compared_are_not_told_apart() -> None:
    table = ComparisonTable.from_arrays([0, 1, 2, 3], [1, 0, 3, 2], [1, 2, 1, 1], case=range(4), items=5)

    found = tell_apart(table, fit(table))

    apart = {(pair.left, pair.right): pair.difference for pair in found.pairs}
    assert {pair for pair, difference in apart.items() if difference is not None} == {(0, 1), (2, 3)}
    assert 4 not in {place for pair in found.pairs for place in (pair.left, pair.right)}


@pytest.mark.parametrize("adaptive", [False, True])
def test_equals_are_seldom_told_apart_although_judges_agree_on_every_case(adaptive: bool) -> None:
    """Three equal items, twenty cases, three judges that say the same of a case: a third of the verdicts is news."""
    chance = np.random.default_rng(5)
    lefts, rights = np.array([0, 0, 1]), np.array([1, 2, 2])
    claims, worlds = [0, 0], 20
    for _ in range(worlds):
        ranks = [np.argsort(np.argsort(chance.random(3))) for _ in range(20)]
        outcome = np.concatenate([np.where(rank[lefts] < rank[rights], 1, 2) for rank in ranks])
        by_case = np.tile(np.repeat(np.arange(20), 3), 3)
        for is_naive, case in enumerate((by_case, np.arange(180))):
            table = ComparisonTable.from_arrays(
                np.tile(lefts, 60), np.tile(rights, 60), np.tile(outcome, 3), case=case.tolist(), items=3
            )
            claims[is_naive] += bool(tell_apart(table, fit(table, adaptive=adaptive)).is_ahead.any())

    # Within five per cent and two standard errors of the worlds; taken for independent they fail far more often.
    assert claims[0] <= 0.05 * worlds + 2 * np.sqrt(0.05 * 0.95 * worlds)
    assert claims[1] > 2 * claims[0]


def test_without_cases_nobody_is_told_apart() -> None:
    table = ComparisonTable.from_arrays([0, 0], [1, 1], [1, 2], items=2)

    with pytest.raises(StatisticRefused, match="what comparisons were about"):
        tell_apart(table, fit(table))
