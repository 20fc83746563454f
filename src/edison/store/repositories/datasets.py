"""Datasets and their cases: stored once, however many runs use them, and written a few at a time."""

import json
import weakref
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from tempfile import SpooledTemporaryFile
from typing import Self, TypeAlias

from msgspec import msgpack
from sqlalchemy import Connection, select, update

from edison.domain import Case, Dataset, DatasetId
from edison.errors import DatasetMissing, FileNotWritable

from ..database.noun_text import noun_text, read_noun
from ..database.packing import pack
from ..database.statements import BulkInsert, driver_cursor, insert_new, translation_for
from ..tables import CASE, DATASET

CaseText: TypeAlias = tuple[str, str]
"""The name and the body of a case, as its row has them."""

_MOST_CASES = 512
_MOST_CHARS = 1 << 20
_MOST_IN_MEMORY = 2 << 20
_LENGTH_BYTES = 8
_PLACE = "The folder for temporary files (TMPDIR)"

_ENCODER = msgpack.Encoder()
_DECODER = msgpack.Decoder(list[CaseText])


def write_cases(cases: Iterable[Case]) -> Iterator[list[CaseText]]:
    """Cases in batches that are small in number and, unless a single case is large, in size."""
    batch = _Batch()
    for case in cases:
        batch.add(case)
        if batch.is_full:
            yield batch.texts
            batch = _Batch()
    yield batch.texts


class CaseSpool:
    """Cases that were looked at and are not stored yet: a little in memory, the rest in a nameless file.

    The id of a set is made from all its cases, so until the last one was seen they belong to a set that stands in
    for it. Whoever is done with them closes the spool; one that is forgotten closes itself.
    """

    def __init__(self, *, stand_in: DatasetId) -> None:
        self._stand_in = stand_in
        self._batch = _Batch()
        self._file = SpooledTemporaryFile[bytes](max_size=_MOST_IN_MEMORY)
        self._close = weakref.finalize(self, _discard, self._file)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def closed_on_failure(self) -> Generator[None]:
        """Close the spool where something is raised inside."""
        try:
            yield
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let go of the cases; a second time does nothing."""
        self._close()

    def add(self, case: Case) -> None:
        """Keep a case of the set that stands in.

        Raises:
            FileNotWritable: there is no room for it.
        """
        assert case.dataset_id == self._stand_in, "a case of another set"
        self._batch.add(case)
        if self._batch.is_full:
            self._put_down()

    def batches(self, dataset_id: DatasetId) -> Iterator[list[CaseText]]:
        """All cases so far, in their order, as cases of this set."""
        # What stands before it in a body is quoted, so that the first place where it is found is the right one.
        stand_in, belonging = _belonging_to(self._stand_in), _belonging_to(dataset_id)
        for batch in self._take_up():
            yield [(name, body.replace(stand_in, belonging, 1)) for name, body in batch]

    def _put_down(self) -> None:
        written = _ENCODER.encode(self._batch.texts)
        with _naming_the_place():
            self._file.write(len(written).to_bytes(_LENGTH_BYTES))
            self._file.write(written)
        self._batch = _Batch()

    def _take_up(self) -> Iterator[list[CaseText]]:
        with _naming_the_place():
            end = self._file.tell()
            self._file.seek(0)
            while self._file.tell() < end:
                length = int.from_bytes(self._file.read(_LENGTH_BYTES))
                yield _DECODER.decode(self._file.read(length))
        yield self._batch.texts


class _Batch:
    """As many cases as go into the database, or into a file, at once."""

    def __init__(self) -> None:
        self.texts: list[CaseText] = []
        self._chars = 0

    @property
    def is_full(self) -> bool:
        return len(self.texts) == _MOST_CASES or self._chars >= _MOST_CHARS

    def add(self, case: Case) -> None:
        body = noun_text(case)
        self.texts.append((pack(case.name), body))
        self._chars += len(body)


def _discard(file: SpooledTemporaryFile[bytes]) -> None:
    # Closing writes what is left to a disk that may be full, and nobody wants it any more.
    with suppress(OSError):
        file.close()


@contextmanager
def _naming_the_place() -> Generator[None]:
    try:
        yield
    except OSError as error:
        raise FileNotWritable(_PLACE, (error.strerror or str(error)).lower()) from error


def _belonging_to(dataset_id: DatasetId) -> str:
    return f'"dataset_id":{json.dumps(dataset_id, ensure_ascii=False)}'


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
        """Name and anchor's grade of every case, in their order; cases themselves are in memory a few at a time."""
        named: list[tuple[str, str | None]] = []
        while page := self.cases(dataset_id, first=len(named), count=_MOST_CASES):
            named += [(case.name, case.anchor_grade) for case in page]
        return named

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
        bulk = BulkInsert(CASE, translate=translation_for(self._connection))
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
