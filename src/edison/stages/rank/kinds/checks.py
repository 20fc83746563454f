"""checks: the share of outputs that passed every check."""

from .frame import Frame
from .measure import Measure, measure_mean
from .results import Results


def measure_checks(results: Results, *, frame: Frame) -> Measure | None:
    """Over everything that came back; a refusal that was not expected has passed nothing, trouble is left out."""
    return measure_mean(results.passes, frame=frame, scale=(0.0, 1.0))
