"""What a run would ask for and may cost, before it is started."""

from ..runs.prepare import PreparedRun
from .view import BaseView

_MICRO = 1_000_000


class EstimateView(BaseView):
    """A range of costs; null where a price is not known."""

    name: str
    cases: int
    arms: tuple[str, ...]
    judges: tuple[str, ...]
    cells: int
    judgments: int
    """At most: only answers are judged."""
    calls: int
    """At most, if nothing has to be asked again."""
    least_usd: float | None
    likely_usd: float | None
    most_usd: float | None
    budget_usd: float | None
    notes: tuple[str, ...]


def view_estimate(prepared: PreparedRun) -> EstimateView:
    """The estimate of a run that was prepared."""
    estimate, snapshot = prepared.estimate, prepared.plan.snapshot
    budget = prepared.plan.experiment.policy.budget_microusd
    return EstimateView(
        name=prepared.plan.experiment.name,
        cases=snapshot.cases,
        arms=tuple(arm.name for arm in snapshot.arms),
        judges=tuple(judge.name for judge in snapshot.judges),
        cells=estimate.cells,
        judgments=estimate.judgments,
        calls=estimate.calls,
        least_usd=None if estimate.least_microusd is None else estimate.least_microusd / _MICRO,
        likely_usd=None if estimate.likely_microusd is None else estimate.likely_microusd / _MICRO,
        most_usd=None if estimate.most_microusd is None else estimate.most_microusd / _MICRO,
        budget_usd=None if budget is None else budget / _MICRO,
        notes=prepared.plan.notes,
    )
