"""Rubrics, judges and models that are kept under a name, in versions."""

from typing import Annotated

from fastapi import APIRouter, Path, Query
from pydantic import Field, JsonValue

from edison.actions.experiments.parts import (
    PartRef,
    keep_part,
    list_part_versions,
    list_parts,
    set_part_active,
)
from edison.actions.views.part import PartView
from edison.domain import PartKind

from ..access import Changing, Reading
from .shapes import LARGEST, Project, RequestBody

router = APIRouter(prefix="/api/parts", tags=["parts"])

Name = Annotated[str, Path(min_length=1, max_length=100, description="What it is called.")]


class NewPart(RequestBody):
    """What it says, as a suite writes it, and which version was the newest that was seen."""

    value: JsonValue
    note: str = ""
    newest: int = Field(ge=0, le=LARGEST)
    """0 where there was none."""


class Activity(RequestBody):
    """Whether experiments may be run with it."""

    is_active: bool


@router.get("")
def parts(
    house: Reading,
    *,
    kind: PartKind | None = None,
    project: Project = None,
    inactive: Annotated[bool, Query(description="Inactive ones, too.")] = False,
) -> list[PartView]:
    """The newest version of every rubric, judge and model."""
    return list_parts(house, kind=kind, project=project, inactive=inactive)


@router.get("/{kind}/{part}")
def versions(house: Reading, kind: PartKind, part: Name, *, project: Project = None) -> list[PartView]:
    """All versions, the newest first."""
    return list_part_versions(house, PartRef(kind, part, project=project))


@router.put("/{kind}/{part}")
def keep(
    house: Changing, kind: PartKind, part: Name, *, request: NewPart, project: Project = None
) -> PartView:
    """Keep it as the next version; where the newest says the same already, that one stays.

    Where there is another version than the newest that was seen, nothing is kept.
    """
    where = PartRef(kind, part, project=project)
    return keep_part(house, where, request.value, note=request.note, newest=request.newest)


@router.post("/{kind}/{part}/activity")
def activity(
    house: Changing, kind: PartKind, part: Name, *, request: Activity, project: Project = None
) -> PartView:
    """Set it inactive, or active again; the same again changes nothing."""
    return set_part_active(house, PartRef(kind, part, project=project), is_active=request.is_active)
