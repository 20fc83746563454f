"""Drafts: have a model write, complete or improve a goal, a rubric, a prompt, cases or a judge's instructions."""

from fastapi import APIRouter
from pydantic import Field

from edison.actions.datasets import DatasetRef
from edison.actions.drafts import WantedDraft
from edison.actions.experiments.drafting import estimate_draft, show_draft_run, start_draft
from edison.actions.failing import AimRequest
from edison.actions.house import House
from edison.actions.prompts import PromptRef
from edison.actions.requests import start_once
from edison.actions.views.draft import DraftsView
from edison.actions.views.estimate import EstimateView
from edison.domain import (
    MOST_ALTERNATIVES,
    CaseSpec,
    DatasetKind,
    DraftKind,
    DraftMode,
    Run,
    RunId,
    Technique,
)

from ..access import Paying, Reading
from .shapes import MOST_USD, IdempotencyKey, RequestBody

router = APIRouter(prefix="/api/drafts", tags=["drafts"])


class NewCases(RequestBody):
    """Which cases are to be written, and into which new set."""

    # Counted apart: a hundred times every letter of every script takes 25 ms to be understood.
    name: str = Field(pattern=r"^[\w.-]+$", max_length=100)
    # A text of JSON becomes the kind that it names.
    kind: DatasetKind = Field(default=DatasetKind.SYNTHETIC, strict=False)
    count: int = Field(default=20, ge=1, le=2_000)
    diversity: float = Field(default=0.5, ge=0, le=1)
    hints: list[str] = Field(default=[], max_length=100)
    languages: list[str] = Field(default=[], max_length=100)
    lengths: list[str] = Field(default=[], max_length=100)
    tags: list[str] = Field(default=[], max_length=100)
    beside: str | None = Field(default=None, min_length=1, max_length=200)
    """A set of which nothing is to be written again."""
    embedder: str | None = Field(default=None, min_length=3, max_length=200)
    """Who tells near-duplicates by meaning, as provider/model; what is installed here unless given."""

    at: str | None = Field(default=None, min_length=1, max_length=200)
    """A run: the cases are adversarial, and aimed at what fails there."""
    spots: list[str] = Field(default=[], max_length=100)
    """At which kinds of its failing cases, such as `tag:returns`; the surest ones unless some are named."""

    def spec(self) -> CaseSpec:
        said = self.model_dump(exclude={"beside", "at", "spots"})
        return CaseSpec.model_validate({**said, "kind": self.kind})


class NewDraft(RequestBody):
    """What is to be written; what the experiment says already need not be said again."""

    kind: DraftKind = Field(strict=False)
    mode: DraftMode = Field(default=DraftMode.DRAFT, strict=False)
    experiment: str | None = Field(default=None, min_length=1, max_length=200)
    """Whose goal, criteria, models, budget and texts are taken."""
    goal: str = ""
    text: str = ""
    """What is there: to be completed or improved."""
    focus: list[str] = Field(default=[], max_length=100)
    """The criteria that an improvement is to help."""
    alternatives: int = Field(default=3, ge=1, le=MOST_ALTERNATIVES)
    model: str | None = Field(default=None, min_length=1, max_length=200)
    """Who writes, as provider/model."""
    technique: Technique = Field(default=Technique.DIRECT, strict=False)
    """How the writer is led to what it writes."""
    budget_usd: float | None = Field(default=None, gt=0, le=MOST_USD)
    cases: NewCases | None = None
    project: str | None = Field(default=None, min_length=1, max_length=63)
    prompt: str | None = Field(default=None, min_length=1, max_length=200)
    """A kept prompt of the project that is improved; its edits wait for a review."""

    def request(self) -> WantedDraft:
        beside, at = (None, None) if self.cases is None else (self.cases.beside, self.cases.at)
        spots = () if self.cases is None else tuple(self.cases.spots)
        return WantedDraft(
            kind=self.kind,
            mode=self.mode,
            goal=self.goal,
            text=self.text,
            focus=tuple(self.focus),
            alternatives=self.alternatives,
            writer=self.model,
            technique=self.technique,
            budget_usd=self.budget_usd,
            spec=None if self.cases is None else self.cases.spec(),
            at=None if at is None else AimRequest(RunId(at), spots),
            beside=None if beside is None else DatasetRef.parse(beside, project=self.project),
            project=self.project,
            prompt=None if self.prompt is None else PromptRef(self.prompt, self.project),
        )


@router.post("", status_code=201)
def start(house: Paying, request: NewDraft, key: IdempotencyKey) -> DraftsView:
    """Have a model write; the same key gives the run that was started with it. What it wrote is read by its run."""

    def start(keyed: House) -> Run:
        return start_draft(keyed, request.request(), experiment=request.experiment, start_key=key.key)

    return show_draft_run(house, start_once(house, key, start))


@router.post("/estimate")
def estimate(house: Reading, request: NewDraft) -> EstimateView:
    """What a model that writes would be asked and may cost; nothing is stored and nothing paid for is sent."""
    return estimate_draft(house, request.request(), experiment=request.experiment)


@router.get("/{run}")
def draft(house: Reading, run: RunId) -> DraftsView:
    """What a run wrote so far, and whether it goes on."""
    return show_draft_run(house, run)
