"""Prompts: versions, what was done to them, and which is in use. Versions are never changed."""

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import Field

from edison.actions.house import House
from edison.actions.prompts import (
    PromptRef,
    add_version,
    list_changes,
    list_prompts,
    list_versions,
    promote_version,
    restore_version,
    revise_version,
    show_made_version,
    show_version,
)
from edison.actions.requests import do_once
from edison.actions.views.prompt import PromptChangeView, PromptVersionView, PromptView

from ..access import Changing, Reading
from .shapes import LARGEST, IdempotencyKey, Project, RequestBody

router = APIRouter(prefix="/api", tags=["prompts"])

Name = Annotated[str, Path(min_length=1, max_length=200, description="What the prompt is called.")]
Number = Annotated[int, Path(ge=1, le=LARGEST, description="The number of a version.")]
Revision = Annotated[int, Field(ge=0, le=LARGEST)]


class NewPrompt(RequestBody):
    """A text, or a mapping as it stands under `prompt` in a suite."""

    name: str = Field(min_length=1, max_length=200)
    text: str = Field(min_length=1)
    is_mapping: bool = False
    changelog: str = ""


class NewVersion(RequestBody):
    """Other texts on a version that is there; its examples and tools stay."""

    system: str
    user: str
    changelog: str = ""


class Promotion(RequestBody):
    """Why a version is marked as the one in use, and by which revision of the prompt that was decided."""

    seen: Revision
    note: str = ""
    anyway: bool = False


@router.get("/prompts")
def prompts(house: Reading, *, project: Project = None) -> list[PromptView]:
    """Prompts by name, with the version in use."""
    return list_prompts(house, project=project)


@router.post("/prompts", status_code=201)
def add(
    house: Changing, *, request: NewPrompt, key: IdempotencyKey, project: Project = None
) -> PromptVersionView:
    """Keep a text as the first version of a prompt, or as the next one where it is there."""
    where = PromptRef(request.name, project)
    file = "prompt.yaml" if request.is_mapping else "prompt.txt"

    def act(keyed: House) -> None:
        add_version(keyed, where, request.text.encode(), file=file, changelog=request.changelog)

    return show_made_version(house, where, do_once(house, key, act))


@router.get("/prompts/{prompt:path}/versions")
def versions(house: Reading, prompt: Name, *, project: Project = None) -> list[PromptVersionView]:
    """All versions of a prompt, whole, the newest first."""
    return list_versions(house, PromptRef(prompt, project))


@router.get("/prompts/{prompt:path}/changes")
def changes(house: Reading, prompt: Name, *, project: Project = None) -> list[PromptChangeView]:
    """Everything that was done to a prompt, by whom and when, in order."""
    return list_changes(house, PromptRef(prompt, project))


@router.post("/prompts/{prompt:path}/versions/{number}/revise", status_code=201)
def revise(
    house: Changing,
    prompt: Name,
    number: Number,
    *,
    request: NewVersion,
    key: IdempotencyKey,
    project: Project = None,
) -> PromptVersionView:
    """Keep other texts as the next version, made from this one."""
    where = PromptRef(prompt, project)

    def act(keyed: House) -> None:
        revise_version(
            keyed, where, number, system=request.system, user=request.user, changelog=request.changelog
        )

    return show_made_version(house, where, do_once(house, key, act))


@router.post("/prompts/{prompt:path}/versions/{number}/restore", status_code=201)
def restore(
    house: Changing,
    prompt: Name,
    number: Number,
    *,
    key: IdempotencyKey,
    project: Project = None,
) -> PromptVersionView:
    """Make the text of an older version the newest one; what was in between stays."""
    where = PromptRef(prompt, project)
    made = do_once(house, key, lambda keyed: restore_version(keyed, where, number))
    return show_made_version(house, where, made)


@router.post("/prompts/{prompt:path}/versions/{number}/promote")
def promote(
    house: Changing,
    prompt: Name,
    number: Number,
    *,
    request: Promotion,
    key: IdempotencyKey,
    project: Project = None,
) -> PromptVersionView:
    """Mark a version that is shown to be better as the one in use; one that is in use already no longer is."""
    where = PromptRef(prompt, project)

    def act(keyed: House) -> None:
        promote_version(keyed, where, number, note=request.note, seen=request.seen, anyway=request.anyway)

    do_once(house, key, act)
    return show_version(house, where, number)
