"""Sets of cases: list, look at cases, import, split, approve, write out. A changed set is the next version."""

from collections.abc import Iterator
from typing import Annotated

from fastapi import APIRouter, Path, Query
from fastapi.responses import StreamingResponse
from pydantic import Base64Bytes, Field, JsonValue

from edison.actions.datasets import (
    CaseEdit,
    DatasetRef,
    approve_dataset,
    edit_case,
    export_dataset,
    import_dataset,
    list_dataset_versions,
    list_datasets,
    show_coverage,
    show_dataset,
    split_dataset,
)
from edison.actions.failing import USUALLY_APART, keep_separating
from edison.actions.files import SentFile
from edison.actions.labels import add_corrected
from edison.actions.results.reports import read_run
from edison.actions.views.dataset import CasePage, CoverageView, DatasetView, TableColumnsView
from edison.domain import DatasetKind, RunId, Split
from edison.wiring.frames import look_at_parquet, read_parquet

from ..access import Changing, Reading
from .shapes import LARGEST, Project, RequestBody

router = APIRouter(prefix="/api/datasets", tags=["datasets"])

Name = Annotated[str, Path(min_length=1, max_length=100, description="What the set is called.")]
Version = Annotated[int | None, Query(ge=1, le=LARGEST, description="The newest one if not given.")]
Number = Annotated[int, Field(ge=1, le=LARGEST)]


LARGEST_UNPACKED = 512 << 20
"""Bytes that the rows of a Parquet file may unpack to."""


class NewSet(RequestBody):
    """What a set of cases is called and where its cases come from."""

    name: str = Field(min_length=1, max_length=100)
    file: str = Field(min_length=1, max_length=200)
    # A text of JSON becomes the kind that it names.
    kind: DatasetKind = Field(default=DatasetKind.GOLDEN, strict=False)
    columns: dict[str, str] = {}
    """What a case calls something, and what the file calls it."""
    note: str = ""


class NewDataset(NewSet):
    """A file of cases as text; its name says how it is written."""

    content: str = Field(min_length=1)


class NewTable(NewSet):
    """A Parquet file of cases; its bytes in base64."""

    # Bytes come as a text of JSON.
    content: Base64Bytes = Field(strict=False, min_length=1)


class SentTable(RequestBody):
    """A Parquet file whose columns are to be named; its bytes in base64."""

    file: str = Field(min_length=1, max_length=200)
    # Bytes come as a text of JSON.
    content: Base64Bytes = Field(strict=False, min_length=1)


class Dealing(RequestBody):
    """Which version is dealt out."""

    version: Number


class Approval(RequestBody):
    """Which version was looked at, and which of its cases a person stands for: all unless some are named."""

    version: Number
    cases: list[str] = []
    drop: list[str] = []


class Separating(RequestBody):
    """Which version is marked, and by which run."""

    version: Number
    run: str = Field(min_length=1, max_length=200)
    least: float = Field(default=USUALLY_APART, ge=0, le=1)
    """So far apart the best and the worst have to be."""
    only: bool = False
    """Whether all other cases are left out."""


class Corrections(RequestBody):
    """Whose corrections become expected answers; the set is made where there is none."""

    run: str = Field(min_length=1, max_length=200)
    by: str | None = Field(default=None, min_length=1, max_length=200)
    """Only what this person said."""
    arm: str | None = Field(default=None, min_length=1, max_length=200)
    """Only what was said about this arm."""


class EditedCase(RequestBody):
    """How a case is to read, and by which version; its checks and all else stay."""

    version: Number
    case: str = Field(min_length=1)
    variables: dict[str, JsonValue]
    answer: JsonValue = None
    must: str | None = None
    must_not: str | None = None
    tags: list[Annotated[str, Field(min_length=1, max_length=200)]] = Field(default=[], max_length=100)
    difficulty: int = Field(default=3, ge=1, le=5)
    # A text of JSON becomes the part that it names.
    split: Split = Field(default=Split.DEVELOPMENT, strict=False)

    def edit(self) -> CaseEdit:
        return CaseEdit(
            variables=self.variables,
            answer=self.answer,
            must=self.must,
            must_not=self.must_not,
            tags=tuple(self.tags),
            difficulty=self.difficulty,
            split=self.split,
        )


@router.get("")
def datasets(house: Reading, *, project: Project = None) -> list[DatasetView]:
    """The newest version of every set."""
    return list_datasets(house, project=project)


