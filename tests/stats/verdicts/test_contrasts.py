from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.stats import false_discovery_control, permutation_test

from edison.errors import EdisonError, LengthsDiffer, SampleBroken, SampleEmpty
from edison.stats.verdicts import ContrastFlag, contrast_family, matched_contrast
from edison.stats.verdicts import contrasts as drawer

NAN = float("nan")


def test_a_contrast_is_the_difference_of_matched_samples() -> None:
    rng = np.random.default_rng(101)
    baseline = rng.normal(0, 1, 40)
    variant = baseline + 0.5 + rng.normal(0, 0.5, 40)
    differences = variant - baseline

    found = matched_contrast(baseline, variant)

    assert found.mean == pytest.approx(differences.mean())
    assert found.median == pytest.approx(np.median(differences))
    assert found.effect == pytest.approx(differences.mean() / differences.std(ddof=1))
    assert found.low is not None
    assert found.high is not None
    assert found.low < 0.5 < found.high
    assert found.p_value < 0.01
    assert (found.pairs, found.unmatched, found.flags) == (40, 0, ())


@pytest.mark.parametrize("pairs", [8, 30])
def test_the_p_value_is_that_of_scipys_sign_flips(pairs: int) -> None:
    rng = np.random.default_rng(102)
    differences = rng.normal(0.3, 1, pairs)
    oracle = permutation_test(
        (differences,),
        lambda x, axis: np.mean(x, axis=axis),
        permutation_type="samples",
        n_resamples=20_000,
        vectorized=True,
    )

    found = matched_contrast(np.zeros(pairs), differences, permutations=20_000)

    assert found.p_value == pytest.approx(oracle.pvalue, abs=1e-12 if pairs == 8 else 0.02)


def test_missing_samples_break_their_pair_and_are_counted() -> None:
    found = matched_contrast([1, 2, NAN, 4], [2, 4, 5, NAN])

    assert (found.pairs, found.unmatched) == (2, 2)
    assert found.mean == pytest.approx(1.5)
    assert found.flags == (ContrastFlag.FEW_PAIRS,)


def test_equal_differences_have_no_interval_and_no_effect_size() -> None:
    found = matched_contrast([1.0] * 20, [2.0] * 20)

    assert (found.mean, found.effect, found.low, found.high) == (1, None, None, None)
    assert found.flags == (ContrastFlag.NO_VARIATION,)


def test_equal_cells_are_not_different() -> None:
    found = matched_contrast([1.0] * 20, [1.0] * 20)

    assert (found.mean, found.p_value) == (0, 1)


def test_intervals_of_few_pairs_cover_the_truth() -> None:
    rng = np.random.default_rng(103)
    hits = 0
    for world in range(300):
        found = matched_contrast(
            np.zeros(10), rng.normal(0, 1, 10), resamples=500, permutations=1, seed=world
        )
        assert found.low is not None
        assert found.high is not None
        hits += found.low <= 0 <= found.high

    assert hits / 300 >= 0.92


def test_equal_seeds_give_equal_numbers_in_pieces_or_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    values = np.random.default_rng(104).normal(0, 1, 30)
    at_once = matched_contrast(np.zeros(30), values, seed=5)
    again = matched_contrast(np.zeros(30), values, seed=5)
    monkeypatch.setattr(drawer, "_CHUNK", 30 * 700)

    in_pieces = matched_contrast(np.zeros(30), values, seed=5)

    assert at_once == again
    assert in_pieces.p_value == pytest.approx(at_once.p_value, abs=0.02)


@example(p_values=[0.01, 0.04, 0.03, 0.5])
@given(p_values=st.lists(st.floats(0, 1), min_size=1, max_size=10))
def test_discoveries_in_a_family_equal_scipys(p_values: list[float]) -> None:
    contrast = matched_contrast([0, 0], [1, 2])
    family = {place: replace(contrast, p_value=p_value) for place, p_value in enumerate(p_values)}

    found = contrast_family(family)

    oracle = false_discovery_control(p_values)
    assert [member.q_value for member in found] == pytest.approx(list(oracle))
    assert [member.is_found_at_5 for member in found] == [q <= 0.05 for q in oracle]
    assert [member.is_found_at_10 for member in found] == [q <= 0.10 for q in oracle]


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        (lambda: matched_contrast([1, 2], [1]), LengthsDiffer),
        (lambda: matched_contrast([[1, 2]], [[1, 2]]), LengthsDiffer),
        (lambda: matched_contrast([1, NAN], [1, 2]), SampleEmpty),
        (lambda: matched_contrast([1, 2], [1, 3], level=0), SampleBroken),
        (lambda: matched_contrast([1, "x"], [1, 3]), SampleBroken),
        (lambda: contrast_family({}), SampleEmpty),
    ],
)
def test_what_does_not_match_is_refused_by_name(asked, error: type[EdisonError]) -> None:
    with pytest.raises(error):
        asked()
