"""False verdicts at a fixed number of cases, beside the power that keeps silence from passing."""

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from edison.stats.comparing import (
    ComparisonVerdict,
    Design,
    PowerQuestion,
    VarianceComponents,
    cases_needed,
    decide,
)
from edison.stats.means import SampleKind, choose_grounds, read_sample

from ._rates import Rate

FloatArray = NDArray[np.float64]
Arms = tuple[FloatArray, FloatArray]
Draw = Callable[[np.random.Generator, int], Arms]

WORLDS = 10_000
RESAMPLED_WORLDS = 2_000
"""Where the verdict comes from resampling, which takes its time."""
SEED = 20_260_102
CASES = (20, 50, 200, 1_000)
GSM8K_CASES = (20, 50, 200, 1_319)
FALSE_BETTER = 0.025
HIGHEST_FALSE_BETTER = 0.035
"""For the upper 95 % Monte-Carlo limit of the rate."""
HIGHEST_FALSE_SAME = 0.05
MARGIN = 0.05
POWER = 0.8
LOWEST_POWER = 0.78
"""Of what was planned for 80 %: Student's t plans, and other methods may be a little more cautious."""


@dataclass(frozen=True)
class World:
    """Baseline and candidate on the same cases; all scores from 0 to 1."""

    name: str
    draw: Draw
    variance: float = 0.0
    """Of one difference, for planning."""
    is_resampled: bool = False


def _binary(baseline: float, candidate: float) -> Draw:
    def draw(rng: np.random.Generator, cases: int) -> Arms:
        drawn = rng.random((2, cases)) < [[baseline], [candidate]]
        return drawn[0].astype(np.float64), drawn[1].astype(np.float64)

    return draw


def _tied(mean: float) -> Draw:
    """60 % of the cases score alike, the others move by something around `mean` / 0.4."""

    def draw(rng: np.random.Generator, cases: int) -> Arms:
        moved = np.where(rng.random(cases) < 0.6, 0.0, rng.uniform(-0.35, 0.35, cases) + mean / 0.4)
        return np.full(cases, 0.5), 0.5 + moved

    return draw


def _skewed(mean: float) -> Draw:
    """95 % gain 0.03 and 5 % lose 0.57, then all are shifted."""

    def draw(rng: np.random.Generator, cases: int) -> Arms:
        return np.full(cases, 0.65), 0.65 + np.where(rng.random(cases) < 0.05, -0.57, 0.03) + mean

    return draw


def _symmetric(mean: float) -> Draw:
    def draw(rng: np.random.Generator, cases: int) -> Arms:
        level = rng.uniform(0.3, 0.5, cases)
        return level, level + (mean + rng.uniform(-0.25, 0.25, cases))

    return draw


NULLS = (
    World("identical binary 0.7", _binary(0.7, 0.7)),
    World("identical binary 0.95", _binary(0.95, 0.95)),
    World("60 % ties", _tied(0.0)),
    World("skewed mean-zero", _skewed(0.0), is_resampled=True),
)
AT_THE_MARGIN = (
    World("binary 0.70, 0.75", _binary(0.7, 0.75)),
    World("60 % ties, above", _tied(MARGIN), is_resampled=True),
    World("60 % ties, below", _tied(-MARGIN), is_resampled=True),
    World("skewed, above", _skewed(MARGIN), is_resampled=True),
    World("skewed, below", _skewed(-MARGIN), is_resampled=True),
    World("symmetric", _symmetric(MARGIN)),
)
EFFECTS = (
    World("binary 0.70, 0.80", _binary(0.7, 0.8), 0.7 * 0.3 + 0.8 * 0.2),
    World("60 % ties, 0.05", _tied(0.05), 0.4 * (0.35**2 / 3 + 0.125**2) - 0.05**2, is_resampled=True),
    World("symmetric, 0.05", _symmetric(0.05), 0.25 / 12),
)
EFFECT_SIZES = (0.1, 0.05, 0.05)


def main(scale: float = 1.0) -> bool:
    """Print every cell and say whether the bars hold in each."""
    print("share of worlds ± one Monte-Carlo error")
    kept = [
        *(_show_null(world, cases=cases, scale=scale) for world in NULLS for cases in CASES),
        *(_show_null(world, cases=cases, scale=scale) for world in swapped() for cases in GSM8K_CASES),
        *(_show_same(world, cases=cases, scale=scale) for world in AT_THE_MARGIN for cases in CASES),
        *(_show_power(*world, scale=scale) for world in zip(EFFECTS, EFFECT_SIZES, strict=True)),
    ]
    return all(kept)


