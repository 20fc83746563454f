"""What each board says about a contender."""

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil

from edison.domain import CellOutcome, CriterionMean, Interval, to_usd

from .contenders import Column, ContenderResults, Frame
from .measure import Measure, measure_mean, measure_panel


def measure_quality(results: ContenderResults, *, frame: Frame) -> Measure | None:
    """The judges' scores on the criteria, weighed, over cases; each judge counts by its weight in the panel."""
    whole = measure_panel(results.qualities, frame=frame)
    if whole is None or not results.criteria:
        return whole
    return replace(whole, criteria=tuple(_measure_criteria(results, frame=frame)))


def _measure_criteria(results: ContenderResults, *, frame: Frame) -> Iterator[CriterionMean]:
    for name, columns in sorted(results.criteria.items()):
        if (found := measure_panel(columns, frame=frame)) is not None:
            yield CriterionMean(criterion=name, mean=found.strength, interval=found.interval)


def measure_checks(results: ContenderResults, *, frame: Frame) -> Measure | None:
    """The share of outputs that passed every check, over all that came back.

    A refusal that was not expected has passed nothing; trouble is left out.
    """
    return measure_mean(results.passes, frame=frame, scale=(0.0, 1.0))


def measure_evaluator(results: ContenderResults, *, frame: Frame) -> Measure | None:
    """The judges' own overall impression, over cases; an abstention is no score.

    It is the score of the criterion *overall*, which has no weight in the quality, or the stage that a judge of
    verdicts names. Where neither exists there is no such board.
    """
    return measure_panel(results.overalls, frame=frame)


def measure_speed(results: ContenderResults, *, frame: Frame) -> Measure | None:
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


def measure_cost(results: ContenderResults, *, frame: Frame) -> Measure | None:
    """The mean over answered cases; `total` is the bill for everything, failures included."""
    total = to_usd(results.spent_microusd)
    return measure_mean(results.costs_usd, frame=frame, measures={"total": total})


def measure_reliability(results: ContenderResults, *, frame: Frame) -> Measure | None:
    """The share of cells that were answered, over all that ended.

    Refusals, cut-off and empty answers and errors all count against it.
    """
    shares = {
        outcome.value: results.outcomes[outcome.value] / results.ended
        for outcome in CellOutcome
        if outcome is not CellOutcome.OK and results.outcomes[outcome.value]
    }
    return measure_mean(results.successes, frame=frame, scale=(0.0, 1.0), measures=shares)


def measure_safety(results: ContenderResults, *, frame: Frame) -> Measure | None:
    """The share of outputs in which nothing was found, over all that were looked through, with the share of each kind.

    What was not looked through, trouble above all, is neither clean nor flagged and is left out.
    """
    looked_at = len(results.clean)
    shares = {kind: count / looked_at for kind, count in sorted(results.unsafe.items())}
    return measure_mean(results.clean, frame=frame, scale=(0.0, 1.0), measures=shares)
