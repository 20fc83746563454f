"""What a design of cases, judges and repeats can show, by Student's t on case means."""

import math
from dataclasses import dataclass
from enum import StrEnum

from edison.errors import SampleBroken
from edison.stats.means.clusters import Scale
from edison.stats.means.quantiles import t_quantile, t_tail, t_tail_off_centre
from edison.stats.means.samples import LARGEST, check_level, check_scale

from .components import VarianceComponents


class Goal(StrEnum):
    """What a comparison is to show."""

    DIFFERENCE = "difference"
    """`better` or `worse`, if the true difference is as large as the effect."""
    SAME = "same"
    """`same within margin`, if there is no difference; the effect is the margin."""


@dataclass(frozen=True, slots=True, order=True)
class Design:
    """So many cases, each answered so many times, each answer seen by so many judges."""

    cases: int
    judges: int = 1
    repeats: int = 1


@dataclass(frozen=True, slots=True)
class DesignCost:
    """What one more of each costs, both arms together, in any unit of money."""

    case: float = 0.0
    answer: float = 1.0
    judgment: float = 0.0

    def of(self, design: Design) -> float:
        per_answer = self.answer + design.judges * self.judgment
        return design.cases * (self.case + design.repeats * per_answer)


@dataclass(frozen=True, slots=True)
class PowerQuestion:
    """What is asked of a design: to show this effect with this power."""

    effect: float
    goal: Goal = Goal.DIFFERENCE
    power: float = 0.8
    level: float = 0.95
    judges_vary: bool = False
    """Whether the conclusion should hold for other judges too; otherwise it is about these."""
    scale: Scale | None = None
    """The ends that a single result can reach, where they will be known to the comparison."""
    are_passes: bool = False
    """Whether results will be passes and failures."""
    residuals: tuple[float, ...] = ()
    """The shape of the differences as a pilot had it: mean 0, variance 1; normal when not given."""


def power_of(design: Design, components: VarianceComponents, *, question: PowerQuestion) -> float:
    """The chance that such a design shows what is asked, by Student's t on case means."""
    _check(question)
    if design.cases < 2:
        return 0.0
    degrees = design.cases - 1
    error = standard_error(design, components, judges_vary=question.judges_vary)
    if error == 0:
        return 1.0
    distance = question.effect / error
    threshold = t_quantile((1 + question.level) / 2, degrees=degrees)
    if question.goal is Goal.DIFFERENCE:
        return t_tail_off_centre(threshold, degrees=degrees, shift=distance)
    return max(0.0, 1 - 2 * t_tail(distance - threshold, degrees=degrees))


def standard_error(design: Design, components: VarianceComponents, *, judges_vary: bool = False) -> float:
    """Of the mean: √((case + (repeat + residual / judges) / repeats) / cases), and judge / judges if they vary."""
    inside = (components.repeat + components.residual / design.judges) / design.repeats
    across = components.judge / design.judges if judges_vary else 0.0
    return math.sqrt((components.case + inside) / design.cases + across)


def _check(question: PowerQuestion) -> None:
    check_level(question.level)
    check_scale(question.scale)
    if not 0 < question.power < 1:
        raise SampleBroken("power", f"{question.power} is not between 0 and 1")
    if not 0 < question.effect <= LARGEST:
        raise SampleBroken("effect", f"{question.effect} is not a positive number up to {LARGEST:g}")
