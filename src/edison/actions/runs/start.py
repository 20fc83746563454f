"""Starting a run of any kind: its cases, its documents and itself are stored together with its driver."""

from edison.domain import EventType, Right, Run, RunId
from edison.store import UnitOfWork

from ..access import verb
from ..house import House
from ..project_limits import refuse_beyond_cap
from .plan import RunPlan
from .prepare import PreparedRun

_SEED_BITS = 48


@verb(Right.SPEND)
def start_run(house: House, prepared: PreparedRun, *, start_key: str | None = None) -> Run:
    """Store the cases and the run and have it driven; an equal key gives the run that was started with it.

    What was prepared is used up, whether it starts or not.
    """
    plan = prepared.plan
    with plan.spool as spool:
        run = _new_run(house, plan)
        control = house.control
        with house.store.work() as work:
            work.datasets.add_spooled(run.snapshot.dataset, spool)

    def also(work: UnitOfWork) -> None:
        if plan.questions:
            refuse_beyond_cap(work, run)
        house.note(work, made=run.id)
        for name, noun in plan.documents.items():
            work.documents.add(run.id, name, noun)
        work.comparisons.add(run.id, list(plan.compared(run)))
        if plan.experiment_id is not None:
            work.experiments.tie(plan.experiment_id, run.id)
            about = {"experiment": plan.experiment_id, "change": "run", "run": run.id}
            work.events.append_to_project(
                run.experiment.project_id,
                EventType.EXPERIMENT_CHANGED,
                at=house.clock.now(),
                about={**about, "author": house.actor.name},
            )

    return control.start(run, start_key=start_key, also=also, by=house.actor.name)


def _new_run(house: House, plan: RunPlan) -> Run:
    run_id = RunId(house.mint.new("run"))
    return Run(
        id=run_id,
        experiment=plan.experiment,
        snapshot=plan.snapshot,
        seed=house.chance.stream("seed", run_id).bits(_SEED_BITS) if plan.seed is None else plan.seed,
        began_at=house.clock.now(),
        pause_after=plan.pause_after,
    )
