"""Rankings of texts: what they may be graded on and by, what one may cost, and its start."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field

from edison.actions.assignments import list_assignments, list_scales
from edison.actions.presets.rank_requests import RankRequest
from edison.actions.runs.looking import show_run_page
from edison.actions.runs.uploads import estimate_ranking, start_sent_ranking
from edison.actions.views.assignment import AssignmentView, ScaleView
from edison.actions.views.estimate import EstimateView
from edison.actions.views.page import RunPageView
from edison.domain import StoredAnchor

from ..access import Paying, Reading
from .shapes import MOST_USD, IdempotencyKey, Project, Wish

router = APIRouter(prefix="/api", tags=["rankings"])

MOST_COMPARISONS = 1_000_000


class GradedText(Wish):
    """A text whose grade is known."""

    grade: str = Field(min_length=1, max_length=100)
    text: str = Field(pattern=r"\S")


class NewRanking(Wish):
    """Texts and who compares them; what is left open is as the assignment has it. No file of the server is named."""

    name: str = Field(default="", max_length=200)
    texts: dict[str, str] = {}
    """By their names."""
    anchors: dict[Annotated[str, Field(min_length=1, max_length=200)], GradedText] = {}
    scale: str | None = Field(default=None, max_length=100)
    """One of those that have names."""
    assignment: str | None = Field(default=None, min_length=1, max_length=200)
    """Its name, after that of its project and a slash where it has one."""
    judges: list[str] = Field(default=[], max_length=100)
    goal: str = ""
    comparisons: int | None = Field(default=None, ge=1, le=MOST_COMPARISONS)
    budget_usd: float | None = Field(default=None, gt=0, le=MOST_USD)

    def request(self) -> RankRequest:
        return RankRequest(
            name=self.name.strip(),
            texts=self.texts,
            graded=tuple(
                StoredAnchor(label=name, grade=anchor.grade, text=anchor.text)
                for name, anchor in self.anchors.items()
            ),
            scale=self.scale,
            assignment=self.assignment,
            judges=tuple(self.judges),
            goal=self.goal,
            comparisons=self.comparisons,
            budget_usd=self.budget_usd,
        )


@router.get("/assignments")
def assignments(house: Reading, *, project: Project = None) -> list[AssignmentView]:
    """What texts are ranked by, kept under a name."""
    return list_assignments(house, project=project)


@router.get("/scales")
def scales(house: Reading) -> list[ScaleView]:
    """The scales that have names, with their grades from the lowest to the highest."""
    return list_scales(house)


@router.post("/rankings/estimate")
def estimate(house: Reading, wish: NewRanking) -> EstimateView:
    """What a ranking would ask for and may cost; nothing is stored and nothing paid for is sent."""
    return estimate_ranking(house, wish.request())


@router.post("/rankings", status_code=201)
def start(house: Paying, wish: NewRanking, key: IdempotencyKey) -> RunPageView:
    """Start a ranking; the same key gives the run that was started with it."""
    return show_run_page(house, start_sent_ranking(house, wish.request(), start_key=key).id)
