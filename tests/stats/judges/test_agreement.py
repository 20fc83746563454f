import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.inter_rater import aggregate_raters
from statsmodels.stats.inter_rater import cohens_kappa as statsmodels_cohen
from statsmodels.stats.inter_rater import fleiss_kappa as statsmodels_fleiss

from edison.errors import EdisonError, LengthsDiffer, SampleBroken, SampleEmpty, StatisticRefused
from edison.stats.judges import (
    AlphaMetric,
    JudgeFlag,
    KappaWeights,
    OwnCosts,
    code_labels,
    cohen_kappa,
    fleiss_kappa,
    gwet_ac1,
    krippendorff_alpha,
    percent_agreement,
)

NAN = float("nan")
tables = st.integers(2, 4).flatmap(
    lambda judges: st.lists(
        st.lists(st.sampled_from([0.0, 1.0, 2.0, 5.0, NAN]), min_size=judges, max_size=judges),
        min_size=2,
        max_size=12,
    )
)

# The example of Krippendorff, "Computing Krippendorff's alpha-reliability" (2011), section C to E:
# four observers, twelve units; alpha is 0.743, 0.815 and 0.849.
OBSERVED = np.array(
    [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, NAN, NAN, NAN],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NAN, 3],
        [NAN, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NAN],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NAN],
    ]
).T


@pytest.mark.parametrize(
    ("metric", "alpha"),
    [(AlphaMetric.NOMINAL, 0.743), (AlphaMetric.ORDINAL, 0.815), (AlphaMetric.INTERVAL, 0.849)],
)
def test_alpha_is_what_krippendorff_computed_by_hand(metric: AlphaMetric, alpha: float) -> None:
    found = krippendorff_alpha(OBSERVED, metric=metric)

    assert found.value == pytest.approx(alpha, abs=0.0006)
    assert found.low < found.value < found.high <= 1
    assert (found.cases, found.judgments) == (11, 40)
    assert found.flags == (JudgeFlag.FEW_CASES,)


@given(table=tables, metric=st.sampled_from(AlphaMetric))
def test_alpha_equals_its_definition_over_all_pairs(table: list[list[float]], metric: AlphaMetric) -> None:
    try:
        found = krippendorff_alpha(table, metric=metric)
    except EdisonError:
        return

    assert found.value == pytest.approx(_slow_alpha(np.array(table), metric=metric), abs=1e-9)


@given(table=tables)
def test_agreement_lies_inside_its_interval_and_ignores_the_order_of_judges(table: list[list[float]]) -> None:
    for measure in (percent_agreement, fleiss_kappa, krippendorff_alpha, gwet_ac1):
        try:
            found = measure(table)
        except EdisonError:
            continue
        turned = measure([row[::-1] for row in table][::-1])

        assert found.low <= found.value + 1e-12
        assert found.value <= found.high + 1e-12
        assert found.high > found.low
        assert turned.value == pytest.approx(found.value)
        assert turned.low == pytest.approx(found.low)


@pytest.mark.parametrize("weights", KappaWeights)
def test_cohens_kappa_equals_statsmodels(weights: KappaWeights) -> None:
    rng = np.random.default_rng(11)
    first = rng.integers(0, 4, 300).astype(float)
    second = np.where(rng.random(300) < 0.6, first, rng.integers(0, 4, 300))
    counts = np.zeros((4, 4))
    np.add.at(counts, (first.astype(int), second.astype(int)), 1)
    oracle = statsmodels_cohen(counts, wt=None if weights is KappaWeights.NONE else weights.value)

    found = cohen_kappa(first, second, weights=weights)

    assert found.value == pytest.approx(oracle["kappa"], abs=1e-12)
    # Theirs is the large-sample interval; ours leaves out cases one by one and is not symmetric.
    assert found.high - found.low == pytest.approx(oracle["kappa_upp"] - oracle["kappa_low"], rel=0.05)


def test_ratings_of_one_case_are_left_out_together() -> None:
    rng = np.random.default_rng(6)
    first = rng.integers(0, 3, 40)
    second = np.where(rng.random(40) < 0.3, rng.integers(0, 3, 40), first)
    cases = [f"case {n // 4}" for n in range(40)]

    found = cohen_kappa(first, second, weights=KappaWeights.LINEAR, cases=cases)

    kept = [np.delete(np.arange(40), range(4 * n, 4 * n + 4)) for n in range(10)]
    without = [1 - cohen_kappa(first[rows], second[rows], weights=KappaWeights.LINEAR).value for rows in kept]
    spread = math.sqrt(9 / 10 * np.sum((np.array(without) - np.mean(without)) ** 2)) / (1 - found.value)
    half = stats.t.ppf(0.975, df=9) * spread
    assert (found.cases, found.judgments) == (10, 80)
    assert found.value == pytest.approx(
        cohen_kappa(first, second, weights=KappaWeights.LINEAR).value, abs=1e-12
    )
    assert found.low == pytest.approx(1 - (1 - found.value) * np.exp(half), abs=1e-9)
    assert found.high == pytest.approx(1 - (1 - found.value) * np.exp(-half), abs=1e-9)


