"""A judge's taste for length is found whole, however many right answers are the longer ones.

Worlds: pairs in both orders; a judge that is right with 80 of 100 where length says nothing, and leans to the longer
side by so many points. The 95 % interval has to hold the truth; where right answers are of one kind nothing is said.
"""

import numpy as np

from edison.errors import StatisticRefused
from edison.stats.judges import JudgePreference, length_bias

from ._rates import Rate

SEED = 20_261_116
WORLDS = 1_000
PAIRS = (60, 200)
LONGER = (0.1, 0.5, 0.9)
POINTS = (0, 30, 60, 100)
ACCURACY = 0.8
LEAST, MOST = 0.93, 0.985
"""Wilson's limits are wide for few pairs; a judge that always takes the longer one is held by every interval."""


def main(scale: float = 1.0) -> bool:
    """Print every cell and say whether the bars hold in each."""
    worlds = max(50, round(scale * WORLDS))
    cells = [(pairs, longer, points) for pairs in PAIRS for longer in LONGER for points in POINTS]
    kept = [_show(*cell, worlds=worlds, is_whole=scale >= 1) for cell in cells]
    return all([*kept, *(_refuses(longer) for longer in (0.0, 1.0))])


def _show(pairs: int, longer: float, points: int, *, worlds: int, is_whole: bool) -> bool:
    rng = np.random.default_rng([SEED, pairs, round(100 * longer), points])
    found = [measure(rng, pairs=pairs, longer=longer, points=points) for _ in range(worlds)]
    rate = Rate(sum(one.low - 1e-9 <= points <= one.high + 1e-9 for one in found), worlds)
    holds = rate.is_between(LEAST, 1.0 if points == 100 else MOST, is_whole=is_whole)
    mean = float(np.mean([one.points for one in found]))
    told = f"{pairs:4} pairs, {100 * longer:3.0f} % right longer, {points:3} points: mean {mean:6.1f}, held {rate}"
    print(f"{told}{'' if holds else '  MISSED'}", flush=True)
    return holds


def measure(rng: np.random.Generator, *, pairs: int, longer: float, points: int) -> JudgePreference:
    """What is found of one judge."""
    is_longer = np.tile(np.arange(pairs) < round(longer * pairs), 2)
    lead = points / 200
    right = min(ACCURACY, 1 - lead)
    chance = np.where(is_longer, right + lead, 1 - right + lead)
    won = (rng.random(2 * pairs) < chance).astype(np.float64)
    return length_bias(
        won,
        first_length=np.full(2 * pairs, 2),
        second_length=np.full(2 * pairs, 1),
        pairs=[*range(pairs), *range(pairs)],
        right=is_longer.astype(np.float64),
    )


def _refuses(longer: float) -> bool:
    try:
        measure(np.random.default_rng(SEED), pairs=60, longer=longer, points=60)
    except StatisticRefused as refused:
        print(f"{100 * longer:3.0f} % right longer: {refused.sentence}")
        return True
    return False
