"""Rubrics, judges and models that are kept under a name: add, list, show, set inactive; put into definitions."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue

from edison.domain import KEPT_PART, EventType, KeptPart, PartKind, ProjectId, Right, UserId
from edison.errors import ChangedMeanwhile, ExperimentMissing, ExperimentRefused
from edison.formats import read_definition
from edison.store import UnitOfWork

from ..access import verb
from ..files import Texts, read_whole
from ..house import House
from ..presets.suites import load_suite
from ..prompts import project_id_of
from ..views.part import PartView, view_part

_SUITE = "edison.json"
_KEYS = {PartKind.RUBRIC: "rubric", PartKind.JUDGE: "judges", PartKind.MODEL: "arms"}
_STAND_IN: dict[str, JsonValue] = {
    "arms": ["none/none"],
    "prompt": "none",
    "cases": [{}],
    "rubric": [{"name": "none", "scale": {"min": 0, "max": 1, "labels": {"0": "no", "1": "yes"}}}],
}
"""For all but the part that is looked at."""


@dataclass(frozen=True, slots=True)
class PartRef:
    """A part by its name, and one of its versions; the newest unless one is named."""

    kind: PartKind
    name: str
    number: int | None = None
    project: str | None = None


@verb(Right.CHANGE)
def keep_part(
    house: House, where: PartRef, value: JsonValue, *, note: str = "", newest: int | None = None
) -> PartView:
    """Keep a rubric, a judge or a model as the next version; where the newest says the same already, that one stays.

    Args:
        house: Where to.
        where: Which part; it is made where there is none.
        value: As a suite writes it: a list of criteria, a judge, an arm.
        note: What is to be known about it.
        newest: The newest version that was seen, 0 for none; refused where there is another by now.

    Raises:
        SuiteBroken: it is none; fields are named.
    """
    _refuse_broken(where.kind, value)

    def keep(work: UnitOfWork) -> PartView:
        project_id = project_id_of(work, where.project)
        last = work.parts.find(project_id, where.kind, where.name)
        if last and last.value == value and last.is_active:
            return view_part(last)
        if newest is not None and newest != (last.number if last else 0):
            raise ChangedMeanwhile(where.kind.value, where.name)
        return _added(house, work, where, value=value, note=note)

    return house.store.retry(keep)


@verb(Right.CHANGE)
def set_part_active(house: House, where: PartRef, *, is_active: bool) -> PartView:
    """Let experiments be run with a part no longer, or again; what it says stays, and runs keep what they pinned."""

    def change(work: UnitOfWork) -> PartView:
        found = work.parts.get(project_id_of(work, where.project), where.kind, where.name)
        if found.is_active is is_active:
            return view_part(found)
        return _added(house, work, where, value=found.value, note=found.note, is_active=is_active)

    return house.store.retry(change)


@verb(Right.READ)
def list_parts(
    house: House, *, kind: PartKind | None = None, project: str | None = None, inactive: bool = False
) -> list[PartView]:
    """The newest version of every part, by kind and name; inactive ones on request."""
    with house.store.reading() as work:
        found = work.parts.all(project_id_of(work, project))
    return [view_part(one) for one in found if kind in (None, one.kind) and (inactive or one.is_active)]


@verb(Right.READ)
def list_part_versions(house: House, where: PartRef) -> list[PartView]:
    """All versions of a part, the newest first."""
    with house.store.reading() as work:
        project_id = project_id_of(work, where.project)
        work.parts.get(project_id, where.kind, where.name, where.number)
        found = work.parts.versions(project_id, where.kind, where.name)
    return [view_part(one) for one in reversed(found) if where.number in (None, one.number)]


@verb(Right.READ)
def read_part_file(_: House, kind: PartKind, path: Path) -> JsonValue:
    """What a file of this machine holds: the first one under `rubric`, `judges` or `arms`, as in a suite."""
    definition = read_definition(read_whole(path), name=path.name)
    key = _KEYS[kind]
    if key not in definition:
        raise ExperimentRefused(path.name, f"it has no key {key}", f"write {key}: as in a suite.")
    value = definition[key]
    if kind is PartKind.RUBRIC:
        return value
    return value[0] if isinstance(value, list) and value else value


@verb(Right.READ)
def with_kept_parts(
    house: House, definition: Mapping[str, JsonValue], *, project_id: ProjectId
) -> dict[str, JsonValue]:
    """A definition with what it names as `kept:NAME` in place; what is inactive is refused."""
    with house.store.reading() as work:
        return _filled(definition, lambda kind, text: _value(work, kind, text, project_id=project_id))


@verb(Right.READ)
def with_usable_parts(
    house: House, definition: Mapping[str, JsonValue], *, project_id: ProjectId
) -> dict[str, JsonValue]:
    """The same; what is inactive, or not there, stays named."""
    with house.store.reading() as work:

        def value(kind: PartKind, text: str) -> JsonValue:
            try:
                return _value(work, kind, text, project_id=project_id)
            except (ExperimentRefused, ExperimentMissing):
                return text

        return _filled(definition, value)


def _filled(
    definition: Mapping[str, JsonValue], value: Callable[[PartKind, str], JsonValue]
) -> dict[str, JsonValue]:
    filled = dict(definition)
    if _is_named(rubric := filled.get("rubric")):
        filled["rubric"] = value(PartKind.RUBRIC, str(rubric))
    for kind in (PartKind.JUDGE, PartKind.MODEL):
        listed = filled.get(_KEYS[kind])
        if isinstance(listed, list):
            filled[_KEYS[kind]] = [value(kind, str(one)) if _is_named(one) else one for one in listed]
    return filled


def _added(
    house: House,
    work: UnitOfWork,
    where: PartRef,
    *,
    value: JsonValue,
    note: str,
    is_active: bool = True,
) -> PartView:
    project_id = project_id_of(work, where.project)
    last = work.parts.find(project_id, where.kind, where.name)
    fields: dict[str, object] = {
        "project_id": project_id,
        "kind": where.kind,
        "name": where.name,
        "number": 1 + (last.number if last else 0),
        "value": value,
        "is_active": is_active,
        "note": note,
        "author": UserId(house.actor.name),
        "made_at": house.clock.now(),
    }
    try:
        part = KeptPart.model_validate(fields)
    except ValueError as error:
        advice = "use letters, digits, dots, dashes and underscores."
        raise ExperimentRefused(where.name, "it cannot be called so", advice) from error
    work.parts.add(part)
    told = "added" if is_active else "set_inactive"
    about = {"part": f"{part.kind.value}.{part.number}", "change": told, "author": house.actor.name}
    work.events.append_to_project(project_id, EventType.PART_CHANGED, at=part.made_at, about=about)
    return view_part(part)


def _is_named(value: JsonValue) -> bool:
    return isinstance(value, str) and value.startswith(KEPT_PART)


def _value(work: UnitOfWork, kind: PartKind, text: str, *, project_id: ProjectId) -> JsonValue:
    name, _, number = text.removeprefix(KEPT_PART).partition("@")
    if number and not number.isdecimal():
        raise ExperimentRefused(text, "a version is a number", f"write it as {KEPT_PART}NAME@3.")
    newest = work.parts.get(project_id, kind, name)
    if not newest.is_active:
        raise ExperimentRefused(text, "it is set inactive", "name another, or set it active again.")
    return work.parts.get(project_id, kind, name, int(number) if number else None).value


def _refuse_broken(kind: PartKind, value: JsonValue) -> None:
    """Look at it where it would stand in a suite."""
    written = value if kind is PartKind.RUBRIC else [value]
    suite = {**_STAND_IN, _KEYS[kind]: written}
    load_suite(_SUITE, json.dumps(suite).encode(), files=Texts({}))
