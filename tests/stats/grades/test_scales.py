"""Grade scales as data."""

import numpy as np
import pytest

from edison.errors import SampleBroken, SampleEmpty
from edison.stats.grades import ENG5_LEGACY_9, ENG5_NATIONAL_9, SCALES, SWEDISH_8, GradeScale


def test_some_scales_come_with_the_room() -> None:
    best = {name: scale.grades[-1] for name, scale in SCALES.items()}

    assert {name: len(scale) for name, scale in SCALES.items()} == {
        **{"A-F": 6, "1-6": 6, "6-1": 6, "0-100": 11, "pass/fail": 2},
        **{"swedish_8_anchor": 8, "eng5_np_legacy_9_step": 9, "eng5_np_national_9_step": 9},
    }
    assert (best["A-F"], best["1-6"], best["6-1"], best["pass/fail"]) == ("A", "1", "6", "pass")


@pytest.mark.parametrize("scale", SCALES.values(), ids=SCALES)
def test_the_shares_of_a_scale_sum_to_one(scale: GradeScale) -> None:
    assert scale.shares.sum() == pytest.approx(1)
    assert len(scale.shares) == len(scale)


def test_a_scale_without_priors_expects_equal_shares() -> None:
    assert ENG5_NATIONAL_9.shares.tolist() == pytest.approx([1 / 9] * 9)


def test_a_grade_is_a_number_from_0_to_1() -> None:
    assert SWEDISH_8.normalised("A") == 1
    assert SWEDISH_8.normalised("F") == 0
    assert np.diff([SWEDISH_8.normalised(grade) for grade in SWEDISH_8.grades]) == pytest.approx([1 / 7] * 7)
    assert ENG5_LEGACY_9.normalised("F") == ENG5_LEGACY_9.normalised("F+") == 0


def test_a_grade_of_another_scale_is_refused() -> None:
    with pytest.raises(SampleBroken, match="'7'"):
        SWEDISH_8.position("7")


@pytest.mark.parametrize(
    ("parts", "error"),
    [
        ({"grades": ("A",)}, SampleEmpty),
        ({"grades": ("A", "A")}, SampleBroken),
        ({"priors": (0.5,)}, SampleBroken),
        ({"priors": (1.0, 0.0)}, SampleBroken),
        ({"priors": (float("nan"), 0.5)}, SampleBroken),
        ({"priors": (0.6, 0.6)}, SampleBroken),
        ({"minus": frozenset({"C"})}, SampleBroken),
        ({"plus": frozenset({"C"})}, SampleBroken),
        ({"below": "A"}, SampleBroken),
    ],
)
def test_a_scale_that_cannot_be_is_refused(parts: dict[str, object], error: type[Exception]) -> None:
    with pytest.raises(error):
        GradeScale(**({"name": "mine", "grades": ("B", "A")} | parts))  # pyright: ignore[reportArgumentType]
