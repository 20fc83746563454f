"""reliability: the share of cells that were answered."""

from .measure import Measure, measure_mean
from .results import Results


def measure_reliability(results: Results, *, seed: int) -> Measure | None:
    """Over all cells that ended; refusals, cut-off and empty answers and errors all count against it."""
    return measure_mean(results.successes, seed=seed, scale=(0.0, 1.0))