def test_own_costs_of_disagreement_give_what_statsmodels_gives() -> None:
    rng = np.random.default_rng(14)
    first = rng.integers(0, 3, 200).astype(float)
    second = np.where(rng.random(200) < 0.6, first, rng.integers(0, 3, 200))
    costs = np.array([[0, 1, 5], [2, 0, 1], [9, 4, 0]])
    counts = np.zeros((3, 3))
    np.add.at(counts, (first.astype(int), second.astype(int)), 1)
    own = OwnCosts((2.0, 0.0, 1.0, 7.0), np.pad(costs[np.ix_([2, 0, 1], [2, 0, 1])], (0, 1)))

    found = cohen_kappa(first, second, weights=own)

    assert found.value == pytest.approx(statsmodels_cohen(counts, weights=costs)["kappa"], abs=1e-12)


@pytest.mark.parametrize(
    ("costs", "complaint"),
    [
        ([[0, 1]], "a row and a column for each category"),
        ([[0, 1], [-1, 0]], "none is missing or negative"),
        ([[0, 1], [NAN, 0]], "none is missing or negative"),
        ([[1, 1], [1, 0]], "agreement costs nothing"),
        ([[0, 0], [0, 0]], "agreement costs nothing"),
        ([[0, 1], [1, 0]], "the rating 3 has none"),
    ],
)
def test_costs_that_mean_nothing_are_refused(costs: list[list[float]], complaint: str) -> None:
    with pytest.raises(SampleBroken, match=complaint):
        cohen_kappa([1, 2, 3], [1, 2, 2], weights=OwnCosts((1.0, 2.0), costs))


def test_ac1_is_what_gwet_published_for_ratings_with_gaps() -> None:
    # Gwet, Handbook of Inter-Rater Reliability (2014), the same four raters and twelve units as Krippendorff's:
    # AC1 0.77544 from an agreement of 0.81818 and a chance of 0.19032 (table in the manual of irrCAC).
    found = gwet_ac1(OBSERVED)

    assert found.value == pytest.approx((0.8181818182 - 0.1903212) / (1 - 0.1903212), abs=1e-6)
    assert found.low < found.value < found.high < 1
    assert (found.cases, found.judgments) == (12, 41)


@given(table=tables, further=st.integers(0, 3))
def test_ac1_equals_its_definition(table: list[list[float]], further: int) -> None:
    seen = {rating for row in table for rating in row if not math.isnan(rating)}
    try:
        found = gwet_ac1(table, categories=len(seen) + further)
    except EdisonError:
        return

    rows = [[rating for rating in row if not math.isnan(rating)] for row in table]
    rows = [row for row in rows if row]
    pairs = [[one == other for one, other in combinations(row, 2)] for row in rows if len(row) > 1]
    agreement = sum(sum(row) / len(row) for row in pairs) / len(pairs)
    shares = [sum(row.count(rating) / len(row) for row in rows) / len(rows) for rating in seen]
    chance = sum(share * (1 - share) for share in shares) / (len(seen) + further - 1)
    assert found.value == pytest.approx((agreement - chance) / (1 - chance), abs=1e-9)


def test_ac1_stands_where_kappa_falls_because_nearly_all_labels_are_one() -> None:
    rows = [[1, 1]] * 96 + [[1, 2], [2, 1], [1, 2], [2, 1]]

    assert fleiss_kappa(rows).value < 0
    assert gwet_ac1(rows).value > 0.9


def test_fleiss_kappa_equals_statsmodels() -> None:
    rng = np.random.default_rng(12)
    truth = rng.integers(0, 3, 80)
    table = np.where(rng.random((80, 5)) < 0.7, truth[:, None], rng.integers(0, 3, (80, 5)))

    found = fleiss_kappa(table)

    assert found.value == pytest.approx(statsmodels_fleiss(aggregate_raters(table)[0]), abs=1e-12)


def test_percent_agreement_counts_pairs_of_judges_within_a_case() -> None:
    found = percent_agreement([[1, 1, 1], [1, 1, 2], [1, NAN, NAN], [3, 4, NAN]])

    assert found.value == pytest.approx((1 + 1 / 3 + 0) / 3)
    assert (found.cases, found.judgments) == (3, 8)


def test_a_case_rated_by_one_judge_does_not_count_for_two() -> None:
    found = cohen_kappa([1, 1, 2, 2, NAN], [1, 2, 2, 2, 1])

    assert found.cases == 4
    assert found.value == pytest.approx(0.5)


@pytest.mark.parametrize("measure", [fleiss_kappa, krippendorff_alpha, gwet_ac1])
def test_perfect_agreement_has_an_interval_of_some_width(measure) -> None:
    few, many = measure([[1, 1], [2, 2]] * 4), measure([[1, 1], [2, 2]] * 100)

    assert few.value == many.value == few.high == many.high == 1
    assert few.low < many.low < 1
    assert few.flags == (JudgeFlag.NO_DISAGREEMENT, JudgeFlag.FEW_CASES)
    assert many.flags == (JudgeFlag.NO_DISAGREEMENT,)