def count(
    world: World, *, cases: int, worlds: int, verdict: ComparisonVerdict, margin: float | None = None
) -> Rate:
    """How often this verdict is reached."""
    hits = 0
    for seed in np.random.SeedSequence(SEED, spawn_key=[*world.name.encode(), cases]).spawn(worlds):
        rng = np.random.default_rng(seed)
        baseline, candidate = world.draw(rng, cases)
        hits += conclude(candidate - baseline, margin=margin, seed=int(rng.integers(2**31))) is verdict
    return Rate(hits, worlds)


def conclude(differences: FloatArray, *, margin: float | None, seed: int) -> ComparisonVerdict:
    """What `compare_pairs` concludes on scores from 0 to 1, without the tests it shows beside."""
    kind = SampleKind.PAIRED_DIFFERENCES
    grounds = choose_grounds(read_sample(differences), kind=kind, scale=(-1, 1), seed=seed)
    return decide(grounds, margin=margin).verdict


def swapped() -> Iterator[World]:
    """Real pairs of graded answers with the two results swapped at random within each case."""
    graded = _gsm8k()
    if graded is None:
        print("GSM8K pairs: skipped, the golden tables are not here; set EDISON_GOLDEN_DIR")
        return
    for one, other in combinations(graded, 2):
        yield World(f"{one} / {other}", _swap(graded[one], graded[other]))


def _swap(one: FloatArray, other: FloatArray) -> Draw:
    def draw(rng: np.random.Generator, cases: int) -> Arms:
        chosen = rng.permutation(len(one))[:cases]
        is_swapped = rng.random(cases) < 0.5
        left, right = one[chosen], other[chosen]
        return np.where(is_swapped, right, left), np.where(is_swapped, left, right)

    return draw


def _gsm8k() -> dict[str, FloatArray] | None:
    named = os.environ.get("EDISON_GOLDEN_DIR")  # noqa: TID251 (benchmarks are told where data lies)
    folder = Path(named) if named else Path(__file__).parents[3] / "shared" / "data"
    path = folder / "gsm8k" / "example_model_solutions.jsonl"
    if not path.is_file():
        return None
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    systems = [name for name, value in rows[0].items() if isinstance(value, dict)]
    return {name: np.array([float(row[name]["is_correct"]) for row in rows]) for name in systems}


def _worlds(world: World, *, scale: float) -> int:
    return max(100, round(scale * (RESAMPLED_WORLDS if world.is_resampled else WORLDS)))


def _show_null(world: World, *, cases: int, scale: float) -> bool:
    rate = count(world, cases=cases, worlds=_worlds(world, scale=scale), verdict=ComparisonVerdict.BETTER)
    limit = rate.share + 1.96 * rate.error
    holds = limit <= HIGHEST_FALSE_BETTER if scale >= 1 else rate.share <= FALSE_BETTER + 3 * rate.error
    return _say("false better", world, cases=cases, rate=rate, bar="2.5, limit 3.5", holds=holds)


def _show_same(world: World, *, cases: int, scale: float) -> bool:
    worlds = _worlds(world, scale=scale)
    rate = count(world, cases=cases, worlds=worlds, verdict=ComparisonVerdict.SAME, margin=MARGIN)
    holds = rate.is_between(0, HIGHEST_FALSE_SAME, is_whole=scale >= 1)
    return _say("same at the margin", world, cases=cases, rate=rate, bar="5", holds=holds)


def _show_power(world: World, effect: float, *, scale: float) -> bool:
    question = PowerQuestion(effect, power=POWER)
    cases = cases_needed(VarianceComponents(case=world.variance), question=question, design=Design(2))
    if cases is None:
        return False
    rate = count(world, cases=cases, worlds=_worlds(world, scale=scale), verdict=ComparisonVerdict.BETTER)
    holds = rate.share + 1.96 * rate.error >= LOWEST_POWER
    return _say("better, planned 80 %", world, cases=cases, rate=rate, bar="at least 78", holds=holds)


def _say(what: str, world: World, *, cases: int, rate: Rate, bar: str, holds: bool) -> bool:
    counted = f"{what:22}{world.name:36}{cases:6}  {rate} of {rate.worlds:6}"
    print(f"{counted}   bar {bar}{'' if holds else '  MISSED'}", flush=True)
    return holds
