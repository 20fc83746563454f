"""Planning: how many more cases, judges or repeats would settle a comparison, and at what cost."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from edison.errors import SampleBroken
from edison.stats.means.quantiles import t_quantile, t_tail, t_tail_off_centre
from edison.stats.means.samples import check_level

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
class Cost:
    """What one more of each costs, both arms together, in any unit of money."""

    case: float = 0.0
    answer: float = 1.0
    judgment: float = 0.0

    def of(self, design: Design) -> float:
        per_answer = self.answer + design.judges * self.judgment
        return design.cases * (self.case + design.repeats * per_answer)


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a design: to show this effect with this power."""

    effect: float
    goal: Goal = Goal.DIFFERENCE
    power: float = 0.8
    level: float = 0.95
    judges_vary: bool = False
    """Whether the conclusion should hold for other judges too; otherwise it is about these."""


@dataclass(frozen=True, slots=True)
class Option:
    """A design that would do, what it adds to the cost, and its power."""

    design: Design
    added_cost: float
    power: float


@dataclass(frozen=True, slots=True)
class Plan:
    """Ways to settle a comparison; None where that way alone cannot."""

    power_now: float
    more_cases: Option | None
    more_judges: Option | None
    more_repeats: Option | None
    cheapest: Option | None


MOST_CASES = 1_000_000
MOST_JUDGES = 15
MOST_REPEATS = 25


def power_of(design: Design, components: VarianceComponents, *, question: Question) -> float:
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


def cases_needed(components: VarianceComponents, *, question: Question, design: Design) -> int | None:
    """The fewest cases that reach the power with the design's judges and repeats; None if a million do not."""

    def reaches(cases: int) -> bool:
        return power_of(replace(design, cases=cases), components, question=question) >= question.power

    if not reaches(MOST_CASES):
        return None
    low, high = 1, MOST_CASES
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if reaches(middle) else (middle, high)
    return high


def plan_settlement(
    components: VarianceComponents, *, question: Question, now: Design, cost: Cost | None = None
) -> Plan:
    """What would settle it from where we are: more of one kind alone, or the cheapest mixture."""
    planner = _Planner(components, question, now, cost or Cost())
    return Plan(
        power_now=planner.power(now),
        more_cases=planner.with_cases(now),
        more_judges=planner.first(replace(now, judges=judges) for judges in _from(now.judges, MOST_JUDGES)),
        more_repeats=planner.first(
            replace(now, repeats=repeats) for repeats in _from(now.repeats, MOST_REPEATS)
        ),
        cheapest=planner.cheapest(),
    )


def plan_within(
    components: VarianceComponents, *, question: Question, now: Design, cost: Cost, budget: float
) -> Option:
    """The design with the most power that adds no more than the budget to the cost."""
    if not budget >= 0:
        raise SampleBroken("budget", f"{budget} is not a sum that can be spent")
    planner = _Planner(components, question, now, cost)
    return max(planner.affordable(budget), key=lambda option: (option.power, -option.added_cost))


@dataclass(frozen=True, slots=True)
class _Planner:
    components: VarianceComponents
    question: Question
    now: Design
    cost: Cost

    def power(self, design: Design) -> float:
        return power_of(design, self.components, question=self.question)

    def option(self, design: Design) -> Option:
        added = self.cost.of(design) - self.cost.of(self.now)
        return Option(design=design, added_cost=added, power=self.power(design))

    def with_cases(self, design: Design) -> Option | None:
        needed = cases_needed(self.components, question=self.question, design=design)
        return None if needed is None else self.option(replace(design, cases=max(needed, self.now.cases)))

    def first(self, designs: Iterable[Design]) -> Option | None:
        return next((self.option(one) for one in designs if self.power(one) >= self.question.power), None)

    def cheapest(self) -> Option | None:
        found = [option for design in self.mixtures() if (option := self.with_cases(design))]
        return min(found, key=lambda option: (option.added_cost, option.design), default=None)

    def affordable(self, budget: float) -> Iterator[Option]:
        yield self.option(self.now)
        for design in self.mixtures():
            price = self.cost.of(replace(design, cases=1))
            most = MOST_CASES if price == 0 else int((budget + self.cost.of(self.now)) / price)
            if most >= self.now.cases:
                yield self.option(replace(design, cases=min(most, MOST_CASES)))

    def mixtures(self) -> Iterator[Design]:
        for judges in _from(self.now.judges, MOST_JUDGES):
            for repeats in _from(self.now.repeats, MOST_REPEATS):
                yield replace(self.now, judges=judges, repeats=repeats)


def _from(now: int, most: int) -> range:
    return range(now, max(now, most) + 1)


def _check(question: Question) -> None:
    check_level(question.level)
    if not 0 < question.power < 1:
        raise SampleBroken("power", f"{question.power} is not between 0 and 1")
    if not 0 < question.effect < math.inf:
        raise SampleBroken("effect", f"{question.effect} is not a positive number")
