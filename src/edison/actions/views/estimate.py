"""What a run would ask for and may cost, before it is started."""

from edison.domain import to_usd

from ..runs.prepare import PreparedRun
from .view import BaseView


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


class NeededComparisonsView(BaseView):
    """What one reliability of a ranking takes."""

    reliability: float
    per_text: float | None
    """Null where it is not reached within what was looked at."""
    comparisons: int | None
    """In all, for one judge."""


class RankForecastView(BaseView):
    """What to expect of a ranking before anything is asked."""

    texts: int
    accuracy: float
    needed: tuple[NeededComparisonsView, ...]
    assumptions: tuple[str, ...]


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
        least_usd=to_usd(estimate.least_microusd),
        likely_usd=to_usd(estimate.likely_microusd),
        most_usd=to_usd(estimate.most_microusd),
        budget_usd=to_usd(budget),
        notes=prepared.notes,
    )


def tell_estimate(prepared: PreparedRun) -> EstimateView:
    """The estimate of a run that was prepared for nothing else; its cases are let go."""
    prepared.plan.spool.close()
    return view_estimate(prepared)
