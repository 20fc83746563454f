"""Do the intervals of strengths hold the truth as often as they say? Random and adaptive pairs, with and without ties.

`python -m bench.stats strengths_cover`: worlds with known strengths, drawn from a normal distribution; every cell
with its Monte-Carlo error and the bar beside it. The percentile bootstrap stands beside a few cells for comparison.
"""

from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt

from edison.stats.strengths import (
    ComparisonTable,
    Method,
    bootstrap,
    fit,
)

SEED = 20261115
SIZES = (10, 20, 50)
PER_ITEM = (6, 10, 20, 40)
SPREADS = (0.5, 1.0, 2.0)
# ν of Davidson's model that gives about 15 % and 40 % ties at a spread of one logit.
FEW_TIES, MANY_TIES = 0.45, 1.65
# Items in each cell at scale 1, so that there are more worlds of few items than of many.
ITEMS_PER_CELL = 4_000
MANY = 20

Floats = npt.NDArray[np.float64]
Codes = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Cell:
    """One kind of world, and what is asked of the intervals in it."""

    method: Method
    items: int
    per_item: int
    spread: float
    tie_weight: float = 0.0
    adaptive: bool = False
    percentile: bool = False

    @property
    def bar(self) -> tuple[float, float]:
        if self.percentile:
            return 0.0, 1.0
        if self.adaptive:
            return (0.92, 1.0) if self.per_item >= MANY else (0.0, 1.0)
        if self.per_item >= MANY:
            return 0.93, 0.97
        return (0.91, 1.0) if self.tie_weight == MANY_TIES else (0.93, 1.0)

    @property
    def name(self) -> str:
        pairs = "adaptive" if self.adaptive else "random"
        how = "percentile bootstrap" if self.percentile else self.method.value
        world = f"σ {self.spread:3.1f} ν {self.tie_weight:4.2f} n {self.items:3} per item {self.per_item:3}"
        return f"{how:20} {pairs:8} {world}"


@dataclass(frozen=True, slots=True)
class Covered:
    """How often the truth was inside."""

    share: float
    error: float
    width: float
    worlds: int


CELLS: tuple[Cell, ...] = (
    *(Cell(Method.BRADLEY_TERRY, *world) for world in product(SIZES, PER_ITEM, SPREADS)),
    *(
        Cell(Method.DAVIDSON, items, per_item, 1.0, ties)
        for items, per_item, ties in product(SIZES, PER_ITEM, (FEW_TIES, MANY_TIES))
    ),
    *(
        Cell(Method.HIERARCHICAL, items, per_item, spread, adaptive=True)
        for items, per_item, spread in product(SIZES, (10, 20, 40), (1.0, 2.0, 3.0))
    ),
    *(Cell(Method.BRADLEY_TERRY, 20, per_item, 1.0, percentile=True) for per_item in PER_ITEM),
)


def main(scale: float = 1.0) -> bool:
    """Print every cell; True when all bars hold."""
    print(
        "coverage of 95 % intervals (± Monte-Carlo error), mean width in logits; a bar is missed by two errors"
    )
    shown = [_show(cell, scale) for cell in CELLS]
    return all(shown)


def cover(cell: Cell, *, worlds: int) -> Covered:
    """The share of items whose interval holds the truth."""
    chance = np.random.default_rng([SEED, CELLS.index(cell) if cell in CELLS else 0])
    seen = [_try_world(cell, chance) for _ in range(worlds)]
    shares = np.array([share for share, _ in seen])
    return Covered(
        share=float(shares.mean()),
        error=float(shares.std(ddof=1) / np.sqrt(worlds)),
        width=float(np.mean([width for _, width in seen])),
        worlds=worlds,
    )


def holds(cell: Cell, covered: Covered) -> bool:
    """Whether the bar is met, with two Monte-Carlo errors allowed."""
    low, high = cell.bar
    return low - 2 * covered.error <= covered.share <= high + 2 * covered.error


