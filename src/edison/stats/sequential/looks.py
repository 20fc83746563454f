"""A few planned looks: the chance of a false verdict is spent bit by bit, and none is spent twice.

Lan and DeMets (1983): how much may have been spent depends on how much of the planned information is in, so
that a look may come earlier or later than planned.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from numpy.typing import ArrayLike

from edison.errors import LengthsDiffer, SampleBroken, StatisticRefused
from edison.stats.comparing import ComparisonVerdict, PairedComparison, compare_pairs
from edison.stats.means.clusters import Scale
from edison.stats.means.quantiles import normal_quantile, normal_tail
from edison.stats.means.samples import Labels, check_level, read_sample, read_values

from .boundaries import find_boundaries

FEWEST_LOOKS = 2
MOST_LOOKS = 5
_SMALLEST = 1e-12
"""No look is given less: a level of exactly 1 would have no interval."""


class Spending(StrEnum):
    """How much of the error may be spent early."""

    OBRIEN_FLEMING = "obrien_fleming"
    """Almost nothing early; the last look is nearly as sharp as a single one would be."""
    POCOCK = "pocock"
    """About as much at each look: stops sooner where the effect is large, and costs more cases in all."""


@dataclass(frozen=True, slots=True)
class LookPlan:
    """When to look and at what error, set before the run."""

    cases: tuple[int, ...]
    """The planned number of cases (families, where cases come from some) at each look."""
    level: float
    spending: Spending

    @property
    def looks(self) -> int:
        return len(self.cases)

    @property
    def most_cases(self) -> int:
        return self.cases[-1]


@dataclass(frozen=True, slots=True)
class Look:
    """One look: what it may spend and how unlikely its result must be."""

    number: int
    cases: int
    spent: float
    """Chance of a false `better` (or of a false `worse`) allowed up to and with this look."""
    threshold: float
    """The one-sided p-value at which this look decides."""
    is_last: bool

    @property
    def level(self) -> float:
        """Of this look's interval; the intervals of all looks hold together with the level of the plan."""
        return 1 - 2 * self.threshold


@dataclass(frozen=True, slots=True)
class LookComparison:
    """What one of the planned looks says."""

    look: Look
    plan: LookPlan
    comparison: PairedComparison
    """At the look's own level, so that its interval is one of a series that holds as a whole.

    Stopped early, the mean overstates the effect, for only a large one stops early; the interval does not.
    """

    @property
    def verdict(self) -> ComparisonVerdict:
        return self.comparison.verdict

    @property
    def is_settled(self) -> bool:
        """Whether to stop: it is decided, or there is no look left."""
        return self.look.is_last or self.verdict is not ComparisonVerdict.NOT_YET_KNOWN


def plan_looks(
    cases: int,
    *,
    looks: int = 3,
    level: float = 0.95,
    spending: Spending = Spending.OBRIEN_FLEMING,
) -> LookPlan:
    """Plan equally spaced looks, the last at `cases`."""
    check_level(level)
    if not FEWEST_LOOKS <= looks <= MOST_LOOKS:
        raise SampleBroken("number of looks", f"{looks} is not between {FEWEST_LOOKS} and {MOST_LOOKS}")
    if cases < looks:
        raise SampleBroken("number of cases", f"{cases} do not suffice for {looks} looks")
    at = tuple(math.ceil(cases * number / looks) for number in range(1, looks + 1))
    return LookPlan(cases=at, level=level, spending=spending)


def take_looks(plan: LookPlan, *, taken: Sequence[int] | None = None) -> tuple[Look, ...]:
    """The looks with their thresholds, at the cases planned or at those really `taken` so far."""
    _check_plan(plan)
    cases = plan.cases if taken is None else tuple(taken)
    _check_taken(cases, plan=plan)
    spent = [_spent_at(plan, number=number, cases=at) for number, at in enumerate(cases, start=1)]
    boundaries = find_boundaries(cases, spent=spent)
    return tuple(
        Look(
            number=number,
            cases=at,
            spent=allowed,
            threshold=max(_SMALLEST, normal_tail(boundary)),
            is_last=_is_last(plan, number=number, cases=at),
        )
        for number, (at, allowed, boundary) in enumerate(zip(cases, spent, boundaries, strict=True), start=1)
    )


