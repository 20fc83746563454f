"""Two outputs side by side, without names until somebody found which is better."""

from collections.abc import Iterator
from typing import Annotated

from fastapi import APIRouter, Path, Query
from fastapi.responses import StreamingResponse
from pydantic import Field

from edison.actions.blind import (
    PairRef,
    PairRequest,
    export_pairs,
    judge_pair,
    reveal_pairs,
    show_pair,
    show_pairs,
)
from edison.actions.requests import do_once
from edison.actions.views.blind import BlindPairView, PairsView, Preference
from edison.domain import RunId

from ..access import Changing, Reading
from .shapes import LARGEST, IdempotencyKey, RequestBody

router = APIRouter(prefix="/api/runs/{run}/pairs", tags=["side by side"])

At = Annotated[int, Path(ge=0, le=LARGEST, description="Which pair, from 0.")]
Column = Annotated[
    int, Query(ge=0, le=LARGEST, description="A column of the run; which side it is, is drawn.")
]


class NewPreference(RequestBody):
    """Which side is better, and by which revision."""

    # A text of JSON becomes the preference that it names.
    preference: Preference = Field(strict=False)
    why_not: str | None = Field(default=None, max_length=2000)
    note: str = Field(default="", max_length=20_000)
    seen: int = Field(ge=0, le=LARGEST)
    reveal: bool = False


@router.get("")
def pairs(house: Reading, run: RunId, *, one: Column = 0, other: Column = 1) -> PairsView:
    """How many pairs there are, how far you are, and what people found where names were shown."""
    return show_pairs(house, run, (one, other))


@router.get("/export", response_class=StreamingResponse)
def export(house: Reading, run: RunId) -> StreamingResponse:
    """What people found where names were shown, as CSV."""
    pieces: Iterator[bytes] = export_pairs(house, run)
    named = {"Content-Disposition": 'attachment; filename="preferences.csv"'}
    return StreamingResponse(pieces, media_type="text/csv; charset=utf-8", headers=named)


@router.get("/{at}")
def pair(house: Reading, run: RunId, at: At, *, one: Column = 0, other: Column = 1) -> BlindPairView:
    """Two outputs without a name, a cost or a time; those follow when a finding is stored and they are asked for."""
    return show_pair(house, run, PairRef(at, (one, other)))


@router.post("/reveal")
def reveal(
    house: Changing, run: RunId, key: IdempotencyKey, *, one: Column = 0, other: Column = 1
) -> PairsView:
    """Show the names of all that you compared; none of it is changed any more."""
    do_once(house, key, lambda keyed: reveal_pairs(keyed, run, (one, other)))
    return show_pairs(house, run, (one, other))


@router.post("/{at}")
def judge(
    house: Changing,
    run: RunId,
    at: At,
    *,
    request: NewPreference,
    key: IdempotencyKey,
    one: Column = 0,
    other: Column = 1,
) -> BlindPairView:
    """Say which side is better; with `reveal` the names are shown and it stays."""
    where = PairRef(at, (one, other))
    found = PairRequest(request.preference, request.why_not, request.note, request.seen, request.reveal)
    do_once(house, key, lambda keyed: judge_pair(keyed, run, where, found))
    return show_pair(house, run, where)
