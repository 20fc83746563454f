"""What people do with runs that were started: pause, resume, finish, cancel, and ask again for what failed."""

from dataclasses import dataclass

from edison.domain import Right, Run, RunId

from ..access import verb
from ..house import House


@verb(Right.CHANGE)
def pause_run(house: House, run_id: RunId) -> Run:
    """Begin nothing new in a run; what is under way is answered and kept."""
    house.control.pause(run_id, by=house.actor.name)
    return _read(house, run_id)


@verb(Right.CHANGE)
def cancel_run(house: House, run_id: RunId) -> Run:
    """End a run for ever; what it has is kept."""
    house.control.cancel(run_id, by=house.actor.name)
    return _read(house, run_id)


@verb(Right.CHANGE)
def finish_run(house: House, run_id: RunId) -> Run:
    """End a run now; what there is by now is its result."""
    house.control.finish(run_id, by=house.actor.name)
    return _read(house, run_id)


@verb(Right.SPEND)
def resume_run(house: House, run_id: RunId, *, budget_microusd: int | None = None) -> Run:
    """Let a paused, halted or interrupted run go on; one that has ended stays as it is."""
    house.connect(_read(house, run_id))
    house.control.resume(run_id, budget_microusd=budget_microusd, by=house.actor.name)
    return _read(house, run_id)


@dataclass(frozen=True, slots=True)
class Rerun:
    """A run in which what failed is asked again."""

    run: Run
    units: int
    """Answers and judgments that are asked for again."""


@verb(Right.SPEND)
def rerun_failed(house: House, run_id: RunId) -> Rerun:
    """Ask again for what failed, and only for that."""
    house.connect(_read(house, run_id))
    units = house.control.rerun_failed(run_id, by=house.actor.name)
    return Rerun(_read(house, run_id), units)


def _read(house: House, run_id: RunId) -> Run:
    with house.store.reading() as work:
        return work.runs.get(run_id)
