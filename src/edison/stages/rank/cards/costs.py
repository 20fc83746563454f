"""card costs: whether a judge can be read, what it costs and how long it takes."""

from collections.abc import Iterable, Iterator, Sequence

from edison.domain import Answered, CardMeasure, Comparison, Judgment, Reading, to_usd

from ..boards.measures import percentile
from .measures import mean, median, share
from .rows import CardEvidence

PARSED, JUDGED, COST, LATENCY, SLOWEST = "parse_rate", "judged_rate", "cost_usd", "latency_s", "latency_p95_s"

_MILLI = 1_000


def measure_replies(evidence: CardEvidence, *, seed: int) -> Iterator[tuple[str, CardMeasure | None]]:
    """The share of replies that could be read, and of questions that were decided in the end.

    A call that failed brought no reply: that is its provider's fault, and counts among what was not judged.
    """
    found = _asked(evidence)
    yield PARSED, share(_readable(found), seed=seed, each_counts=True)
    judged = ((one.id, float(one.not_judged is None)) for one in found)
    yield JUDGED, share(judged, seed=seed)


def reasons_undecided(evidence: CardEvidence) -> tuple[str, ...]:
    """Why questions were not decided, one reason for each."""
    return tuple(one.not_judged for one in _asked(evidence) if one.not_judged is not None)


def measure_expense(answered: Sequence[Answered], *, seed: int) -> Iterator[tuple[str, CardMeasure | None]]:
    """The mean cost of a judgment in dollars, and its latency: the middle one and the 95th percentile."""
    costs = [to_usd(one.microusd) for one in answered if one.microusd is not None]
    yield COST, mean(costs, seed=seed)
    latencies = [one.latency_ms / _MILLI for one in answered if one.latency_ms is not None]
    yield LATENCY, median(latencies, seed=seed)
    if latencies:
        yield SLOWEST, CardMeasure(value=percentile(sorted(latencies), 0.95), n=len(latencies))


def _readable(found: Iterable[Comparison | Judgment]) -> Iterator[tuple[str, float]]:
    for one in found:
        for reading in one.readings:
            if reading is not Reading.ABSENT:
                yield one.id, float(reading is not Reading.UNREADABLE)


def _asked(evidence: CardEvidence) -> list[Comparison | Judgment]:
    return [
        *(one.comparison for one in evidence.pairs),
        *(one.judgment for one in evidence.verdicts),
    ]
