"""card measures: what the stats room says, as a card writes it; nothing where there is too little to say."""

from collections.abc import Callable, Iterable, Sequence
from statistics import fmean
from typing import TYPE_CHECKING, TypeVar

from edison.domain import CardMeasure, Interval
from edison.errors import SampleEmpty, StatisticRefused

from ..boards.measures import percentile

if TYPE_CHECKING:
    from edison.stats.judges import JudgePreference, Measured

T = TypeVar("T")


def if_known(estimate: Callable[[], T]) -> T | None:
    """The estimate; None where the sample does not allow one."""
    try:
        return estimate()
    except (SampleEmpty, StatisticRefused):
        return None


def share(earned: Iterable[tuple[str, float]], *, seed: int, each_counts: bool = False) -> CardMeasure | None:
    """The mean over cases of values from 0 to 1, each with the case it belongs to.

    With `each_counts` it is the mean over the values themselves, and their cases say what is independent.
    """
    from edison.stats.means import mean_interval

    cases, values = _columns(earned)
    if not values:
        return None
    found = mean_interval(
        values,
        scale=(0.0, 1.0),
        cases=None if each_counts else cases,
        families=cases if each_counts else None,
        seed=seed,
    )
    interval = Interval(low=found.low, high=found.high, level=found.level)
    return CardMeasure(value=found.mean, interval=interval, n=found.n)


def mean(values: Sequence[float], *, seed: int) -> CardMeasure | None:
    """The mean of values without ends; without an interval where they do not vary."""
    from edison.stats.means import mean_interval

    if not values:
        return None
    found = if_known(lambda: mean_interval(values, seed=seed))
    if found is None:
        return CardMeasure(value=fmean(values), n=len(values))
    interval = Interval(low=found.low, high=found.high, level=found.level)
    return CardMeasure(value=found.mean, interval=interval, n=found.n)


def median(values: Sequence[float], *, seed: int) -> CardMeasure | None:
    """The middle value, with Woodruff's interval (1952): that of the share within it, read off the values."""
    if not values:
        return None
    ordered = sorted(values)
    middle = percentile(ordered, 0.5)
    within = share(((str(place), float(value <= middle)) for place, value in enumerate(ordered)), seed=seed)
    assert within is not None
    assert within.interval is not None
    low, high = (percentile(ordered, end) for end in (within.interval.low, within.interval.high))
    interval = Interval(low=min(low, middle), high=max(high, middle), level=within.interval.level)
    return CardMeasure(value=middle, interval=interval, n=len(values))


def from_measured(found: "Measured") -> CardMeasure:
    """Agreement or consistency."""
    interval = Interval(low=found.low, high=found.high, level=found.level)
    return CardMeasure(value=found.value, interval=interval, n=found.judgments)


def from_preference(found: "JudgePreference") -> CardMeasure:
    """A lead in points of a hundred."""
    interval = Interval(low=found.low, high=found.high, level=found.level)
    return CardMeasure(value=found.points, interval=interval, n=found.judgments)


def _columns(earned: Iterable[tuple[str, float]]) -> tuple[list[str], list[float]]:
    cases: list[str] = []
    values: list[float] = []
    for case, value in earned:
        cases.append(case)
        values.append(value)
    return cases, values
