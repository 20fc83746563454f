"""Prompts: their versions as a tree, the mark of the one in use, and every change with its author."""

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, case, func, select, update

from edison.domain import (
    AdoptedVersions,
    ProjectId,
    Prompt,
    PromptChange,
    PromptChangeKind,
    PromptId,
    PromptVersion,
    PromptVersionId,
    StoredVersion,
    UserId,
    VersionProof,
)
from edison.errors import ChangedMeanwhile, NameTaken, PromptMissing, VersionMissing

from ..database.noun_text import noun_text, read_noun
from ..database.packing import from_micros, pack, to_micros, unpack
from ..database.statements import Found, insert_new
from ..review_tables import VERSION_PROOF
from ..tables import PROMPT, PROMPT_CHANGE, PROMPT_VERSION

_VERSIONS = select(PROMPT_VERSION, VERSION_PROOF.c.body.label("proof")).outerjoin(
    VERSION_PROOF, VERSION_PROOF.c.version_id == PROMPT_VERSION.c.id
)


class Signed(NamedTuple):
    """Who makes a change, when, and why."""

    author: UserId
    at: datetime
    note: str = ""


class CountedPrompt(NamedTuple):
    """A prompt, how many versions it has, and the number of the one in use."""

    prompt: Prompt
    versions: int
    production: int | None


