"""Random pairing, and the round robin."""

import numpy as np

from edison.stats.arrays import IntArray

from .history import History

_TRIES = 8


def pair_at_random(history: History, *, size: int, rng: np.random.Generator) -> IntArray:
    """Items paired by chance, each at most once, only pairs that never met; at least one while there is one.

    Of an odd number of items the most compared one sits out, if the others find partners.
    """
    waiting = rng.permutation(history.items)
    if history.items % 2:
        last = _most_compared(history, waiting)
        waiting = np.append(waiting[waiting != last], last)
    found: list[IntArray] = []
    for _ in range(_TRIES):
        pairs = waiting[: len(waiting) // 2 * 2].reshape(-1, 2)
        fresh = history.meetings(pairs[:, 0], pairs[:, 1]) == 0
        found.append(pairs[fresh])
        waiting = rng.permutation(np.setdiff1d(waiting, pairs[fresh]))
        if len(waiting) < 2:
            break
    else:
        found.append(_pair_the_rest(history, waiting=waiting, rng=rng))
    return np.concatenate(found)[:size]


def pair_round_robin(history: History, *, size: int, rng: np.random.Generator) -> IntArray:
    """The next round in which every item meets another one, by the circle method (Kirkman 1850).

    With the same seed, as many rounds as there are items at most bring everybody together with everybody.
    """
    seats = rng.permutation(history.items)
    # An empty seat makes an odd number even; whoever faces it sits out.
    count = history.items + history.items % 2
    rounds = count - 1
    first = len(history) // (history.items // 2)
    for step in range(rounds):
        pairs = _round(count, number=(first + step) % rounds)
        pairs = seats[pairs[(pairs < history.items).all(axis=1)]]
        fresh = pairs[history.meetings(pairs[:, 0], pairs[:, 1]) == 0]
        if len(fresh):
            return fresh[:size]
    return np.empty((0, 2), dtype=np.intp)


def _most_compared(history: History, waiting: IntArray) -> int:
    """By the order of waiting, which is random, among those compared equally often."""
    return int(waiting[history.times[waiting].argmax()])


def _pair_the_rest(history: History, *, waiting: IntArray, rng: np.random.Generator) -> IntArray:
    """Look at every pair among those left over: chance alone seldom finds the last ones that never met."""
    places = np.triu_indices(len(waiting), 1)
    one, other = waiting[places[0]], waiting[places[1]]
    fresh = history.meetings(one, other) == 0
    candidates = np.column_stack([one[fresh], other[fresh]])
    return take_disjoint(rng.permutation(candidates), items=history.items, size=len(waiting) // 2)


def take_disjoint(candidates: IntArray, *, items: int, size: int) -> IntArray:
    """Pairs from the first to the last, leaving out those whose items are taken already."""
    taken = bytearray(items)
    chosen: list[tuple[int, int]] = []
    # As two columns: a list for each of a hundred thousand candidates would take longer than all the rest.
    for one, other in zip(*candidates.T.tolist(), strict=True):
        if len(chosen) == size:
            break
        if not (taken[one] or taken[other]):
            taken[one] = taken[other] = 1
            chosen.append((one, other))
    return np.array(chosen, dtype=np.intp).reshape(-1, 2)


def _round(count: int, *, number: int) -> IntArray:
    """Who sits opposite whom: the last seat stays, the others move on by one place each round."""
    moving = (np.arange(count - 1) + number) % (count - 1)
    circle = np.concatenate([[count - 1], moving])
    half = count // 2
    return np.column_stack([circle[:half], circle[half:][::-1]])
