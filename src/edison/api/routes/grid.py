"""A run cell by cell."""

from typing import Annotated

from fastapi import APIRouter, Path, Query
from fastapi.responses import PlainTextResponse

from edison.actions.results.grid import (
    GridFilter,
    list_tags,
    read_answer,
    read_grid,
    read_spine,
    show_cell,
)
from edison.actions.views.cell import CellView
from edison.actions.views.grid import GridPageView, SpineView, TagView
from edison.domain import CellOutcome, RunId

from ..access import Reading
from .shapes import LARGEST

router = APIRouter(prefix="/api/runs/{run}", tags=["grid"])

Number = Annotated[int, Path(ge=0, le=LARGEST)]
Outcome = Annotated[CellOutcome | None, Query(description="Cases with a cell of this outcome.")]
Tag = Annotated[str | None, Query(description="Cases that carry this tag.")]
Weak = Annotated[str | None, Query(description="Cases in which a judge scored this criterion low.")]
Failing = Annotated[bool, Query(description="Cases with an answer that failed a check.")]

Apart = Annotated[
    float | None,
    Query(ge=0, le=1, description="Cases in which judges of an answer lie further apart than this."),
]


@router.get("/grid/spine")
def spine(
    house: Reading,
    run: RunId,
    *,
    outcome: Outcome = None,
    tag: Tag = None,
    criterion: Weak = None,
    failing: Failing = False,
    apart: Apart = None,
) -> SpineView:
    """How many rows a filter leaves, and where every hundredth begins."""
    chosen = GridFilter(outcome=outcome, tag=tag, criterion=criterion, fails_check=failing, apart=apart)
    return read_spine(house, run, chosen)


@router.get("/grid")
def grid(
    house: Reading,
    run: RunId,
    *,
    first: Annotated[
        int, Query(ge=0, le=LARGEST, description="The cursor of a spine, or of the page before.")
    ] = 0,
    limit: Annotated[int, Query(ge=1, le=200)] = 100,
    outcome: Outcome = None,
    tag: Tag = None,
    criterion: Weak = None,
    failing: Failing = False,
    apart: Apart = None,
) -> GridPageView:
    """Some rows: a case each, with its answers column by column."""
    chosen = GridFilter(outcome=outcome, tag=tag, criterion=criterion, fails_check=failing, apart=apart)
    return read_grid(house, run, chosen, first=first, limit=limit)


@router.get("/tags")
def tags(house: Reading, run: RunId) -> list[TagView]:
    """Every tag of the run's cases, the most frequent first."""
    return list_tags(house, run)


@router.get("/cells/{number}")
def cell(house: Reading, run: RunId, number: Number) -> CellView:
    """One cell with all that is known about it."""
    return show_cell(house, run, number)


@router.get("/cells/{number}/answer", response_class=PlainTextResponse)
def answer(house: Reading, run: RunId, number: Number) -> PlainTextResponse:
    """The whole answer, as a file."""
    text = read_answer(house, run, number).encode("utf-8", "replace")
    named = {"Content-Disposition": f'attachment; filename="answer-{number}.txt"'}
    return PlainTextResponse(text, headers=named)
