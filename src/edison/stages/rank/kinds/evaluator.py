"""evaluator: the judges' own overall impression, from 0 to 1; the quality is made of criteria, this is not.

It is the score of the rubric's criterion *overall*, which has no weight in the quality, or the stage that a judge of
verdicts names. Where neither exists there is no such board.
"""

from .frame import Frame
from .measure import Measure, measure_panel
from .results import Results


def measure_evaluator(results: Results, *, frame: Frame) -> Measure | None:
    """Over cases; each judge counts by its weight in the panel, and an abstention is no score."""
    return measure_panel(results.overalls, frame=frame)
