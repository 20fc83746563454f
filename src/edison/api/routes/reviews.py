"""Reviews: changes that are suggested for prompts, decided hunk by hunk."""

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field

from edison.actions.requests import do_once
from edison.actions.reviews import HunkRequest, close_review, decide_hunks, list_reviews, show_review
from edison.actions.views.review import SuggestionView
from edison.domain import Decision

from ..access import Changing, Reading
from .shapes import LARGEST, IdempotencyKey, Project, RequestBody

router = APIRouter(prefix="/api/reviews", tags=["reviews"])

Revision = Annotated[int, Field(ge=0, le=LARGEST)]


class NewDecision(RequestBody):
    """What is decided about one hunk, and by which revision of the suggestion."""

    # A text of JSON becomes the decision that it names.
    decision: Decision = Field(strict=False)
    hunk: int = Field(ge=1, le=LARGEST)
    text: str | None = None
    note: str = ""
    seen: Revision


class EndOfReview(RequestBody):
    """The revision that was looked at; where something was decided after it, the review stays open."""

    seen: Revision


@router.get("")
def reviews(
    house: Reading,
    *,
    project: Project = None,
    also_closed: Annotated[bool, Query(description="Also those that are decided.")] = False,
    everywhere: Annotated[bool, Query(description="Of all projects, and of none.")] = False,
) -> list[SuggestionView]:
    """The changes that wait for a decision, the newest first."""
    return list_reviews(house, project=project, also_closed=also_closed, everywhere=everywhere)


@router.get("/{review}")
def review(house: Reading, review: str) -> SuggestionView:
    """One suggested change: its hunks, what was measured, and what was decided so far."""
    return show_review(house, review)


@router.post("/{review}/decide")
def decide(house: Changing, review: str, *, request: NewDecision, key: IdempotencyKey) -> SuggestionView:
    """Decide about a hunk; what another person decided is overwritten only by somebody who saw it."""
    decided = HunkRequest(request.decision, (request.hunk,), text=request.text, note=request.note)
    do_once(house, key, lambda keyed: decide_hunks(keyed, review, decided, seen=request.seen))
    return show_review(house, review)


@router.post("/{review}/close")
def close(house: Changing, review: str, *, request: EndOfReview, key: IdempotencyKey) -> SuggestionView:
    """Make a version of the hunks that were approved; a run that waits for it goes on."""
    do_once(house, key, lambda keyed: close_review(keyed, review, seen=request.seen))
    return show_review(house, review)
