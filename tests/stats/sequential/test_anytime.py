import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.errors import EdisonError, LengthsDiffer, SampleBroken, SampleEmpty
from edison.stats.comparing import ComparisonVerdict, VerdictReason
from edison.stats.sequential import AnytimeFlag, AnytimeMethod, compare_anytime, confidence_sequence

UNIT = (0.0, 1.0)
NAN = float("nan")


def scores(shift: float, *, cases: int = 300, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    baseline = rng.uniform(0.3, 0.5, cases)
    return baseline, baseline + shift + rng.uniform(-0.2, 0.2, cases)


@pytest.mark.parametrize(
    ("shift", "is_lower_better", "verdict"),
    [
        (0.1, False, ComparisonVerdict.BETTER),
        (-0.1, False, ComparisonVerdict.WORSE),
        (0.1, True, ComparisonVerdict.WORSE),
        (-0.1, True, ComparisonVerdict.BETTER),
        (0.0, False, ComparisonVerdict.NOT_YET_KNOWN),
    ],
)
def test_a_difference_is_found_and_named(
    shift: float, is_lower_better: bool, verdict: ComparisonVerdict
) -> None:
    found = compare_anytime(*scores(shift), scale=UNIT, lower_is_better=is_lower_better)

    assert found.verdict is verdict
    assert found.method is AnytimeMethod.BETTING
    assert (found.decided_at is None) == (verdict is ComparisonVerdict.NOT_YET_KNOWN)
    assert (found.difference_p <= 0.05) == (verdict is not ComparisonVerdict.NOT_YET_KNOWN)
    assert found.difference.low <= shift <= found.difference.high


def test_the_verdict_stands_from_the_case_at_which_it_was_reached() -> None:
    baseline, candidate = scores(0.1)
    decided_at = compare_anytime(baseline, candidate, scale=UNIT).decided_at
    assert decided_at is not None

    at = compare_anytime(baseline[:decided_at], candidate[:decided_at], scale=UNIT)
    before = compare_anytime(baseline[: decided_at - 1], candidate[: decided_at - 1], scale=UNIT)

    assert at.verdict is ComparisonVerdict.BETTER
    assert at.decided_at == decided_at
    assert at.difference.low >= 0
    assert before.verdict is ComparisonVerdict.NOT_YET_KNOWN
    assert before.reason is VerdictReason.CHANCE_WOULD_DO
    assert before.difference.low < 0


def test_passes_and_failures_are_weighed_by_discordant_pairs() -> None:
    rng = np.random.default_rng(2)
    baseline, candidate = rng.random(200) < 0.4, rng.random(200) < 0.7

    found = compare_anytime(baseline, candidate, scale=UNIT)

    apart = confidence_sequence(candidate.astype(float) - baseline, reach=(-1, 1))
    assert found.method is AnytimeMethod.DISCORDANT
    assert found.verdict is ComparisonVerdict.BETTER
    assert (found.difference.low, found.difference.high) == pytest.approx((apart.low, apart.high), abs=1e-6)


@pytest.mark.parametrize("reach", [None, (-0.25, 0.25)])
def test_no_difference_is_called_the_same_when_the_margin_allows(reach: tuple[float, float] | None) -> None:
    found = compare_anytime(*scores(0.0, cases=500), scale=UNIT, margin=0.1, reach=reach)

    assert found.verdict is ComparisonVerdict.SAME
    assert found.reason is VerdictReason.WITHIN_MARGIN
    assert found.same_p is not None
    assert found.same_p <= 0.05


def test_a_margin_that_is_not_reached_leaves_it_open() -> None:
    found = compare_anytime(*scores(0.0, cases=30), scale=UNIT, margin=0.05)

    assert found.verdict is ComparisonVerdict.NOT_YET_KNOWN
    assert found.reason is VerdictReason.REACHES_BEYOND_MARGIN


def test_a_margin_beyond_the_reach_is_kept_by_declaration() -> None:
    found = compare_anytime([0.5, 0.5], [0.5, 0.6], scale=UNIT, reach=(-0.2, 0.2), margin=0.3)

    assert found.verdict is ComparisonVerdict.SAME
    assert found.same_p == 0


def test_a_narrower_reach_decides_sooner() -> None:
    wide = compare_anytime(*scores(0.05), scale=UNIT)
    narrow = compare_anytime(*scores(0.05), scale=UNIT, reach=(-0.3, 0.3))

    assert narrow.decided_at is not None
    assert wide.decided_at is None or narrow.decided_at < wide.decided_at


def test_a_few_missing_results_are_counted_and_many_take_the_verdict_back() -> None:
    baseline, candidate = scores(0.15)
    few, many = candidate.copy(), candidate.copy()
    few[[250, 260]] = NAN
    many[::2] = NAN

    with_few = compare_anytime(baseline, few, scale=UNIT)
    with_many = compare_anytime(baseline, many, scale=UNIT)

    assert with_few.verdict is ComparisonVerdict.BETTER
    assert with_few.missing.candidate_only == 2
    assert with_few.flags == {AnytimeFlag.MISSING_RESULTS}
    assert with_many.verdict is ComparisonVerdict.NOT_YET_KNOWN
    assert with_many.reason is VerdictReason.MISSING_RESULTS
    assert with_many.decided_at is None


def test_missing_results_leave_an_open_verdict_open() -> None:
    found = compare_anytime([0.5, NAN], [0.5, 0.6], scale=UNIT)

    assert found.reason is VerdictReason.CHANCE_WOULD_DO
    assert found.difference.cases == 1


def test_repeats_of_a_case_and_cases_of_a_family_count_once() -> None:
    baseline, candidate = scores(0.1, cases=40)
    alone = compare_anytime(baseline, candidate, scale=UNIT)

    repeated = compare_anytime(
        np.repeat(baseline, 3), np.repeat(candidate, 3), scale=UNIT, cases=np.repeat(np.arange(40), 3)
    )
    families = compare_anytime(
        np.repeat(baseline, 3), np.repeat(candidate, 3), scale=UNIT, families=np.repeat(np.arange(40), 3)
    )

    assert repeated.difference.cases == families.difference.cases == 40
    assert repeated.difference_p == pytest.approx(alone.difference_p)
    assert families.difference_p == pytest.approx(alone.difference_p)


@pytest.mark.parametrize(("first", "verdict"), [(1, ComparisonVerdict.BETTER), (0, ComparisonVerdict.WORSE)])
def test_cases_that_contradict_each_other_are_flagged_and_the_first_verdict_stands(
    first: int, verdict: ComparisonVerdict
) -> None:
    candidate = [float(first)] * 30 + [float(1 - first)] * 300

    found = compare_anytime([1.0 - value for value in candidate], candidate, scale=UNIT)

    assert found.verdict is verdict
    assert AnytimeFlag.CONTRADICTED in found.flags


@given(
    rows=st.lists(
        st.tuples(st.floats(0, 1) | st.just(NAN), st.floats(0, 1) | st.just(NAN)), min_size=0, max_size=12
    ),
    margin=st.none() | st.floats(-0.5, 2),
)
def test_any_columns_give_a_verdict_or_a_named_error(
    rows: list[tuple[float, float]], margin: float | None
) -> None:
    try:
        found = compare_anytime([row[0] for row in rows], [row[1] for row in rows], scale=UNIT, margin=margin)
    except EdisonError:
        return

    assert -1 <= found.difference.low <= found.difference.high <= 1
    assert 0 <= found.difference_p <= 1


@pytest.mark.parametrize(
    ("columns", "options", "error"),
    [
        (([0.5], [0.5, 0.6]), {}, LengthsDiffer),
        (([], []), {}, SampleEmpty),
        (([NAN], [0.5]), {}, SampleEmpty),
        (([2.0], [0.5]), {}, SampleBroken),
        (([0.5], [2.0]), {}, SampleBroken),
        (([0.0], [0.9]), {"reach": (-0.5, 0.5)}, SampleBroken),
        (([0.0], [0.1]), {"reach": (0.0, 0.5)}, SampleBroken),
        (([0.0], [0.1]), {"scale": (1.0, 0.0)}, SampleBroken),
        (([0.0], [0.1]), {"level": 0.0}, SampleBroken),
        (([0.0], [0.1]), {"margin": -1.0}, SampleBroken),
    ],
)
def test_malformed_columns_are_refused_by_name(
    columns: tuple[list[float], list[float]], options: dict[str, object], error: type[EdisonError]
) -> None:
    with pytest.raises(error):
        compare_anytime(*columns, **{"scale": UNIT, **options})  # type: ignore[arg-type]
