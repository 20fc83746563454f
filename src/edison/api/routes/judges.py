"""Judges: their cards, and examinations that make them."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field

from edison.actions.results.cards import list_card_views
from edison.actions.runs.looking import show_run_page
from edison.actions.runs.uploads import SentExamination, estimate_examination, start_sent_examination
from edison.actions.views.card import CardView
from edison.actions.views.estimate import EstimateView
from edison.actions.views.page import RunPageView

from ..access import Paying, Reading
from .shapes import MOST_USD, IdempotencyKey, Wish

router = APIRouter(prefix="/api/judges", tags=["judges"])

MOST_JUDGMENTS = 100_000


class NewExamination(Wish):
    """Who is examined, with the starter suite or with a suite of one's own, as a text."""

    judges: list[Annotated[str, Field(min_length=1, max_length=200)]] = Field(min_length=1, max_length=20)
    judgments: int = Field(default=200, ge=2, le=MOST_JUDGMENTS)
    """How many each of them may make."""
    ties: bool = False
    """Whether they may call a tie."""
    suite: str | None = Field(default=None, min_length=1)
    budget_usd: float | None = Field(default=None, gt=0, le=MOST_USD)

    def sent(self) -> SentExamination:
        return SentExamination(tuple(self.judges), self.judgments, self.ties, self.suite, self.budget_usd)


@router.get("")
def judges(house: Reading) -> list[CardView]:
    """The card of every judge that was examined, the newest first."""
    return list_card_views(house)


@router.post("/estimate")
def estimate(house: Reading, wish: NewExamination) -> EstimateView:
    """What an examination would ask for and may cost; nothing is stored and nothing paid for is sent."""
    return estimate_examination(house, wish.sent())


@router.post("", status_code=201)
def examine(house: Paying, wish: NewExamination, key: IdempotencyKey) -> RunPageView:
    """Examine judges; when it ends, each has a card. The same key gives the run that was started with it."""
    return show_run_page(house, start_sent_examination(house, wish.sent(), start_key=key).id)
