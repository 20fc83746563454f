"""Prompts and their versions: add, show, compare, promote, restore. Nothing is ever changed in place."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from edison.domain import (
    EventType,
    ProjectId,
    Prompt,
    PromptId,
    PromptVersion,
    PromptVersionId,
    Right,
    StoredVersion,
    SuitePrompt,
    UserId,
)
from edison.errors import ChangedMeanwhile, NotInUse, PromotionRefused
from edison.formats import read_prompt
from edison.stages.refine import write_tools
from edison.store import LOCAL_PROJECT, Signed, UnitOfWork
from edison.text import unified

from .access import verb
from .house import House
from .views.prompt import (
    PromptChangeView,
    PromptVersionView,
    PromptView,
    view_change,
    view_prompt,
    view_version,
)


@dataclass(frozen=True, slots=True)
class PromptRef:
    """A prompt by its name, in a project or where one person works alone."""

    name: str
    project: str | None = None


@verb(Right.CHANGE)
def add_version(
    house: House, where: PromptRef, text: bytes, *, file: str, parent: int | None = None, changelog: str = ""
) -> PromptVersionView:
    """Keep a text as the next version of a prompt, and the prompt too where it is not there yet.

    Args:
        house: Where to.
        where: Which prompt.
        text: A text, or a mapping as it stands in a suite.
        file: What the text is called in messages; its ending says what it is.
        parent: The number of the version that it was made from; the newest unless given.
        changelog: What was changed, and why.
    """
    written = read_prompt(text, name=file)

    def add(work: UnitOfWork) -> PromptVersionView:
        project_id = project_id_of(work, where.project)
        prompt = work.prompts.find(project_id, where.name)
        if prompt is None:
            prompt = Prompt(id=PromptId(house.mint.new("prm")), project_id=project_id, name=where.name)
            work.prompts.add(prompt)
        version = _new_version(house, written, changelog=changelog)
        return _add(house, work, prompt, version, parent=parent)

    return house.write(add)


@verb(Right.CHANGE)
def revise_version(
    house: House, where: PromptRef, number: int, *, system: str, user: str, changelog: str = ""
) -> PromptVersionView:
    """Keep other texts as the next version, made from this one; its examples, tools and form stay.

    Raises:
        SuiteBroken: the texts say nothing, or a template in them cannot be read.
    """
    texts = json.dumps({"system": system, "user": user}).encode()
    written = read_prompt(texts, name=f"{where.name}.json")

    def revise(work: UnitOfWork) -> PromptVersionView:
        prompt, kept = _find(work, where, number)
        changes = {
            "id": PromptVersionId(house.mint.new("ver")),
            "system": written.system,
            "user": written.user,
            "changelog": changelog,
        }
        return _add(house, work, prompt, kept.version.model_copy(update=changes), parent=number)

    return house.write(revise)


@verb(Right.READ)
def list_prompts(house: House, *, project: str | None = None) -> list[PromptView]:
    """All prompts of a project, by name."""
    with house.store.reading() as work:
        return list(map(view_prompt, work.prompts.all(project_id_of(work, project))))


@verb(Right.READ)
def show_version(house: House, where: PromptRef, number: int | None = None) -> PromptVersionView:
    """One version of a prompt; unless its number is given, the one in use, or the newest where none is."""
    with house.store.reading() as work:
        prompt, kept = _find(work, where, number)
        return _view(work, prompt, kept)


@verb(Right.READ)
def show_made_version(house: House, where: PromptRef, version: str) -> PromptVersionView:
    """One version of a prompt by its id, as whoever made it is told; the newest where it is not known."""
    with house.store.reading() as work:
        prompt = _prompt(work, where)
        return _view(work, prompt, _newest(work, prompt, version_id=version))


@verb(Right.READ)
def show_production(house: House, where: PromptRef) -> PromptVersionView:
    """The version that is in use.

    Raises:
        NotInUse: none is marked as that.
    """
    with house.store.reading() as work:
        prompt, kept = _find(work, where, None)
        if kept.version.id != prompt.production_id:
            raise NotInUse(prompt.name)
        return _view(work, prompt, kept)


@verb(Right.READ)
def diff_versions(house: House, where: PromptRef, *, old: int, new: int) -> str:
    """What was changed from one version to another, as a unified diff of each part that differs."""
    with house.store.reading() as work:
        before, after = (_find(work, where, number)[1].version for number in (old, new))
    parts = (
        ("system", before.system, after.system),
        ("user", before.user, after.user),
        ("few shots", _shots_text(before), _shots_text(after)),
        ("tools", write_tools(before.tools), write_tools(after.tools)),
    )
    return "".join(
        f"--- {name} (version {old})\n+++ {name} (version {new})\n{unified(one, other)}"
        for name, one, other in parts
        if one != other
    )


@verb(Right.READ)
def list_versions(house: House, where: PromptRef) -> list[PromptVersionView]:
    """All versions of a prompt, the newest first."""
    with house.store.reading() as work:
        prompt = _prompt(work, where)
        numbers, found = work.prompts.numbers(prompt.id), reversed(work.prompts.versions(prompt.id))
        return [_viewed(prompt, kept, numbers=numbers) for kept in found]


@verb(Right.READ)
def list_changes(house: House, where: PromptRef) -> list[PromptChangeView]:
    """Everything that was done to a prompt, by whom and when, in order."""
    with house.store.reading() as work:
        return [view_change(change) for change in work.prompts.changes(_prompt(work, where).id)]


@verb(Right.CHANGE)
def promote_version(
    house: House,
    where: PromptRef,
    number: int,
    *,
    note: str = "",
    seen: int | None = None,
    anyway: bool = False,
) -> PromptVersionView:
    """Mark a version as the one in use; one that is in use already no longer is.

    It has to be shown to be better on held-out cases, and judges may warn of no more answers than before.

    Args:
        house: Where it is kept.
        where: Which prompt.
        number: Which version.
        note: Why, for the history.
        seen: The revision of the prompt that this was decided by; refused where there is a newer one.
        anyway: Mark it without that proof; the note has to say why, and the history tells.

    Raises:
        PromotionRefused: something of this is missing.
    """

    def mark(work: UnitOfWork) -> PromptVersionView:
        prompt, kept = _find(work, where, number)
        if seen is not None and seen != prompt.revision:
            raise ChangedMeanwhile("prompt", prompt.name)
        lacking = () if kept.version.id == prompt.production_id else _lacking(kept)
        if lacking and not (anyway and note):
            raise PromotionRefused(prompt.name, number, lacking)
        reason = f"Without proof: {note}" if lacking else note
        signed = Signed(UserId(house.actor.name), house.clock.now(), reason)
        change = work.prompts.mark(prompt, kept.version, signed=signed)
        _tell(work, prompt, kept.version, change=change.kind.value, signed=signed)
        return _view(work, _prompt(work, where), kept)

    return house.write(mark)


@verb(Right.CHANGE)
def restore_version(house: House, where: PromptRef, number: int) -> PromptVersionView:
    """Make the text of an older version the newest one; what was in between stays."""

    def restore(work: UnitOfWork) -> PromptVersionView:
        prompt, kept = _find(work, where, number)
        changes = {
            "id": PromptVersionId(house.mint.new("ver")),
            "changelog": f"Restores version {number}.",
        }
        version = kept.version.model_copy(update=changes)
        return _add(house, work, prompt, version, parent=number)

    return house.write(restore)


def project_id_of(work: UnitOfWork, slug: str | None) -> ProjectId:
    """The project of this name; the local one without a name."""
    return LOCAL_PROJECT if slug is None else work.projects.get(slug).id


def _lacking(kept: StoredVersion) -> tuple[str, ...]:
    return ("nothing was measured of it on held-out cases",) if kept.proof is None else kept.proof.lacks


def _new_version(house: House, written: SuitePrompt, *, changelog: str) -> PromptVersion:
    return PromptVersion(
        id=PromptVersionId(house.mint.new("ver")),
        prompt_id=PromptId(""),
        number=1,
        system=written.system,
        user=written.user,
        few_shots=written.few_shots,
        tools=written.tools,
        tool_choice=written.tool_choice,
        form=written.form,
        changelog=changelog,
    )


def _add(
    house: House,
    work: UnitOfWork,
    prompt: Prompt,
    version: PromptVersion,
    *,
    parent: int | None,
) -> PromptVersionView:
    last = work.prompts.newest(prompt.id) if parent is None else work.prompts.version(prompt, parent)
    parent_id = None if last is None else last.version.id
    signed = Signed(UserId(house.actor.name), house.clock.now(), version.changelog)
    child = version.model_copy(update={"parent_id": parent_id})
    kept = work.prompts.add_version(prompt, child, signed=signed)
    _tell(work, prompt, kept.version, change="version_added", signed=signed)
    return _view(work, prompt.model_copy(update={"revision": prompt.revision + 1}), kept)


def _tell(work: UnitOfWork, prompt: Prompt, version: PromptVersion, *, change: str, signed: Signed) -> None:
    about = {"prompt": prompt.id, "version": version.id, "change": change, "author": signed.author}
    work.events.append_to_project(prompt.project_id, EventType.PROMPT_CHANGED, at=signed.at, about=about)


def _prompt(work: UnitOfWork, where: PromptRef) -> Prompt:
    return work.prompts.get(project_id_of(work, where.project), where.name)


def _find(work: UnitOfWork, where: PromptRef, number: int | None) -> tuple[Prompt, StoredVersion]:
    prompt = _prompt(work, where)
    if number is not None:
        return prompt, work.prompts.version(prompt, number)
    return prompt, _newest(work, prompt, version_id=prompt.production_id)


def _newest(work: UnitOfWork, prompt: Prompt, *, version_id: str | None) -> StoredVersion:
    kept = work.prompts.newest(prompt.id, version_id=version_id)
    assert kept is not None, "a prompt is kept with its first version"
    return kept


def _view(work: UnitOfWork, prompt: Prompt, kept: StoredVersion) -> PromptVersionView:
    return _viewed(prompt, kept, numbers=work.prompts.numbers(prompt.id))


def _viewed(
    prompt: Prompt, kept: StoredVersion, *, numbers: Mapping[PromptVersionId, int]
) -> PromptVersionView:
    parent_id = kept.version.parent_id
    return view_version(prompt, kept, parent=None if parent_id is None else numbers.get(parent_id))


def _shots_text(version: PromptVersion) -> str:
    return "".join(f"user: {shot.user}\nassistant: {shot.assistant}\n" for shot in version.few_shots)
