"""Refinements for engine tests: customers of a shop, a prompt that asks for too little, three rounds on autopilot."""

from edison.domain import (
    REFINE_TARGET,
    REFINEMENT,
    Arm,
    Autonomy,
    Case,
    Criterion,
    Dataset,
    Endpoint,
    PresetName,
    PromptVersion,
    Refinement,
    RefineTarget,
    Refining,
    Run,
    Scale,
    StopRule,
)
from edison.sim import default_world
from edison.store import UnitOfWork
from tests.engine.house import House, a_run_of

DEVELOPMENT, HELD_OUT, SEALED = 8, 12, 4
_SEED = 7
_CRITERIA = tuple(
    Criterion(name=name, description=f"It is {name}.", weight=0.5, scale=Scale(min=0, max=5))
    for name in ("polite", "grounded")
)


def start_refinement(
    house: House,
    *,
    parallel: int = 8,
    budget_microusd: int | None = None,
    tokens: int | None = None,
    rounds: int = 3,
    looks: int = 1,
) -> Run:
    """A run that refines, as it is every time but for its name."""
    cases = DEVELOPMENT + HELD_OUT + SEALED
    run = a_run_of(
        cases,
        arms=("edison-sim-medium",),
        judges=("edison-judge-fair",),
        parallel=parallel,
        budget_microusd=budget_microusd,
        checks=(),
        max_tokens=200,
    )
    rubric = run.snapshot.rubric
    assert rubric is not None
    first = PromptVersion.model_validate(
        {
            "id": "ver_1",
            "prompt_id": "prm_1",
            "number": 1,
            "system": "You answer customers of a small online shop.",
            "user": "{{ question }}",
        }
    )
    writer = Endpoint(provider="edison-writer-hasty", model="edison-writer-hasty")
    refining = Refining(
        refiner=Arm.model_validate({"id": "arm_writer", "name": "refiner", "endpoint": writer}),
        candidates=2,
        development=DEVELOPMENT,
        held_out=HELD_OUT,
        sealed=SEALED,
        looks=looks,
    )
    snapshot = run.snapshot.model_copy(
        update={
            "versions": (first,),
            "rubric": rubric.model_copy(update={"criteria": _CRITERIA}),
            "refining": refining,
        }
    )
    stop = StopRule(rounds=rounds, gain=0.0, window=rounds + 2, tokens=tokens)
    policy = run.experiment.policy.model_copy(update={"autonomy": Autonomy.AUTOPILOT, "stop": stop})
    experiment = run.experiment.model_copy(update={"preset": PresetName.REFINE_PROMPT, "policy": policy})
    planned = run.model_copy(update={"snapshot": snapshot, "experiment": experiment, "seed": _SEED})

    def also(work: UnitOfWork) -> None:
        target = RefineTarget(project_id=experiment.project_id, prompt=planned.id)
        work.documents.put(planned.id, REFINE_TARGET, target)

    with house.store.work() as work:
        work.datasets.add(snapshot.dataset, _customers(snapshot.dataset, cases))
    return house.control.start(planned, also=also)


def _customers(dataset: Dataset, count: int) -> list[Case]:
    shop = [case for case in default_world(_SEED).cases(count * 6, seed=_SEED) if case.domain == "support"]
    return [
        Case.model_validate(
            {
                "id": f"case_{at}",
                "dataset_id": dataset.id,
                "name": f"case-{at}",
                "variables": {"question": case.text},
            }
        )
        for at, case in enumerate(shop[:count])
    ]


def same_refinement(house: House, run: Run) -> str:
    """What it came to, without what may differ between two runs: ids, costs of what was asked again, and times."""
    with house.store.reading() as work:
        found = work.documents.get(run.id, REFINEMENT, Refinement)
    assert found is not None, "it has not ended"
    rounds = [
        (
            one.round,
            one.adopted,
            [weak.mean for weak in one.findings.weak],
            [
                (tried.number, tried.verdict, tried.difference, tried.diff, tried.refused)
                for tried in one.candidates
            ],
        )
        for one in found.rounds
    ]
    texts = [(version.number, version.system, version.user) for version in found.versions]
    return repr((texts, rounds, found.champion, found.gain))
