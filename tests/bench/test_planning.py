"""What planning the next wave takes grows with the number of comparisons, and not with its square."""

import time

import numpy as np

from edison.domain import Chance, Contest, PairLine, Policy, StopRule
from edison.stages.plan import deal_next

TEXTS = 400
FEW, TIMES = 4_000, 4


def test_four_times_the_comparisons_take_about_four_times_as_long_to_plan_from() -> None:
    few, many = some_lines(FEW), some_lines(TIMES * FEW)

    # The quickest of some: whatever else the machine does only ever makes it longer.
    took = [min(planned_in(lines) for _ in range(3)) for lines in (few, many)]

    # Read again for every line, they would take sixteen times as long.
    assert took[1] < 2.2 * TIMES * took[0]


def planned_in(lines: list[PairLine]) -> float:
    began = time.process_time()
    dealt = deal_next(
        Contest(),
        entries=range(TEXTS),
        lines=lines,
        policy=Policy(stop=StopRule(comparisons=100_000, least_comparisons=100_000)),
        judges=1,
        passes=0,
        chance=Chance(1),
    )
    assert dealt.pairs
    return time.process_time() - began


def some_lines(count: int) -> list[PairLine]:
    """By chance, as the first wave of both streams."""
    rng = np.random.default_rng(1)
    strengths = rng.normal(0.0, 1.5, TEXTS)
    left = rng.integers(0, TEXTS, count)
    right = (left + rng.integers(1, TEXTS, count)) % TEXTS
    won = rng.random(count) < 1 / (1 + np.exp(strengths[right] - strengths[left]))
    return [
        PairLine(
            unit=unit,
            wave=1 + unit * 8 // count,
            left=one,
            right=other,
            stream=unit % 2,
            outcome=float(result),
        )
        for unit, (one, other, result) in enumerate(
            zip(left.tolist(), right.tolist(), won.tolist(), strict=True)
        )
    ]