def _show(cell: Cell, scale: float) -> bool:
    covered = cover(cell, worlds=max(10, round(ITEMS_PER_CELL * scale / cell.items)))
    low, high = cell.bar
    verdict = "shown only" if (low, high) == (0.0, 1.0) else "ok" if holds(cell, covered) else "MISSED"
    told = f"{covered.share:6.1%} ± {covered.error:4.1%}  width {covered.width:5.2f}"
    print(f"{cell.name}  {told}  bar {low:.0%}-{high:.0%}  {covered.worlds} worlds  {verdict}", flush=True)
    return verdict != "MISSED"


def _try_world(cell: Cell, chance: np.random.Generator) -> tuple[float, float]:
    truth = chance.normal(scale=cell.spread, size=cell.items)
    truth -= truth.mean()
    table = _compare_adaptively(cell, truth, chance) if cell.adaptive else _compare(cell, truth, chance)
    low, high = _intervals(cell, table, chance)
    return float(np.mean((low <= truth) & (truth <= high))), float(np.mean(high - low))


def _intervals(cell: Cell, table: ComparisonTable, chance: np.random.Generator) -> tuple[Floats, Floats]:
    if cell.percentile:
        found = bootstrap(table, seed=int(chance.integers(1 << 31)), resamples=500)
        return found.low, found.high
    fitted = fit(table, method=cell.method, adaptive=cell.adaptive)
    return fitted.low, fitted.high


def _compare(cell: Cell, truth: Floats, chance: np.random.Generator) -> ComparisonTable:
    """Pairs at random; a world in which they do not connect all items is drawn anew."""
    rows = cell.items * cell.per_item // 2
    while True:
        left = chance.integers(cell.items, size=rows)
        right = (left + chance.integers(1, cell.items, size=rows)) % cell.items
        table = _judge(left, right, truth=truth, tie_weight=cell.tie_weight, chance=chance)
        if fit(table, method=Method.WIN_RATE).components.max() == 0:
            return table


def _compare_adaptively(cell: Cell, truth: Floats, chance: np.random.Generator) -> ComparisonTable:
    """Waves of neighbours by the scores so far; the first three waves and every fourth are random."""
    table = _pair_up(chance.permutation(cell.items), before=None, truth=truth, chance=chance)
    for wave in range(1, cell.per_item):
        is_random = wave < 3 or wave % 4 == 0
        scores = np.nan_to_num(fit(table, method=Method.PUBLISHED).scores)
        jittered = scores + chance.normal(scale=0.3, size=cell.items)
        order = chance.permutation(cell.items) if is_random else np.argsort(jittered)
        table = _pair_up(order, before=table, truth=truth, chance=chance)
    return table


def _pair_up(
    order: Codes, *, before: ComparisonTable | None, truth: Floats, chance: np.random.Generator
) -> ComparisonTable:
    """The table with one more wave: each item against its neighbour in this order."""
    left, right = order[0 : len(order) - 1 : 2], order[1 : len(order) : 2]
    wave = _judge(left, right, truth=truth, tie_weight=0.0, chance=chance)
    if before is None:
        return wave
    return ComparisonTable.from_arrays(
        np.concatenate([before.left, wave.left]),
        np.concatenate([before.right, wave.right]),
        np.concatenate([before.outcome, wave.outcome]),
        items=len(truth),
    )


def _judge(
    left: Codes, right: Codes, *, truth: Floats, tie_weight: float, chance: np.random.Generator
) -> ComparisonTable:
    half = (truth[left] - truth[right]) / 2
    weights = np.stack([np.full_like(half, tie_weight), np.exp(half), np.exp(-half)])
    bounds = np.cumsum(weights / weights.sum(axis=0), axis=0)
    outcome = (chance.random(len(half)) > bounds).sum(axis=0)
    return ComparisonTable.from_arrays(left, right, outcome, items=len(truth))
