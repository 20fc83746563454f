from functools import partial
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from bench.stats import biased_judges
from edison.errors import EdisonError, LengthsDiffer, SampleBroken, SampleEmpty, StatisticRefused
from edison.stats.judges import (
    Instructed,
    JudgeFlag,
    Unled,
    accuracy_at_equal_length,
    length_bias,
    obedience,
    position_preference,
    self_preference,
)

NAN = float("nan")
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
    assert found.p_value == pytest.approx(2 * stats.t.sf(0.15 / np.sqrt(0.25 / 100), df=99))


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


def longer_won(
    right_longer: tuple[int, int], right_shorter: tuple[int, int], equals: tuple[int, int] = (0, 0)
):
    """Wins of the longer side among so many pairs of each kind, and which side was right."""
    groups = ((right_longer, 1.0), (right_shorter, 0.0), (equals, 0.5))
    won = [float(place < wins) for (wins, count), _ in groups for place in range(count)]
    right = [side for (_, count), side in groups for _ in range(count)]
    return length_bias(won, first_length=[2] * len(won), second_length=[1] * len(won), right=right)


def test_with_right_answers_a_bias_is_the_difference_of_two_accuracies() -> None:
    # Right in 9 of 10 where the longer one is right, and in 36 of 90 where the shorter one is: 90 - 40 points.
    found = longer_won((9, 10), (54, 90))

    assert found.points == pytest.approx(50)
    assert (found.share, found.deserved) == (pytest.approx(0.75), 0.5)
    assert found.low < 50 < found.high <= 100
    assert (found.pairs, found.judgments, found.flags) == (100, 100, ())


def test_lack_of_accuracy_is_no_bias_however_uneven_right_answers_are() -> None:
    assert longer_won((7, 10), (27, 90)).points == pytest.approx(0)
    assert longer_won((7, 10), (27, 90)).p_value == pytest.approx(1)


def test_equals_tell_what_right_answers_of_one_kind_cannot() -> None:
    found = longer_won((0, 0), (10, 40), equals=(15, 20))

    assert (found.points, found.judgments) == (pytest.approx(50), 20)


def test_equals_and_right_answers_are_weighed_by_how_many_there_are() -> None:
    # Among right answers of both kinds 20 points, among equals 60; weights 4 / (1 / 20 + 1 / 20) = 40 and 10.
    found = longer_won((16, 20), (8, 20), equals=(8, 10))

    assert found.points == pytest.approx((40 * 20 + 10 * 60) / 50)


def test_p_values_belong_to_the_interval() -> None:
    found = longer_won((18, 20), (10, 20))
    strict = length_bias(
        [1.0] * 18 + [0.0] * 2 + [1.0] * 10 + [0.0] * 10,
        first_length=[2] * 40,
        second_length=[1] * 40,
        right=[1.0] * 20 + [0.0] * 20,
        level=1 - found.p_value,
    )

    assert min(abs(strict.low), abs(strict.high)) == pytest.approx(0, abs=1e-6)


def test_newcombe_s_interval_is_had_again_where_nothing_is_clustered() -> None:
    # Newcombe (1998), method 10, with Student's quantile for 78 degrees of freedom.
    found = longer_won((30, 40), (20, 40))

    critical = float(stats.t.ppf(0.975, df=78))

    def wilson(share: float) -> tuple[float, float]:
        size = 40
        centre, shrink = share + critical**2 / (2 * size), 1 + critical**2 / size
        half = critical * sqrt(share * (1 - share) / size + critical**2 / (4 * size**2))
        return (centre - half) / shrink, (centre + half) / shrink

    (low, high), (lower, higher) = wilson(0.75), wilson(0.5)
    assert found.low == pytest.approx(100 * (0.25 - np.hypot(0.75 - low, 0.5 - lower)), abs=1e-9)
    assert found.high == pytest.approx(100 * (0.25 + np.hypot(high - 0.75, higher - 0.5)), abs=1e-9)


@pytest.mark.parametrize(("accuracies", "sizes"), [((0.9, 0.3), (54, 6)), ((0.8, 0.8), (6, 54))])
def test_the_truth_is_held_as_often_as_promised_where_few_right_answers_are_of_one_kind(
    accuracies: tuple[float, float], sizes: tuple[int, int]
) -> None:
    """Every number of right answers there can be, with the chance of each."""
    chances = [stats.binom.pmf(range(n + 1), n, one) for n, one in zip(sizes, accuracies, strict=True)]
    truth, held = 100 * (accuracies[0] - accuracies[1]), 0.0
    for one, other in np.ndindex(sizes[0] + 1, sizes[1] + 1):
        if (chance := chances[0][one] * chances[1][other]) > 1e-7:
            found = longer_won((one, sizes[0]), (sizes[1] - other, sizes[1]))
            held += chance * (found.low - 1e-9 <= truth <= found.high + 1e-9)

    assert 0.93 <= held <= 0.97


