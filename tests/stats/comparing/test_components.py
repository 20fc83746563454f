from itertools import combinations

import numpy as np
import pytest

from edison.errors import LengthsDiffer, SampleEmpty
from edison.stats.comparing import ComponentFlag, estimate_components
from edison.stats.comparing.components import _count_pairs  # a slow twin is the oracle

TRUE = {"case": 1.0, "judge": 0.25, "repeat": 0.5, "residual": 2.0}


def crossed(
    *, cases: int = 200, judges: int = 12, repeats: int = 3, seed: int = 1
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Every output of every case seen by every judge, with the true components."""
    rng = np.random.default_rng(seed)
    case, repeat, judge = (index.ravel() for index in np.indices((cases, repeats, judges)))
    values = (
        rng.normal(0, TRUE["case"] ** 0.5, cases)[case]
        + rng.normal(0, TRUE["judge"] ** 0.5, judges)[judge]
        + rng.normal(0, TRUE["repeat"] ** 0.5, (cases, repeats))[case, repeat]
        + rng.normal(0, TRUE["residual"] ** 0.5, len(case))
    )
    return values, case, judge, repeat


def test_true_components_are_recovered() -> None:
    values, case, judge, repeat = crossed()

    found = estimate_components(values, cases=case, judges=judge, repeats=repeat)

    assert found.case == pytest.approx(TRUE["case"], rel=0.25)
    assert found.repeat == pytest.approx(TRUE["repeat"], rel=0.25)
    assert found.residual == pytest.approx(TRUE["residual"], rel=0.1)
    assert found.judge == pytest.approx(TRUE["judge"], abs=0.2)
    assert found.flags == frozenset()


def test_missing_results_and_uneven_designs_are_no_obstacle() -> None:
    values, case, judge, repeat = crossed()
    values[np.random.default_rng(2).random(len(values)) < 0.6] = np.nan

    found = estimate_components(values, cases=case, judges=judge, repeats=repeat)

    assert found.case == pytest.approx(TRUE["case"], rel=0.3)
    assert found.residual == pytest.approx(TRUE["residual"], rel=0.15)


def test_pairs_are_counted_like_a_slow_twin_does() -> None:
    values, case, judge, repeat = crossed(cases=4, judges=2, repeats=2)
    keep = np.random.default_rng(3).random(len(values)) < 0.8
    values, case, judge, repeat = values[keep], case[keep], judge[keep], repeat[keep]
    kinds: dict[tuple[bool, bool, bool], list[float]] = {}
    for one, other in combinations(range(len(values)), 2):
        same_case = bool(case[one] == case[other])
        kind = (same_case, bool(same_case and repeat[one] == repeat[other]), bool(judge[one] == judge[other]))
        kinds.setdefault(kind, []).append((values[one] - values[other]) ** 2 / 2)
    order = [
        (True, True, True),
        (True, True, False),
        (True, False, True),
        (True, False, False),
        (False, False, True),
        (False, False, False),
    ]

    found = _count_pairs(values, case=case, judge=judge, repeat=repeat)

    assert found.counts.tolist() == [len(kinds.get(kind, [])) for kind in order]
    assert found.halves == pytest.approx([np.mean(kinds.get(kind, [0])) for kind in order])


def test_one_value_per_case_is_all_case() -> None:
    values = np.random.default_rng(1).normal(size=50)

    found = estimate_components(values, cases=range(50))

    assert found.case == pytest.approx(values.var(ddof=1))
    assert found.judge == found.repeat == found.residual == 0
    assert found.flags == set(ComponentFlag)


def test_repeats_under_one_judge_are_the_one_way_analysis_of_variance() -> None:
    values, case, judge, repeat = crossed(judges=1, repeats=4)
    table = values.reshape(200, 4)
    within = table.var(axis=1, ddof=1).mean()
    between = table.mean(axis=1).var(ddof=1)

    found = estimate_components(values, cases=case, judges=judge, repeats=repeat)

    assert found.repeat == pytest.approx(within)
    assert found.case == pytest.approx(between - within / 4)
    assert found.flags == {ComponentFlag.JUDGES_NOT_SEPARATE, ComponentFlag.RESIDUAL_NOT_SEPARATE}


def test_judges_without_repeats_are_the_two_way_analysis_of_variance() -> None:
    values, case, judge, _ = crossed(repeats=1)
    table = values.reshape(200, 12)
    rest = table - table.mean(axis=1, keepdims=True) - table.mean(axis=0) + table.mean()
    residual = (rest**2).sum() / (199 * 11)

    found = estimate_components(values, cases=case, judges=judge)

    assert found.residual == pytest.approx(residual)
    assert found.case == pytest.approx(table.mean(axis=1).var(ddof=1) - residual / 12)
    assert found.judge == pytest.approx(table.mean(axis=0).var(ddof=1) - residual / 200)
    assert found.flags == {ComponentFlag.REPEATS_NOT_SEPARATE}


def test_a_component_is_never_negative() -> None:
    values = [1.0, -1.0] * 30

    found = estimate_components(values, cases=np.repeat(np.arange(30), 2), repeats=[0, 1] * 30)

    assert found.case == 0
    assert found.repeat > 0


def test_equal_values_have_no_variance() -> None:
    found = estimate_components([2.0] * 6, cases=[0, 0, 1, 1, 2, 2])

    assert (found.case, found.repeat, found.residual) == (0, 0, 0)


def test_too_little_or_contradictory_data_is_refused() -> None:
    with pytest.raises(SampleEmpty):
        estimate_components([1, 2], cases=["a", "a"])
    with pytest.raises(LengthsDiffer):
        estimate_components([1, 2], cases=["a", "b"], judges=["j"])
