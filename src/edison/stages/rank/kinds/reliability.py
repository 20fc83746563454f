"""reliability: the share of cells that were answered, and what became of the others."""

from edison.domain import CellOutcome

from .frame import Frame
from .measure import Measure, measure_mean
from .results import Results


def measure_reliability(results: Results, *, frame: Frame) -> Measure | None:
    """Over all cells that ended; refusals, cut-off and empty answers and errors all count against it."""
    shares = {
        outcome.value: results.outcomes[outcome.value] / results.ended
        for outcome in CellOutcome
        if outcome is not CellOutcome.OK and results.outcomes[outcome.value]
    }
    return measure_mean(results.successes, frame=frame, scale=(0.0, 1.0), measures=shares)
