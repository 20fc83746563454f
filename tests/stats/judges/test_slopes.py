import numpy as np
import pytest
import statsmodels.api as sm

from edison.errors import EdisonError, LengthsDiffer, SampleBroken, SampleEmpty, StatisticRefused
from edison.stats.judges import JudgeFlag, choice_length_slope, score_length_slope, slopes

NAN = float("nan")


def _standardised(lengths: np.ndarray) -> np.ndarray:
    return (lengths - lengths.mean()) / lengths.std()


def test_the_slope_of_scores_equals_a_clustered_regression() -> None:
    rng = np.random.default_rng(21)
    lengths = rng.lognormal(5, 0.5, 200)
    clusters = rng.integers(0, 40, 200)
    scores = 0.05 * _standardised(lengths) + rng.normal(0, 0.1, 40)[clusters] + rng.normal(0, 0.1, 200)
    oracle = sm.OLS(scores, sm.add_constant(_standardised(lengths))).fit(
        cov_type="cluster", cov_kwds={"groups": clusters}
    )

    found = score_length_slope(scores, lengths=lengths, clusters=clusters.tolist())

    assert found.value == pytest.approx(oracle.params[1])
    # Theirs reaches 1.96 standard errors, ours Student's quantile for 40 clusters.
    assert (found.high - found.low) / 2 == pytest.approx(2.0227 * oracle.bse[1], rel=1e-3)
    assert (found.clusters, found.judgments, found.flags) == (40, 200, ())


def test_the_slope_of_choices_is_nearly_the_logistic_one_in_a_large_sample() -> None:
    rng = np.random.default_rng(22)
    lengths = rng.normal(100, 20, 4000)
    chosen = rng.random(4000) < 1 / (1 + np.exp(-(0.3 * _standardised(lengths) - 1)))
    oracle = sm.Logit(chosen.astype(float), sm.add_constant(_standardised(lengths))).fit(disp=False)

    found = choice_length_slope(chosen.astype(float), lengths=lengths)

    assert found.value == pytest.approx(oracle.params[1], rel=0.01)
    assert found.low < 0.3 < found.high
    assert (found.high - found.low) / 2 == pytest.approx(1.96 * oracle.bse[1], rel=0.05)


def test_length_that_decides_everything_still_gives_a_finite_slope() -> None:
    found = choice_length_slope([0, 0, 0, 1, 1, 1], lengths=[1, 2, 3, 4, 5, 6])

    assert 0 < found.value < 20
    assert found.flags == (JudgeFlag.FEW_CASES,)


def test_a_slope_is_finite_even_when_the_steps_run_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slopes, "_STEPS", 1)

    found = choice_length_slope([0, 1, 0, 1, 1, 0], lengths=[1, 2, 3, 4, 5, 6])

    assert found.low < found.value < found.high


def test_a_reference_takes_off_what_longer_texts_deserve() -> None:
    rng = np.random.default_rng(23)
    lengths = rng.normal(100, 20, 300)
    deserved = 0.2 * _standardised(lengths) + rng.normal(0, 0.3, 300)
    scores = deserved + rng.normal(0, 0.1, 300)

    alone = score_length_slope(scores, lengths=lengths)
    beside = score_length_slope(scores, lengths=lengths, reference=deserved)

    assert alone.low > 0
    assert beside.low < 0 < beside.high


def test_incomplete_rows_are_left_out() -> None:
    found = score_length_slope([1, 2, 4, NAN, 5], lengths=[1, 2, 3, 4, NAN])

    assert found.judgments == 3


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        (lambda: choice_length_slope([0.5, 1, 0], lengths=[1, 2, 3]), SampleBroken),
        (lambda: choice_length_slope([0, 1], lengths=[1, 2]), SampleEmpty),
        (lambda: choice_length_slope([0, 1, 1], lengths=[7, 7, 7]), StatisticRefused),
        (lambda: choice_length_slope([0, 1, 1], lengths=[1, 2]), LengthsDiffer),
        (lambda: score_length_slope([1, 1, 1], lengths=[1, 2, 3]), StatisticRefused),
        (lambda: score_length_slope([1, 2, 3], lengths=[1, 2, 4], reference=[1]), LengthsDiffer),
        (lambda: score_length_slope([1, 2, 3], lengths=[1, 2, 4], clusters=["a", "a", "b"]), SampleEmpty),
    ],
)
def test_what_has_no_slope_is_refused_by_name(asked, error: type[EdisonError]) -> None:
    with pytest.raises(error):
        asked()
