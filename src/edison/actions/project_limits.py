"""What a project lets its runs ask and spend, whatever kind of run it is."""

from edison.domain import Project, ProjectId, Right, Run, to_usd
from edison.errors import ProjectCapReached
from edison.store import UnitOfWork

from .access import verb
from .house import House


@verb(Right.READ)
def left_of_cap(house: House, project_id: ProjectId) -> int | None:
    """What a new run of a project may spend at most; None where the project sets no cap.

    Raises:
        ProjectCapReached: all of it is spent, or set aside for runs that go on.
    """
    with house.store.reading() as work:
        project = work.projects.find(project_id)
        if project is None or project.cap_microusd is None:
            return None
        taken = work.projects.taken_microusd(project_id)
    if taken >= project.cap_microusd:
        raise _reached(project, taken)
    return project.cap_microusd - taken


def refuse_beyond_cap(work: UnitOfWork, run: Run, *, budget_microusd: int | None = None) -> None:
    """Refuse that a run begins or goes on which might take its project beyond its cap; one transaction sees all runs.

    Args:
        work: Where the run is begun, or goes on.
        run: The run.
        budget_microusd: What it may spend from now on; what it could before unless given.

    Raises:
        ProjectCapReached: with what is taken already.
    """
    project = work.projects.lock(run.experiment.project_id)
    if project is None or project.cap_microusd is None:
        return
    standing = work.runs.standing(run.id)
    allowed = standing.budget_microusd if budget_microusd is None else budget_microusd
    taken = work.projects.taken_microusd(project.id, but=run.id)
    if allowed is None or taken + max(allowed, standing.spent_microusd) > project.cap_microusd:
        raise _reached(project, taken)


def _reached(project: Project, taken: int) -> ProjectCapReached:
    assert project.cap_microusd is not None, "there is a cap that was reached"
    return ProjectCapReached(project.slug, cap_usd=to_usd(project.cap_microusd), taken_usd=to_usd(taken))
