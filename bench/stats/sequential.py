"""False `better` under planned looks, beside the power that keeps silence from passing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from edison.stats.comparing import (
    ComparisonVerdict,
    Design,
    PowerQuestion,
    VarianceComponents,
    cases_needed,
    decide,
)
from edison.stats.means import SampleKind, choose_grounds, read_sample
from edison.stats.sequential import Look, plan_looks, take_looks

from ._rates import Rate
from .false_better import EFFECT_SIZES, EFFECTS, NULLS, FloatArray, World

WORLDS = 2_000
LOOK_WORLDS = 10_000
"""Planned looks spend all of the error, so that only many worlds can tell 2.5 from 3.5 %."""
RESAMPLED_WORLDS = 2_000
"""Where planned looks resample, which takes its time."""
SEED = 20_260_302
LOOK_CASES = (60, 300, 1_000)
LOOKS = (3, 5)
FALSE_BETTER = 0.025
HIGHEST_FALSE_BETTER = 0.035
"""For the upper 95 % Monte-Carlo limit of the rate."""
POWER = 0.8
LOOKS_COST = 1.1
REACH = (-1.0, 1.0)


@dataclass(frozen=True)
class Cell:
    """What is counted, in which world, on how many cases."""

    what: str
    world: World
    cases: int


def main(scale: float = 1.0) -> bool:
    """Print every cell and say whether the bars hold in each."""
    print("share of worlds ± one Monte-Carlo error")
    kept = [
        *(
            _show_looks_null(world, cases=cases, looks=looks, scale=scale)
            for world in NULLS
            for cases in LOOK_CASES
            for looks in LOOKS
        ),
        *(
            _show_looks_power(*effect, looks=looks, scale=scale)
            for effect in zip(EFFECTS, EFFECT_SIZES, strict=True)
            for looks in LOOKS
        ),
    ]
    return all(kept)


def conclude_at_looks(differences: FloatArray, *, looks: Sequence[Look], seed: int) -> ComparisonVerdict:
    """The first verdict that the planned looks reach, without the tests they show beside."""
    kind = SampleKind.PAIRED_DIFFERENCES
    verdict = ComparisonVerdict.NOT_YET_KNOWN
    for look in looks:
        sample = read_sample(differences[: look.cases])
        verdict = decide(choose_grounds(sample, kind=kind, scale=REACH, seed=seed), level=look.level).verdict
        if verdict is not ComparisonVerdict.NOT_YET_KNOWN:
            break
    return verdict


def draws(cell: Cell, *, worlds: int) -> Iterator[FloatArray]:
    """The differences of each world; the same for every form that is tried on it."""
    key = [*cell.world.name.encode(), cell.cases]
    for seed in np.random.SeedSequence(SEED, spawn_key=key).spawn(worlds):
        baseline, candidate = cell.world.draw(np.random.default_rng(seed), cell.cases)
        yield candidate - baseline


def count_better_at_looks(cell: Cell, *, looks: int, worlds: int) -> Rate:
    """How often the planned looks end with `better`."""
    planned = take_looks(plan_looks(cell.cases, looks=looks))
    found = (
        conclude_at_looks(differences, looks=planned, seed=seed)
        for seed, differences in enumerate(draws(cell, worlds=worlds))
    )
    return Rate(sum(verdict is ComparisonVerdict.BETTER for verdict in found), worlds)


def fixed_cases(world: World, effect: float) -> int:
    """What a single look at the end would need for the power."""
    question = PowerQuestion(effect, power=POWER)
    cases = cases_needed(VarianceComponents(case=world.variance), question=question, design=Design(2))
    return cases or 0


def _show_looks_null(world: World, *, cases: int, looks: int, scale: float) -> bool:
    cell = Cell(f"{looks} looks: false better", world, cases)
    worlds = max(100, round(scale * (RESAMPLED_WORLDS if world.is_resampled else LOOK_WORLDS)))
    rate = count_better_at_looks(cell, looks=looks, worlds=worlds)
    return _say(cell, rate=rate, bar="2.5, limit 3.5", holds=_is_rarely_better(rate, scale=scale))


def _show_looks_power(world: World, effect: float, *, looks: int, scale: float) -> bool:
    cell = Cell(f"{looks} looks: better by 1.1 x", world, int(LOOKS_COST * fixed_cases(world, effect)))
    rate = count_better_at_looks(cell, looks=looks, worlds=_worlds(scale))
    return _say(cell, rate=rate, bar="at least 80", holds=rate.is_between(POWER, 1.0, is_whole=scale >= 1))


def _is_rarely_better(rate: Rate, *, scale: float) -> bool:
    if scale >= 1:
        return rate.share + 1.96 * rate.error <= HIGHEST_FALSE_BETTER
    return rate.share <= FALSE_BETTER + 3 * rate.error


def _worlds(scale: float) -> int:
    return max(100, round(scale * WORLDS))


def _say(cell: Cell, *, rate: Rate, bar: str, holds: bool) -> bool:
    counted = f"{cell.what:26}{cell.world.name:36}{cell.cases:6}  {rate} of {rate.worlds:6}"
    print(f"{counted}   bar {bar}{'' if holds else '  MISSED'}", flush=True)
    return holds
