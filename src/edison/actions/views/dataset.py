"""Sets of cases as they go out."""

from pydantic import JsonValue

from edison.domain import Case, Coverage, CoverageCell, DatasetKind, FacetSize, Split, StoredDataset

from .view import BaseView, Moment


class DatasetView(BaseView):
    """One version of a set."""

    name: str
    version: int
    kind: DatasetKind
    id: str
    """Made from the contents."""
    cases: int
    parent: int | None
    origin: str
    author: str
    made_at: Moment
    note: str
    is_verified: bool
    approved_by: str | None


class CaseView(BaseView):
    """One case."""

    id: str
    variables: dict[str, JsonValue]
    expect: JsonValue
    tags: tuple[str, ...]
    difficulty: int
    split: Split
    family: str | None
    metadata: dict[str, JsonValue]


class CasePage(BaseView):
    """A version of a set, with some of its cases."""

    dataset: DatasetView
    first: int
    cases: tuple[CaseView, ...]


class TableColumnsView(BaseView):
    """What a table of cases says of itself."""

    columns: tuple[str, ...]
    rows: int


class CoverageView(BaseView):
    """What the cases of a set are spread over."""

    name: str
    cases: int
    sizes: tuple[FacetSize, ...]
    cells: tuple[CoverageCell, ...]
    """Tag × difficulty × length × language; those without a case are left out."""
    thin: tuple[str, ...]


def view_coverage(name: str, coverage: Coverage) -> CoverageView:
    """A coverage for whoever asks."""
    return CoverageView(
        name=name, cases=coverage.cases, sizes=coverage.sizes, cells=coverage.cells, thin=coverage.thin
    )


def view_dataset(kept: StoredDataset) -> DatasetView:
    """A version for whoever asks."""
    return DatasetView(
        name=kept.name,
        version=kept.number,
        kind=kept.kind,
        id=kept.dataset_id,
        cases=kept.cases,
        parent=kept.parent,
        origin=kept.origin,
        author=kept.author,
        made_at=kept.made_at,
        note=kept.note,
        is_verified=kept.is_verified,
        approved_by=kept.approved_by,
    )


def view_case(case: Case) -> CaseView:
    """A case for whoever asks."""
    expected = case.expectation
    return CaseView(
        id=case.name,
        variables=case.variables,
        expect=None if expected is None else expected.model_dump(mode="json", exclude_none=True),
        tags=case.tags,
        difficulty=case.difficulty,
        split=case.split,
        family=case.family,
        metadata=case.metadata,
    )
