"""Held-out cases used again and again: how often is a candidate adopted that is no better?"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from edison.stats.comparing import ComparisonVerdict, decide
from edison.stats.means import SampleKind, choose_grounds, read_sample
from edison.stats.sequential import HoldoutLedger, RoundDecision, decide_round

from ._rates import Rate

FloatArray = NDArray[np.float64]
Draw = Callable[[np.random.Generator, int], FloatArray]

WORLDS = 2_000
RESAMPLED_WORLDS = 500
"""Where the verdict comes from resampling, which takes its time."""
POWER_WORLDS = 200
SEED = 20_260_301
CASES = 60
CANDIDATES = 5
ROUNDS = 10
HIGHEST_FALSE_ADOPTION = 0.05
GAIN = 0.075
"""Of the one candidate in a round that is better, where power is shown."""
LOWEST_ADOPTION = 0.5


@dataclass(frozen=True)
class World:
    """Arms that are equally good on the same cases; scores from 0 to 1, one row per arm."""

    name: str
    draw: Draw
    is_resampled: bool = False


def _pass_fail(rng: np.random.Generator, arms: int) -> FloatArray:
    chances = rng.beta(3.5, 1.5, CASES)
    return (rng.random((arms, CASES)) < chances).astype(np.float64)


def _scores(rng: np.random.Generator, arms: int) -> FloatArray:
    levels = rng.uniform(0.3, 0.7, CASES)
    return levels + rng.uniform(-0.15, 0.15, (arms, CASES))


def _skewed(rng: np.random.Generator, arms: int) -> FloatArray:
    """Each arm fails one case in twenty badly, not the same one."""
    return 0.8 - 0.6 * (rng.random((arms, CASES)) < 0.05) + rng.uniform(-0.02, 0.02, (arms, CASES))


WORLDS_TRIED = (
    World("pass or fail", _pass_fail),
    World("scores", _scores),
    World("skewed", _skewed, is_resampled=True),
)


def main(scale: float = 1.0) -> bool:
    """Print every cell and say whether the bars hold in each."""
    print(
        f"{CANDIDATES} candidates x {ROUNDS} rounds on {CASES} cases; share of worlds ± one Monte-Carlo error"
    )
    return all([*(_show(world, scale=scale) for world in WORLDS_TRIED), _show_power(scale=scale)])


def count(world: World, *, worlds: int) -> tuple[Rate, Rate]:
    """How often anything is adopted, with one budget and without any correction."""
    adopted, uncorrected = 0, 0
    for rng in _streams(world.name, worlds=worlds):
        arms = world.draw(rng, 1 + ROUNDS * CANDIDATES)
        found = [judge(arms[0], row, seed=place) for place, row in enumerate(arms[1:])]
        adopted += any(is_adopted for is_adopted, _ in found)
        uncorrected += any(is_better for _, is_better in found)
    return Rate(adopted, worlds), Rate(uncorrected, worlds)


def judge(baseline: FloatArray, candidate: FloatArray, *, seed: int) -> tuple[bool, bool]:
    """Whether `decide_round` would adopt the candidate if it were the first, and a lone comparison would."""
    kind = SampleKind.PAIRED_DIFFERENCES
    grounds = choose_grounds(read_sample(candidate - baseline), kind=kind, scale=(-1, 1), seed=seed)
    strict = 1 - 2 * HoldoutLedger(rounds=ROUNDS).next_share / CANDIDATES
    is_adopted, is_better = (
        decide(grounds, level=level).verdict is ComparisonVerdict.BETTER for level in (strict, 0.95)
    )
    return is_adopted, is_better


def play(world: World, rng: np.random.Generator) -> Iterator[RoundDecision]:
    """All rounds of one world as a user would decide them; nothing is better, each adoption is false."""
    arms = world.draw(rng, 1 + ROUNDS * CANDIDATES)
    ledger = HoldoutLedger(rounds=ROUNDS)
    for start in range(1, len(arms), CANDIDATES):
        candidates = {str(place): arms[place] for place in range(start, start + CANDIDATES)}
        decision = decide_round(arms[0], candidates, ledger=ledger, scale=(0, 1))
        ledger = decision.ledger
        yield decision


def _streams(name: str, *, worlds: int) -> Iterator[np.random.Generator]:
    for seed in np.random.SeedSequence(SEED, spawn_key=list(name.encode())).spawn(worlds):
        yield np.random.default_rng(seed)


def _show(world: World, *, scale: float) -> bool:
    worlds = max(50, round(scale * (RESAMPLED_WORLDS if world.is_resampled else WORLDS)))
    rate, uncorrected = count(world, worlds=worlds)
    holds = rate.is_between(0.0, HIGHEST_FALSE_ADOPTION, is_whole=scale >= 1)
    told = f"false adoption  {world.name:16}{rate} of {worlds:6}   bar 5 (uncorrected {uncorrected})"
    print(f"{told}{'' if holds else '  MISSED'}", flush=True)
    return holds


def _show_power(*, scale: float) -> bool:
    """One candidate that gains beside four that do not, in one of the ten rounds."""
    hits, worlds = 0, max(20, round(scale * POWER_WORLDS))
    for rng in _streams("power", worlds=worlds):
        arms = _scores(rng, 1 + CANDIDATES)
        arms[1] += GAIN
        candidates = {str(place): row for place, row in enumerate(arms[1:])}
        decision = decide_round(arms[0], candidates, ledger=HoldoutLedger(rounds=ROUNDS), scale=(0, 1))
        hits += decision.chosen == "0"
    rate = Rate(hits, worlds)
    holds = rate.share >= LOWEST_ADOPTION
    print(f"true adoption   {'scores':16}{rate} of {worlds:6}   bar at least 50{'' if holds else '  MISSED'}")
    return holds
