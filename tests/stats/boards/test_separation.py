"""Telling arms apart: judges that scored both, families, missing results, and ranks that remain possible."""

import numpy as np
import pytest

from edison.errors import EdisonError, LengthsDiffer, SampleBroken
from edison.stats.boards import BoardFlag, RankRange, panel_means, rank_ranges, separate_arms
from edison.stats.comparing import PairFlag, compare_pairs

UNIT = (0.0, 1.0)
NAN = float("nan")


def judged(*levels: float, cases: int = 60, judges: int = 2, seed: int = 1) -> np.ndarray:
    """Cases × arms × judges, every judge with a severity of its own."""
    rng = np.random.default_rng(seed)
    shape = (cases, len(levels), judges)
    severity = np.linspace(0.0, -0.2, judges)
    return np.array(levels)[None, :, None] + severity + rng.uniform(-0.1, 0.1, shape)


def test_a_pair_is_compared_as_two_columns_are() -> None:
    table = judged(0.5, 0.6, judges=1)

    (pair,) = separate_arms(table, scale=UNIT).pairs

    alone = compare_pairs(table[:, 1, 0], table[:, 0, 0], scale=UNIT)
    assert pair.difference is not None
    assert pair.difference.mean == pytest.approx(alone.difference.mean)
    assert pair.ahead == 1


def test_judges_count_by_their_weight() -> None:
    table = judged(0.4, 0.6)
    table[:, 0, 1], table[:, 1, 1] = 0.7, 0.3 + np.linspace(0, 0.01, 60)

    first = separate_arms(table, scale=UNIT, weights=[1.0, 0.0]).pairs[0]
    second = separate_arms(table, scale=UNIT, weights=[0.0, 1.0]).pairs[0]

    assert (first.ahead, second.ahead) == (1, 0)


def test_a_judge_that_scored_one_arm_alone_does_not_bring_its_severity_in() -> None:
    rng = np.random.default_rng(4)
    same = rng.uniform(0.4, 0.6, 60)
    harsh = same - 0.3
    table = np.stack([np.column_stack([same, harsh]), np.column_stack([same, np.full(60, NAN)])], axis=1)

    (pair,) = separate_arms(table, scale=UNIT).pairs

    assert pair.ahead is None
    assert pair.difference is not None
    assert pair.difference.mean == pytest.approx(0)
    assert np.nanmean(panel_means(table[:, 0])) < np.nanmean(panel_means(table[:, 1]))


def test_what_is_missing_is_counted_by_result_and_named() -> None:
    table = judged(0.4, 0.6, cases=40)
    table[:10, 0, 0] = NAN
    table[10:12, 1, 1] = NAN
    table[39] = NAN

    found = separate_arms(table, scale=UNIT)

    missing = found.pairs[0].missing
    assert (missing.complete, missing.baseline_only, missing.candidate_only, missing.both) == (66, 10, 2, 2)
    assert found.pairs[0].flags == {PairFlag.MISSING_RESULTS, PairFlag.MISSING_UNEQUALLY}
    assert found.flags == {BoardFlag.MISSING_RESULTS}


def test_without_a_scale_what_is_missing_has_no_bound() -> None:
    table = judged(0.4, 0.6, judges=1)
    table[0, 0] = NAN

    assert separate_arms(table).pairs[0].flags == {PairFlag.MISSING_RESULTS, PairFlag.NO_BOUNDS}


def test_cases_of_one_family_count_once() -> None:
    rng = np.random.default_rng(5)
    shift = np.repeat(rng.normal(0.06, 0.1, 20), 10)
    table = np.column_stack([np.full(200, 0.4) + rng.uniform(0, 0.01, 200), 0.4 + shift])

    alone = separate_arms(table, scale=UNIT).pairs[0]
    together = separate_arms(table, scale=UNIT, families=np.repeat(np.arange(20), 10)).pairs[0]
    named = separate_arms(table, scale=UNIT, families=[f"f{case // 10}" for case in range(200)]).pairs[0]

    assert alone.adjusted_p < together.adjusted_p
    assert named.adjusted_p == together.adjusted_p


def test_ranks_leave_out_those_of_whoever_is_ahead_or_behind() -> None:
    is_ahead = np.zeros((3, 3), dtype=np.bool_)
    is_ahead[0, 2] = True

    ranges = rank_ranges([0.9, 0.8, 0.1], is_ahead=is_ahead)

    assert ranges == (RankRange(1, 1, 2), RankRange(2, 1, 3), RankRange(3, 2, 3))


def test_a_rank_lies_in_its_own_range_whatever_was_compared() -> None:
    is_ahead = np.array([[False, False], [True, False]])

    assert rank_ranges([0.9, 0.8], is_ahead=is_ahead) == (RankRange(1, 1, 2), RankRange(2, 1, 2))
    assert rank_ranges([1.0, 2.0], is_ahead=is_ahead.T, lower_is_better=True)[0] == RankRange(1, 1, 1)


def test_ranks_of_other_arms_are_refused() -> None:
    with pytest.raises(LengthsDiffer):
        rank_ranges([0.9], is_ahead=np.zeros((2, 2), dtype=np.bool_))


@pytest.mark.parametrize(
    ("weights", "error"),
    [
        ([1.0], LengthsDiffer),
        ([1.0, -1.0], SampleBroken),
        ([0.0, 0.0], SampleBroken),
        ([1.0, NAN], SampleBroken),
    ],
)
def test_weights_that_are_none_are_refused(weights: list[float], error: type[EdisonError]) -> None:
    with pytest.raises(error):
        separate_arms(judged(0.4, 0.6), scale=UNIT, weights=weights)


def test_a_panel_gives_nothing_where_nobody_scored() -> None:
    means = panel_means([[0.2, 0.6], [NAN, 0.6], [NAN, NAN]], weights=[3.0, 1.0])

    assert means[:2] == pytest.approx([0.3, 0.6])
    assert np.isnan(means[2])
