"""The library of cases: sets under a name, in versions that are never changed."""

from sqlalchemy import Connection, func, select

from edison.domain import ProjectId, StoredDataset
from edison.errors import ChangedMeanwhile, DatasetUnknown

from ..database.noun_text import noun_text, read_noun
from ..database.packing import pack
from ..database.statements import insert_new
from ..review_tables import DATASET_VERSION


class DatasetLibrary:
    """The named sets of all projects."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, version: StoredDataset) -> None:
        """Keep a version; refused where somebody else took its number meanwhile."""
        row = {
            "project_id": version.project_id,
            "name": pack(version.name),
            "number": version.number,
            "dataset_id": version.dataset_id,
            "body": noun_text(version),
        }
        if not insert_new(self._connection, DATASET_VERSION, row):
            raise ChangedMeanwhile("set of cases", version.name)

    def get(self, project_id: ProjectId, name: str, number: int | None = None) -> StoredDataset:
        """One version of a set; the newest unless its number is given."""
        found = self.find(project_id, name, number)
        if found is None:
            raise DatasetUnknown(name, number)
        return found

    def find(self, project_id: ProjectId, name: str, number: int | None = None) -> StoredDataset | None:
        """The same; None where there is none."""
        query = select(DATASET_VERSION.c.body).where(
            DATASET_VERSION.c.project_id == project_id, DATASET_VERSION.c.name == pack(name)
        )
        if number is not None:
            query = query.where(DATASET_VERSION.c.number == number)
        newest = query.order_by(DATASET_VERSION.c.number.desc()).limit(1)
        body = self._connection.execute(newest).scalar_one_or_none()
        return None if body is None else read_noun(StoredDataset, body)

    def versions(self, project_id: ProjectId, name: str) -> list[StoredDataset]:
        """All versions of a set, the first one first; none where there is no such set."""
        query = select(DATASET_VERSION.c.body).where(
            DATASET_VERSION.c.project_id == project_id, DATASET_VERSION.c.name == pack(name)
        )
        bodies = self._connection.execute(query.order_by(DATASET_VERSION.c.number)).scalars()
        return [read_noun(StoredDataset, body) for body in bodies]

    def all(self, project_id: ProjectId) -> list[StoredDataset]:
        """The newest version of every set of a project, by name."""
        newest = (
            select(DATASET_VERSION.c.name, func.max(DATASET_VERSION.c.number).label("number"))
            .where(DATASET_VERSION.c.project_id == project_id)
            .group_by(DATASET_VERSION.c.name)
            .subquery()
        )
        query = (
            select(DATASET_VERSION.c.body)
            .join(
                newest,
                (newest.c.name == DATASET_VERSION.c.name) & (newest.c.number == DATASET_VERSION.c.number),
            )
            .where(DATASET_VERSION.c.project_id == project_id)
        )
        found = [read_noun(StoredDataset, body) for body in self._connection.execute(query).scalars()]
        return sorted(found, key=lambda one: one.name)
