"""How many comparisons does adaptive pairing save?

Items of normal strengths are compared by a judge of logistic noise, once with random pairing and once with two
adaptive streams of which a quarter is random. After every comparison per item the scores are estimated from all
comparisons (the same estimator for both), and their rank correlation with the truth is taken. What is compared is
the number of comparisons per item at which the mean over worlds reaches the target; beside it stands the mean over
worlds of the first time it is reached.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from edison.stats.pairing import (
    History,
    ItemEstimates,
    Pairing,
    PairingStream,
    PairingWave,
    deal_streams,
    deal_wave,
    estimate_standing,
    resample_wave,
)

SEED = 5_150
WORLDS = 100
TARGET = 0.97
ITEMS = (50, 100, 200)
# For each spread, in logits, how many comparisons per item are simulated.
HORIZONS = {1.0: 115, 1.5: 66, 2.0: 44, 3.0: 29, 4.0: 24}
# The bars: in each cell from 1.5 logits on, on average over those, and at 1 logit.
EACH, AVERAGE, NARROW = 0.85, 0.75, 1.05
RESAMPLES = 200


@dataclass
class Book:
    """What one stream has asked and was answered."""

    items: int
    left: list[NDArray[np.intp]] = field(default_factory=list)
    right: list[NDArray[np.intp]] = field(default_factory=list)
    adaptive: list[NDArray[np.bool_]] = field(default_factory=list)
    wave: list[NDArray[np.intp]] = field(default_factory=list)
    won: list[NDArray[np.float64]] = field(default_factory=list)

    def add(self, wave: PairingWave, won: NDArray[np.float64]) -> None:
        self.left.append(wave.left)
        self.right.append(wave.right)
        self.adaptive.append(np.full(len(wave), wave.is_adaptive))
        self.wave.append(np.full(len(wave), len(self.wave), dtype=np.intp))
        self.won.append(won)

    @property
    def history(self) -> History:
        if not self.left:
            return History.of(self.items)
        columns = (np.concatenate(column) for column in (self.left, self.right, self.adaptive, self.wave))
        left, right, adaptive, wave = columns
        return History.of(self.items, left, right, adaptive=adaptive, wave=wave)

    @property
    def results(self) -> NDArray[np.float64]:
        return np.concatenate(self.won) if self.won else np.empty(0)


@dataclass(frozen=True)
class Curve:
    """Rank correlation with the truth, by comparisons per item."""

    comparisons: NDArray[np.float64]
    correlation: NDArray[np.float64]


def main(scale: float = 1.0) -> bool:
    worlds = max(4, round(WORLDS * scale))
    print(f"{worlds} worlds a cell; comparisons per item to a mean Spearman of {TARGET}, ± Monte-Carlo error")
    ratios: dict[tuple[int, float], float] = {}
    for items in ITEMS:
        for spread in HORIZONS:
            ratios[items, spread] = run_cell(items, spread, worlds=worlds)
    wide = [ratio for (_, spread), ratio in ratios.items() if spread > 1]
    average = float(np.mean(wide))
    print(f"average from 1.5 logits on: {average:.3f} (bar {AVERAGE})")
    return average <= AVERAGE and all(ratio <= _bar(spread) for (_, spread), ratio in ratios.items())


def run_cell(items: int, spread: float, *, worlds: int) -> float:
    plain = [run_random(items, spread, seed=SEED + world) for world in range(worlds)]
    adaptive = [run_adaptive(items, spread, seed=SEED + world) for world in range(worlds)]
    before, after = _reach(plain), _reach(adaptive)
    rng = np.random.default_rng(SEED)
    draws = [rng.integers(worlds, size=worlds) for _ in range(RESAMPLES)]
    drawn = [_reach([adaptive[k] for k in draw]) / _reach([plain[k] for k in draw]) for draw in draws]
    first = np.mean([_first(curve) for curve in adaptive]) / np.mean([_first(curve) for curve in plain])
    ratio = after / before
    print(
        f"{items:4d} items  spread {spread:3.1f}   random {before:6.1f}   adaptive {after:6.1f}"
        f"   ratio {ratio:.3f} ± {np.std(drawn):.3f}   (first time {first:.3f})"
        f"   bar {_bar(spread):.2f}   {'holds' if ratio <= _bar(spread) else 'FAILS'}",
        flush=True,
    )
    return ratio


def run_random(items: int, spread: float, *, seed: int) -> Curve:
    world = World(items, spread, seed=seed)
    book = Book(items)
    points: list[tuple[float, float]] = []
    while (asked := 2 * len(book.results) / items) < HORIZONS[spread]:
        history = book.history
        wave = deal_wave(history, pairing=Pairing.RANDOM, seed=len(book.wave) + seed)
        _ask(book, wave, world=world, history=history)
        if asked >= HORIZONS[spread] / 3:
            points.append(world.measure([book]))
    return _curve(points)


def run_adaptive(items: int, spread: float, *, seed: int) -> Curve:
    world = World(items, spread, seed=seed)
    books = Book(items), Book(items)
    standings: list[ItemEstimates | None] = [None, None]
    points: list[tuple[float, float]] = []
    last = 0.0
    step = 0
    while last < HORIZONS[spread]:
        streams = tuple(
            PairingStream(book.history, standing) for book, standing in zip(books, standings, strict=True)
        )
        waves = deal_streams((streams[0], streams[1]), seed=seed * 1_000 + step)
        for place, (book, wave) in enumerate(zip(books, waves, strict=True)):
            _ask(book, wave, world=world, history=streams[place].history)
            standings[place] = estimate_standing(book.history, book.results, start=standings[place])
        asked = 2 * sum(len(book.results) for book in books) / items
        if asked >= HORIZONS[spread] / 3 and asked >= last:
            points.append(world.measure(books))
        last = asked
        step += 1
    return _curve(points)


class World:
    """The truth, and a judge who sees it through logistic noise."""

    def __init__(self, items: int, spread: float, *, seed: int) -> None:
        self._rng = np.random.default_rng(seed)
        self.items = items
        self.truth = spread * self._rng.standard_normal(items)
        self._ranks = _ranks(self.truth)

    def judge(self, wave: PairingWave) -> NDArray[np.float64]:
        difference = self.truth[wave.left] - self.truth[wave.right]
        return (self._rng.random(len(wave)) < 1 / (1 + np.exp(-difference))).astype(np.float64)

    def measure(self, books: "list[Book] | tuple[Book, Book]") -> tuple[float, float]:
        standing = pooled_standing(books)
        correlation = float(np.corrcoef(_ranks(standing.scores), self._ranks)[0, 1])
        return 2 * sum(len(book.results) for book in books) / self.items, correlation


def pooled_standing(books: "list[Book] | tuple[Book, Book]") -> ItemEstimates:
    histories = [book.history for book in books]
    left = np.concatenate([history.left for history in histories])
    right = np.concatenate([history.right for history in histories])
    pooled = History.of(histories[0].items, left, right)
    return estimate_standing(pooled, np.concatenate([book.results for book in books]))


def _ask(book: Book, wave: PairingWave, *, world: World, history: History) -> None:
    """When all pairs have met, they meet again."""
    asked = resample_wave(history, seed=len(book.wave)) if wave.is_exhausted else wave
    book.add(asked, world.judge(asked))


def _ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.argsort(np.argsort(values)).astype(np.float64)


def _curve(points: list[tuple[float, float]]) -> Curve:
    comparisons, correlation = np.array(points).T
    return Curve(comparisons, correlation)


def _grid(curves: list[Curve]) -> Iterator[tuple[float, float]]:
    low = max(curve.comparisons[0] for curve in curves)
    high = min(curve.comparisons[-1] for curve in curves)
    for comparisons in np.linspace(low, high, 60):
        reached = [np.interp(comparisons, curve.comparisons, curve.correlation) for curve in curves]
        yield float(comparisons), float(np.mean(reached))


def _reach(curves: list[Curve]) -> float:
    """Where the mean curve reaches the target: what is missing to 1 falls as a power of the comparisons."""
    comparisons, correlation = np.array(list(_grid(curves))).T
    near = (correlation > TARGET - 0.015) & (correlation < TARGET + 0.012)
    slope, level = np.polyfit(np.log(1 - correlation[near]), np.log(comparisons[near]), 1)
    return float(np.exp(level + slope * np.log(1 - TARGET)))


def _first(curve: Curve) -> float:
    reached = np.flatnonzero(curve.correlation >= TARGET)
    return float(curve.comparisons[reached[0]] if len(reached) else curve.comparisons[-1])


def _bar(spread: float) -> float:
    return EACH if spread > 1 else NARROW


if __name__ == "__main__":
    main()
