"""Choosing among listed pairs: nobody twice, what tells most first, and the errors shrink as a filter says."""

import numpy as np
import pytest

from edison.errors import LengthsDiffer, SampleBroken, SampleEmpty
from edison.stats.pairing import ItemEstimates, choose_listed, expected_gains


def test_the_pair_that_tells_most_comes_first_and_nobody_comes_twice() -> None:
    standing = ItemEstimates.of([0.0, 0.1, 3.0, 3.1], [1.0, 1.0, 0.4, 0.4])
    candidates = [(0, 2), (0, 1), (2, 3), (1, 3)]

    chosen = choose_listed(standing, candidates, met=[0, 0, 0, 0], size=4)

    gains = expected_gains(standing, np.array(candidates))
    assert chosen.pairs[0] == candidates[int(gains.argmax())]
    assert chosen.pairs == ((0, 1), (2, 3))


def test_of_equals_those_that_met_least_are_chosen_and_then_the_first() -> None:
    standing = ItemEstimates.of([0.0] * 4, [1.0] * 4)

    chosen = choose_listed(standing, [(0, 1), (0, 2), (1, 3), (2, 3)], met=[2, 0, 0, 1], size=4)

    assert chosen.pairs == ((0, 2), (1, 3))
    assert choose_listed(standing, [(2, 3), (0, 1)], met=[0, 0], size=1).pairs == ((2, 3),)


def test_the_errors_of_those_compared_shrink_by_one_step_of_the_filter() -> None:
    chosen = choose_listed(ItemEstimates.of([0.0, 0.0, 0.0], [1.0, 1.0, 1.0]), [(0, 1)], met=[0], size=1)

    # MacKay's flattened information of two equals with variance 2 between them.
    information = 0.25 / np.sqrt(1 + np.pi * 2 / 8)
    shrunk = 1 - information / (1 + 2 * information)
    assert chosen.standing.se == pytest.approx([np.sqrt(shrunk), np.sqrt(shrunk), 1.0])
    assert chosen.standing.scores.tolist() == [0.0, 0.0, 0.0]


def test_what_makes_no_sense_is_refused() -> None:
    standing = ItemEstimates.of([0.0, 0.0], [1.0, 1.0])

    with pytest.raises(SampleEmpty):
        choose_listed(standing, [], met=[], size=1)
    with pytest.raises(LengthsDiffer):
        choose_listed(standing, [(0, 1)], met=[], size=1)
    with pytest.raises(SampleBroken):
        choose_listed(standing, [(0, 2)], met=[0], size=1)
