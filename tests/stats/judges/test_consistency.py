import numpy as np
import pytest

from edison.errors import LengthsDiffer, SampleBroken, SampleEmpty
from edison.stats.judges import order_flips, self_consistency

NAN = float("nan")


def test_repeats_are_compared_within_a_case() -> None:
    found = self_consistency([[1, 1, 1], [1, 1, 3], [2, 2, NAN], [5, NAN, NAN]])

    assert found.agreement.value == pytest.approx((1 + 1 / 3 + 1) / 3)
    assert found.unanimous.value == pytest.approx(2 / 3)
    # Squares within cases: 0, 8/3, 0 over 2 + 2 + 1 degrees of freedom.
    assert found.spread == pytest.approx(np.sqrt(8 / 3 / 5))
    assert found.agreement.cases == 3


def test_a_judge_that_always_repeats_itself_is_not_certain_to_do_so() -> None:
    found = self_consistency([[1, 1]] * 30)

    assert (found.agreement.value, found.agreement.high, found.spread) == (1, 1, 0)
    assert 0.8 < found.agreement.low < 1


@pytest.mark.parametrize("repeats", [[[1.0], [2.0]], [[1.0, NAN], [2.0, NAN]], [[1.0, 1.0]]])
def test_cases_judged_once_say_nothing_of_consistency(repeats: list[list[float]]) -> None:
    with pytest.raises(SampleEmpty):
        self_consistency(repeats)


def test_a_verdict_that_follows_the_place_is_a_flip() -> None:
    #             same   first  second tie    wavers missing
    once = [1.0, 0.0, 1.0, 0.0, 0.5, 1.0, 1.0]
    again = [0.0, 1.0, 1.0, 0.0, 0.5, 0.5, NAN]

    found = order_flips(once, again)

    assert found.rate.value == pytest.approx((0 + 0 + 1 + 1 + 0 + 0.5) / 6)
    assert (found.to_first, found.to_second) == (1, 1)
    assert (found.rate.cases, found.rate.judgments) == (6, 12)


@pytest.mark.parametrize(
    ("once", "again", "error"),
    [
        ([1.0, 0.0], [1.0], LengthsDiffer),
        ([0.3, 0.0], [1.0, 0.0], SampleBroken),
        ([2.0, 0.0], [1.0, 0.0], SampleBroken),
        ([1.0, NAN], [1.0, 0.0], SampleEmpty),
        ([], [], SampleEmpty),
    ],
)
def test_broken_verdicts_are_refused(once: list[float], again: list[float], error: type[Exception]) -> None:
    with pytest.raises(error):
        order_flips(once, again)
