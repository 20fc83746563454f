from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from bench.stats import biased_judges
from edison.errors import EdisonError, LengthsDiffer, SampleBroken, SampleEmpty
from edison.stats.judges import JudgeFlag, length_bias, position_preference, self_preference

NAN = float("nan")
quick = settings(max_examples=100, database=None)
verdicts = st.lists(st.sampled_from([0.0, 0.5, 1.0, NAN]), min_size=0, max_size=20)


def test_a_judge_that_always_takes_the_first_place_leads_by_a_hundred_points() -> None:
    left, right = ["a", "b", "c", "d"] * 5, ["b", "a", "d", "c"] * 5

    found = position_preference([1.0] * 20, first=left, second=right)

    assert (found.share, found.points, found.deserved) == (1, 100, 0.5)
    # Two pairs are two pairs, however often they are shown.
    assert (found.pairs, found.judgments) == (2, 4)
    assert found.flags == (JudgeFlag.FEW_CASES,)
    assert not found.flagged


def test_many_pairs_that_all_go_to_the_first_place_are_flagged() -> None:
    left = [f"{side}{pair}" for pair in range(30) for side in "ab"]
    right = [f"{side}{pair}" for pair in range(30) for side in "ba"]

    found = position_preference([1.0] * 60, first=left, second=right)

    assert found.flagged
    assert 50 < found.low < found.high == 100
    assert found.p_value < 1e-4
    assert found.logit > 4


def test_a_steady_judge_has_no_preference_whatever_it_prefers() -> None:
    # "a" always wins, in both orders: the place decides nothing.
    left = [f"{side}{pair}" for pair in range(30) for side in "ab"]
    right = [f"{side}{pair}" for pair in range(30) for side in "ba"]

    found = position_preference([1.0, 0.0] * 30, first=left, second=right)

    assert (found.points, found.p_value, found.flagged) == (0, 1, False)
    assert found.low < 0 < found.high


def test_only_pairs_shown_in_both_orders_count_when_there_are_any() -> None:
    # The lonely pair is shown first often; it would look like a preference.
    left, right = ["a", "b", "c", "d"] + ["x"] * 40, ["b", "a", "d", "c"] + ["y"] * 40
    won = [1.0, 0.0, 0.0, 1.0] + [1.0] * 40

    found = position_preference(won, first=left, second=right)

    assert (found.points, found.judgments, found.pairs) == (0, 4, 2)


def test_orders_weigh_the_same_within_a_pair() -> None:
    left, right = ["a"] * 9 + ["b"] + ["c", "d"], ["b"] * 9 + ["a"] + ["d", "c"]

    found = position_preference([1.0] * 9 + [0.0] + [1.0, 0.0], first=left, second=right)

    assert found.points == 0


def test_without_both_orders_the_order_is_taken_to_be_random_and_that_is_said() -> None:
    names = [str(pair) for pair in range(100)]
    won = [1.0] * 65 + [0.0] * 35

    found = position_preference(won, first=names, second=[name + "'" for name in names])

    assert found.flags == (JudgeFlag.ORDERS_UNBALANCED,)
    assert found.points == pytest.approx(30)
    # A lead of 0.15 with the standard error of a fair proportion, and Student's distribution for 100 pairs.
    assert found.p_value == pytest.approx(2 * stats.t.sf(0.15 / np.sqrt(0.25 / 99), df=99))


def test_the_longer_side_is_found_on_either_side() -> None:
    found = length_bias(
        [1.0, 0.0, 1.0, 0.0, 1.0], first_length=[9, 1, 1, 5, 2], second_length=[1, 9, 9, 5, 1]
    )

    assert found.share == pytest.approx(3 / 4)
    assert found.judgments == 4
    assert found.flags == (JudgeFlag.NO_REFERENCE, JudgeFlag.FEW_CASES)


def test_a_reference_takes_off_what_the_longer_side_deserves() -> None:
    # The longer side wins 80 of 100 with the judge and 80 of 100 with people: nothing is left.
    won = np.array([1.0] * 80 + [0.0] * 20)
    measure = partial(length_bias, won, first_length=[2] * 100, second_length=[1] * 100)

    alone, beside, against = measure(), measure(reference=won), measure(reference=[0.5] * 100)

    assert alone.flagged
    assert alone.points == pytest.approx(60)
    assert (beside.points, beside.deserved, beside.flagged, beside.flags) == (0, 0.8, False, ())
    assert beside.low < 0 < beside.high
    assert against.points == pytest.approx(alone.points)


