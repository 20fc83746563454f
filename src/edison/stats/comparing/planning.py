"""Planning: how many more cases, judges or repeats would settle a comparison, and at what cost."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from edison.errors import SampleBroken
from edison.stats.means.rule import FEW_CASES

from .components import VarianceComponents
from .decision_power import decision_power
from .power import Design, DesignCost, PowerQuestion, power_of


@dataclass(frozen=True, slots=True)
class Option:
    """A design that would do, what it adds to the cost, and its power."""

    design: Design
    added_cost: float
    power: float


@dataclass(frozen=True, slots=True)
class SettlementPlan:
    """Ways to settle a comparison; None where that way alone cannot."""

    power_now: float
    more_cases: Option | None
    more_judges: Option | None
    more_repeats: Option | None
    cheapest: Option | None


MOST_CASES = 1_000_000
MOST_JUDGES = 15
MOST_REPEATS = 25
_STEPS = 40


def cases_needed(components: VarianceComponents, *, question: PowerQuestion, design: Design) -> int | None:
    """The fewest cases with which `compare_pairs` reaches the power; None if a million do not.

    The design's judges and repeats are kept. What Student's t asks for is confirmed by the rule itself, and raised
    until the rule agrees.
    """

    def decides(cases: int) -> bool:
        found = decision_power(replace(design, cases=cases), components, question=question)
        return found >= question.power

    fewest = _fewest_by_formula(components, question=question, design=design)
    return None if fewest is None else _raised(fewest, decides)


def _raised(cases: int, decides: Callable[[int], bool]) -> int:
    """As many as the rule agrees to, to one in forty: asked for ever more, then for what lies between."""
    short, enough = cases - 1, cases
    while not decides(enough):
        short, enough = enough, enough + max(1, enough // 4)
    while enough - short > max(1, enough // _STEPS):
        middle = (short + enough) // 2
        short, enough = (short, middle) if decides(middle) else (middle, enough)
    return enough


def _fewest_by_formula(
    components: VarianceComponents, *, question: PowerQuestion, design: Design
) -> int | None:
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
    components: VarianceComponents, *, question: PowerQuestion, now: Design, cost: DesignCost | None = None
) -> SettlementPlan:
    """What would settle it from where we are: more of one kind alone, or the cheapest mixture."""
    planner = _Planner(components, question, now, cost or DesignCost())
    return SettlementPlan(
        power_now=planner.decides(now),
        more_cases=planner.with_cases(now),
        more_judges=planner.first(replace(now, judges=judges) for judges in _from(now.judges, MOST_JUDGES)),
        more_repeats=planner.first(
            replace(now, repeats=repeats) for repeats in _from(now.repeats, MOST_REPEATS)
        ),
        cheapest=planner.cheapest(),
    )


def plan_within(
    components: VarianceComponents, *, question: PowerQuestion, now: Design, cost: DesignCost, budget: float
) -> Option:
    """The design with the most power that adds no more than the budget to the cost."""
    if not budget >= 0:
        raise SampleBroken("budget", f"{budget} is not a sum that can be spent")
    planner = _Planner(components, question, now, cost)
    best = max(planner.affordable(budget), key=lambda design: (planner.power(design), -cost.of(design)))
    return planner.option(best)


@dataclass(frozen=True, slots=True)
class _Planner:
    components: VarianceComponents
    question: PowerQuestion
    now: Design
    cost: DesignCost

    def power(self, design: Design) -> float:
        return power_of(design, self.components, question=self.question)

    def decides(self, design: Design) -> float:
        """What the rule of a comparison makes of it."""
        return decision_power(design, self.components, question=self.question)

    def option(self, design: Design) -> Option:
        added = self.cost.of(design) - self.cost.of(self.now)
        return Option(design=design, added_cost=added, power=self.decides(design))

    def with_cases(self, design: Design) -> Option | None:
        needed = cases_needed(self.components, question=self.question, design=design)
        return None if needed is None else self.option(replace(design, cases=max(needed, self.now.cases)))

    def first(self, designs: Iterable[Design]) -> Option | None:
        """The first that will do; by the formula before the rule is asked, which takes its time."""
        likely = (one for one in designs if self.power(one) >= self.question.power)
        return next((one for one in map(self.option, likely) if one.power >= self.question.power), None)

    def cheapest(self) -> Option | None:
        found = [design for design in map(self._enough, self.mixtures()) if design is not None]
        best = min(found, key=lambda design: (self.cost.of(design), design), default=None)
        return None if best is None else self.with_cases(best)

    def _enough(self, design: Design) -> Design | None:
        needed = _fewest_by_formula(self.components, question=self.question, design=design)
        return None if needed is None else replace(design, cases=max(needed, self.now.cases, FEW_CASES))

    def affordable(self, budget: float) -> Iterator[Design]:
        yield self.now
        for design in self.mixtures():
            price = self.cost.of(replace(design, cases=1))
            most = MOST_CASES if price == 0 else int((budget + self.cost.of(self.now)) / price)
            if most >= self.now.cases:
                yield replace(design, cases=min(most, MOST_CASES))

    def mixtures(self) -> Iterator[Design]:
        for judges in _from(self.now.judges, MOST_JUDGES):
            for repeats in _from(self.now.repeats, MOST_REPEATS):
                yield replace(self.now, judges=judges, repeats=repeats)


def _from(now: int, most: int) -> range:
    return range(now, max(now, most) + 1)