class Prompts:
    """The prompts of all projects. Versions are added and never changed."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, prompt: Prompt) -> None:
        """A prompt without a version yet."""
        row = {
            "id": prompt.id,
            "project_id": prompt.project_id,
            "name": pack(prompt.name),
            "revision": prompt.revision,
            "production_id": prompt.production_id,
        }
        if not insert_new(self._connection, PROMPT, row):
            raise NameTaken("prompt", prompt.name)

    def find(self, project_id: ProjectId, name: str) -> Prompt | None:
        """The prompt that a project calls so; None where there is none."""
        query = select(PROMPT).where(PROMPT.c.project_id == project_id, PROMPT.c.name == pack(name))
        found = self._connection.execute(query).one_or_none()
        return None if found is None else _prompt(found)

    def get(self, project_id: ProjectId, name: str) -> Prompt:
        """The same, which has to be there."""
        prompt = self.find(project_id, name)
        if prompt is None:
            raise PromptMissing(name)
        return prompt

    def all(self, project_id: ProjectId) -> list[CountedPrompt]:
        """All prompts of a project, by name; what their versions say is not read."""
        number = case((PROMPT_VERSION.c.id == PROMPT.c.production_id, PROMPT_VERSION.c.number))
        counts = (func.count(PROMPT_VERSION.c.number).label("versions"), func.max(number).label("production"))
        query = (
            select(PROMPT, *counts)
            .outerjoin(PROMPT_VERSION, PROMPT_VERSION.c.prompt_id == PROMPT.c.id)
            .where(PROMPT.c.project_id == project_id)
            .group_by(PROMPT.c.id)
        )
        found = (
            CountedPrompt(_prompt(row), row.versions, row.production)
            for row in self._connection.execute(query)
        )
        return sorted(found, key=lambda one: one.prompt.name)

    def versions(self, prompt_id: PromptId) -> list[StoredVersion]:
        """All versions of a prompt, the first one first."""
        query = _VERSIONS.where(PROMPT_VERSION.c.prompt_id == prompt_id)
        return list(map(_version, self._connection.execute(query.order_by(PROMPT_VERSION.c.number))))

    def numbers(self, prompt_id: PromptId) -> dict[PromptVersionId, int]:
        """The number of every version of a prompt."""
        query = select(PROMPT_VERSION.c.id, PROMPT_VERSION.c.number)
        found = self._connection.execute(query.where(PROMPT_VERSION.c.prompt_id == prompt_id))
        return {PromptVersionId(row.id): row.number for row in found}

    def newest(self, prompt_id: PromptId, *, version_id: str | None = None) -> StoredVersion | None:
        """The newest version of a prompt, or the one with this id where there is such; None where there is none."""
        is_meant = case((PROMPT_VERSION.c.id == version_id, 1), else_=0)
        query = _VERSIONS.where(PROMPT_VERSION.c.prompt_id == prompt_id)
        ordered = query.order_by(is_meant.desc(), PROMPT_VERSION.c.number.desc()).limit(1)
        found = self._connection.execute(ordered).one_or_none()
        return None if found is None else _version(found)

    def version(self, prompt: Prompt, number: int) -> StoredVersion:
        """One version by its number."""
        query = _VERSIONS.where(PROMPT_VERSION.c.prompt_id == prompt.id, PROMPT_VERSION.c.number == number)
        found = self._connection.execute(query).one_or_none()
        if found is None:
            raise VersionMissing(prompt.name, number)
        return _version(found)

    def add_version(
        self, prompt: Prompt, version: PromptVersion, *, signed: Signed, proof: VersionProof | None = None
    ) -> StoredVersion:
        """Keep a version under the next free number, whatever number it says."""
        self._raise_revision(prompt)
        highest = select(func.coalesce(func.max(PROMPT_VERSION.c.number), 0))
        last = self._connection.execute(highest.where(PROMPT_VERSION.c.prompt_id == prompt.id)).scalar_one()
        kept = StoredVersion(
            version=version.model_copy(update={"number": last + 1, "prompt_id": prompt.id}),
            author=signed.author,
            made_at=signed.at,
            proof=proof,
        )
        row = {
            "prompt_id": prompt.id,
            "number": kept.version.number,
            "id": kept.version.id,
            "author": signed.author,
            "made_at": to_micros(signed.at),
            "body": noun_text(kept.version),
        }
        self._connection.execute(PROMPT_VERSION.insert().values(row))
        if proof is not None:
            self._prove(kept.version, proof)
        self._note(prompt, PromptChangeKind.VERSION_ADDED, kept.version.number, signed)
        return kept

    def add_line(
        self, line: AdoptedVersions, *, at: datetime, new_id: Callable[[str], str]
    ) -> tuple[Prompt, list[StoredVersion]]:
        """Keep versions that were made from each other, and the prompt too where it is not there yet.

        Texts that the prompt has are not kept twice, and get the proof that they lack; says which were new.
        """
        prompt = self.find(line.project_id, line.prompt)
        if prompt is None:
            prompt = Prompt(id=PromptId(new_id("prm")), project_id=line.project_id, name=line.prompt)
            self.add(prompt)
        known = {_said(kept.version): kept for kept in self.versions(prompt.id)}
        kept: list[StoredVersion] = []
        parent: StoredVersion | None = None
        for version, author, proof in zip(line.versions, line.authors, line.proofs, strict=True):
            there = known.get(_said(version))
            parent_id = None if parent is None else parent.version.id
            if there is not None:
                if proof is not None and there.proof is None and there.version.parent_id == parent_id:
                    self._prove(there.version, proof)
                parent = there
                continue
            placed = {"id": PromptVersionId(new_id("ver")), "parent_id": parent_id}
            signed = Signed(author, at, version.changelog)
            parent = self.add_version(prompt, version.model_copy(update=placed), signed=signed, proof=proof)
            prompt = prompt.model_copy(update={"revision": prompt.revision + 1})
            kept.append(parent)
        return prompt, kept

    def _prove(self, version: PromptVersion, proof: VersionProof) -> None:
        row = {"version_id": version.id, "body": noun_text(proof)}
        self._connection.execute(VERSION_PROOF.insert().values(row))

    def mark(self, prompt: Prompt, version: PromptVersion, *, signed: Signed) -> PromptChange:
        """Mark a version as the one in use; where it is that already, nothing is from now on."""
        is_in_use = prompt.production_id == version.id
        self._raise_revision(prompt, production_id=None if is_in_use else version.id)
        kind = PromptChangeKind.DEMOTED if is_in_use else PromptChangeKind.PROMOTED
        return self._note(prompt, kind, version.number, signed)

    def changes(self, prompt_id: PromptId) -> list[PromptChange]:
        """Every change of a prompt, in order."""
        query = select(PROMPT_CHANGE).where(PROMPT_CHANGE.c.prompt_id == prompt_id)
        return list(map(_change, self._connection.execute(query.order_by(PROMPT_CHANGE.c.revision))))

    def _raise_revision(self, prompt: Prompt, **values: PromptVersionId | None) -> None:
        """Refused where somebody else changed it since it was read."""
        seen = (PROMPT.c.id == prompt.id, PROMPT.c.revision == prompt.revision)
        changed = update(PROMPT).where(*seen).values(revision=prompt.revision + 1, **values)
        if self._connection.execute(changed).rowcount != 1:
            raise ChangedMeanwhile("prompt", prompt.name)

    def _note(self, prompt: Prompt, kind: PromptChangeKind, version: int, signed: Signed) -> PromptChange:
        change = PromptChange(
            prompt_id=prompt.id,
            revision=prompt.revision + 1,
            kind=kind,
            version=version,
            author=signed.author,
            at=signed.at,
            note=signed.note,
        )
        row = {
            "prompt_id": prompt.id,
            "revision": change.revision,
            "kind": kind.value,
            "version": version,
            "author": signed.author,
            "at": to_micros(signed.at),
            "note": pack(signed.note),
        }
        self._connection.execute(PROMPT_CHANGE.insert().values(row))
        return change


def _said(version: PromptVersion) -> str:
    """All that a version says to a model, whatever it is called."""
    plain = {"id": "", "prompt_id": "", "number": 1, "parent_id": None, "changelog": ""}
    return noun_text(version.model_copy(update=plain))


def _prompt(row: Found) -> Prompt:
    return Prompt(
        id=row.id,
        project_id=row.project_id,
        name=unpack(row.name),
        production_id=row.production_id,
        revision=row.revision,
    )


def _version(row: Found) -> StoredVersion:
    return StoredVersion(
        version=read_noun(PromptVersion, row.body),
        author=row.author,
        made_at=from_micros(row.made_at),
        proof=None if row.proof is None else read_noun(VersionProof, row.proof),
    )


def _change(row: Found) -> PromptChange:
    return PromptChange(
        prompt_id=row.prompt_id,
        revision=row.revision,
        kind=row.kind,
        version=row.version,
        author=row.author,
        at=from_micros(row.at),
        note=unpack(row.note),
    )
