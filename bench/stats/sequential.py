"""False `better` under many looks, beside the power that keeps silence from passing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, log

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
from edison.stats.sequential import Look, bet_against, plan_looks, take_looks, weigh_discordant

from ._rates import Rate
from .false_better import (
    AT_THE_MARGIN,
    EFFECT_SIZES,
    EFFECTS,
    GSM8K_CASES,
    MARGIN,
    NULLS,
    FloatArray,
    World,
    swapped,
)

WORLDS = 2_000
LOOK_WORLDS = 10_000
"""Planned looks spend all of the error, so that only many worlds can tell 2.5 from 3.5 %."""
RESAMPLED_WORLDS = 2_000
"""Where planned looks resample, which takes its time."""
SEED = 20_260_302
ANYTIME_CASES = 1_000
LOOK_CASES = (60, 300, 1_000)
LOOKS = (3, 5)
FALSE_BETTER = 0.025
HIGHEST_FALSE_BETTER = 0.035
"""For the upper 95 % Monte-Carlo limit of the rate."""
HIGHEST_FALSE_SAME = 0.05
POWER = 0.8
LOOKS_COST = 1.1
ANYTIME_COST = 2.5
REACH = (-1.0, 1.0)
LEVEL = 0.95
HURDLE = log(2 / (1 - LEVEL))
SAME_HURDLE = log(1 / (1 - LEVEL))


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
        *(_show_anytime_null(cell, scale=scale) for cell in _anytime_nulls()),
        *(_show_anytime_same(world, scale=scale) for world in AT_THE_MARGIN),
        *(_show_anytime_power(*effect, scale=scale) for effect in zip(EFFECTS, EFFECT_SIZES, strict=True)),
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


def is_ever_better(differences: FloatArray) -> bool:
    """Whether the always valid form says `better` at any of the looks after each case."""
    if np.isin(differences, (-1, 0, 1)).all():
        evidence = weigh_discordant(np.cumsum(differences > 0), np.cumsum(differences < 0))
    else:
        evidence = bet_against(0.0, values=differences, reach=REACH)
    return bool(evidence.above.max() >= HURDLE)


def is_ever_same(differences: FloatArray) -> bool:
    """Whether it ever says `same within margin`."""
    above = bet_against(-MARGIN, values=differences, reach=REACH).above.max()
    below = bet_against(MARGIN, values=differences, reach=REACH).below.max()
    return bool(min(above, below) >= SAME_HURDLE)


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


def count_better(cell: Cell, *, worlds: int) -> Rate:
    """How often the always valid form ever says `better`."""
    return Rate(sum(is_ever_better(differences) for differences in draws(cell, worlds=worlds)), worlds)


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


def _anytime_nulls() -> Iterator[Cell]:
    for world in NULLS:
        yield Cell("anytime: false better", world, ANYTIME_CASES)
    for world in swapped():
        for cases in GSM8K_CASES:
            yield Cell("anytime: false better", world, cases)


def _show_anytime_null(cell: Cell, *, scale: float) -> bool:
    rate = count_better(cell, worlds=_worlds(scale))
    return _say(cell, rate=rate, bar="2.5, limit 3.5", holds=_is_rarely_better(rate, scale=scale))


def _show_anytime_same(world: World, *, scale: float) -> bool:
    cell, worlds = Cell("anytime: same at margin", world, ANYTIME_CASES), _worlds(scale / 2)
    rate = Rate(sum(is_ever_same(differences) for differences in draws(cell, worlds=worlds)), worlds)
    return _say(cell, rate=rate, bar="5", holds=rate.share - 1.96 * rate.error <= HIGHEST_FALSE_SAME)


def _show_anytime_power(world: World, effect: float, *, scale: float) -> bool:
    cell = Cell("anytime: better by 2.5 x", world, ceil(ANYTIME_COST * fixed_cases(world, effect)))
    rate = count_better(cell, worlds=_worlds(scale / 2))
    return _say(cell, rate=rate, bar="at least 80", holds=rate.is_between(POWER, 1.0, is_whole=scale >= 1))


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
