"""cost: what an answer costs, in dollars."""

from .frame import Frame
from .measure import Measure, measure_mean
from .results import Results

_MICRO = 1_000_000


def measure_cost(results: Results, *, frame: Frame) -> Measure | None:
    """The mean over answered cases; `total` is the bill for everything, failures included."""
    total = results.spent_microusd / _MICRO
    return measure_mean(results.costs_usd, frame=frame, measures={"total": total})
