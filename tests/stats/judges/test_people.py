import numpy as np
import pytest
from scipy import stats

from edison.errors import LengthsDiffer, SampleBroken, SampleEmpty, StatisticRefused
from edison.stats.judges import JudgeFlag, PeopleStanding, agreement_with_people, score_agreement

NAN = float("nan")


def test_a_judge_is_compared_with_people_and_people_with_each_other() -> None:
    people = [[1, 1, 1], [1, 1, 2], [2, NAN, NAN], [2, 1, NAN]]

    found = agreement_with_people([1, 2, 2, 1], people)

    assert found.with_people.value == pytest.approx((1 + 1 / 3 + 1 + 1 / 2) / 4)
    assert found.among_people is not None
    assert found.among_people.value == pytest.approx((1 + 1 / 3 + 0) / 3)
    assert found.lead is not None
    assert found.lead.value == pytest.approx((0 + 0 + 1 / 2) / 3)
    assert found.standing is PeopleStanding.NOT_YET_KNOWN


@pytest.mark.parametrize(
    ("accuracy", "standing"),
    [(0.95, PeopleStanding.AS_GOOD), (0.8, PeopleStanding.AS_GOOD), (0.5, PeopleStanding.WORSE)],
)
def test_a_judge_as_good_as_a_person_is_called_so(accuracy: float, standing: PeopleStanding) -> None:
    rng = np.random.default_rng(41)
    truth = rng.integers(0, 2, 1500)
    people = np.where(rng.random((1500, 3)) < 0.8, truth[:, None], 1 - truth[:, None])
    judge = np.where(rng.random(1500) < accuracy, truth, 1 - truth)

    found = agreement_with_people(judge, people, margin=0.05)

    assert found.standing is standing


def test_numbers_within_the_tolerance_are_the_same() -> None:
    people = [[0.5, 0.6], [0.1, 0.9]]

    found = agreement_with_people([0.55, 0.5], people, tolerance=0.1)

    assert found.with_people.value == 0.5
    assert found.among_people is not None
    assert found.among_people.value == 0.5


def test_without_two_labels_of_a_case_people_cannot_be_compared() -> None:
    found = agreement_with_people([1, 2, 1], [[1], [2], [2]])

    assert found.with_people.value == pytest.approx(2 / 3)
    assert (found.among_people, found.lead, found.standing) == (None, None, PeopleStanding.NOT_YET_KNOWN)


def test_scores_are_compared_by_lean_error_and_correlation() -> None:
    rng = np.random.default_rng(42)
    people = rng.normal(0.5, 0.2, 60)
    judge = people + 0.1 + rng.normal(0, 0.1, 60)
    oracle = stats.pearsonr(judge, people)
    limits = oracle.confidence_interval(0.95)

    found = score_agreement(judge, people)

    assert found.lean == pytest.approx(float(np.mean(judge - people)))
    assert found.lean_low < 0.1 < found.lean_high
    assert found.error == pytest.approx(float(np.mean(np.abs(judge - people))))
    assert found.pearson.value == pytest.approx(oracle[0])
    assert (found.pearson.low, found.pearson.high) == pytest.approx((limits.low, limits.high), abs=0.01)
    assert found.spearman.value == pytest.approx(stats.spearmanr(judge, people)[0])


def test_several_people_are_averaged_and_gaps_left_out() -> None:
    found = score_agreement([1, 2, 3, 4, NAN], [[1, 1], [2, 4], [3, NAN], [5, 5], [1, 1]])

    assert found.pearson.cases == 4
    assert found.lean == pytest.approx((0 - 1 + 0 - 1) / 4)
    assert found.pearson.flags == (JudgeFlag.FEW_CASES,)


def test_a_perfect_match_is_not_perfectly_certain() -> None:
    scores = [0.1, 0.2, 0.4, 0.5, 0.9]

    found = score_agreement(scores, scores)

    assert (found.lean, found.error, found.pearson.value, found.pearson.high) == (0, 0, pytest.approx(1), 1)
    assert found.lean_low < 0 < found.lean_high
    assert found.pearson.low < 0.95


def test_what_cannot_be_compared_is_refused_by_name() -> None:
    with pytest.raises(LengthsDiffer):
        agreement_with_people([1, 2], [[1], [2], [3]])
    with pytest.raises(SampleEmpty):
        agreement_with_people([1, NAN], [[1], [2]])
    with pytest.raises(SampleBroken, match="tolerance"):
        agreement_with_people([1, 2], [[1], [2]], tolerance=NAN)
    with pytest.raises(SampleEmpty):
        score_agreement([1, 2, 3], [1, 2, 3])
    with pytest.raises(StatisticRefused, match="same score"):
        score_agreement([1, 1, 1, 1], [1, 2, 3, 4])
    with pytest.raises(SampleBroken):
        score_agreement([1, 1, 1, 1], "good")
    with pytest.raises(LengthsDiffer):
        score_agreement([1, 2, 3, 4], [1, 2, 3, 4, 5])
