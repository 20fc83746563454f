"""Experiments: add, from a template or as a copy, list, show, edit, archive, delete; as files and back."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import JsonValue, ValidationError

from edison.domain import (
    REFINEMENT,
    EventType,
    Experiment,
    ExperimentId,
    ExperimentStatus,
    ProjectId,
    Refinement,
    Right,
    RunId,
    UserId,
    known_microusd,
    to_usd,
)
from edison.errors import ExperimentEdited, ExperimentRefused
from edison.store import LOCAL_PROJECT, ExperimentRuns, UnitOfWork
from edison.text import redact

from ..access import verb
from ..house import House
from ..prompts import project_id_of
from ..results.reports import brief_in
from ..views.experiment import (
    ExperimentLineView,
    ExperimentStanding,
    ExperimentView,
    view_experiment,
    view_experiment_line,
)
from ..views.page import RunLineView, view_best, view_line
from ..views.refinement import view_gain

LARGEST_EXPERIMENT = 16 << 20
"""Bytes of a definition and its files; more cases than that are kept as a set of their own."""
UNTITLED = "Untitled experiment"
_KEYS = frozenset({"api_key", "key", "token", "secret", "password"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentRequest:
    """What an experiment shall hold; what is None is left as it is."""

    name: str | None = None
    description: str | None = None
    definition: Mapping[str, JsonValue] | None = None
    """As a suite file says it, whole or not yet."""
    files: Mapping[str, str] | None = None
    is_archived: bool | None = None

    @property
    def given(self) -> dict[str, Any]:
        """What is given anew; the definition's name is the experiment's, unless another is given."""
        parts = {name: getattr(self, name) for name in self.__dataclass_fields__}
        found = {name: value for name, value in parts.items() if value is not None}
        written = (self.definition or {}).get("name")
        if self.name is None and isinstance(written, str) and written.strip():
            found["name"] = written.strip()
        return found


@verb(Right.CHANGE)
def add_experiment(house: House, request: ExperimentRequest, *, project: str | None = None) -> ExperimentView:
    """Keep a new experiment, whole or not; empty where nothing is given."""

    def add(work: UnitOfWork) -> ExperimentView:
        me, now = UserId(house.actor.name), house.clock.now()
        experiment = _checked(
            {
                "id": ExperimentId(house.mint.new("exp")),
                "project_id": project_id_of(work, project),
                "name": UNTITLED,
                "author": me,
                "made_at": now,
                "changed_by": me,
                "changed_at": now,
            },
            request,
        )
        work.experiments.add(experiment)
        _tell_change(house, work, experiment, change="added")
        return _whole(work, experiment)

    return house.write(add)


@verb(Right.CHANGE)
def duplicate_experiment(house: House, text: str, *, name: str | None = None) -> ExperimentView:
    """Keep a copy of an experiment as one of its own, without its runs."""

    def copy(work: UnitOfWork) -> ExperimentView:
        found = work.experiments.find(text)
        me, now = UserId(house.actor.name), house.clock.now()
        new = name or f"{found.name} (copy)"[:200]
        changes: dict[str, object] = {
            "id": ExperimentId(house.mint.new("exp")),
            "revision": 0,
            "is_archived": False,
            "author": me,
            "made_at": now,
            "changed_by": me,
            "changed_at": now,
        }
        experiment = _checked({**dict(found), **changes}, ExperimentRequest(name=new))
        work.experiments.add(experiment)
        _tell_change(house, work, experiment, change="added")
        return _whole(work, experiment)

    return house.write(copy)


@verb(Right.READ)
def list_experiments(
    house: House,
    *,
    project: str | None = None,
    status: ExperimentStatus | None = None,
    archived: bool = False,
    everywhere: bool = False,
) -> list[ExperimentLineView]:
    """The experiments of a project, or of all, the one that was changed last first; archived ones on request."""
    with house.store.reading() as work:
        found = work.experiments.all(None if everywhere else project_id_of(work, project))
        slugs = work.projects.slugs()
        runs = work.experiments.runs_of([one.id for one in found])
        lines: list[ExperimentLineView] = []
        for one in found:
            stands = runs[one.id].status(one)
            if stands is status or (status is None and (archived or stands is not ExperimentStatus.ARCHIVED)):
                lines.append(
                    view_experiment_line(
                        one, _standing(work, one, runs[one.id]), project=slugs.get(one.project_id)
                    )
                )
        return lines


@verb(Right.READ)
def show_experiment(house: House, text: str) -> ExperimentView:
    """One experiment, whole: by its id, a part of it, or its name."""
    with house.store.reading() as work:
        return _whole(work, work.experiments.find(text))


@verb(Right.READ)
def find_experiment(house: House, text: str) -> Experiment:
    """The experiment that a person means."""
    with house.store.reading() as work:
        return work.experiments.find(text)


@verb(Right.CHANGE)
def change_experiment(
    house: House, text: str, request: ExperimentRequest, *, seen: int | None = None
) -> ExperimentView:
    """Give parts of an experiment anew, or archive it; runs keep what they pinned.

    Args:
        house: Where it is kept.
        text: Which experiment.
        request: What is given anew; the same again changes nothing.
        seen: The revision that this was decided by; refused where there is a newer one that says something else.

    Raises:
        ExperimentEdited: with what somebody else wrote and what was to be written.
    """

    def change(work: UnitOfWork) -> ExperimentView:
        found = work.experiments.find(text)
        changed = _checked(dict(found), request)
        if changed == found:
            return _whole(work, found)
        if seen is not None and seen != found.revision:
            raise _edited(found, changed)
        changed = changed.model_copy(
            update={
                "revision": found.revision + 1,
                "changed_by": UserId(house.actor.name),
                "changed_at": house.clock.now(),
            }
        )
        work.experiments.change(changed, seen=found.revision)
        is_moved = changed.is_archived is not found.is_archived
        told = ("archived" if changed.is_archived else "unarchived") if is_moved else "changed"
        _tell_change(house, work, changed, change=told)
        return _whole(work, changed)

    return house.write(change)


@verb(Right.CHANGE)
def remove_experiment(house: House, text: str, *, seen: int | None = None) -> None:
    """Delete an experiment of which no run is left; one with runs is archived instead.

    Args:
        house: Where it is kept.
        text: Which experiment.
        seen: The revision that was looked at; refused where there is a newer one.
    """

    def remove(work: UnitOfWork) -> None:
        found = work.experiments.find(text)
        if seen is not None and seen != found.revision:
            raise _edited(found, None)
        work.experiments.remove(found)
        _tell_change(house, work, found, change="removed")

    house.write(remove)


def _tell_change(house: House, work: UnitOfWork, experiment: Experiment, *, change: str) -> None:
    """Say what was done to an experiment, and by whom, in the transaction that does it."""
    about = {"experiment": experiment.id, "change": change, "author": house.actor.name}
    at = house.clock.now()
    work.events.append_to_project(experiment.project_id, EventType.EXPERIMENT_CHANGED, at=at, about=about)


def _checked(kept: Mapping[str, Any], request: ExperimentRequest) -> Experiment:
    """The experiment as it is wished for; its definition goes by its name."""
    given = request.given
    merged: dict[str, Any] = {**kept, **given}
    definition: dict[str, JsonValue] = dict(merged.get("definition") or {})
    files: Mapping[str, str] = merged.get("files") or {}
    name = str(merged["name"])
    merged["definition"] = {"name": name, **definition} | {"name": name}
    _refuse_keys(name, definition)
    size = len(json.dumps(definition)) + sum(len(text.encode()) for text in files.values())
    if size > LARGEST_EXPERIMENT:
        cause = f"it would hold more than {LARGEST_EXPERIMENT >> 20} MiB"
        raise ExperimentRefused(name, cause, "keep its cases with edison data import, and name that set.")
    try:
        return Experiment.model_validate(merged)
    except ValidationError as error:
        [first, *_] = error.errors()
        advice = "give it a name of 1 to 200 characters, and texts for files."
        raise ExperimentRefused(name, first["msg"].removeprefix("Value error, "), advice) from error


def _refuse_keys(name: str, definition: Mapping[str, JsonValue]) -> None:
    """Refuse what would keep a key in the database as plain text."""
    written = json.dumps(definition.get("providers") or {})
    if redact(written) != written or any(f'"{key}":' in written for key in _KEYS):
        advice = "write api_key_env with the name of the variable that holds it."
        raise ExperimentRefused(name, "a key never stands in a definition", advice)


def _edited(found: Experiment, changed: Experiment | None) -> ExperimentEdited:
    """Both versions of what differs, as JSON."""
    theirs, yours = _parts(found), {} if changed is None else _parts(changed)
    differs = [part for part in theirs | yours if theirs.get(part) != yours.get(part)]
    return ExperimentEdited(
        found.name,
        by=found.changed_by,
        revision=found.revision,
        theirs=json.dumps({part: theirs.get(part) for part in differs}, ensure_ascii=False),
        yours=json.dumps({part: yours.get(part) for part in differs}, ensure_ascii=False),
    )


def _parts(experiment: Experiment) -> dict[str, JsonValue]:
    files: dict[str, JsonValue] = {f"files.{name}": text for name, text in experiment.files.items()}
    return {
        **experiment.definition,
        **files,
        "description": experiment.description,
        "is_archived": experiment.is_archived,
    }


def _whole(work: UnitOfWork, experiment: Experiment) -> ExperimentView:
    runs = work.experiments.runs_of([experiment.id])[experiment.id]
    lines = [_line(work, run_id) for run_id in runs.run_ids]
    project = _slug(work, experiment.project_id)
    return view_experiment(experiment, _standing(work, experiment, runs), project=project, runs=lines)


def _standing(work: UnitOfWork, experiment: Experiment, runs: ExperimentRuns) -> ExperimentStanding:
    newest = runs.results[0] if runs.results else None
    refinement = None if newest is None else work.documents.get(newest, REFINEMENT, Refinement)
    gain = None if refinement is None else refinement.gain
    return ExperimentStanding(
        status=runs.status(experiment),
        runs=len(runs.run_ids),
        best=None if newest is None else view_best(brief_in(work, newest).boards),
        gain=None if gain is None else view_gain(gain),
        spent_usd=to_usd(known_microusd(runs.spent_microusd, unpriced=runs.unpriced)),
        unpriced_calls=runs.unpriced,
        last_run=_line(work, runs.run_ids[0]) if runs.run_ids else None,
    )


def _line(work: UnitOfWork, run_id: RunId) -> RunLineView:
    return view_line(brief_in(work, run_id))


def _slug(work: UnitOfWork, project_id: ProjectId) -> str | None:
    found = None if project_id == LOCAL_PROJECT else work.projects.find(project_id)
    return None if found is None else found.slug
