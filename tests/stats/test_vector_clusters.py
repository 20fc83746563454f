"""Which vectors belong together, and how likely it is that so many of some kind are."""

import numpy as np
import pytest

from edison.errors import SampleBroken
from edison.stats.comparing import fisher_tail
from edison.stats.vectors import MOST_CLUSTERED, find_clusters


def test_vectors_that_point_the_same_way_are_one_cluster_and_the_largest_comes_first() -> None:
    near = np.array([[1, 0, 0.1], [0, 1, 0], [1, 0.1, 0], [0.9, 0, 0], [0, 1, 0.2], [0, 0, -1]])

    assert find_clusters(near) == ((0, 2, 3), (1, 4), (5,))
    assert find_clusters([[1.0, 2.0]]) == ((0,),)
    assert find_clusters(near, near=-1.0) == ((0, 1, 2, 3, 4, 5),)


def test_too_many_vectors_and_what_is_no_cosine_are_refused() -> None:
    with pytest.raises(SampleBroken, match="not a cosine"):
        find_clusters([[1.0]], near=2)
    with pytest.raises(SampleBroken, match="at most"):
        find_clusters(np.ones((MOST_CLUSTERED + 1, 2)))


def test_fishers_tail_is_that_of_the_lady_tasting_tea() -> None:
    # Fisher 1935: all four cups right among eight has chance 1/70, three or more 17/70.
    assert fisher_tail(4, drawn=4, marked=4, total=8) == pytest.approx(1 / 70)
    assert fisher_tail(3, drawn=4, marked=4, total=8) == pytest.approx(17 / 70)
    assert fisher_tail(0, drawn=4, marked=4, total=8) == pytest.approx(1)
    assert fisher_tail(2, drawn=6, marked=4, total=8) == pytest.approx(1)
    with pytest.raises(SampleBroken, match="do not fit"):
        fisher_tail(5, drawn=4, marked=5, total=8)
