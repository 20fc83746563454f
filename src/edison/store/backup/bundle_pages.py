"""A project as pages of rows, of which a bundle is made: what may still change on the first, the rest on others.

The first page is read in one look. What it lists beyond itself (attempts, answers, findings, cases, events of runs that
have ended) is never changed afterwards, so that the other pages may be read whenever there is time.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Table, and_, func, select

from edison.domain import ProjectId, Record, RunId, Settlement
from edison.errors import BackupRefused

from ..database.migrating import VERSIONS
from ..repositories.runs import is_kept
from ..review_tables import (
    DATASET_VERSION,
    EXPERIMENT,
    HUNK_REVIEW,
    KEPT_PART,
    SUGGESTION,
    VERSION_PROOF,
)
from ..store import UnitOfWork
from ..tables import (
    ANSWER,
    ASKED_AGAIN,
    ASSIGNMENT,
    ATTEMPT,
    ATTEMPT_END,
    CARD,
    CASE,
    CHECKED,
    COMPARISON,
    DATASET,
    EVENT,
    EVENT_BODY,
    EXCHANGE,
    JUDGMENT,
    METADATA,
    OUTPUT,
    PROJECT,
    PROMPT,
    PROMPT_CHANGE,
    PROMPT_VERSION,
    PROPOSAL,
    RUN,
)
from .backup import LIVE, read_chunks

OF_RUNS = [table for table in METADATA.sorted_tables if "run_no" in table.c and table not in (*LIVE, EVENT)]
_OF_PROJECTS = (ASSIGNMENT, PROMPT, DATASET, DATASET_VERSION, EXPERIMENT, KEPT_PART, SUGGESTION)
_LATER = (
    *(ASKED_AGAIN, ANSWER, ATTEMPT, ATTEMPT_END, CASE, CHECKED, COMPARISON, EVENT, EVENT_BODY, EXCHANGE),
    *(JUDGMENT, OUTPUT, PROPOSAL),
)
"""What only grows while a run goes on, and is often much."""
_ROWS_OF_A_PAGE = 1000


class Slice(Record, frozen=True):
    """Rows of one run or one dataset, in the order of their key."""

    table: str
    owner: int | str
    """The number of the run, or the id of the dataset."""
    first: int
    rows: int


class BundlePlan(Record, frozen=True, kw_only=True):
    """What a bundle will hold, as the first page says."""

    project_id: str
    runs: tuple[str, ...]
    left_out: int
    """Runs that had not ended."""
    pages: tuple[tuple[Slice, ...], ...]
    """What is on the pages behind the first."""
    schema: str = ""
    """As which version of the tables the pages are written."""


class _Page(Record, frozen=True):
    rows: dict[str, list[dict[str, Any]]]
    plan: BundlePlan | None = None


def begin_bundle(
    work: UnitOfWork, *, project_id: ProjectId, runs: Sequence[RunId] | None, without: str
) -> tuple[bytes, int]:
    """The first page of a project, with all its runs that have ended or some of them; and how many others follow.

    Args:
        work: One look at the database.
        project_id: Of whom.
        runs: Only these.
        without: A preset of which no run goes along.
    """
    source = work.connection
    wanted = and_(RUN.c.project_id == project_id, RUN.c.preset != without, is_kept())
    if runs is not None:
        wanted = and_(wanted, RUN.c.id.in_(runs))
    chosen = and_(wanted, RUN.c.settlement != Settlement.NOT_YET.value)
    ids = [row.id for row in source.execute(select(RUN.c.id).where(chosen))]
    plan = BundlePlan(
        project_id=project_id,
        runs=tuple(ids),
        left_out=len(source.execute(select(RUN.c.id).where(wanted)).all()) - len(ids),
        pages=tuple(_packed(_slices(source, project_id, chosen))),
        schema=VERSIONS[-1],
    )
    now = _at_once(project_id, chosen)
    rows = {
        str(table.name): found
        for table in METADATA.sorted_tables
        if table in now
        and (found := [_named(row) for chunk in read_chunks(source, table, only=now[table]) for row in chunk])
    }
    return msgspec.msgpack.encode(_Page(rows, plan)), len(plan.pages)


def read_bundle_page(work: UnitOfWork, first: bytes, number: int) -> bytes:
    """One of the pages behind the first, counted from 1.

    Raises:
        BackupRefused: something of it was removed meanwhile.
    """
    rows = dict[str, list[dict[str, Any]]]()
    for part in plan_of_page(first).pages[number - 1]:
        table = METADATA.tables[part.table]
        query = select(table).where(_owned(table, part.owner)).order_by(*table.primary_key.columns)
        found = work.connection.execute(query.offset(part.first).limit(part.rows)).mappings().all()
        if len(found) < part.rows:
            raise BackupRefused("the bundle", "something that belongs to it was removed while it was written")
        rows.setdefault(part.table, []).extend(map(_named, found))
    return msgspec.msgpack.encode(_Page(rows))


def rows_of_page(page: bytes) -> dict[str, list[dict[str, Any]]]:
    """The rows of a page by their table, none of which comes before what it refers to."""
    return msgspec.msgpack.decode(page, type=_Page).rows


def plan_of_page(first: bytes) -> BundlePlan:
    """What the first page lists."""
    plan = msgspec.msgpack.decode(first, type=_Page).plan
    assert plan is not None, "the first page says what follows it"
    return plan


def _named(row: Mapping[Any, Any]) -> dict[str, Any]:
    # The names of some columns are no plain texts but texts with marks.
    return {str(name): value for name, value in row.items()}


def _slices(source: Connection, project_id: ProjectId, chosen: ColumnElement[bool]) -> Iterator[Slice]:
    for table in METADATA.sorted_tables:
        if table in _LATER:
            for owner, rows in _counted(source, table, project_id, chosen):
                for first in range(0, rows, _ROWS_OF_A_PAGE):
                    yield Slice(str(table.name), owner, first, min(_ROWS_OF_A_PAGE, rows - first))


def _counted(
    source: Connection, table: Table, project_id: ProjectId, chosen: ColumnElement[bool]
) -> list[tuple[int | str, int]]:
    """How many rows each run or dataset has in a table."""
    numbers = select(RUN.c.no).where(chosen)
    if table is CASE:
        owner, among, whole = CASE.c.dataset_id, DATASET.c.project_id == project_id, CASE.join(DATASET)
    elif table is EXCHANGE:
        owner, among = ATTEMPT.c.run_no, ATTEMPT.c.run_no.in_(numbers)
        whole = EXCHANGE.join(ATTEMPT, ATTEMPT.c.id == EXCHANGE.c.attempt_id)
    else:
        owner, among, whole = table.c.run_no, table.c.run_no.in_(numbers), table
    query = select(owner, func.count()).select_from(whole).where(among).group_by(owner).order_by(owner)
    return [(row[0], row[1]) for row in source.execute(query)]


def _owned(table: Table, owner: int | str) -> ColumnElement[bool]:
    if table is CASE:
        return CASE.c.dataset_id == owner
    if table is EXCHANGE:
        return EXCHANGE.c.attempt_id.in_(select(ATTEMPT.c.id).where(ATTEMPT.c.run_no == owner))
    return table.c.run_no == owner


def _packed(slices: Iterator[Slice]) -> Iterator[tuple[Slice, ...]]:
    """Slices side by side on pages, as long as there is room."""
    page, rows = list[Slice](), 0
    for one in slices:
        if page and rows + one.rows > _ROWS_OF_A_PAGE:
            yield tuple(page)
            page, rows = [], 0
        page.append(one)
        rows += one.rows
    if page:
        yield tuple(page)


def _at_once(project_id: ProjectId, chosen: ColumnElement[bool]) -> dict[Table, ColumnElement[bool]]:
    """What is on the first page; providers, keys and what only the moment knows are in no bundle."""
    numbers, prompts = (
        select(RUN.c.no).where(chosen),
        select(PROMPT.c.id).where(PROMPT.c.project_id == project_id),
    )
    versions = select(PROMPT_VERSION.c.id).where(PROMPT_VERSION.c.prompt_id.in_(prompts))
    suggestions = select(SUGGESTION.c.id).where(SUGGESTION.c.project_id == project_id)
    return {
        PROJECT: PROJECT.c.id == project_id,
        **{table: table.c.project_id == project_id for table in _OF_PROJECTS},
        PROMPT_VERSION: PROMPT_VERSION.c.prompt_id.in_(prompts),
        PROMPT_CHANGE: PROMPT_CHANGE.c.prompt_id.in_(prompts),
        VERSION_PROOF: VERSION_PROOF.c.version_id.in_(versions),
        HUNK_REVIEW: HUNK_REVIEW.c.suggestion_id.in_(suggestions),
        RUN: RUN.c.no.in_(numbers),
        **{table: table.c.run_no.in_(numbers) for table in OF_RUNS if table not in _LATER},
        EVENT: and_(EVENT.c.run_no == 0, EVENT.c.project_id == project_id),
        CARD: CARD.c.run_id.in_(select(RUN.c.id).where(chosen)),
    }