def compare_at_look(
    baseline: ArrayLike,
    candidate: ArrayLike,
    *,
    plan: LookPlan,
    earlier: Sequence[int] = (),
    scale: Scale | None = None,
    cases: Labels | None = None,
    families: Labels | None = None,
    margin: float | None = None,
    lower_is_better: bool = False,
    seed: int = 0,
) -> LookComparison:
    """Compare a candidate with a baseline on all cases so far, at the next of the planned looks.

    Args:
        baseline: One result per row, NaN where missing.
        candidate: The other arm's results for the same rows.
        plan: Set before the run.
        earlier: How many complete cases (or families) each earlier look had: all of them, decided or not.
        scale: The ends a single result can reach.
        cases: The case of each row, when judges or repeats make several rows of one.
        families: The family each row's case was made from.
        margin: The smallest difference that matters, set before the run; without it there is no `same`.
        lower_is_better: For costs and times; the difference stays candidate - baseline.
        seed: Of resampling and sign flips.
    """
    count = _count_units(baseline, candidate, cases=cases, families=families)
    look = take_looks(plan, taken=(*earlier, count))[-1]
    comparison = compare_pairs(
        baseline,
        candidate,
        scale=scale,
        cases=cases,
        families=families,
        margin=margin,
        lower_is_better=lower_is_better,
        level=look.level,
        seed=seed,
    )
    return LookComparison(look=look, plan=plan, comparison=comparison)


def chance_to_be_better(found: LookComparison) -> float:
    """The chance that the last look calls it better, were it one standard error better than it looks now.

    Conditional power (Lan, Simon and Halperin 1982). To stop where it is small cannot add a false `better`.
    """
    share = found.look.cases / found.plan.most_cases
    difference, effect = found.comparison.difference, found.comparison.effect_size
    if share >= 1 or effect is None:
        return float(found.verdict is ComparisonVerdict.BETTER or (share < 1 and difference.mean > 0))
    seen = effect * math.sqrt(found.look.cases)
    ahead = (seen + 1) / math.sqrt(share) * (1 - share)
    wanted = normal_quantile(1 - take_looks(found.plan)[-1].threshold)
    return normal_tail((wanted - seen * math.sqrt(share) - ahead) / math.sqrt(1 - share))


def spend(fraction: float, *, error: float, spending: Spending) -> float:
    """The one-sided error that may have been spent when this fraction of the information is in."""
    if fraction >= 1:
        return error
    if spending is Spending.POCOCK:
        return error * math.log(1 + (math.e - 1) * fraction)
    return 2 * normal_tail(normal_quantile(1 - error / 2) / math.sqrt(fraction))


def _spent_at(plan: LookPlan, *, number: int, cases: int) -> float:
    """The last planned look spends what is left, even when fewer cases came than were planned."""
    error = (1 - plan.level) / 2
    if _is_last(plan, number=number, cases=cases):
        return error
    return max(number * _SMALLEST, spend(cases / plan.most_cases, error=error, spending=plan.spending))


def _is_last(plan: LookPlan, *, number: int, cases: int) -> bool:
    return number == plan.looks or cases >= plan.most_cases


def _count_units(
    baseline: ArrayLike, candidate: ArrayLike, *, cases: Labels | None, families: Labels | None
) -> int:
    before, after = read_values(baseline, name="baseline"), read_values(candidate, name="candidate")
    if len(before) != len(after):
        raise LengthsDiffer({"baseline": len(before), "candidate": len(after)})
    return len(read_sample(after - before, cases=cases, families=families).clusters)


def _check_plan(plan: LookPlan) -> None:
    check_level(plan.level)
    if not FEWEST_LOOKS <= plan.looks <= MOST_LOOKS:
        raise SampleBroken("number of looks", f"{plan.looks} is not between {FEWEST_LOOKS} and {MOST_LOOKS}")
    if plan.cases[0] < 1 or any(later <= sooner for sooner, later in pairwise(plan.cases)):
        raise SampleBroken("planned looks", "their numbers of cases do not grow")


def _check_taken(taken: tuple[int, ...], *, plan: LookPlan) -> None:
    if not taken or taken[0] < 1 or any(later <= sooner for sooner, later in pairwise(taken)):
        raise StatisticRefused(
            "look",
            "no case was added since the last one",
            instead="Look again when there are more cases.",
        )
    is_over = any(_is_last(plan, number=number, cases=at) for number, at in enumerate(taken[:-1], start=1))
    if is_over:
        raise StatisticRefused(
            "further look",
            f"all of the error was spent by the look at {taken[-2]} cases",
            instead="Plan a new comparison on fresh cases.",
        )
