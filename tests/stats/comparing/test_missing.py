import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.stats.comparing import ComparisonVerdict, PairFlag, VerdictReason, compare_pairs, mcnemar_p

UNIT = (0.0, 1.0)
NAN = float("nan")


def columns(shift: float, *, cases: int = 60) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(1)
    baseline = rng.uniform(0.3, 0.5, cases)
    return baseline, baseline + shift + rng.uniform(-0.1, 0.1, cases)


def test_complete_pairs_alone_are_measured_and_the_others_counted() -> None:
    baseline, candidate = columns(0.1)
    baseline[0] = NAN
    candidate[1:3] = NAN
    baseline[3] = candidate[3] = NAN

    found = compare_pairs(baseline, candidate, scale=UNIT)

    missing = found.missing
    assert (missing.complete, missing.baseline_only, missing.candidate_only, missing.both) == (56, 1, 2, 1)
    assert found.difference.mean == pytest.approx((candidate - baseline)[4:].mean())
    assert (found.difference.n, found.difference.missing) == (56, 4)
    assert found.candidate_mean == pytest.approx(candidate[4:].mean())


def test_a_verdict_that_the_missing_results_cannot_turn_stands() -> None:
    baseline, candidate = columns(0.4)
    candidate[0] = NAN

    found = compare_pairs(baseline, candidate, scale=UNIT)

    assert found.verdict is ComparisonVerdict.BETTER
    assert found.flags == {PairFlag.MISSING_RESULTS}
    assert found.worst_case is not None
    assert found.worst_case.low.mean < found.difference.mean < found.worst_case.high.mean


@pytest.mark.parametrize(("shift", "margin"), [(0.04, None), (-0.04, None), (0.0, 0.03)])
def test_a_verdict_that_the_missing_results_could_turn_is_taken_back(
    shift: float, margin: float | None
) -> None:
    baseline, candidate = columns(shift)
    whole = compare_pairs(baseline, candidate, scale=UNIT, margin=margin)
    baseline[:3] = NAN
    candidate[3:6] = NAN

    found = compare_pairs(baseline, candidate, scale=UNIT, margin=margin)

    assert whole.verdict is not ComparisonVerdict.NOT_YET_KNOWN
    assert (found.verdict, found.reason) == (ComparisonVerdict.NOT_YET_KNOWN, VerdictReason.MISSING_RESULTS)


def test_worst_cases_fill_in_the_ends_of_the_scale() -> None:
    found = compare_pairs([0.5, NAN, NAN, 0.2], [0.5, 0.4, NAN, NAN], scale=UNIT)

    assert found.worst_case is not None
    assert found.worst_case.low.mean == pytest.approx(np.mean([0, 0.4 - 1, -1, 0 - 0.2]))
    assert found.worst_case.high.mean == pytest.approx(np.mean([0, 0.4 - 0, 1, 1 - 0.2]))


def test_without_a_scale_any_missing_result_could_turn_the_verdict() -> None:
    baseline, candidate = columns(0.1)
    candidate[0] = NAN

    found = compare_pairs(baseline, candidate)

    assert (found.verdict, found.reason) == (ComparisonVerdict.NOT_YET_KNOWN, VerdictReason.MISSING_RESULTS)
    assert found.flags == {PairFlag.MISSING_RESULTS, PairFlag.NO_BOUNDS}
    assert found.worst_case is None


def test_what_is_open_anyway_keeps_its_own_reason() -> None:
    baseline, candidate = columns(0.0)
    candidate[0] = NAN

    found = compare_pairs(baseline, candidate, scale=UNIT)

    assert found.reason is VerdictReason.CHANCE_WOULD_DO


def test_one_arm_missing_more_than_the_other_is_flagged() -> None:
    baseline, candidate = columns(0.0)
    candidate[:8] = NAN
    baseline[8] = NAN

    found = compare_pairs(baseline, candidate, scale=UNIT)

    assert found.missing.rates_differ_p == mcnemar_p(8, 1)
    assert PairFlag.MISSING_UNEQUALLY in found.flags


def test_both_arms_missing_the_same_cases_is_not_unequal() -> None:
    baseline, candidate = columns(0.0)
    candidate[:20] = baseline[:20] = NAN

    found = compare_pairs(baseline, candidate, scale=UNIT)

    assert found.missing.rates_differ_p == 1
    assert found.flags == {PairFlag.MISSING_RESULTS}


def test_missing_rates_are_compared_by_case_not_by_row() -> None:
    baseline, candidate = columns(0.0)
    candidate[:12] = NAN

    by_row = compare_pairs(baseline, candidate, scale=UNIT)
    by_case = compare_pairs(baseline, candidate, scale=UNIT, cases=np.repeat(np.arange(5), 12))

    assert by_row.missing.rates_differ_p < 0.001
    assert by_case.missing.rates_differ_p == 1


scores = st.floats(0, 1).map(lambda value: round(value, 1))


@given(rows=st.lists(st.tuples(scores, scores, st.booleans(), st.booleans()), min_size=20, max_size=40))
def test_the_truth_lies_between_the_worst_cases(rows: list[tuple[float, float, bool, bool]]) -> None:
    truth = np.mean([after - before for before, after, _, _ in rows])
    baseline = [NAN if is_lost else before for before, _, is_lost, _ in rows]
    candidate = [NAN if is_lost else after for _, after, _, is_lost in rows]
    if all(np.isnan(np.subtract(candidate, baseline))):
        return

    found = compare_pairs(baseline, candidate, scale=UNIT)

    if found.worst_case is not None:
        assert found.worst_case.low.mean - 1e-9 <= truth <= found.worst_case.high.mean + 1e-9
