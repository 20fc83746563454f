"""Projects: list, make, rename, archive, delete."""

from typing import Annotated

from fastapi import APIRouter, Path, Query
from pydantic import Field

from edison.actions.house import House
from edison.actions.projects import (
    ProjectLimits,
    add_project,
    change_project,
    list_projects,
    remove_project,
    show_project,
)
from edison.actions.requests import do_once
from edison.actions.views.prompt import ProjectView

from ..access import Changing, Reading
from .shapes import LARGEST, IdempotencyKey, RequestBody

router = APIRouter(prefix="/api/projects", tags=["projects"])

Slug = Annotated[str, Path(min_length=1, max_length=63, description="What addresses call the project.")]
Revision = Annotated[int, Field(ge=0, le=LARGEST)]
NewSlug = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,62}$")]
Name = Annotated[str, Field(min_length=1, max_length=200)]


class NewProject(RequestBody):
    """What it is called in addresses, what people read, and what it is for."""

    slug: NewSlug
    name: Name | None = None
    description: str = ""


class ProjectChange(RequestBody):
    """What is given anew, and by which revision that was decided; null leaves a value as it is."""

    seen: Revision
    slug: NewSlug | None = None
    name: Name | None = None
    description: str | None = None
    is_archived: bool | None = None
    cap_usd: float | None = Field(default=None, ge=0)
    no_cap: bool = False
    allow_list: list[str] | None = Field(default=None, max_length=1_000)
    allow_any: bool = False


class EndOfProject(RequestBody):
    """The revision that was looked at, and whether its runs go with it."""

    seen: Revision
    with_runs: bool = False


@router.get("")
def projects(house: Reading, *, archived: Annotated[bool, Query()] = False) -> list[ProjectView]:
    """Projects by slug; archived ones on request."""
    return list_projects(house, archived=archived)


@router.post("", status_code=201)
def add(house: Changing, request: NewProject, key: IdempotencyKey) -> ProjectView:
    """Make a project."""

    def act(keyed: House) -> None:
        add_project(keyed, request.slug, name=request.name, description=request.description)

    do_once(house, key, act)
    return show_project(house, request.slug)


@router.post("/{project}/change")
def change(house: Changing, project: Slug, *, request: ProjectChange, key: IdempotencyKey) -> ProjectView:
    """Rename, describe, archive a project or take it up again; refused where somebody changed it meanwhile."""

    def act(keyed: House) -> None:
        change_project(
            keyed,
            project,
            seen=request.seen,
            rename=request.slug,
            limits=ProjectLimits(
                request.cap_usd,
                request.no_cap,
                None if request.allow_list is None else tuple(request.allow_list),
                request.allow_any,
            ),
            name=request.name,
            description=request.description,
            is_archived=request.is_archived,
        )

    do_once(house, key, act)
    return show_project(house, request.slug or project)


@router.post("/{project}/remove")
def remove(
    house: Changing, project: Slug, *, request: EndOfProject, key: IdempotencyKey
) -> list[ProjectView]:
    """Delete a project with all that is in it, and tell which are left; with its runs only where that is said."""
    do_once(
        house,
        key,
        lambda keyed: remove_project(keyed, project, seen=request.seen, with_runs=request.with_runs),
    )
    return list_projects(house, archived=True)
