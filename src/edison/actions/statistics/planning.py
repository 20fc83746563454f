"""How many cases, judges or repeats a comparison needs, before it is made or while it is under way."""

import math
from dataclasses import dataclass, field, replace
from pathlib import Path

from edison.errors import SampleBroken, StatisticRefused
from edison.stats.comparing import (
    ComponentFlag,
    Design,
    DesignCost,
    Goal,
    Option,
    PowerQuestion,
    SettlementPlan,
    VarianceComponents,
    estimate_components,
    plan_settlement,
    plan_within,
    residual_shape,
)
from edison.stats.means import read_sample
from edison.stats.means.clusters import ROUNDING
from edison.stats.means.samples import LARGEST

from .cases import case_column, number_within
from .columns import TableFile, choose, labels_of, results_of


@dataclass(frozen=True, slots=True)
class PlanColumns:
    """Which columns of a pilot's results say what."""

    value: str | None = None
    """The differences of the two arms, where they stand in one column."""
    baseline: str | None = None
    candidate: str | None = None
    case: str | None = None
    judge: str | None = None
    repeat: str | None = None


@dataclass(frozen=True, slots=True)
class Variances:
    """Of the difference between the arms, by where it comes from."""

    case: float | None = None
    judge: float = 0.0
    repeat: float = 0.0
    residual: float = 0.0


@dataclass(frozen=True, slots=True)
class PlanRequest:
    """What a comparison is to show, and what it may cost."""

    effect: float
    goal: str = Goal.DIFFERENCE.value
    """A word of `Goal`."""
    power: float = 0.8
    level: float = 0.95
    judges_vary: bool = False
    scale: tuple[float, float] | None = None
    """The ends that a result can reach, as `compare` will be told."""
    pass_fail: bool = False
    """Whether results will be passes and failures."""
    cost: DesignCost = field(default_factory=DesignCost)
    budget: float | None = None


@dataclass(frozen=True, slots=True)
class PowerPlan:
    """What would settle a comparison."""

    file: str | None
    components: VarianceComponents
    values: int | None
    """How many results the variances were estimated from; None where they were given."""
    question: PowerQuestion
    now: Design
    plan: SettlementPlan
    budget: float | None
    within_budget: Option | None
    """The design with the most power that the budget pays for."""


def plan_power(
    request: PlanRequest,
    *,
    file: Path | None = None,
    columns: PlanColumns | None = None,
    variances: Variances | None = None,
    now: Design | None = None,
) -> PowerPlan:
    """Plan a comparison from a pilot's file, or from variances that are known.

    Args:
        request: What is to be shown, and what it may cost.
        file: A pilot: its differences say how much varies, and how far it has got.
        columns: Which columns of the pilot say what.
        variances: Of the difference between the arms, by where it comes from; used where there is no file.
        now: What has been measured already; used where there is no file.
    """
    question = PowerQuestion(
        effect=request.effect,
        goal=choose(request.goal, among=Goal, what="goal"),
        power=request.power,
        level=request.level,
        judges_vary=request.judges_vary,
        scale=(0.0, 1.0) if request.pass_fail else request.scale,
        are_passes=request.pass_fail,
    )
    if file is not None:
        pilot = _read_pilot(TableFile(file), columns or PlanColumns())
        question = _like(pilot, question)
    else:
        given = _given(variances or Variances())
        if request.pass_fail:
            _refuse_impossible((given.case, given.judge, given.repeat, given.residual), question)
        pilot = _Pilot(given, design=now or Design(cases=0), values=None)
    return _plan(request, question=question, pilot=pilot, file=file)


def _given(variances: Variances) -> VarianceComponents:
    if variances.case is None:
        raise StatisticRefused(
            "plan",
            "nobody said how much varies",
            instead="Give the variance of the difference between cases, or the file of a pilot.",
        )
    return VarianceComponents(
        case=variances.case, judge=variances.judge, repeat=variances.repeat, residual=variances.residual
    )


