"""Coverage of the 95 % interval of a mean: worlds with a known truth, beside the usual bootstraps and t."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from edison.stats.means import (
    Bounds,
    SampleKind,
    bca_bounds,
    mean_interval,
    percentile_bounds,
    read_sample,
    student_pivot,
)

from ._rates import Rate

FloatArray = NDArray[np.float64]
Draw = Callable[[np.random.Generator, int], FloatArray]

WORLDS = 2_000
SEED = 20_260_101
CASES = (8, 15, 30, 100)
LOWEST = 0.93
HIGHEST = {8: 1.0, 15: 1.0, 30: 0.98, 100: 0.97}
WIDEST = 1.2
"""Times the width of Student's t, at 100 cases."""
RESAMPLES = 999
MOST_REPEATS = 5
DIFFERENCES = (-1.0, 1.0)
METHODS = ("default", "percentile", "BCa", "t")


@dataclass(frozen=True)
class World:
    """A way of drawing cases; one row per case, NaN where a repeat was not made."""

    name: str
    draw: Draw
    mean: float | None = None
    """The truth where it has a formula; otherwise the average of a very large sample."""
    scale: tuple[float, float] = (0.0, 1.0)
    kind: SampleKind | None = None
    is_exact: bool = False
    """Exact binary methods may cover more than the upper bar."""


def _ceiling(rng: np.random.Generator, cases: int) -> FloatArray:
    quality = rng.normal(0.95, 0.15, (cases, 1))
    answers = np.clip(quality + rng.normal(0, 0.1, (cases, MOST_REPEATS)), 0, 1)
    made = np.arange(MOST_REPEATS) < rng.integers(1, MOST_REPEATS + 1, (cases, 1))
    return np.where(made, answers, np.nan)


def _mostly_best(rng: np.random.Generator, cases: int) -> FloatArray:
    return np.where(rng.random(cases) < 0.85, 1.0, rng.random(cases))[:, None]


def _ties(rng: np.random.Generator, cases: int) -> FloatArray:
    moved = np.clip(rng.normal(0.1, 0.3, cases), -1, 1)
    return np.where(rng.random(cases) < 0.6, 0.0, moved)[:, None]


def _paired_shares(rng: np.random.Generator, cases: int) -> FloatArray:
    hard = rng.random(cases)
    left, right = (rng.random((2, cases)) < np.where(hard < 0.5, 0.95, [[0.6], [0.7]])).astype(float)
    return (right - left)[:, None]


TABLE = (
    World("symmetric: Beta(5, 5)", lambda rng, cases: rng.beta(5, 5, (cases, 1)), 0.5),
    World("ceiling, 1-5 repeats", _ceiling),
    World("skewed: Beta(5, 0.7)", lambda rng, cases: rng.beta(5, 0.7, (cases, 1)), 5 / 5.7),
    World("85 % at the maximum", _mostly_best, 0.925),
    World(
        "pass/fail 0.9",
        lambda rng, cases: (rng.random((cases, 1)) < 0.9).astype(np.float64),
        0.9,
        is_exact=True,
    ),
    World("paired, 60 % ties", _ties, None, DIFFERENCES, SampleKind.PAIRED_DIFFERENCES),
    World(
        "paired pass/fail", _paired_shares, 0.05, DIFFERENCES, SampleKind.PAIRED_DIFFERENCES, is_exact=True
    ),
)


@dataclass(frozen=True)
class Cell:
    """One world at one number of cases: how often each interval held the truth, and how wide it was."""

    world: World
    cases: int
    rates: dict[str, Rate]
    widths: dict[str, float]

    def holds(self, *, is_whole: bool) -> bool:
        highest = 1.0 if self.world.is_exact else HIGHEST[self.cases]
        is_narrow = self.cases < max(CASES) or self.widths["default"] <= WIDEST
        return is_narrow and self.rates["default"].is_between(LOWEST, highest, is_whole=is_whole)


def main(scale: float = 1.0) -> bool:
    """Print every cell and say whether the bars hold in each."""
    worlds = max(50, round(WORLDS * scale))
    print(f"{worlds} worlds per cell; covered ± one Monte-Carlo error, width as a multiple of Student's t")
    print(f"{'world':24}{'cases':>6}  " + "".join(f"{name:22}" for name in METHODS) + "bar")
    kept = [
        _show(measure(world, cases=cases, worlds=worlds), scale=scale) for world in TABLE for cases in CASES
    ]
    return all(kept)


def measure(world: World, *, cases: int, worlds: int) -> Cell:
    """Draw so many samples and count."""
    truth = _average(world.draw) if world.mean is None else world.mean
    seeds = np.random.SeedSequence(SEED, spawn_key=(TABLE.index(world), cases)).spawn(worlds)
    bounds = np.array([_bounds(world, cases=cases, rng=np.random.default_rng(seed)) for seed in seeds])
    held = ((bounds[:, :, 0] <= truth) & (truth <= bounds[:, :, 1])).sum(axis=0)
    widths = (bounds[:, :, 1] - bounds[:, :, 0]).mean(axis=0)
    return Cell(
        world=world,
        cases=cases,
        rates={name: Rate(int(hits), worlds) for name, hits in zip(METHODS, held, strict=True)},
        widths={name: float(width / widths[-1]) for name, width in zip(METHODS, widths, strict=True)},
    )


def _bounds(world: World, *, cases: int, rng: np.random.Generator) -> list[Bounds]:
    drawn = world.draw(rng, cases)
    labels = np.repeat(np.arange(cases), drawn.shape[1])
    seed = int(rng.integers(2**31))
    chosen = mean_interval(drawn.ravel(), scale=world.scale, cases=labels, kind=world.kind, seed=seed)
    clusters = read_sample(drawn.ravel(), cases=labels).clusters
    return [
        (chosen.low, chosen.high),
        percentile_bounds(clusters, level=0.95, seed=seed, resamples=RESAMPLES),
        bca_bounds(clusters, level=0.95, seed=seed, resamples=RESAMPLES),
        student_pivot(clusters).bounds(0.95),
    ]


def _show(cell: Cell, *, scale: float) -> bool:
    told = "".join(f"{cell.rates[name]!s}{cell.widths[name]:6.2f}     " for name in METHODS)
    holds = cell.holds(is_whole=scale >= 1)
    highest = "" if cell.world.is_exact or cell.cases < 30 else f"-{100 * HIGHEST[cell.cases]:.0f}"
    print(
        f"{cell.world.name:24}{cell.cases:6}  {told}{100 * LOWEST:.0f}{highest} {'' if holds else 'MISSED'}"
    )
    return holds


@cache
def _average(draw: Draw) -> float:
    drawn = draw(np.random.default_rng(1), 1_000_000)
    made = ~np.isnan(drawn)
    return float((np.where(made, drawn, 0).sum(axis=1) / made.sum(axis=1)).mean())
