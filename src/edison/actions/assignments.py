"""Assignments: what texts are ranked by, kept under one name. New, show, list, edit, rm."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from edison.domain import Assignment, AssignmentId, EventType, GradeSteps, Right, StoredAnchor
from edison.errors import AssignmentRefused, ChangedMeanwhile, ChoiceUnknown
from edison.store import UnitOfWork

from .access import verb
from .files import SentFile
from .house import House
from .prompts import project_id_of
from .views.assignment import AssignmentView, ScaleView, view_assignment


@dataclass(frozen=True, slots=True, kw_only=True)
class AssignmentRequest:
    """What an assignment shall hold, by the names of files; what is None is left as it is."""

    task: str | None = None
    instructions: str | None = None
    rubric: Path | SentFile | None = None
    scale: str | None = None
    judges: tuple[str, ...] | None = None
    anchors: Path | None = None
    graded: tuple[StoredAnchor, ...] | None = None
    """Anchors themselves, where no file of them is named."""
    texts: tuple[Path, ...] | None = None


@verb(Right.CHANGE)
def add_assignment(
    house: House, name: str, request: AssignmentRequest, *, project: str | None = None
) -> AssignmentView:
    """Keep a new assignment; the files that the request names are read now and not looked at again."""

    def add(work: UnitOfWork) -> AssignmentView:
        where = project_id_of(work, project)
        empty = {"id": AssignmentId(house.mint.new("asg")), "project_id": where, "name": name}
        assignment = _changed(name, empty, request, scale=None)
        work.assignments.add(assignment)
        return _told(house, work, assignment, change="added")

    return house.write(add)


@verb(Right.CHANGE)
def put_sent_assignment(
    house: House,
    name: str,
    request: AssignmentRequest,
    *,
    project: str | None = None,
    seen: int | None = None,
) -> AssignmentView:
    """Keep an assignment that was sent, which names no file of this machine, or give it anew where one was seen."""
    from edison.stats.grades.scales import SCALES

    if request.scale is not None and request.scale not in SCALES:
        raise ChoiceUnknown("scale", request.scale, tuple(SCALES))
    if seen is None:
        return add_assignment(house, name, request, project=project)
    return change_assignment(house, name, request, project=project, seen=seen)


@verb(Right.CHANGE)
def change_assignment(
    house: House,
    name: str,
    request: AssignmentRequest,
    *,
    project: str | None = None,
    seen: int | None = None,
) -> AssignmentView:
    """Give parts of an assignment anew; runs that were started by it keep what they pinned.

    Args:
        house: Where it is kept.
        name: Which assignment.
        request: What is given anew.
        project: Whose it is.
        seen: The revision that this was decided by; refused where there is a newer one.
    """

    def change(work: UnitOfWork) -> AssignmentView:
        found = work.assignments.get(project_id_of(work, project), name)
        if seen is not None and seen != found.revision:
            raise ChangedMeanwhile("assignment", name)
        kept = {**dict(found), "revision": found.revision + 1}
        assignment = _changed(name, kept, request, scale=found.scale)
        work.assignments.change(assignment, seen=found.revision)
        return _told(house, work, assignment, change="changed")

    return house.write(change)


@verb(Right.READ)
def list_assignments(house: House, *, project: str | None = None) -> list[AssignmentView]:
    """All assignments of a project, by name."""
    with house.store.reading() as work:
        return [view_assignment(one) for one in work.assignments.all(project_id_of(work, project))]


@verb(Right.READ)
def show_assignment(house: House, name: str, *, project: str | None = None) -> AssignmentView:
    """One assignment, whole."""
    with house.store.reading() as work:
        return view_assignment(work.assignments.get(project_id_of(work, project), name))


@verb(Right.READ)
def find_assignment(house: House, name: str) -> Assignment:
    """What a ranking takes from an assignment: `essays`, or `project/essays`."""
    project, _, bare = name.rpartition("/")
    with house.store.reading() as work:
        return work.assignments.get(project_id_of(work, project or None), bare)


@verb(Right.READ)
def list_scales(_: House) -> list[ScaleView]:
    """The scales that have names; any other is a file."""
    from edison.stats.grades.scales import SCALES

    return [ScaleView(name=name, grades=scale.grades) for name, scale in SCALES.items()]


@verb(Right.CHANGE)
def remove_assignment(
    house: House, name: str, *, project: str | None = None, seen: int | None = None
) -> None:
    """Delete an assignment; runs have pinned what they took from it.

    Args:
        house: Where it is kept.
        name: Which assignment.
        project: Whose it is.
        seen: The revision that this was decided by; refused where there is a newer one.
    """

    def remove(work: UnitOfWork) -> None:
        found = work.assignments.get(project_id_of(work, project), name)
        if seen is not None and seen != found.revision:
            raise ChangedMeanwhile("assignment", name)
        work.assignments.remove(found)
        _told(house, work, found, change="removed")

    house.write(remove)


def _changed(
    name: str, kept: Mapping[str, object], request: AssignmentRequest, *, scale: GradeSteps | None
) -> Assignment:
    from .presets.entries import open_rubric, open_scale

    given: dict[str, object] = {
        "task": request.task,
        "instructions": request.instructions,
        "judges": request.judges,
    }
    if request.rubric is not None:
        given["criteria"] = open_rubric(request.rubric)
    if request.scale is not None:
        scale = given["scale"] = open_scale(request.scale)
    if request.anchors is not None:
        given["anchors"] = _read_anchors(name, request.anchors, scale=scale)
    elif request.graded is not None:
        given["anchors"] = request.graded
    if request.texts is not None:
        # Whoever ranks by it later stands in another folder.
        given["texts"] = tuple(str(path.absolute()) for path in request.texts)
    changes = {part: value for part, value in given.items() if value is not None}
    try:
        return Assignment.model_validate({**kept, **changes})
    except ValidationError as error:
        raise AssignmentRefused(name, _cause(error)) from error


def _read_anchors(name: str, path: Path, *, scale: GradeSteps | None) -> Sequence[StoredAnchor]:
    from .presets.entries import open_anchors

    if scale is None:
        raise AssignmentRefused(name, "anchors are graded on a scale, and none is named with --scale")
    found = open_anchors(path, scale=scale).anchors
    for anchor in found:
        if anchor.text is None:
            raise AssignmentRefused(name, f"the anchor {anchor.name} has no text of its own")
    return [StoredAnchor(label=one.name, grade=one.grade, text=one.text or "") for one in found]


def _cause(error: ValidationError) -> str:
    [first, *_] = error.errors()
    if first["loc"] == ("name",):
        return "a name is written with small letters, digits and hyphens, such as later-start"
    return first["msg"].removeprefix("Value error, ")


def _told(house: House, work: UnitOfWork, assignment: Assignment, *, change: str) -> AssignmentView:
    about = {"assignment": assignment.id, "change": change, "author": house.actor.name}
    project_id = assignment.project_id
    work.events.append_to_project(project_id, EventType.ASSIGNMENT_CHANGED, at=house.clock.now(), about=about)
    return view_assignment(assignment)
