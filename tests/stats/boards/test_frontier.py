"""Whom nobody beats on both quality and cost, and how sure that is."""

import numpy as np
import pytest

from edison.errors import LengthsDiffer, SampleBroken
from edison.stats.boards import FrontierLabel, place_on_frontier

ON, PERHAPS_ON = FrontierLabel.ON, FrontierLabel.PERHAPS_ON
PERHAPS_OFF, OFF = FrontierLabel.PERHAPS_OFF, FrontierLabel.OFF


def apart(*pairs: tuple[int, int], count: int) -> np.ndarray:
    """Who is ahead of whom."""
    is_ahead = np.zeros((count, count), dtype=np.bool_)
    for ahead, behind in pairs:
        is_ahead[ahead, behind] = True
    return is_ahead


def stand(
    qualities: list[float],
    costs: list[float],
    *,
    better: tuple[tuple[int, int], ...] = (),
    cheaper: tuple[tuple[int, int], ...] = (),
) -> list[tuple[FrontierLabel, tuple[int, ...]]]:
    count = len(qualities)
    found = place_on_frontier(
        qualities, costs, is_better=apart(*better, count=count), is_cheaper=apart(*cheaper, count=count)
    )
    return [(arm.standing, arm.rivals) for arm in found]


@pytest.mark.parametrize(
    ("better", "cheaper", "first", "second"),
    [
        (((0, 1),), ((0, 1),), (ON, ()), (OFF, (0,))),
        (((0, 1),), (), (ON, ()), (PERHAPS_OFF, (0,))),
        ((), ((0, 1),), (ON, ()), (PERHAPS_OFF, (0,))),
        ((), (), (PERHAPS_ON, (1,)), (PERHAPS_OFF, (0,))),
    ],
    ids=["both", "better alone", "cheaper alone", "neither"],
)
def test_how_sure_it_is_depends_on_what_was_told_apart(
    better: tuple[tuple[int, int], ...],
    cheaper: tuple[tuple[int, int], ...],
    first: object,
    second: object,
) -> None:
    assert stand([0.9, 0.5], [1.0, 2.0], better=better, cheaper=cheaper) == [first, second]


def test_a_better_and_a_cheaper_arm_are_both_on_it() -> None:
    assert stand([0.9, 0.5], [2.0, 1.0], better=((0, 1),), cheaper=((1, 0),)) == [(ON, ()), (ON, ())]


def test_an_arm_that_is_told_apart_as_worse_alone_may_still_be_on_it() -> None:
    assert stand([0.9, 0.5], [2.0, 1.0], better=((0, 1),)) == [(ON, ()), (PERHAPS_ON, (0,))]


def test_equal_arms_do_not_beat_each_other() -> None:
    assert stand([0.5, 0.5], [1.0, 1.0]) == [(PERHAPS_ON, (1,)), (PERHAPS_ON, (0,))]


def test_what_is_equally_good_and_cheaper_beats_by_the_numbers() -> None:
    assert stand([0.5, 0.5], [1.0, 2.0])[1] == (PERHAPS_OFF, (0,))


def test_all_rivals_are_named() -> None:
    found = stand([0.9, 0.8, 0.1], [1.0, 1.0, 9.0], better=((0, 2), (1, 2)), cheaper=((0, 2), (1, 2)))

    assert found[2] == (OFF, (0, 1))


def test_arms_without_a_number_are_refused() -> None:
    nobody = np.zeros((2, 2), dtype=np.bool_)

    with pytest.raises(SampleBroken):
        place_on_frontier([0.5, float("nan")], [1.0, 1.0], is_better=nobody, is_cheaper=nobody)
    with pytest.raises(LengthsDiffer):
        place_on_frontier([0.5, 0.5], [1.0], is_better=nobody, is_cheaper=nobody)