def test_the_own_family_counts_only_against_others() -> None:
    found = self_preference(
        [1.0, 1.0, 0.0, 1.0],
        first_own=[True, True, False, False],
        second_own=[True, False, True, False],
    )

    assert (found.share, found.judgments) == (1, 2)


def test_judgments_of_one_pair_are_one_cluster() -> None:
    won = [1.0, 1.0, 1.0, 1.0, 0.0, 0.0] * 10
    measure = partial(self_preference, won, first_own=[True] * 60, second_own=[False] * 60)

    apart, together = measure(), measure(pairs=[row // 2 for row in range(60)])

    assert apart.points == together.points
    assert together.high - together.low > 1.2 * (apart.high - apart.low)


def test_a_lean_of_two_points_is_not_called_a_bias_however_sure_it_is() -> None:
    won = np.array([1.0] * 50_900 + [0.0] * 49_100)

    found = self_preference(won, first_own=[True] * 100_000, second_own=[False] * 100_000)

    assert found.p_value < 1e-6
    assert not found.flagged


def test_verdicts_that_are_missing_leave_their_judgment_out() -> None:
    found = length_bias(
        [1.0, NAN, 1.0, 0.0],
        first_length=[2, 2, 2, 2],
        second_length=[1, 1, 1, 1],
        reference=[0.5, 0.5, NAN, 0.5],
    )

    assert found.judgments == 2


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        (lambda: position_preference([1.0, 0.0], first=["a", "a"], second=["a", "b"]), SampleBroken),
        (lambda: position_preference([1.0, 2.0], first=["a", "a"], second=["b", "b"]), SampleBroken),
        (lambda: position_preference([1.0], first=["a", "a"], second=["b", "b"]), LengthsDiffer),
        (lambda: position_preference([NAN, NAN], first=["a", "a"], second=["b", "c"]), SampleEmpty),
        (lambda: length_bias([1.0, 0.0], first_length=[1, 1], second_length=[1, 1]), SampleEmpty),
        (lambda: length_bias([1.0, 0.0], first_length=[1, NAN], second_length=[2, 1]), SampleBroken),
        (lambda: length_bias([1.0, 0.0], first_length=[1, -1], second_length=[2, 1]), SampleBroken),
        (lambda: length_bias([1.0, 0.0], first_length=[1, 1, 3], second_length=[2, 1, 1]), LengthsDiffer),
        (lambda: self_preference([1.0], first_own=[True], second_own=[False]), SampleEmpty),
        (lambda: self_preference([1.0], first_own=[True, True], second_own=[False]), LengthsDiffer),
    ],
)
def test_what_cannot_be_measured_is_refused_by_name(asked, error: type[EdisonError]) -> None:
    with pytest.raises(error):
        asked()


@quick
@given(won=verdicts, lengths=st.lists(st.integers(0, 3), min_size=20, max_size=20), data=st.data())
def test_any_column_gives_a_named_error_or_a_bounded_lead(
    won: list[float], lengths: list[int], data: st.DataObject
) -> None:
    names = data.draw(st.lists(st.sampled_from("abcd"), min_size=len(won), max_size=len(won)))
    other = [name + "x" if data.draw(st.booleans()) else name.upper() for name in names]
    for measure in (
        lambda: position_preference(won, first=names, second=other),
        lambda: length_bias(won, first_length=lengths[: len(won)], second_length=[1] * len(won), pairs=names),
    ):
        try:
            found = measure()
        except EdisonError:
            continue

        assert -100 - 1e-9 <= found.low <= found.points + 1e-9
        assert found.points - 1e-9 <= found.high <= 100 + 1e-9
        assert found.low < found.high
        assert 0 <= found.p_value <= 1


@pytest.mark.parametrize("bias", ["position", "length", "own family"])
def test_a_lead_of_thirty_points_is_found_within_200_judgments_and_fairness_is_believed(bias: str) -> None:
    cell = biased_judges.Cell(bias, biased_judges.BOTH if bias == "position" else biased_judges.ONCE, 1.0)

    assert biased_judges.flag_rate(cell, biased=True, worlds=100) >= 0.95
    # At a true rate of 0.03, a hundred worlds show more than eight false alarms once in two hundred tries.
    assert biased_judges.flag_rate(cell, biased=False, worlds=100) <= 0.08
