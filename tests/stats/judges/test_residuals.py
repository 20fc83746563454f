import numpy as np
import pytest

from edison.errors import LengthsDiffer, SampleEmpty, StatisticRefused
from edison.stats.judges import JudgeFlag, residual_correlations

NAN = float("nan")


def test_two_judges_that_err_together_are_found_without_labels() -> None:
    rng = np.random.default_rng(61)
    scores = rng.normal(0, 1, (150, 1)) + rng.normal(0, 1, (150, 5))
    scores[:, 4] = scores[:, 3] + rng.normal(0, 0.3, 150)

    closest = residual_correlations(scores).pairs[0]

    assert (closest.first, closest.second, closest.flagged) == (3, 4, True)
    assert closest.correlation > 0.8


@pytest.mark.parametrize("noise", [[1, 1, 1, 1], [0.2, 0.2, 2, 2, 1], [0.5, 1, 1, 1.5]])
def test_independent_errors_are_believed_however_unequal_the_noise(noise: list[float]) -> None:
    rng = np.random.default_rng(62)

    alarms = [
        any(
            pair.flagged
            for pair in residual_correlations(
                rng.normal(0, 1, (100, 1)) + rng.normal(0, 1, (100, len(noise))) * noise
            ).pairs
        )
        for _ in range(100)
    ]

    assert np.mean(alarms) <= 0.10


def test_with_the_truth_errors_are_plain_differences() -> None:
    rng = np.random.default_rng(63)
    truth = rng.normal(0, 1, 80)
    errors = rng.multivariate_normal([0, 0], [[1, 0.6], [0.6, 1]], 80)

    (pair,) = residual_correlations(truth[:, None] + errors, truth=truth).pairs

    assert pair.correlation == pytest.approx(np.corrcoef(errors[:, 0], errors[:, 1]).item(0, 1))
    assert pair.flagged


def test_only_cases_seen_by_all_judges_count() -> None:
    rng = np.random.default_rng(64)
    scores = rng.normal(0, 1, (40, 2))
    scores[0, 0] = NAN
    truth = np.zeros(40)
    truth[1] = NAN

    found = residual_correlations(scores, truth=truth)

    assert (found.cases, found.flags) == (38, (JudgeFlag.INCOMPLETE_LEFT_OUT,))


def test_errors_that_are_never_shared_give_no_alarm() -> None:
    # One judge errs only where the other does not: their product is zero in every case.
    errors = np.zeros((20, 2))
    errors[::2, 0] = [1, -1] * 5
    errors[1::2, 1] = [1, -1] * 5

    (pair,) = residual_correlations(errors, truth=np.zeros(20)).pairs

    assert (pair.correlation, pair.p_value, pair.flagged) == (0, 1, False)


def test_what_cannot_be_told_is_refused_by_name() -> None:
    rng = np.random.default_rng(65)
    scores = rng.normal(0, 1, (50, 4))
    opposed = rng.normal(0, 1, (50, 1)) * [1, 1, -1, -1] + rng.normal(0, 0.1, (50, 4))
    with pytest.raises(SampleEmpty, match="judges"):
        residual_correlations(scores[:, :3])
    with pytest.raises(SampleEmpty, match="cases"):
        residual_correlations(scores[:5])
    with pytest.raises(StatisticRefused, match="never varies"):
        residual_correlations(np.where([True, False, False, False], 1.0, scores))
    with pytest.raises(StatisticRefused, match="share nothing"):
        residual_correlations(opposed)
    with pytest.raises(LengthsDiffer):
        residual_correlations(scores, truth=[1, 2])
