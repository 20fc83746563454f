import numpy as np
import pytest
from scipy import stats

from edison.errors import LengthsDiffer, SampleBroken, SampleEmpty, StatisticRefused
from edison.stats.judges import judge_drift

NAN = float("nan")


def test_a_judge_that_changes_is_caught_and_the_moment_is_named() -> None:
    rng = np.random.default_rng(31)
    values = np.concatenate([rng.normal(0.7, 0.1, 40), rng.normal(0.5, 0.1, 60)])

    found = judge_drift(values, times=np.arange(100))

    assert found.flagged
    assert found.change_at == pytest.approx(40, abs=3)
    assert found.before - found.after == pytest.approx(0.2, abs=0.06)
    assert found.high < 0
    assert found.cases is None


def test_the_trend_is_the_least_squares_line() -> None:
    rng = np.random.default_rng(32)
    times, values = np.arange(50) * 2.0, rng.normal(0, 1, 50)

    found = judge_drift(values, times=times)

    assert found.trend == pytest.approx(stats.linregress(times, values)[0])
    assert found.low < found.trend < found.high


def test_a_steady_judge_is_seldom_flagged() -> None:
    rng = np.random.default_rng(33)

    flagged = [
        judge_drift(rng.normal(0, 1, 40), times=np.arange(40), permutations=199, seed=world).flagged
        for world in range(200)
    ]

    # One in twenty by design; more than 10 % of 200 worlds would happen once in two thousand tries.
    assert np.mean(flagged) <= 0.10


def test_repeated_cases_tell_a_changed_judge_from_changed_cases() -> None:
    rng = np.random.default_rng(34)
    # Later cases are better, and the judge is as strict as ever.
    quality = np.repeat(np.linspace(0, 1, 20), 2)
    times = np.repeat(np.arange(20.0), 2) + np.tile([0.0, 10.0], 20)
    values = quality + rng.normal(0, 0.05, 40)

    naive = judge_drift(values, times=times)
    paired = judge_drift(values, times=times, cases=[row // 2 for row in range(40)])

    assert naive.flagged
    assert not paired.flagged
    assert paired.cases == 20


def test_a_case_seen_once_or_only_at_one_time_says_nothing() -> None:
    cases = ["a"] * 4 + ["b"] * 4 + ["once"] + ["same"] * 3
    times = [1, 2, 3, 4] * 2 + [1] + [2, 2, 2]
    values = [1, 2, 1, 2, 2, 1, 2, 1, 9, 9, 8, 9]

    found = judge_drift(values, times=times, cases=cases)

    assert (found.judgments, found.cases) == (8, 2)


def test_a_perfect_line_is_not_perfectly_certain() -> None:
    found = judge_drift(range(20), times=range(20))

    assert found.low < found.trend < found.high
    assert found.trend == pytest.approx(1)


def test_equal_seeds_give_equal_numbers() -> None:
    values = np.random.default_rng(35).normal(0, 1, 30)

    once, again = (judge_drift(values, times=np.arange(30), seed=7) for _ in range(2))

    assert once == again


def test_what_cannot_drift_is_refused_by_name() -> None:
    steady = [1.0] * 10
    with pytest.raises(StatisticRefused, match="no change"):
        judge_drift(steady, times=range(10))
    with pytest.raises(SampleEmpty):
        judge_drift([1, 2, 3, NAN], times=range(4))
    with pytest.raises(SampleEmpty):
        judge_drift(range(10), times=[5] * 10)
    with pytest.raises(SampleBroken, match="times"):
        judge_drift([1, 2], times=[1, NAN])
    with pytest.raises(LengthsDiffer):
        judge_drift([1, 2], times=[1, 2, 3])
