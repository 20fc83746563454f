"""Is the reported reliability true when pairs are chosen adaptively?

Two adaptive streams (a quarter random) are run in worlds of known truth. What is reported, the correlation of the
streams' scores stepped up by Spearman and Brown, is compared with the squared correlation of the pooled scores with
the truth; beside it stands the pooled hierarchical fit's own estimate, and what a split of the same comparisons made
afterwards would have said, which is refused for that reason.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bench.stats.pairing_gain import Book, World
from edison.stats.pairing import (
    History,
    ItemEstimates,
    PairingStream,
    deal_streams,
    estimate_standing,
    hierarchical_reliability,
    resample_wave,
    stream_reliability,
)
from edison.stats.strengths import ComparisonTable, Method, fit

SEED = 8_080
WORLDS = 100
ITEMS = (50, 100, 200)
SPREADS = (1.0, 1.5, 2.0, 3.0, 4.0)
# Comparisons per item at which the reliability is reported.
LOOKS = (16, 32)
# The bar: how far the mean reported reliability may lie from the true one.
OFF = 0.03


@dataclass(frozen=True)
class Look:
    true: float
    streams: float
    hierarchical: float
    late_split: float


def main(scale: float = 1.0) -> bool:
    worlds = max(4, round(WORLDS * scale))
    print(f"{worlds} worlds a cell; bar: the streams' mean within {OFF} of the truth")
    # Every cell is shown, also after one that fails.
    held = [run_cell(items, spread, worlds=worlds) for items in ITEMS for spread in SPREADS]
    return all(held)


def run_cell(items: int, spread: float, *, worlds: int) -> bool:
    runs = [run_world(items, spread, seed=SEED + world) for world in range(worlds)]
    held = [_report(items, spread, at=at, looks=[run[at] for run in runs]) for at in LOOKS]
    return all(held)


def run_world(items: int, spread: float, *, seed: int) -> dict[int, Look]:
    world = World(items, spread, seed=seed)
    books = Book(items), Book(items)
    standings: list[ItemEstimates | None] = [None, None]
    looks: dict[int, Look] = {}
    for step in range(10_000):
        asked = 2 * sum(len(book.results) for book in books) / items
        due = [at for at in LOOKS if at not in looks and asked >= at]
        for at in due:
            looks[at] = _look(books, world=world, seed=seed)
        if len(looks) == len(LOOKS):
            break
        histories = [book.history for book in books]
        streams = [
            PairingStream(history, standing) for history, standing in zip(histories, standings, strict=True)
        ]
        for place, wave in enumerate(deal_streams((streams[0], streams[1]), seed=seed * 1_000 + step)):
            asked_wave = resample_wave(histories[place], seed=step) if wave.is_exhausted else wave
            books[place].add(asked_wave, world.judge(asked_wave))
            standings[place] = estimate_standing(
                books[place].history, books[place].results, start=standings[place]
            )
    return looks


def _look(books: tuple[Book, Book], *, world: World, seed: int) -> Look:
    histories = [book.history for book in books]
    results = [book.results for book in books]
    left = np.concatenate([history.left for history in histories])
    right = np.concatenate([history.right for history in histories])
    won = np.concatenate(results)
    items = world.items
    first, second = (
        _scores(items, history.left, history.right, result)
        for history, result in zip(histories, results, strict=True)
    )
    table = ComparisonTable.from_arrays(left, right, np.where(won == 1, 1, 2), items=items)
    pooled = fit(table, method=Method.HIERARCHICAL, adaptive=True)
    half = np.random.default_rng(seed).permutation(len(won)) < len(won) / 2
    halves = [
        estimate_standing(History.of(items, left[part], right[part]), won[part]).scores
        for part in (half, ~half)
    ]
    return Look(
        true=float(np.corrcoef(pooled.scores, world.truth)[0, 1] ** 2),
        streams=stream_reliability(first, second).reliability,
        hierarchical=hierarchical_reliability(pooled.scores, pooled.se),
        late_split=stream_reliability(*halves).reliability,
    )


def _scores(
    items: int, left: NDArray[np.intp], right: NDArray[np.intp], won: NDArray[np.float64]
) -> NDArray[np.float64]:
    table = ComparisonTable.from_arrays(left, right, np.where(won == 1, 1, 2), items=items)
    return fit(table, method=Method.HIERARCHICAL, adaptive=True).scores


def _report(items: int, spread: float, *, at: int, looks: list[Look]) -> bool:
    true, streams, hierarchical, split = (
        np.array([getattr(look, name) for look in looks])
        for name in ("true", "streams", "hierarchical", "late_split")
    )
    off = float(streams.mean() - true.mean())
    error = float((streams - true).std() / np.sqrt(len(looks)))
    holds = abs(off) <= OFF
    print(
        f"{items:4d} items  spread {spread:3.1f}  {at:2d} per item   true {true.mean():.3f}"
        f"   streams {streams.mean():.3f} (off {off:+.3f} ± {error:.3f})"
        f"   hierarchical {hierarchical.mean():.3f} (off {hierarchical.mean() - true.mean():+.3f})"
        f"   late split {split.mean():.3f} (off {split.mean() - true.mean():+.3f})"
        f"   {'holds' if holds else 'FAILS'}",
        flush=True,
    )
    return holds


if __name__ == "__main__":
    main()
