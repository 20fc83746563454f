"""quality: the judges' scores on the criteria of the rubric, weighed, from 0 to 1."""

from .frame import Frame
from .measure import Measure, measure_panel
from .results import Results


def measure_quality(results: Results, *, frame: Frame) -> Measure | None:
    """Over cases; each judge counts by its weight in the panel."""
    return measure_panel(results.qualities, frame=frame)
