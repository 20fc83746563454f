"""Kept parts: rubrics, judges and models under a name, in versions that are never changed."""

from sqlalchemy import ColumnElement, Connection, func, select

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
        query = select(KEPT_PART.c.body).where(*_is(project_id, kind, name)).order_by(KEPT_PART.c.number)
        bodies = self._connection.execute(query).scalars()
        return [read_noun(KeptPart, body) for body in bodies]

    def get(self, project_id: ProjectId, kind: PartKind, name: str, number: int | None = None) -> KeptPart:
        """One version of a part; the newest unless its number is given."""
        found = self.find(project_id, kind, name, number)
        if found is None:
            named = name if number is None else f"{name}@{number}"
            raise ExperimentMissing(named, part=kind.value)
        return found

    def find(
        self, project_id: ProjectId, kind: PartKind, name: str, number: int | None = None
    ) -> KeptPart | None:
        """The same; None where there is none."""
        query = select(KEPT_PART.c.body).where(*_is(project_id, kind, name))
        if number is not None:
            query = query.where(KEPT_PART.c.number == number)
        newest = query.order_by(KEPT_PART.c.number.desc()).limit(1)
        body = self._connection.execute(newest).scalar_one_or_none()
        return None if body is None else read_noun(KeptPart, body)

    def all(self, project_id: ProjectId) -> list[KeptPart]:
        """The newest version of every part of a project, by kind and name."""
        kinds = (KEPT_PART.c.kind, KEPT_PART.c.name)
        newest = (
            select(*kinds, func.max(KEPT_PART.c.number).label("number"))
            .where(KEPT_PART.c.project_id == project_id)
            .group_by(*kinds)
            .subquery()
        )
        is_newest = (
            (newest.c.kind == KEPT_PART.c.kind)
            & (newest.c.name == KEPT_PART.c.name)
            & (newest.c.number == KEPT_PART.c.number)
        )
        query = select(KEPT_PART.c.body).join(newest, is_newest).where(KEPT_PART.c.project_id == project_id)
        bodies = self._connection.execute(query.order_by(*kinds)).scalars()
        return [read_noun(KeptPart, body) for body in bodies]


def _is(project_id: ProjectId, kind: PartKind, name: str) -> tuple[ColumnElement[bool], ...]:
    return (
        KEPT_PART.c.project_id == project_id,
        KEPT_PART.c.kind == kind.value,
        KEPT_PART.c.name == name,
    )
