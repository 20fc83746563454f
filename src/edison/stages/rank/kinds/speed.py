"""speed: how long an answer takes, by the middle one; the provider's latency, without our own queue."""

from array import array
from collections.abc import Sequence
from math import ceil

from edison.domain import Interval

from .frame import Frame
from .measure import Measure, measure_mean
from .results import Column, Results


def measure_speed(results: Results, *, frame: Frame) -> Measure | None:
    """The median in seconds, with the 95th percentile beside it.

    The interval is Woodruff's (1952): that of the share of answers within the median, read off the sorted latencies.
    """
    column = results.latencies_s
    if not len(column):
        return None
    ordered = sorted(column.values)
    median = percentile(ordered, 0.5)
    within = Column(values=array("d", (value <= median for value in column.values)), cases=column.cases)
    share = measure_mean(within, frame=frame, scale=(0.0, 1.0))
    assert share is not None
    assert share.interval is not None
    low, high = (percentile(ordered, end) for end in (share.interval.low, share.interval.high))
    return Measure(
        strength=median,
        interval=Interval(low=min(low, median), high=max(high, median), level=share.interval.level),
        observations=len(column),
        method="woodruff",
        measures={"p95": percentile(ordered, 0.95)},
        flags=share.flags,
    )


def percentile(ordered: Sequence[float], share: float) -> float:
    """The nearest-rank percentile: the least value that at least this share of all does not exceed."""
    return ordered[max(1, ceil(share * len(ordered))) - 1]
