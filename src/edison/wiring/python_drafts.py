"""Drafts from Python: `edison.draft("prompt", goal=..., model=...)`, `edison.improve("prompt", text=...)`."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from edison.actions.datasets import DatasetRef
from edison.actions.drafts import WantedDraft, request_draft, show_drafts
from edison.actions.failing import AimRequest
from edison.actions.presets import PRESETS
from edison.actions.prompts import PromptRef
from edison.actions.results.reports import find_run, read_run
from edison.actions.views.draft import DraftsView
from edison.domain import CaseSpec, DraftKind, DraftMode, RunId, Technique

from .house import open_house
from .python_api import drive_plan, read_providers_given, read_suite_given
from .python_prompts import settings_for

Suite = str | Path | Mapping[str, Any]


def draft(kind: str, *, alternatives: int = 3, **options: Any) -> DraftsView:
    """Have a model write a `goal`, `rubric`, `prompt` or instructions for a `judge`, in several ways.

    Args:
        kind: What is written.
        alternatives: From 1 to 5.
        **options: `goal`, `model`, `technique`, `suite` (a file or mapping that says these and more), `budget_usd`,
            `seed`, `providers`, `database`.
    """
    return _write(DraftKind(kind), DraftMode.DRAFT, alternatives=alternatives, **options)


def complete(kind: str, text: str, *, alternatives: int = 3, **options: Any) -> DraftsView:
    """Have a model go on where a text ends; the same options as for `draft`."""
    return _write(DraftKind(kind), DraftMode.COMPLETE, text=text, alternatives=alternatives, **options)


def improve(
    kind: str, text: str = "", *, focus: Sequence[str] = (), prompt: str | None = None, **options: Any
) -> DraftsView:
    """Have a model improve a text, or a kept prompt, by edits; the same options as for `draft`."""
    kept = None if prompt is None else PromptRef(prompt)
    return _write(DraftKind(kind), DraftMode.IMPROVE, text=text, focus=tuple(focus), prompt=kept, **options)


def generate(
    name: str,
    *,
    count: int = 20,
    at: str | None = None,
    spots: Sequence[str] = (),
    beside: str | None = None,
    complete: bool = False,
    **options: Any,
) -> DraftsView:
    """Have a model write cases into a new set, unverified until a person approves them.

    Args:
        name: What the set is called.
        count: How many.
        at: A run; the cases are adversarial and aimed at what fails there.
        spots: At which kinds of its failing cases, such as `tag:returns`; the surest ones unless given.
        beside: A set of which nothing is written again.
        complete: Whether it goes on with a set that is there: as its next version.
        **options: `kind`, `diversity`, `hints`, `languages`, `lengths`, `tags` and `embedder` (as provider/model) of
            the cases, and what `draft` takes.
    """
    said = {field: options.pop(field) for field in CaseSpec.model_fields if field in options}
    spec = CaseSpec.model_validate({**said, "name": name, "count": count})
    known = None if beside is None else DatasetRef.parse(beside)
    aim = None if at is None else AimRequest(RunId(at), tuple(spots))
    mode = DraftMode.COMPLETE if complete else DraftMode.DRAFT
    return _write(DraftKind.CASES, mode, spec=spec, beside=known, at=aim, **options)


def _write(
    kind: DraftKind,
    mode: DraftMode,
    *,
    model: str | None = None,
    technique: str = "direct",
    suite: Suite | None = None,
    providers: str | Path | Mapping[str, Any] | None = None,
    database: str | None = None,
    **options: Any,
) -> DraftsView:
    led = Technique(technique)
    wanted = WantedDraft(kind=kind, mode=mode, writer=model, technique=led, **options)
    file = None if suite is None else read_suite_given(suite)
    with open_house(settings_for(database), providers=read_providers_given(providers)) as house:
        if wanted.at is not None:
            wanted = replace(wanted, at=replace(wanted.at, run=find_run(house, wanted.at.run).id))
        request = request_draft(house, wanted, suite=file)
        started = drive_plan(house, lambda: PRESETS["draft"].plan(house, request), None)
        return show_drafts(house, read_run(house, started))