@router.post("", status_code=201)
def add(house: Changing, *, request: NewDataset, project: Project = None) -> DatasetView:
    """Keep the cases of a file as the next version of a set, all or none; where the newest says the same, it stays."""
    where = DatasetRef(request.name, project=project)
    return import_dataset(
        house,
        where,
        [request.content.encode()],
        file=request.file,
        kind=request.kind,
        columns=request.columns,
        note=request.note,
    )


@router.post("/parquet", status_code=201)
def add_table(house: Changing, *, request: NewTable, project: Project = None) -> DatasetView:
    """Keep the cases of a Parquet file, in the same way."""
    return import_dataset(
        house,
        DatasetRef(request.name, project=project),
        read_parquet(SentFile(request.file, request.content), largest=LARGEST_UNPACKED),
        file=f"{request.file}.jsonl",
        kind=request.kind,
        columns=request.columns,
        note=request.note,
    )


@router.post("/parquet/columns")
def columns(house: Reading, request: SentTable) -> TableColumnsView:
    """What the columns of a Parquet file are called, and how many rows it has; nothing is stored."""
    found = look_at_parquet(SentFile(request.file, request.content))
    return TableColumnsView(columns=found.names, rows=found.rows)


@router.get("/{dataset}/versions")
def versions(house: Reading, dataset: Name, *, project: Project = None) -> list[DatasetView]:
    """All versions of a set, the first one first."""
    return list_dataset_versions(house, DatasetRef(dataset, project=project))


@router.get("/{dataset}/cases")
def cases(
    house: Reading,
    dataset: Name,
    *,
    version: Version = None,
    first: Annotated[int, Query(ge=0, le=LARGEST)] = 0,
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
    project: Project = None,
) -> CasePage:
    """One version of a set, with some of its cases."""
    return show_dataset(house, DatasetRef(dataset, version, project), first=first, count=limit)


@router.get("/{dataset}/coverage")
def coverage(
    house: Reading, dataset: Name, *, version: Version = None, project: Project = None
) -> CoverageView:
    """What the cases are spread over, and where there are too few."""
    return show_coverage(house, DatasetRef(dataset, version, project))


@router.post("/{dataset}/edit", status_code=201)
def edit(house: Changing, dataset: Name, *, request: EditedCase, project: Project = None) -> DatasetView:
    """Write one case of the newest version anew; that is the next version, and what was stays."""
    return edit_case(house, DatasetRef(dataset, request.version, project), request.case, request.edit())


@router.get("/{dataset}/export", response_class=StreamingResponse)
def export(
    house: Reading, dataset: Name, *, version: Version = None, project: Project = None
) -> StreamingResponse:
    """One version of a set as JSON lines that can be imported again."""
    pieces: Iterator[bytes] = export_dataset(house, DatasetRef(dataset, version, project))
    named = {"Content-Disposition": 'attachment; filename="cases.jsonl"'}
    return StreamingResponse(pieces, media_type="application/jsonl", headers=named)


@router.post("/{dataset}/split", status_code=201)
def split(house: Changing, dataset: Name, *, request: Dealing, project: Project = None) -> DatasetView:
    """Say of every case what it is for, and keep that as the next version."""
    return split_dataset(house, DatasetRef(dataset, request.version, project))


@router.post("/{dataset}/separating", status_code=201)
def separating(
    house: Changing, dataset: Name, *, request: Separating, project: Project = None
) -> DatasetView:
    """Mark the cases on which a run told versions of a prompt, or models, apart; the next version."""
    where = DatasetRef(dataset, request.version, project)
    return keep_separating(
        house, where, read_run(house, RunId(request.run)), least=request.least, only=request.only
    )


@router.post("/{dataset}/corrections", status_code=201)
def corrections(
    house: Changing, dataset: Name, *, request: Corrections, project: Project = None
) -> DatasetView:
    """Keep the cases of a run that people corrected, with the correction as expected answer; the next version."""
    where = DatasetRef(dataset, project=project)
    return add_corrected(house, where, RunId(request.run), by=request.by, arm=request.arm)


@router.post("/{dataset}/approve", status_code=201)
def approve(house: Changing, dataset: Name, *, request: Approval, project: Project = None) -> DatasetView:
    """Stand for what cases expect; the next version holds these only."""
    where = DatasetRef(dataset, request.version, project)
    return approve_dataset(house, where, cases=request.cases, drop=request.drop)
