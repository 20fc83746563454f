"""Datasets and their cases: stored once, however many runs use them."""

from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, select, update

from edison.domain import Case, Dataset, DatasetId
from edison.errors import DatasetMissing

from ..database.cursors import driver_cursor, translation_for
from ..database.inserting import insert_new
from ..database.noun_reading import read_noun
from ..database.noun_text import noun_text
from ..database.packing import pack
from ..tables import CASE, DATASET
from ..writing.bulk import Bulk
from .case_texts import CaseSpool, CaseText, write_cases


class Datasets:
    """The datasets of a database."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, dataset: Dataset, cases: Iterable[Case]) -> int:
        """Store a dataset unless it is there; says how many cases it has. Cases are taken a few at a time."""
        return self._add(dataset, write_cases(cases))

    def add_spooled(self, dataset: Dataset, spool: CaseSpool) -> int:
        """The same for cases that are written already; the spool stays open."""
        return self._add(dataset, spool.batches(dataset.id))

    def get(self, dataset_id: DatasetId) -> Dataset:
        """The dataset; raises DatasetMissing."""
        body = self._connection.execute(
            select(DATASET.c.body).where(DATASET.c.id == dataset_id)
        ).scalar_one_or_none()
        if body is None:
            raise DatasetMissing(dataset_id)
        return read_noun(Dataset, body)

    def cases(self, dataset_id: DatasetId, *, first: int, count: int) -> list[Case]:
        """The cases from one position on, in their order; the first position is 0."""
        query = (
            select(CASE.c.body)
            .where(CASE.c.dataset_id == dataset_id, CASE.c.position >= first, CASE.c.position < first + count)
            .order_by(CASE.c.position)
        )
        return [read_noun(Case, body) for body in self._connection.execute(query).scalars().all()]

    def names(self, dataset_id: DatasetId) -> list[tuple[str, str | None]]:
        """Name and anchor's grade of every case, in their order."""
        return [(case.name, case.anchor_grade) for case in self.cases(dataset_id, first=0, count=2**31)]

    def _add(self, dataset: Dataset, batches: Iterable[Sequence[CaseText]]) -> int:
        row = {
            "id": dataset.id,
            "project_id": dataset.project_id,
            "name": pack(dataset.name),
            "cases": 0,
            "body": noun_text(dataset),
        }
        if not insert_new(self._connection, DATASET, row):
            return self._size(dataset.id)
        size = self._add_cases(dataset.id, batches)
        self._connection.execute(update(DATASET).where(DATASET.c.id == dataset.id).values(cases=size))
        return size

    def _add_cases(self, dataset_id: DatasetId, batches: Iterable[Sequence[CaseText]]) -> int:
        bulk = Bulk(CASE, translate=translation_for(self._connection))
        size = 0
        with driver_cursor(self._connection) as cursor:
            for batch in batches:
                bulk.insert(
                    cursor,
                    [(dataset_id, position, name, body) for position, (name, body) in enumerate(batch, size)],
                )
                size += len(batch)
        return size

    def _size(self, dataset_id: DatasetId) -> int:
        return self._connection.execute(
            select(DATASET.c.cases).where(DATASET.c.id == dataset_id)
        ).scalar_one()
