import numpy as np
import pytest

from edison.errors import LengthsDiffer, SampleBroken, SampleEmpty
from edison.stats.judges import calibration

NAN = float("nan")


def test_bins_hold_equally_many_and_the_error_is_that_of_the_definition() -> None:
    rng = np.random.default_rng(3)
    chances = rng.random(1_000)
    came = (rng.random(1_000) < chances**2).astype(float)

    found = calibration(chances, came)

    assert [one.came.cases for one in found.bins] == [100] * 10
    order = np.argsort(chances)
    tenths = [order[start : start + 100] for start in range(0, 1_000, 100)]
    gaps = [abs(chances[tenth].mean() - came[tenth].mean()) for tenth in tenths]
    assert found.error == pytest.approx(float(np.mean(gaps)), abs=1e-9)
    assert found.brier == pytest.approx(float(np.mean((chances - came) ** 2)), abs=1e-12)
    assert all(one.came.low <= one.chance**2 + 0.1 for one in found.bins)


def test_equal_chances_share_a_bin_and_what_is_missing_is_left_out() -> None:
    found = calibration([0.5] * 6 + [0.9, 0.9, NAN, 0.2], [1, 0, 1, 0, 1, 0, 1, 1, 1, NAN])

    assert [(one.chance, one.came.value, one.came.cases) for one in found.bins] == [
        (0.5, 0.5, 6),
        (pytest.approx(0.9), 1.0, 2),
    ]
    assert calibration([0.2, 0.4], [0, 1], bins=2).bins == ()


def test_what_are_no_chances_is_refused() -> None:
    with pytest.raises(SampleBroken, match="chances"):
        calibration([1.5, 0.2], [1, 0])
    with pytest.raises(SampleEmpty):
        calibration([0.5], [1])
    with pytest.raises(LengthsDiffer):
        calibration([0.5, 0.2], [1])