def _plan(request: PlanRequest, *, question: PowerQuestion, pilot: "_Pilot", file: Path | None) -> PowerPlan:
    components, now, cost = pilot.components, pilot.design, request.cost
    variances = (components.case, components.judge, components.repeat, components.residual)
    _refuse_negative(variances, what="variances")
    _refuse_negative((cost.case, cost.answer, cost.judgment), what="costs")
    if not any(variances):
        raise StatisticRefused(
            "plan", "nothing varies", instead="Give variances, or a pilot whose results differ."
        )
    within = None
    if request.budget is not None:
        within = plan_within(components, question=question, now=now, cost=cost, budget=request.budget)
    return PowerPlan(
        file=None if file is None else str(file),
        components=components,
        values=pilot.values,
        question=question,
        now=now,
        plan=plan_settlement(components, question=question, now=now, cost=cost),
        budget=request.budget,
        within_budget=within,
    )


def _like(pilot: "_Pilot", question: PowerQuestion) -> PowerQuestion:
    """Expect results as the pilot had them."""
    if pilot.are_passes:
        return replace(question, scale=(0.0, 1.0), are_passes=True)
    return replace(question, residuals=residual_shape(pilot.means))


@dataclass(frozen=True, slots=True)
class _Pilot:
    components: VarianceComponents
    design: Design
    values: int | None
    means: tuple[float, ...] = ()
    """The mean difference of each case."""
    are_passes: bool = False


def _read_pilot(file: TableFile, columns: PlanColumns) -> _Pilot:
    wanted = _value_columns(file, columns)
    beside = (*wanted, columns.judge, columns.repeat)
    case = columns.case or case_column(file, beside=beside, remedy="name the case with --case")
    table = file.read(*wanted, case, columns.judge, columns.repeat)
    arms = [results_of(table, column) for column in wanted]
    values = arms[0].values
    if columns.value is None:
        values = [later - earlier for earlier, later in zip(values, arms[1].values, strict=True)]
    judges, repeats = (
        None if column is None else labels_of(table, column) for column in (columns.judge, columns.repeat)
    )
    cases = [str(row) for row in range(len(table))] if case is None else labels_of(table, case)
    if judges is None and repeats is None:
        repeats = [str(place) for place in number_within(cases)]
    present = [row for row, value in enumerate(values) if not math.isnan(value)]
    components = estimate_components(values, cases=cases, judges=judges, repeats=repeats)
    cells = {(cases[row], repeats[row] if repeats else "") for row in present}
    count = len({cases[row] for row in present})
    judged = max(1, round(len(present) / len(cells)))
    design = Design(cases=count, judges=judged, repeats=max(1, round(len(cells) / count)))
    means = read_sample(values, cases=cases).case_means
    are_passes = columns.value is None and all(arm.are_passes for arm in arms)
    return _Pilot(components, design, len(present), tuple(means.tolist()), are_passes)


def _value_columns(file: TableFile, columns: PlanColumns) -> tuple[str, ...]:
    match columns:
        case PlanColumns(value=str(value), baseline=None, candidate=None):
            return (value,)
        case PlanColumns(value=None, baseline=str(baseline), candidate=str(candidate)):
            return baseline, candidate
        case _:
            raise file.unclear(
                "name the column of differences, or those of the baseline and of the candidate"
            )


def _refuse_negative(values: tuple[float, ...], *, what: str) -> None:
    if not all(0 <= value <= LARGEST for value in values):
        raise SampleBroken(what, f"they must be numbers from 0 to {LARGEST:g}")


def _refuse_impossible(variances: tuple[float, ...], question: PowerQuestion) -> None:
    """Of passes and failures a difference is -1, 0 or 1: with its mean, its variance has a least and a most."""
    centre = 0.0 if question.goal is Goal.SAME else question.effect
    if centre > 1:
        raise SampleBroken("effect", "passes and failures differ by at most 1")
    least, most = centre - centre**2, 1 - centre**2
    if not least - ROUNDING <= sum(variances) <= most + ROUNDING:
        raise SampleBroken(
            "variances",
            f"the difference of passes and failures varies by {least:.3g} to {most:.3g} where it is {centre:g}: by the "
            "share of cases on which the arms differ, less the square of the difference",
        )


COMPONENT_WORDS = {
    ComponentFlag.JUDGES_NOT_SEPARATE: "One judge only: whether others would differ is not known.",
    ComponentFlag.REPEATS_NOT_SEPARATE: "No case was repeated: the spread of repeats is counted with the cases'.",
    ComponentFlag.RESIDUAL_NOT_SEPARATE: (
        "No answer was judged twice: the rest is counted with the repeats', or with the cases'."
    ),
}
"""What a pilot cannot tell apart."""
