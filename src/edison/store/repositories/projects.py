"""Projects: the rooms that teams work in."""

from sqlalchemy import Connection, case, delete, func, select, update

from edison.domain import Project, ProjectId, RunId, Settlement
from edison.errors import ChangedMeanwhile, NameTaken, ProjectInUse, ProjectMissing

from ..database.noun_text import noun_text, read_noun
from ..database.statements import insert_new
from ..review_tables import DATASET_VERSION, EXPERIMENT, KEPT_PART, SUGGESTION
from ..tables import ASSIGNMENT, DATASET, PROJECT, PROMPT, RUN
from .runs import is_kept


class Projects:
    """All projects; the one of whoever works alone is not kept here."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, project: Project) -> None:
        """Keep a new project."""
        row = {
            "id": project.id,
            "slug": project.slug,
            "revision": project.revision,
            "body": noun_text(project),
        }
        if not insert_new(self._connection, PROJECT, row):
            raise NameTaken("project", project.slug)

    def get(self, slug: str) -> Project:
        """The project of this name."""
        query = select(PROJECT.c.body).where(PROJECT.c.slug == slug)
        body = self._connection.execute(query).scalar_one_or_none()
        if body is None:
            raise ProjectMissing(slug)
        return read_noun(Project, body)

    def find(self, project_id: ProjectId) -> Project | None:
        """The project with this id; None for the one of whoever works alone."""
        query = select(PROJECT.c.body).where(PROJECT.c.id == project_id)
        body = self._connection.execute(query).scalar_one_or_none()
        return None if body is None else read_noun(Project, body)

    def lock(self, project_id: ProjectId) -> Project | None:
        """The same, and nobody else begins a run of it until the transaction is over."""
        self._connection.execute(select(PROJECT.c.id).where(PROJECT.c.id == project_id).with_for_update())
        return self.find(project_id)

    def all(self) -> list[Project]:
        """All projects, by their names in commands."""
        query = select(PROJECT.c.body).order_by(PROJECT.c.slug)
        return [read_noun(Project, body) for body in self._connection.execute(query).scalars()]

    def slugs(self) -> dict[ProjectId, str]:
        """What every project is called in commands."""
        found = self._connection.execute(select(PROJECT.c.id, PROJECT.c.slug))
        return {ProjectId(row.id): row.slug for row in found}

    def change(self, seen: Project, **changes: object) -> Project:
        """The project with some of its values given anew; refused where somebody else changed it since it was seen."""
        changed = Project.model_validate({**dict(seen), **changes, "revision": seen.revision + 1})
        statement = (
            update(PROJECT)
            .where(PROJECT.c.id == seen.id, PROJECT.c.revision == seen.revision)
            .values(slug=changed.slug, revision=changed.revision, body=noun_text(changed))
        )
        if self._connection.execute(statement).rowcount != 1:
            raise ChangedMeanwhile("project", seen.slug)
        return changed

    def runs_of(self, project_id: ProjectId) -> list[RunId]:
        """The runs of a project that were not removed, the oldest first."""
        query = select(RUN.c.id).where(RUN.c.project_id == project_id, is_kept()).order_by(RUN.c.no)
        return [RunId(run_id) for run_id in self._connection.execute(query).scalars()]

    def remove(self, project: Project) -> None:
        """Delete a project with what is kept in it; refused while runs belong to it."""
        if self.runs_of(project.id):
            raise ProjectInUse(project.slug)
        for table in (PROMPT, DATASET, DATASET_VERSION, ASSIGNMENT, EXPERIMENT, KEPT_PART, SUGGESTION):
            self._connection.execute(delete(table).where(table.c.project_id == project.id))
        self._connection.execute(delete(PROJECT).where(PROJECT.c.id == project.id))

    def taken_microusd(self, project_id: ProjectId, *, but: RunId | None = None) -> int:
        """What the runs of a project spent, and what those that go on are allowed to spend."""
        spent = RUN.c.spent_microusd + RUN.c.held_microusd
        allowed = func.coalesce(RUN.c.budget_microusd, 0)
        open_ = (RUN.c.settlement == Settlement.NOT_YET.value) & (allowed > spent)
        query = select(func.coalesce(func.sum(case((open_, allowed), else_=spent)), 0)).where(
            RUN.c.project_id == project_id, RUN.c.id != (but or "")
        )
        return int(self._connection.execute(query).scalar_one())

    def holds(self, project_id: ProjectId) -> int:
        """How many prompts a project has."""
        query = select(func.count()).select_from(PROMPT).where(PROMPT.c.project_id == project_id)
        return self._connection.execute(query).scalar_one()
