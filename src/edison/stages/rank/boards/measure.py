"""What a board says about one contender, and the interval it stands in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from edison.domain import CriterionMean, Flag, Interval
from edison.errors import SampleEmpty, StatisticRefused

from .contenders import Column, Frame

if TYPE_CHECKING:
    from edison.stats.means import MeanEstimate

_FLAGS = {"few_cases": Flag.FEW_CASES, "no_variation": Flag.NO_VARIATION}
_UNIT = (0.0, 1.0)


@dataclass(frozen=True, slots=True)
class Measure:
    """A strength with all that makes it more or less certain."""

    strength: float
    interval: Interval | None
    observations: int
    method: str = ""
    measures: dict[str, float] = field(default_factory=dict[str, float])
    flags: tuple[Flag, ...] = ()
    criteria: tuple[CriterionMean, ...] = ()


def measure_mean(
    column: Column,
    *,
    frame: Frame,
    scale: tuple[float, float] | None = None,
    measures: dict[str, float] | None = None,
) -> Measure | None:
    """The mean over cases, repeats within their case; None where there is nothing to average.

    Where too little is known for an interval, the mean stands alone, with the flag that says why.
    """
    # Here, not above: numpy takes longer to load than a small run, and only the end of a run needs it.
    from edison.stats.means import mean_interval

    if not len(column):
        return None
    families = frame.families.of(column.cases)
    try:
        found = mean_interval(
            column.values, scale=scale, cases=column.cases, families=families, seed=frame.seed
        )
    except (SampleEmpty, StatisticRefused) as refused:
        return _without_interval(
            mean_over_cases(column), observations=len(column), measures=measures, refused=refused
        )
    return _with_interval(found, observations=len(column), measures=measures)


def measure_panel(columns: Mapping[int, Column], *, frame: Frame) -> Measure | None:
    """The mean over cases of what a panel gives each, from 0 to 1; several judges are shown side by side as well."""
    from edison.stats.boards import lay_out, panel_means
    from edison.stats.means import mean_interval

    heard = {judge: columns[judge] for judge in frame.weights if judge in columns}
    if not heard:
        return None
    weights = [frame.weights[judge] for judge in heard]
    means = panel_means(lay_out([list(heard.values())], cases=frame.cases), weights=weights)[:, 0]
    found = mean_interval(means, scale=_UNIT, families=frame.families.of(), seed=frame.seed)
    several = heard if len(heard) > 1 else {}
    return _with_interval(
        found,
        observations=sum(map(len, heard.values())),
        measures={frame.names[judge]: mean_over_cases(column) for judge, column in several.items()},
    )


def mean_over_cases(column: Column) -> float:
    """The mean of the cases' own means, so that a case with more values does not count for more."""
    from edison.stats.means import read_sample

    return read_sample(column.values, cases=column.cases).clusters.mean


def _with_interval(found: "MeanEstimate", *, observations: int, measures: dict[str, float] | None) -> Measure:
    return Measure(
        strength=found.mean,
        interval=Interval(low=found.low, high=found.high, level=found.level),
        observations=observations,
        method=found.method.value,
        measures=measures or {},
        flags=tuple(_FLAGS[flag] for flag in sorted(found.flags) if flag in _FLAGS),
    )


def _without_interval(
    mean: float,
    *,
    observations: int,
    measures: dict[str, float] | None,
    refused: SampleEmpty | StatisticRefused,
) -> Measure:
    return Measure(
        strength=mean,
        interval=None,
        observations=observations,
        measures=measures or {},
        flags=(Flag.FEW_CASES if isinstance(refused, SampleEmpty) else Flag.NO_VARIATION,),
    )
