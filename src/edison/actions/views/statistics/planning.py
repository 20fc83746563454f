"""A plan of a comparison for machines."""

from typing import Self

from edison.stats.comparing import Design, Goal, Option

from ...statistics.planning import PowerPlan
from ...statistics.planning_shown import flags_of_plan, options_of
from ..view import BaseView, Ends


class DesignView(BaseView):
    """How many cases, judges and repeats."""

    cases: int
    judges: int
    repeats: int

    @classmethod
    def of(cls, design: Design) -> Self:
        return cls(cases=design.cases, judges=design.judges, repeats=design.repeats)


class OptionView(DesignView):
    """A design that would do, its power, and what it adds to the cost."""

    more_cases: int
    power: float
    added_cost: float

    @classmethod
    def among(cls, option: Option | None, *, now: Design) -> Self | None:
        """Nothing where that way alone cannot."""
        if option is None:
            return None
        return cls(
            **dict(DesignView.of(option.design)),
            more_cases=option.design.cases - now.cases,
            power=option.power,
            added_cost=option.added_cost,
        )


class VariancesView(BaseView):
    """How much the difference of two arms varies; `n` results say so, or null where it was given."""

    case: float
    judge: float
    repeat: float
    residual: float
    n: int | None


class PowerPlanView(BaseView):
    """What would settle a comparison."""

    file: str | None
    goal: Goal
    effect: float
    power: float
    level: float
    judges_vary: bool
    scale: Ends | None
    pass_fail: bool
    variances: VariancesView
    now: DesignView
    power_now: float
    options: dict[str, OptionView | None]
    budget: float | None
    flags: tuple[str, ...]
    remarks: dict[str, str]


def view_plan(found: PowerPlan) -> PowerPlanView:
    """The whole plan."""
    question, parts, flags = found.question, found.components, flags_of_plan(found)
    return PowerPlanView(
        file=found.file,
        goal=question.goal,
        effect=question.effect,
        power=question.power,
        level=question.level,
        judges_vary=question.judges_vary,
        scale=question.scale,
        pass_fail=question.are_passes,
        variances=VariancesView(
            case=parts.case,
            judge=parts.judge,
            repeat=parts.repeat,
            residual=parts.residual,
            n=found.values,
        ),
        now=DesignView.of(found.now),
        power_now=found.plan.power_now,
        options={name: OptionView.among(option, now=found.now) for name, option in options_of(found).items()},
        budget=found.budget,
        flags=tuple(flags),
        remarks=flags,
    )
