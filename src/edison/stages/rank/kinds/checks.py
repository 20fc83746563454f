"""checks: the share of outputs that passed every check."""

from .measure import Measure, measure_mean
from .results import Results


def measure_checks(results: Results, *, seed: int) -> Measure | None:
    """Over all outputs that could be checked; what is no answer has passed nothing."""
    return measure_mean(results.passes, seed=seed, scale=(0.0, 1.0))
