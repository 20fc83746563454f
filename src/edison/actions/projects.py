"""Projects: add, list, rename, archive, delete."""

from dataclasses import dataclass

from edison.domain import EventType, Project, ProjectId, Right, to_microusd
from edison.errors import ChangedMeanwhile, SlugBroken
from edison.store import UnitOfWork

from .access import verb
from .house import House
from .providers.allowing import AllowList
from .runs.control import remove_within
from .views.prompt import ProjectView, view_project


@dataclass(frozen=True, slots=True)
class ProjectLimits:
    """What the runs of a project may spend and ask; what is not given stays as it is."""

    cap_usd: float | None = None
    """What all of them together may spend."""
    has_no_cap: bool = False
    allow: tuple[str, ...] | None = None
    """Providers (`openai`), models (`openai/gpt-4o`) and addresses (`local@127.0.0.1`); a star stands for anything."""
    allows_any: bool = False

    def changes(self) -> dict[str, object]:
        """What is given anew.

        Raises:
            SettingBroken: an entry that cannot be read.
        """
        given: dict[str, object] = {}
        if self.has_no_cap or self.cap_usd is not None:
            given["cap_microusd"] = None if self.has_no_cap else to_microusd(self.cap_usd)
        if self.allows_any or self.allow is not None:
            given["allow_list"] = None if self.allows_any else AllowList(",".join(self.allow or ())).entries
        return given


@verb(Right.CHANGE)
def add_project(house: House, slug: str, *, name: str | None = None, description: str = "") -> ProjectView:
    """Make a project; its slug is what commands and addresses call it."""
    project = _checked(slug, id=house.mint.new("prj"), name=name or slug, description=description)

    def add(work: UnitOfWork) -> ProjectView:
        work.projects.add(project)
        return _told(house, work, project, change="added")

    return house.write(add)


@verb(Right.READ)
def list_projects(house: House, *, archived: bool = False) -> list[ProjectView]:
    """All projects by slug; archived ones on request."""
    with house.store.reading() as work:
        shown = [project for project in work.projects.all() if archived or not project.is_archived]
        return [_view(work, project) for project in shown]


@verb(Right.READ)
def show_project(house: House, slug: str) -> ProjectView:
    """One project."""
    with house.store.reading() as work:
        project = work.projects.get(slug)
        return _view(work, project)


@verb(Right.CHANGE)
def change_project(
    house: House,
    slug: str,
    *,
    seen: int | None = None,
    rename: str | None = None,
    limits: ProjectLimits | None = None,
    **changes: str | bool | None,
) -> ProjectView:
    """Give a project another slug, `name` or `description`, or archive it with `is_archived`.

    Args:
        house: Where it is kept.
        slug: Which project.
        seen: The revision that this was decided by; refused where there is a newer one.
        rename: Another slug.
        limits: What its runs may spend and ask from now on; those that go on are asked at their next start.
        **changes: What is given anew; None leaves a value as it is.
    """
    given = {name: value for name, value in {**changes, "slug": rename}.items() if value is not None}

    def change(work: UnitOfWork) -> ProjectView:
        project = _seen(work, slug, seen)
        _checked(str(given.get("slug", slug)), id=project.id, name=project.name)
        limited = {} if limits is None else limits.changes()
        return _told(house, work, work.projects.change(project, **given, **limited), change="changed")

    return house.write(change)


@verb(Right.CHANGE)
def remove_project(house: House, slug: str, *, seen: int | None = None, with_runs: bool = False) -> None:
    """Delete a project with all that is in it, all or nothing; what its runs cost stays in the sums.

    Args:
        house: Where it is kept.
        slug: Which project.
        seen: The revision that this was decided by; refused where there is a newer one.
        with_runs: Also with its runs; without, it is refused where there are some.

    Raises:
        ProjectInUse: runs belong to it.
        RunNotMoved: one of them has not ended.
    """

    def remove(work: UnitOfWork) -> None:
        project = _seen(work, slug, seen)
        for run_id in work.projects.runs_of(project.id) if with_runs else ():
            remove_within(house, work, run_id)
        work.projects.remove(project)
        _told(house, work, project, change="removed")

    house.write(remove)


def _seen(work: UnitOfWork, slug: str, seen: int | None) -> Project:
    project = work.projects.get(slug)
    if seen is not None and seen != project.revision:
        raise ChangedMeanwhile("project", slug)
    return project


def _checked(slug: str, *, id: str, name: str, description: str = "") -> Project:
    try:
        return Project(id=ProjectId(id), slug=slug, name=name, description=description)
    except ValueError as error:
        raise SlugBroken(slug) from error


def _told(house: House, work: UnitOfWork, project: Project, *, change: str) -> ProjectView:
    about = {"project": project.id, "change": change, "author": house.actor.name}
    work.events.append_to_project(project.id, EventType.PROJECT_CHANGED, at=house.clock.now(), about=about)
    return _view(work, project)


def _view(work: UnitOfWork, project: Project) -> ProjectView:
    return view_project(
        project,
        prompts=work.projects.holds(project.id),
        runs=len(work.projects.runs_of(project.id)),
        taken_microusd=work.projects.taken_microusd(project.id),
    )
