"""quality: the mean of the judges' scores on the rubric, from 0 to 1."""

from .measure import Measure, mean_over_cases, measure_mean
from .results import Results


def measure_quality(results: Results, *, seed: int) -> Measure | None:
    """Over cases; several judges are shown side by side as well."""
    several = results.by_judge if len(results.by_judge) > 1 else {}
    measures = {name: mean_over_cases(column) for name, column in several.items()}
    return measure_mean(results.qualities, seed=seed, scale=(0.0, 1.0), measures=measures)
