"""Contests for engine tests: essays of known quality, and judges who compare them."""

from collections.abc import Mapping, Sequence
from itertools import count

from edison.domain import (
    Case,
    Chance,
    Contest,
    Criterion,
    Dataset,
    Endpoint,
    EntryRanking,
    ExperimentId,
    GradeSteps,
    Policy,
    ProjectId,
    Run,
    RunId,
    Scale,
    StopRule,
    SuiteJudge,
)
from edison.sim.world.knowledge.essays import SimEntry
from edison.stages.plan import build_contest, pin_contest, pin_rubric
from edison.wiring import SystemClock
from tests.engine.house import House

LOCAL = ProjectId("local")
_NUMBERS = count(1)


def a_contest_of(
    essays: Sequence[SimEntry],
    *,
    judges: Sequence[str] = ("fair",),
    comparisons: int = 60,
    budget_microusd: int | None = None,
    parallel: int = 16,
    seed: int = 3,
    both_orders: bool = False,
    scale: GradeSteps | None = None,
    least: int = 12,
    deadline_s: float | None = None,
) -> Run:
    """A run whose judges compare these essays."""
    number = next(_NUMBERS)
    good = Criterion(name="quality", description="Is it good?", weight=1.0, scale=Scale(min=0, max=1))
    rubric = pin_rubric("essays", [good], project_id=LOCAL)
    assert rubric is not None
    models = [f"edison-judge-{name}" for name in judges]
    snapshot = pin_contest(
        Contest(both_orders=both_orders, scale=scale),
        dataset=Dataset.model_validate({"id": f"essays_{number}", "project_id": LOCAL, "name": "essays"}),
        texts=len(essays),
        rubric=rubric,
        judges=[SuiteJudge(endpoint=Endpoint(provider=model, model=model)) for model in models],
    )
    policy = Policy(
        budget_microusd=budget_microusd,
        parallel=parallel,
        stop=StopRule(comparisons=comparisons, least_comparisons=least, deadline_s=deadline_s),
    )
    experiment = build_contest(
        "essays", snapshot, policy=policy, project_id=LOCAL, experiment_id=ExperimentId(f"exp_c{number}")
    )
    return Run(
        id=RunId(f"run_{Chance(number).stream('contest').bits(128):032x}"),
        experiment=experiment,
        snapshot=snapshot,
        seed=seed,
        began_at=SystemClock().now(),
    )


def start_contest(
    house: House, run: Run, essays: Sequence[SimEntry], *, anchors: Mapping[str, str] | None = None
) -> Run:
    """Store the essays and have the run driven; anchors are grades by the ids of essays."""
    dataset = run.snapshot.dataset
    with house.store.work() as work:
        work.datasets.add(
            dataset,
            (
                Case.model_validate(
                    {
                        "id": f"case_{one.id}",
                        "dataset_id": dataset.id,
                        "name": one.id,
                        "variables": {"text": one.text},
                        "anchor_grade": (anchors or {}).get(one.id),
                    }
                )
                for one in essays
            ),
        )
    return house.control.start(run)


def placing_of(house: House, run: Run) -> EntryRanking:
    """Where the essays stand."""
    with house.store.reading() as work:
        entry_ranking = work.entry_rankings.get(run.id)
    assert entry_ranking is not None
    return entry_ranking
