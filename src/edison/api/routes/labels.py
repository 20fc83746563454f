"""Labels: what people say about the outputs of a run, and where it fails."""

from typing import Annotated

from fastapi import APIRouter, Path
from fastapi.responses import StreamingResponse
from pydantic import Field

from edison.actions.failing import show_failing
from edison.actions.labels import LabelRequest, export_labels, label_cell, list_labels
from edison.actions.requests import do_once
from edison.actions.results.reports import read_run
from edison.actions.views.failing import FailingView
from edison.actions.views.label import RunLabelsView
from edison.domain import RunId

from ..access import Changing, Reading
from .shapes import LARGEST, IdempotencyKey, RequestBody

router = APIRouter(prefix="/api/runs/{run}", tags=["labels"])

Number = Annotated[int, Path(ge=0, le=LARGEST)]


class NewLabel(RequestBody):
    """What somebody says about an output; what is null stays as the same person said it before."""

    label: str | None = Field(default=None, min_length=1, max_length=200)
    score: float | None = Field(default=None, ge=0, le=1)
    correction: str | None = Field(default=None, min_length=1)
    note: str | None = None
    seen: int = Field(ge=0, le=LARGEST)
    """The revision of what the same person said before; 0 where that was nothing."""


@router.get("/labels")
def labels(house: Reading, run: RunId) -> RunLabelsView:
    """What people said about the outputs of a run, and how far each of its judges agrees with them."""
    return list_labels(house, run)


@router.get("/labels/export", response_class=StreamingResponse)
def export(house: Reading, run: RunId) -> StreamingResponse:
    """The same as a table, one label in each line."""
    named = {"Content-Disposition": 'attachment; filename="labels.csv"'}
    return StreamingResponse(export_labels(house, run), media_type="text/csv; charset=utf-8", headers=named)


@router.get("/failing")
def failing(house: Reading, run: RunId) -> FailingView:
    """Kinds of cases that fail more often than the others of the run, the surest first."""
    return show_failing(house, read_run(house, run))


@router.post("/cells/{number}/label")
def label(
    house: Changing, run: RunId, number: Number, *, request: NewLabel, key: IdempotencyKey
) -> RunLabelsView:
    """Say something about an output; others may say something else, and all of it is kept.

    Where the same person said something else meanwhile, nothing is overwritten.
    """
    said = LabelRequest(
        label=request.label, score=request.score, correction=request.correction, note=request.note
    )
    do_once(house, key, lambda keyed: label_cell(keyed, run, number, said, seen=request.seen))
    return list_labels(house, run)
