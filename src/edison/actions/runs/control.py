"""What people do with runs that were started: pause, resume, finish, cancel, ask again for what failed, remove."""

from dataclasses import dataclass
from datetime import timedelta

from edison.domain import EventType, Right, Run, RunId
from edison.errors import DurationBroken
from edison.store import RunSize, UnitOfWork
from edison.text import read_duration

from ..access import verb
from ..house import House
from ..project_limits import refuse_beyond_cap
from ..views.house import OldRunsView, OldRunView, view_removed

_MOST_SHOWN = 200


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
    run = _read(house, run_id)
    house.connect(run)

    def also(work: UnitOfWork) -> None:
        refuse_beyond_cap(work, run, budget_microusd=budget_microusd)
        house.note(work)

    house.control.resume(run_id, budget_microusd=budget_microusd, by=house.actor.name, also=also)
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
    run = _read(house, run_id)
    house.connect(run)

    def also(work: UnitOfWork) -> None:
        refuse_beyond_cap(work, run)
        house.note(work)

    units = house.control.rerun_failed(run_id, by=house.actor.name, also=also)
    return Rerun(_read(house, run_id), units)


@verb(Right.READ)
def size_of_run(house: House, run_id: RunId) -> RunSize:
    """What would go if a run were removed, and what it cost.

    Raises:
        RunNotMoved: it has not ended.
    """
    with house.store.reading() as work:
        return work.removal.size(run_id)


@verb(Right.READ)
def find_old_runs(house: House, *, older_than: str) -> list[RunId]:
    """Runs that ended longer ago than a time such as `30d`, oldest first."""
    age_s = read_duration(older_than)
    if age_s is None:
        raise DurationBroken(older_than)
    with house.store.reading() as work:
        return work.removal.ended_before(house.clock.now() - timedelta(seconds=age_s))


@verb(Right.READ)
def show_old_runs(house: House, *, older_than: str) -> OldRunsView:
    """What would go with runs that ended longer ago than a time such as `30d`: some of them, oldest first."""
    found = find_old_runs(house, older_than=older_than)
    shown: list[OldRunView] = []
    for run_id in found[:_MOST_SHOWN]:
        ended_at = _read(house, run_id).ended_at
        assert ended_at is not None, "it ended"
        size = size_of_run(house, run_id)
        shown.append(OldRunView(name=size.name, ended_at=ended_at, held=view_removed(size)))
    return OldRunsView(items=tuple(shown), more=len(found) - len(shown))


@verb(Right.CHANGE)
def remove_run(house: House, run_id: RunId) -> RunSize:
    """Take a run away with its cells and the texts of its calls; what it cost stays in the sums.

    Raises:
        RunNotMoved: it has not ended.
    """
    return house.write(lambda work: remove_within(house, work, run_id))


@verb(Right.CHANGE)
def remove_within(house: House, work: UnitOfWork, run_id: RunId) -> RunSize:
    """The same as a part of something larger, in its transaction."""
    size = work.removal.remove(run_id)
    about = {"by": house.actor.name}
    work.events.append(run_id, EventType.RUN_REMOVED, at=house.clock.now(), about=about)
    return size


def _read(house: House, run_id: RunId) -> Run:
    with house.store.reading() as work:
        return work.runs.get(run_id)