def test_disagreement_that_never_varies_has_an_interval_of_some_width() -> None:
    found = percent_agreement([[1, 2]] * 20)
    equally = krippendorff_alpha([[1, 1, 2], [2, 2, 1]] * 20)

    assert (found.value, found.low) == (0, 0)
    assert 0 < found.high < 0.3
    assert equally.low < equally.value < equally.high


def test_one_rating_for_everything_is_refused_and_says_what_to_show_instead() -> None:
    for refuse in (
        lambda: cohen_kappa([1, 1, 1], [1, 1, 1]),
        lambda: fleiss_kappa([[1, 1], [1, 1]]),
        lambda: krippendorff_alpha([[1, 1], [1, 1]]),
        lambda: gwet_ac1([[1, 1], [1, 1]]),
        lambda: krippendorff_alpha([[0.1, 0.1], [0.1, 0.1]], metric=AlphaMetric.INTERVAL),
    ):
        with pytest.raises(StatisticRefused, match="percent agreement"):
            refuse()


def test_nothing_is_known_when_one_case_holds_all_the_variation() -> None:
    found = fleiss_kappa([[1, 1]] * 29 + [[1, 2]])

    assert (found.low, found.high) == (-1, 1)
    assert found.flags == (JudgeFlag.ONE_CASE_DECIDES,)


@pytest.mark.parametrize(
    ("broken", "error"),
    [
        ([], SampleBroken),
        ([[]], SampleEmpty),
        ([[1.0, 2.0]], SampleEmpty),
        ([[1.0, NAN], [NAN, 2.0]], SampleEmpty),
        ([[1.0, math.inf], [1.0, 2.0]], SampleBroken),
        ([["a", "b"], ["a", "a"]], SampleBroken),
        ([[1.0, 2.0], [1.0]], SampleBroken),
        ([1.0, 2.0], SampleBroken),
    ],
)
def test_broken_tables_are_refused_by_name(broken: list[object], error: type[EdisonError]) -> None:
    for measure in (percent_agreement, fleiss_kappa, krippendorff_alpha, gwet_ac1):
        with pytest.raises(error):
            measure(broken)  # pyright: ignore[reportArgumentType] (broken on purpose)


def test_columns_of_different_length_and_impossible_levels_are_refused() -> None:
    with pytest.raises(LengthsDiffer):
        cohen_kappa([1, 2, 3], [1, 2])
    with pytest.raises(SampleBroken, match="confidence level"):
        percent_agreement([[1, 1], [1, 2]], level=1.0)
    with pytest.raises(SampleBroken, match="one dimension"):
        cohen_kappa([[1, 2]], [1, 2])
    with pytest.raises(SampleEmpty):
        cohen_kappa([], [])


def test_words_become_numbers_in_order_of_appearance() -> None:
    coded = code_labels([["pass", "fail"], ["", "pass"], [None, "partial"]])

    assert coded.labels == ("pass", "fail", "partial")
    np.testing.assert_array_equal(coded.values, [[0, 1], [NAN, 0], [NAN, 2]])


@pytest.mark.parametrize("cases", [20, 60])
def test_intervals_cover_the_truth(cases: int) -> None:
    # Each judge sees the truth with chance 0.8 and guesses otherwise: kappa, alpha and AC1 are 0.8² = 0.64.
    rng = np.random.default_rng(13)
    hits = {fleiss_kappa: 0, krippendorff_alpha: 0, gwet_ac1: 0}
    worlds = 300
    for _ in range(worlds):
        truth, guesses = rng.integers(0, 3, (cases, 1)), rng.integers(0, 3, (cases, 3))
        table = np.where(rng.random((cases, 3)) < 0.8, truth, guesses)
        for measure in hits:
            found = measure(table)
            hits[measure] += found.low <= 0.64 <= found.high

    assert all(hit / worlds >= 0.92 for hit in hits.values())


def _slow_alpha(table: np.ndarray, *, metric: AlphaMetric) -> float:
    """Observed over expected squared distance, pair by pair, straight from the definition."""
    units = [row[~np.isnan(row)] for row in table if np.sum(~np.isnan(row)) >= 2]
    values = np.concatenate(units)

    def distance(one: float, other: float) -> float:
        if metric is AlphaMetric.NOMINAL:
            return float(one != other)
        if metric is AlphaMetric.INTERVAL:
            return (one - other) ** 2
        low, high = min(one, other), max(one, other)
        between = np.sum((values >= low) & (values <= high))
        return float(between - (np.sum(values == low) + np.sum(values == high)) / 2) ** 2

    observed = sum(
        2 * distance(one, other) / (len(unit) - 1) for unit in units for one, other in combinations(unit, 2)
    )
    expected = sum(2 * distance(one, other) for one, other in combinations(values, 2)) / (len(values) - 1)
    return 1 - observed / expected
