"""The sign-flip test against one matrix-vector product of the signs it stands for."""

import tracemalloc
from collections.abc import Callable
from time import perf_counter

import numpy as np

from edison.stats.comparing import sign_flip

RESAMPLES = 10_000
CASES = 5_000
SEED = 20_260_103
BEST_OF = 5
MOST_TIMES = 2.0
MOST_MEGABYTES = 100.0


def main(scale: float = 1.0) -> bool:
    """Print times, their ratio and the memory, and say whether the bars hold."""
    cases = max(500, round(CASES * scale))
    differences = np.random.default_rng(SEED).normal(size=cases)
    ours = _best(lambda: sign_flip(differences, seed=SEED, resamples=RESAMPLES))
    limit = _best_product(cases)
    memory = megabytes(lambda: sign_flip(differences, seed=SEED, resamples=RESAMPLES))
    ratio = ours / limit
    print(f"{RESAMPLES} resamples x {cases} cases, best of {BEST_OF}")
    print(
        f"sign flip {1e3 * ours:7.1f} ms   product {1e3 * limit:7.1f} ms   ratio {ratio:.2f}   bar {MOST_TIMES}"
    )
    print(f"memory    {memory:7.1f} MB   bar {MOST_MEGABYTES:.0f}")
    return ratio <= MOST_TIMES and memory < MOST_MEGABYTES


def _best_product(cases: int) -> float:
    signs = np.ones((RESAMPLES, cases), dtype=np.float32)
    column = np.ones(cases, dtype=np.float32)
    return _best(lambda: signs @ column)


def _best(work: Callable[[], object]) -> float:
    times: list[float] = []
    for _ in range(BEST_OF):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return min(times)


def megabytes(work: Callable[[], object]) -> float:
    """The most memory the work holds at once, as Python counts it."""
    tracemalloc.start()
    work()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1e6
