"""Judges: their cards, and examinations that make them."""

from typing import Annotated, Literal

from fastapi import APIRouter
from fastapi.responses import StreamingResponse
from pydantic import Field

from edison.actions.presets.rank_requests import USUAL_AT_ONCE
from edison.actions.requests import start_once
from edison.actions.results.cards import export_cards, list_card_views, make_sent_cards
from edison.actions.runs.looking import show_run_page
from edison.actions.runs.uploads import SentExamination, estimate_examination, start_sent_examination
from edison.actions.views.card import CardView
from edison.actions.views.estimate import EstimateView
from edison.actions.views.page import RunPageView
from edison.domain import RunId

from ..access import Changing, Paying, Reading
from .shapes import LARGEST, MOST_USD, AtOnce, IdempotencyKey, NamedFile, RequestBody, SuiteText

router = APIRouter(prefix="/api/judges", tags=["judges"])

MOST_JUDGMENTS = 100_000


class NewExamination(RequestBody):
    """Who is examined, with the starter suite or with a suite of one's own, as a text."""

    judges: list[Annotated[str, Field(min_length=1, max_length=200)]] = Field(default=[], max_length=20)
    judges_of: SuiteText | None = None
    """A suite whose judges are examined as well, as it asks them."""
    judgments: int = Field(default=200, ge=2, le=MOST_JUDGMENTS)
    """How many each of them may make."""
    ties: bool = False
    """Whether they may call a tie."""
    suite: str | None = Field(default=None, min_length=1)
    budget_usd: float | None = Field(default=None, gt=0, le=MOST_USD)
    people: NamedFile | None = None
    """What people chose of the pairs of the suite: pair, choice (a, b or tie) and person."""
    concurrency: AtOnce = None
    seed: int | None = Field(default=None, ge=0, le=LARGEST)
    """Makes the questions and their order repeatable; the usual one unless given."""

    def sent(self) -> SentExamination:
        people = self.people and self.people.sent()
        return SentExamination(
            tuple(self.judges),
            self.judgments,
            ties=self.ties,
            suite=self.suite,
            budget_usd=self.budget_usd,
            concurrency=self.concurrency or USUAL_AT_ONCE,
            people=people,
            seed=self.seed,
            judges_of=self.judges_of and self.judges_of.suite(),
        )


class NewCards(RequestBody):
    """What cards are made anew with; nulls make them with what the examination had."""

    suite: str | None = Field(default=None, min_length=1)
    """The same questions with another rule, in YAML."""
    people: NamedFile | None = None


@router.get("")
def judges(house: Reading) -> list[CardView]:
    """The card of every judge that was examined, the newest first."""
    return list_card_views(house)


@router.get("/export", response_class=StreamingResponse)
def export(house: Reading, format: Literal["html", "md"]) -> StreamingResponse:
    """All cards in one file: a page with pictures, or Markdown."""
    media = {"html": "text/html; charset=utf-8", "md": "text/markdown; charset=utf-8"}[format]
    named = {"Content-Disposition": f'attachment; filename="judges.{format}"'}
    return StreamingResponse(export_cards(house, name=f".{format}"), media_type=media, headers=named)


@router.post("/cards/{run}")
def cards(house: Changing, run: RunId, request: NewCards) -> list[CardView]:
    """Make the cards of an examination again from what is stored; nobody is asked. Twice, it comes to the same."""
    return make_sent_cards(
        house,
        run,
        suite=None if request.suite is None else request.suite.encode(),
        people=request.people and request.people.sent(),
    )


@router.post("/estimate")
def estimate(house: Reading, request: NewExamination) -> EstimateView:
    """What an examination would ask for and may cost; nothing is stored and nothing paid for is sent."""
    return estimate_examination(house, request.sent())


@router.post("", status_code=201)
def examine(house: Paying, request: NewExamination, key: IdempotencyKey) -> RunPageView:
    """Examine judges; when it ends, each has a card. The same key gives the run that was started with it."""
    return show_run_page(
        house,
        start_once(
            house, key, lambda keyed: start_sent_examination(keyed, request.sent(), start_key=key.key)
        ),
    )
