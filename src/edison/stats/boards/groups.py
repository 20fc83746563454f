"""Groups of arms that cannot be told apart; an arm may stand in several."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray


def tie_groups(is_separated: NDArray[np.bool_]) -> tuple[tuple[int, ...], ...]:
    """All largest sets of arms no two of which are separated, in order of their members.

    Being tied is not transitive: A may be tied with B and B with C while A and C are separated, and B is then
    shown in both groups. The sets are the maximal cliques of the graph of ties (Bron and Kerbosch 1973).
    """
    count = len(is_separated)
    ties = [
        {other for other in range(count) if other != arm and not is_separated[arm, other]}
        for arm in range(count)
    ]
    found = _cliques(set(), open_arms=set(range(count)), done=set(), ties=ties)
    return tuple(sorted(tuple(sorted(group)) for group in found))


def _cliques(
    group: set[int], *, open_arms: set[int], done: set[int], ties: list[set[int]]
) -> Iterator[set[int]]:
    if not open_arms and not done:
        yield group
        return
    pivot = max(sorted(open_arms | done), key=lambda arm: len(ties[arm] & open_arms))
    for arm in sorted(open_arms - ties[pivot]):
        yield from _cliques(group | {arm}, open_arms=open_arms & ties[arm], done=done & ties[arm], ties=ties)
        open_arms = open_arms - {arm}
        done = done | {arm}
