"""A judge's taste for length or for a place is found whole, however many right answers are the longer or the first.

Worlds: a judge that is right with 80 of 100 where the mark says nothing, or with as many less as leaves room for its
lead, and leans to the marked side by so many points. Length is told by right answers, from pairs in both orders; place
by pairs in both orders, or where every pair was shown once by right answers. The 95 % interval has to hold the truth;
where right answers are of one kind nothing is said.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from edison.errors import StatisticRefused
from edison.stats.judges import JudgePreference, length_bias, position_preference

from ._rates import Rate

SEED = 20_261_121
WORLDS = 1_000
PAIRS = (60, 200)
MARKED = (0.1, 0.5, 0.9)
"""How many right answers have the mark: the longer one, or the one that is shown first."""
POINTS = (0, 30, 60, 100)
ACCURACY, SUREST = 0.8, 0.9
LEAST, MOST, MOST_OF_FEW = 0.93, 0.97, 0.99
FEW = 15
"""With fewer right answers of one kind, Wilson's limits are wide; a judge that always takes the marked one is held by
every interval."""


def main(scale: float = 1.0) -> bool:
    """Print every cell and say whether the bars hold in each."""
    worlds = max(50, round(scale * WORLDS))
    cells = [(pairs, marked, points) for pairs in PAIRS for marked in MARKED for points in POINTS]
    kept = [_show(bias, *cell, worlds=worlds) for bias in MEASURES for cell in cells]
    refused = [_refuses(bias, marked) for bias in (LENGTH, ONCE) for marked in (0.0, 1.0)]
    return all([*kept, *refused])


def _show(bias: str, pairs: int, marked: float, points: int, *, worlds: int) -> bool:
    rng = np.random.default_rng([SEED, len(bias), pairs, round(100 * marked), points])
    found = [MEASURES[bias](rng, pairs, marked, points) for _ in range(worlds)]
    rate = Rate(sum(one.low - 1e-9 <= points <= one.high + 1e-9 for one in found), worlds)
    few = pairs * min(marked, 1 - marked) < FEW
    most = 1.0 if points == 100 else MOST_OF_FEW if few else MOST
    # Of so many cells one or the other strays by chance.
    holds = LEAST - 2 * rate.error <= rate.share <= most + 2 * rate.error
    mean = float(np.mean([one.points for one in found]))
    told = f"{bias}: {pairs:4} pairs, {100 * marked:3.0f} % right marked, {points:3} points"
    print(f"{told}: mean {mean:6.1f}, held {rate}{'' if holds else '  MISSED'}", flush=True)
    return holds


def _won(rng: np.random.Generator, is_marked: NDArray[np.bool_], *, points: int) -> NDArray[np.float64]:
    """Whether the marked side won, by whether it is the right one."""
    lead = points / 200
    right = min(ACCURACY, max(SUREST - lead, 0.5))
    chance = np.where(is_marked, right + lead, 1 - right + lead)
    return (rng.random(len(is_marked)) < chance).astype(np.float64)


def _length(rng: np.random.Generator, pairs: int, marked: float, points: int) -> JudgePreference:
    is_longer = np.tile(np.arange(pairs) < round(marked * pairs), 2)
    return length_bias(
        _won(rng, is_longer, points=points),
        first_length=np.full(2 * pairs, 2),
        second_length=np.full(2 * pairs, 1),
        pairs=[*range(pairs), *range(pairs)],
        right=is_longer.astype(np.float64),
    )


def _both_orders(rng: np.random.Generator, pairs: int, marked: float, points: int) -> JudgePreference:
    """Each pair twice: whether its side A is the right one is as in the suite."""
    is_a = np.arange(pairs) < round(marked * pairs)
    is_first = np.concatenate([is_a, ~is_a])
    names = [f"{n}{side}" for side in "ab" for n in range(pairs)]
    return position_preference(
        _won(rng, is_first, points=points),
        first=names,
        second=[*names[pairs:], *names[:pairs]],
        right=is_first.astype(np.float64),
    )


def _once(rng: np.random.Generator, pairs: int, marked: float, points: int) -> JudgePreference:
    is_first = np.arange(pairs) < round(marked * pairs)
    return position_preference(
        _won(rng, is_first, points=points),
        first=[f"{n}a" for n in range(pairs)],
        second=[f"{n}b" for n in range(pairs)],
        right=is_first.astype(np.float64),
    )


LENGTH, ONCE = "length", "place, once"
MEASURES: dict[str, Callable[[np.random.Generator, int, float, int], JudgePreference]] = {
    LENGTH: _length,
    "place, both orders": _both_orders,
    ONCE: _once,
}


def _refuses(bias: str, marked: float) -> bool:
    try:
        MEASURES[bias](np.random.default_rng(SEED), 60, marked, 60)
    except StatisticRefused as refused:
        print(f"{bias}: {100 * marked:3.0f} % right marked: {refused.sentence}")
        return True
    print(f"{bias}: {100 * marked:3.0f} % right marked: not refused  MISSED")
    return False
