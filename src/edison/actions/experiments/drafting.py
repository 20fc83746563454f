"""Drafts for an experiment: what its definition says already need not be said again."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from pydantic import JsonValue

from edison.domain import DraftKind, DraftMode, Right, Run, RunId

from ..access import verb
from ..drafts import WantedDraft, request_draft, show_drafts
from ..house import House
from ..presets import PRESETS
from ..results.reports import read_run
from ..runs.prepare import PreparedRun, prepare_run
from ..runs.start import start_run
from ..views.draft import DraftsView
from ..views.estimate import EstimateView, tell_estimate
from .editing import find_experiment, show_experiment
from .parts import with_kept_parts

_PRESET = "draft"


@verb(Right.SPEND)
def start_draft(
    house: House, wanted: WantedDraft, *, experiment: str | None = None, start_key: str | None = None
) -> Run:
    """Have a model write, complete or improve something; an equal key gives the run that was started with it.

    Goal, criteria, writer, budget and how providers are reached are the experiment's where nothing else is said, and
    so is the text that is gone on from. Blocks; not for a loop.
    """
    return start_run(house, _prepare(house, wanted, experiment), start_key=start_key)


@verb(Right.READ)
def estimate_draft(house: House, wanted: WantedDraft, *, experiment: str | None = None) -> EstimateView:
    """What the same would ask for and may cost; nothing is stored. Blocks; not for a loop."""
    return tell_estimate(_prepare(house, wanted, experiment))


@verb(Right.READ)
def show_draft_run(house: House, run_id: RunId) -> DraftsView:
    """What a run wrote so far."""
    return show_drafts(house, read_run(house, run_id))


def _prepare(house: House, wanted: WantedDraft, experiment: str | None) -> PreparedRun:
    providers: Mapping[str, JsonValue] = {}
    if experiment is not None:
        found = show_experiment(house, experiment)
        kept = find_experiment(house, experiment)
        definition = with_kept_parts(house, kept.definition, project_id=kept.project_id)
        wanted = replace(_filled(wanted, definition), project=wanted.project or found.project)
        providers = _mapping(definition.get("providers"))
    request = request_draft(house, wanted)
    return prepare_run(house, PRESETS[_PRESET].plan(house, replace(request, providers=dict(providers))))


def _filled(wanted: WantedDraft, definition: Mapping[str, JsonValue]) -> WantedDraft:
    """The request with what an experiment says, whole or not."""
    goal, budget = definition.get("goal"), definition.get("budget_usd")
    needs_text = wanted.mode is not DraftMode.DRAFT or wanted.kind is DraftKind.CASES
    shown = _text_of(wanted.kind, definition) if needs_text and wanted.prompt is None else ""
    return replace(
        wanted,
        goal=wanted.goal or (goal if isinstance(goal, str) else ""),
        text=wanted.text or shown,
        focus=wanted.focus or tuple(_names(definition.get("rubric"))),
        writer=wanted.writer or _writer(definition),
        budget_usd=wanted.budget_usd
        if wanted.budget_usd is not None
        else (float(budget) if isinstance(budget, int | float) and budget > 0 else None),
    )


def _text_of(kind: DraftKind, definition: Mapping[str, JsonValue]) -> str:
    """What stands in the definition: as it is where it is a text, as JSON otherwise."""
    judges = _list(definition.get("judges"))
    value = {
        DraftKind.GOAL: definition.get("goal"),
        DraftKind.RUBRIC: definition.get("rubric"),
        DraftKind.PROMPT: definition.get("prompt") or definition.get("prompts"),
        DraftKind.CASES: definition.get("prompt") or definition.get("prompts"),
        DraftKind.JUDGE: _mapping(judges[0]).get("instructions") if judges else None,
    }[kind]
    if not value:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)


def _writer(definition: Mapping[str, JsonValue]) -> str | None:
    """The refiner, else the first judge, else the first arm, as far as one is named."""
    refiner = _mapping(definition.get("refine")).get("refiner")
    for one in (refiner, *_list(definition.get("judges"))[:1], *_list(definition.get("arms"))[:1]):
        model = _mapping(one).get("model") if isinstance(one, dict) else one
        if isinstance(model, str) and model:
            return model
    return None


def _names(rubric: JsonValue) -> list[str]:
    names = [_mapping(one).get("name") for one in _list(rubric)]
    return [name for name in names if isinstance(name, str) and name]


def _mapping(value: JsonValue) -> Mapping[str, JsonValue]:
    return value if isinstance(value, dict) else {}


def _list(value: JsonValue) -> Sequence[JsonValue]:
    return cast("list[JsonValue]", value) if isinstance(value, list) else ()
