from itertools import chain, combinations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from edison.stats.boards import tie_groups


def separated(*pairs: tuple[int, int], count: int) -> np.ndarray:
    table = np.zeros((count, count), dtype=bool)
    for one, other in pairs:
        table[one, other] = table[other, one] = True
    return table


def test_an_arm_between_two_stands_in_both_groups() -> None:
    assert tie_groups(separated((0, 2), count=3)) == ((0, 1), (1, 2))


def test_all_tied_is_one_group_and_all_apart_are_many() -> None:
    assert tie_groups(separated(count=3)) == ((0, 1, 2),)
    assert tie_groups(separated((0, 1), (0, 2), (1, 2), count=3)) == ((0,), (1,), (2,))


@given(st.sets(st.sampled_from(list(combinations(range(6), 2)))))
def test_groups_are_all_largest_sets_without_a_separated_pair(pairs: set[tuple[int, int]]) -> None:
    tied = [
        set(group)
        for group in chain.from_iterable(combinations(range(6), size) for size in range(1, 7))
        if not any(pair in pairs for pair in combinations(group, 2))
    ]
    largest = sorted(tuple(sorted(group)) for group in tied if not any(group < other for other in tied))

    assert list(tie_groups(separated(*pairs, count=6))) == largest
