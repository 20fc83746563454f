"""What a board says about one contender, and the interval it stands in."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from math import fsum

from edison.domain import Flag, Interval
from edison.errors import SampleEmpty, StatisticRefused

from .results import Column

_FLAGS = {"few_cases": Flag.FEW_CASES, "no_variation": Flag.NO_VARIATION}


MOST_RESAMPLED = 20_000
"""Of more values, an open-ended scale gets its interval in closed form: resampling them would take minutes."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A strength with all that makes it more or less certain."""

    strength: float
    interval: Interval | None
    observations: int
    method: str = ""
    measures: dict[str, float] = field(default_factory=dict[str, float])
    flags: tuple[Flag, ...] = ()


def measure_mean(
    column: Column,
    *,
    seed: int,
    scale: tuple[float, float] | None = None,
    measures: dict[str, float] | None = None,
) -> Measure | None:
    """The mean over cases, repeats and judges within their case; None where there is nothing to average.

    Where too little is known for an interval, the mean stands alone, with the flag that says why.
    """
    # Here, not above: numpy takes longer to load than a small run, and only the end of a run needs it.
    from edison.stats.means import Method, mean_interval

    if not len(column):
        return None
    method = Method.T_OR_CORRECTED if scale is None and len(column) > MOST_RESAMPLED else None
    try:
        found = mean_interval(column.values, scale=scale, cases=column.cases, method=method, seed=seed)
    except (SampleEmpty, StatisticRefused) as refused:
        flag = Flag.FEW_CASES if isinstance(refused, SampleEmpty) else Flag.NO_VARIATION
        return Measure(
            strength=mean_over_cases(column),
            interval=None,
            observations=len(column),
            measures=measures or {},
            flags=(flag,),
        )
    return Measure(
        strength=found.mean,
        interval=Interval(low=found.low, high=found.high, level=found.level),
        observations=found.n,
        method=found.method.value,
        measures=measures or {},
        flags=tuple(_FLAGS[flag] for flag in sorted(found.flags) if flag in _FLAGS),
    )


def mean_over_cases(column: Column) -> float:
    """The mean of the cases' own means, so that a case with more values does not count for more."""
    totals: defaultdict[int, float] = defaultdict(float)
    for value, case in zip(column.values, column.cases, strict=True):
        totals[case] += value
    counts = Counter(column.cases)
    return fsum(total / counts[case] for case, total in totals.items()) / len(totals)
