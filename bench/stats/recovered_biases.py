"""A judge's taste for length or for a place is found whole, however many right answers are the longer or the first.

Worlds: a judge that is right with 80 of 100 where the mark says nothing, or with as many less as leaves room for its
lead, and leans to the marked side by so many points. Length is told by right answers, from pairs in both orders; place
by pairs in both orders, or where every pair was shown once by right answers. The 95 % interval has to hold the truth;
where right answers are of one kind nothing is said. Where every pair was shown once, all samples there can be are gone
through with the chance of each, so that no luck is left in how often the truth is held.
"""

from collections.abc import Callable
from math import comb

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
"""With fewer right answers of one kind a share has few values, and none may give 95 %; a judge that always takes
the marked one is held by every interval."""
NEVER = 1e-9
"""Samples that are less likely are left out."""


def main(scale: float = 1.0) -> bool:
    """Print every cell and say whether the bars hold in each."""
    worlds = max(50, round(scale * WORLDS))
    cells = [(pairs, marked, points) for pairs in PAIRS for marked in MARKED for points in POINTS]
    kept = [_show(bias, *cell, worlds=worlds) for bias in MEASURES if bias != ONCE for cell in cells]
    kept += [_show_exactly(pairs, marked) for pairs in PAIRS for marked in MARKED]
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


def _show_exactly(pairs: int, marked: float) -> bool:
    """How often the interval holds the truth, over all numbers of wins among marked and among other right answers."""
    first = round(marked * pairs)
    sizes, truths = (first, pairs - first), [points for points in POINTS if points < 100]
    chances = {
        points: [_binomial(n, one) for n, one in zip(sizes, _wins(points), strict=True)] for points in truths
    }
    held = dict.fromkeys(truths, 0.0)
    for won in np.ndindex(first + 1, pairs - first + 1):
        weights = {points: parts[0][won[0]] * parts[1][won[1]] for points, parts in chances.items()}
        if max(weights.values()) < NEVER:
            continue
        verdicts = np.concatenate([np.arange(n) < k for n, k in zip(sizes, won, strict=True)]).astype(
            np.float64
        )
        found = _place_once(verdicts, first=first)
        for points, weight in weights.items():
            held[points] += weight * (found.low - 1e-9 <= points <= found.high + 1e-9)
    for points, share in held.items():
        told = f"{ONCE}: {pairs:4} pairs, {100 * marked:3.0f} % right marked, {points:3} points: held exactly"
        print(f"{told} {100 * share:.2f} %{'' if LEAST <= share <= MOST else '  MISSED'}", flush=True)
    return all(LEAST <= share <= MOST for share in held.values())


def _binomial(trials: int, chance: float) -> list[float]:
    return [comb(trials, k) * chance**k * (1 - chance) ** (trials - k) for k in range(trials + 1)]


def _wins(points: int) -> tuple[float, float]:
    """How often the marked side wins where it is the right one, and where it is not."""
    lead = points / 200
    right = min(ACCURACY, max(SUREST - lead, 0.5))
    return right + lead, 1 - right + lead


def _won(rng: np.random.Generator, is_marked: NDArray[np.bool_], *, points: int) -> NDArray[np.float64]:
    """Whether the marked side won, by whether it is the right one."""
    return (rng.random(len(is_marked)) < np.where(is_marked, *_wins(points))).astype(np.float64)


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
    first = round(marked * pairs)
    return _place_once(_won(rng, np.arange(pairs) < first, points=points), first=first)


def _place_once(won: NDArray[np.float64], *, first: int) -> JudgePreference:
    """So many of the right answers, the first of them, stand in the first place."""
    pairs = len(won)
    is_first = np.arange(pairs) < first
    return position_preference(
        won,
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
