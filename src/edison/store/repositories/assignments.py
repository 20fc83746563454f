"""Assignments: what texts are ranked by, each under its name."""

from sqlalchemy import Connection, delete, select, update

from edison.domain import Assignment, ProjectId
from edison.errors import AssignmentMissing, ChangedMeanwhile, NameTaken

from ..database.noun_text import noun_text, read_noun
from ..database.statements import insert_new
from ..tables import ASSIGNMENT


class Assignments:
    """The assignments of all projects."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, assignment: Assignment) -> None:
        """Keep a new one."""
        row = {
            "id": assignment.id,
            "project_id": assignment.project_id,
            "name": assignment.name,
            "revision": assignment.revision,
            "body": noun_text(assignment),
        }
        if not insert_new(self._connection, ASSIGNMENT, row):
            raise NameTaken("assignment", assignment.name)

    def get(self, project_id: ProjectId, name: str) -> Assignment:
        """The one that a project calls so."""
        mine = (ASSIGNMENT.c.project_id == project_id, ASSIGNMENT.c.name == name)
        body = self._connection.execute(select(ASSIGNMENT.c.body).where(*mine)).scalar_one_or_none()
        if body is None:
            raise AssignmentMissing(name)
        return read_noun(Assignment, body)

    def all(self, project_id: ProjectId) -> list[Assignment]:
        """All of a project, by name."""
        query = select(ASSIGNMENT.c.body).where(ASSIGNMENT.c.project_id == project_id)
        found = self._connection.execute(query.order_by(ASSIGNMENT.c.name)).scalars()
        return [read_noun(Assignment, body) for body in found]

    def change(self, changed: Assignment, *, seen: int) -> None:
        """Keep it as it is now; refused where somebody else changed it since that revision."""
        statement = (
            update(ASSIGNMENT)
            .where(ASSIGNMENT.c.id == changed.id, ASSIGNMENT.c.revision == seen)
            .values(revision=changed.revision, body=noun_text(changed))
        )
        if self._connection.execute(statement).rowcount != 1:
            raise ChangedMeanwhile("assignment", changed.name)

    def remove(self, assignment: Assignment) -> None:
        """Delete it; runs have pinned what they took from it."""
        self._connection.execute(delete(ASSIGNMENT).where(ASSIGNMENT.c.id == assignment.id))
