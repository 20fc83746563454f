"""Kept parts: rubrics, judges and models under a name, in versions that are never changed."""

from sqlalchemy import Connection, select

from edison.domain import KeptPart, PartKind, ProjectId
from edison.errors import ChangedMeanwhile, ExperimentMissing

from ..database.noun_text import noun_text, read_noun
from ..database.statements import insert_new
from ..review_tables import KEPT_PART


class Parts:
    """The parts of all projects."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, part: KeptPart) -> None:
        """Keep a version; refused where somebody else took its number meanwhile."""
        row = {
            "project_id": part.project_id,
            "kind": part.kind.value,
            "name": part.name,
            "number": part.number,
            "body": noun_text(part),
        }
        if not insert_new(self._connection, KEPT_PART, row):
            raise ChangedMeanwhile(part.kind.value, part.name)

    def versions(self, project_id: ProjectId, kind: PartKind, name: str) -> list[KeptPart]:
        """All versions of a part, the first one first; none where there is no such part."""
        mine = (
            KEPT_PART.c.project_id == project_id,
            KEPT_PART.c.kind == kind.value,
            KEPT_PART.c.name == name,
        )
        bodies = self._connection.execute(
            select(KEPT_PART.c.body).where(*mine).order_by(KEPT_PART.c.number)
        ).scalars()
        return [read_noun(KeptPart, body) for body in bodies]

    def get(self, project_id: ProjectId, kind: PartKind, name: str, number: int | None = None) -> KeptPart:
        """One version of a part; the newest unless its number is given."""
        found = [one for one in self.versions(project_id, kind, name) if number in (None, one.number)]
        if not found:
            named = name if number is None else f"{name}@{number}"
            raise ExperimentMissing(named, part=kind.value)
        return found[-1]

    def all(self, project_id: ProjectId) -> list[KeptPart]:
        """The newest version of every part of a project, by kind and name."""
        query = select(KEPT_PART.c.body).where(KEPT_PART.c.project_id == project_id)
        ordered = query.order_by(KEPT_PART.c.kind, KEPT_PART.c.name, KEPT_PART.c.number)
        found = [read_noun(KeptPart, body) for body in self._connection.execute(ordered).scalars()]
        return list({(one.kind, one.name): one for one in found}.values())