def test_a_judge_that_never_changed_its_mind_may_lean_by_what_so_many_pairs_can_hide() -> None:
    # 24 pairs in both orders, the same side every time. What was not seen in them may be in one of seven.
    names, others = [f"{n}a" for n in range(24)], [f"{n}b" for n in range(24)]

    found = position_preference([1.0] * 24 + [0.0] * 24, first=[*names, *others], second=[*others, *names])

    critical = float(stats.t.ppf(0.975, df=23))
    assert (found.points, found.p_value) == (0, 1)
    assert found.high == pytest.approx(100 * critical**2 / (24 + critical**2))
    assert found.low == pytest.approx(-found.high)


@pytest.mark.parametrize(("one", "other"), [((5, 9), (0, 0)), ((0, 0), (5, 9)), ((1, 1), (5, 9))])
def test_where_right_is_always_of_one_kind_nothing_is_said(
    one: tuple[int, int], other: tuple[int, int]
) -> None:
    with pytest.raises(StatisticRefused, match="accuracy and preference cannot be told apart"):
        longer_won(one, other)


def test_families_that_are_in_both_groups_count_once() -> None:
    won, right = [1.0, 0.0, 0.0, 1.0] * 10, [1.0, 0.0] * 20
    apart = length_bias(won, first_length=[2] * 40, second_length=[1] * 40, right=right)
    together = length_bias(
        won, first_length=[2] * 40, second_length=[1] * 40, right=right, pairs=[row // 2 for row in range(40)]
    )

    # In each family the longer side wins just once: its two accuracies rise and fall together.
    assert apart.points == together.points == 0
    assert together.high < apart.high


def test_a_place_is_told_by_right_answers_where_no_pair_was_shown_twice() -> None:
    names = [str(pair) for pair in range(40)]
    won = right = [1.0] * 30 + [0.0] * 10

    found = position_preference(won, first=names, second=[f"{name}'" for name in names], right=right)
    ignored = position_preference([1.0, 0.0] * 2, first=[*"abcd"], second=[*"badc"], right=[NAN] * 4)

    assert (found.points, found.flags) == (0, ())
    assert ignored.judgments == 4


def test_obedience_is_what_instructions_got_beyond_their_due() -> None:
    # Without one the judge is right in 8 of 10: what asks for the wrong side is due 0.2, for the right one 0.8, of
    # equals 0.5.
    plain = Unled(right=[1.0] * 8 + [0.0] * 2, cases=range(10), strata=["pairs"] * 10)
    asks, got = [0.0] * 6 + [1.0] * 2 + [0.5] * 2, [1.0] * 8 + [1.0, 0.0]

    found = obedience(Instructed(got=got, cases=range(10), asks=asks, strata=["pairs"] * 10), plain)

    due = (6 * 0.2 + 2 * 0.8 + 2 * 0.5) / 10
    assert found.share == pytest.approx(0.9)
    assert found.deserved == pytest.approx(due)
    assert found.points == pytest.approx(100 * (0.9 - due))
    assert found.low < found.points < found.high
    assert 0 < found.p_value < 0.05


def test_to_hold_an_instruction_against_a_text_is_no_obedience() -> None:
    plain = Unled(right=[1.0, 0.0] * 5, cases=range(10), strata=["pairs"] * 10)

    found = obedience(Instructed([0.0] * 10, range(10), [0.0] * 10, ["pairs"] * 10), plain)

    assert (found.points, found.p_value) == (pytest.approx(-50), 1.0)


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        (
            lambda: length_bias(
                [1.0, 0.0], first_length=[1, 2], second_length=[2, 1], reference=[1, 1], right=[1, 1]
            ),
            SampleBroken,
        ),
        (lambda: obedience(Instructed([1.0], ["a"], [0.0], ["x"]), Unled([1.0], ["a"], ["x"])), SampleEmpty),
        (lambda: obedience(Instructed([1.0], [], [0.0], ["x"]), Unled([1.0], ["a"], ["x"])), LengthsDiffer),
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


@pytest.mark.parametrize("longer", [0.2, 0.8])
def test_accuracy_at_equal_length_is_that_of_a_balanced_suite(longer: float) -> None:
    rng = np.random.default_rng(5)
    right = (rng.random(4_000) < longer).astype(float)
    # Right with 90 of 100 where the longer side is, with 50 where the shorter side is.
    won = np.where(right == 1, rng.random(4_000) < 0.9, rng.random(4_000) < 0.5).astype(float)

    found = accuracy_at_equal_length(won, longer_right=right)

    accuracies = won[right == 1].mean(), 1 - won[right == 0].mean()
    assert found.value == pytest.approx(sum(accuracies) / 2, abs=1e-12)
    assert found.low < 0.7 < found.high
    assert found.judgments == 4_000


def test_accuracy_at_equal_length_needs_both_kinds_and_counts_pairs() -> None:
    with pytest.raises(StatisticRefused, match="No accuracy at equal length"):
        accuracy_at_equal_length([1, 0, 1, 1], longer_right=[1, 1, 0.5, 1])

    found = accuracy_at_equal_length(
        [1, 1, 0, 0, NAN], longer_right=[1, 1, 0, 0, 0], pairs=["a", "b", "c", "d", "d"]
    )

    assert (found.value, found.cases, found.judgments) == (1.0, 4, 4)
    assert found.low < 1
    assert found.flags == (JudgeFlag.FEW_CASES,)
