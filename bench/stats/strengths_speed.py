"""Bradley–Terry against evalica's compiled solver, in one run, best of five.

`python -m bench.stats strengths_speed`: a million comparisons of a hundred items with standard errors, from integer
arrays and from lists of labels, with the largest memory of a process that holds the rows and fits them; a thousand
bootstrap rankings of ten thousand comparisons.
"""

import os
import resource
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

import evalica
import numpy as np
import numpy.typing as npt

from edison.stats.strengths import ComparisonTable, bootstrap, fit

SEED = 20261115
ROWS = 1_000_000
ITEMS = 100
BOOTSTRAP_ROWS = 10_000
RESAMPLES = 1_000
TRIES = 5
ARRAYS_BAR = 0.15
LABELS_BAR = 0.7
BOOTSTRAP_BAR = 1 / 3
MEMORY_BAR = 1.5

Codes = npt.NDArray[np.int64]
_WORDS = ("tie", "left", "right")


@dataclass(frozen=True, slots=True)
class Rows:
    """The same comparisons as arrays and as lists, made before any clock runs."""

    left: Codes
    right: Codes
    outcome: Codes

    @classmethod
    def of(cls, rows: int) -> "Rows":
        chance = np.random.default_rng(SEED)
        truth = chance.normal(size=ITEMS)
        left = chance.integers(ITEMS, size=rows)
        right = (left + chance.integers(1, ITEMS, size=rows)) % ITEMS
        won = chance.random(rows) < 1 / (1 + np.exp(truth[right] - truth[left]))
        return cls(left=left, right=right, outcome=np.where(won, 1, 2))

    @property
    def labels(self) -> tuple[list[str], list[str]]:
        names = [f"model-{item}" for item in range(ITEMS)]
        return [names[item] for item in self.left], [names[item] for item in self.right]

    @property
    def words(self) -> list[str]:
        return [_WORDS[outcome] for outcome in self.outcome]

    @property
    def winners(self) -> list[evalica.Winner]:
        return [evalica.Winner(outcome) for outcome in self.outcome.tolist()]


def main(scale: float = 1.0) -> bool:
    """Print the ratios; True when all bars hold."""
    fits = _race_fits(Rows.of(max(10_000, round(ROWS * scale))))
    return _race_bootstraps(Rows.of(BOOTSTRAP_ROWS), resamples=max(20, round(RESAMPLES * scale))) and fits


def _race_fits(rows: Rows) -> bool:
    (lefts, rights), words, winners = rows.labels, rows.words, rows.winners
    theirs_from_arrays = _best(lambda: evalica.bradley_terry(rows.left, rows.right, winners))
    theirs_from_labels = _best(lambda: evalica.bradley_terry(lefts, rights, winners))
    from_arrays = _best(lambda: fit(ComparisonTable.from_arrays(rows.left, rows.right, rows.outcome)).se)
    from_labels = _best(lambda: fit(ComparisonTable.from_columns(lefts, rights, words)).se)
    print(f"{len(words):,} comparisons x {ITEMS} items; evalica gives no standard errors, we do")
    arrays_hold = _tell("integer arrays", from_arrays, theirs=theirs_from_arrays, bar=ARRAYS_BAR)
    labels_hold = _tell("lists of labels", from_labels, theirs=theirs_from_labels, bar=LABELS_BAR)
    theirs_held = _peak(lambda: evalica.bradley_terry(lefts, rights, winners))
    held = _peak(lambda: fit(ComparisonTable.from_columns(lefts, rights, words)).se)
    memory_holds = held / theirs_held <= MEMORY_BAR
    told = f"memory           {held:8.0f} MB evalica {theirs_held:8.0f} MB ratio {held / theirs_held:6.3f}"
    print(f"{told}  bar {MEMORY_BAR:.3f}  {'ok' if memory_holds else 'MISSED'}")
    return labels_hold and arrays_hold and memory_holds


def _race_bootstraps(rows: Rows, *, resamples: int) -> bool:
    (lefts, rights), words, winners = rows.labels, rows.words, rows.winners
    theirs = _best(
        lambda: evalica.bootstrap(
            evalica.bradley_terry,  # pyright: ignore[reportArgumentType] (its own example)
            lefts,
            rights,
            winners,
            n_resamples=resamples,
            bootstrap_method="percentile",
            random_state=SEED,
        ),
        tries=1,
    )
    ours = _best(
        lambda: bootstrap(ComparisonTable.from_columns(lefts, rights, words), seed=SEED, resamples=resamples)
    )
    print(f"{resamples:,} bootstrap rankings of {len(words):,} comparisons")
    return _tell("bootstrap", ours, theirs=theirs, bar=BOOTSTRAP_BAR)


def _best(work: Callable[[], object], *, tries: int = TRIES) -> float:
    times: list[float] = []
    for _ in range(tries):
        begin = perf_counter()
        work()
        times.append(perf_counter() - begin)
    return min(times)


def _peak(work: Callable[[], object]) -> float:
    """The largest memory, in megabytes, of a process that has all rows and does this once."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        work()
        os.write(writing, str(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss).encode())
        os._exit(0)
    os.close(writing)
    os.waitpid(child, 0)
    with os.fdopen(reading) as told:
        return int(told.read()) / 1024


def _tell(name: str, ours: float, *, theirs: float, bar: float) -> bool:
    ratio = ours / theirs
    verdict = "ok" if ratio <= bar else "MISSED"
    print(f"{name:16} {ours:8.4f} s  evalica {theirs:8.4f} s  ratio {ratio:6.3f}  bar {bar:.3f}  {verdict}")
    return ratio <= bar
