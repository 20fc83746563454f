"""Runs: list, look at one, start, pause, resume, finish, cancel, ask again for what failed, say who decides, remove."""

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field

from edison.actions.requests import do_once, start_once
from edison.actions.runs.autonomy import choose_autonomy
from edison.actions.runs.control import (
    cancel_run,
    finish_run,
    pause_run,
    remove_run,
    rerun_failed,
    resume_run,
    show_old_runs,
)
from edison.actions.runs.looking import list_lines, show_run_page
from edison.actions.runs.uploads import (
    UploadedSuite,
    estimate_upload,
    start_upload,
)
from edison.actions.views.estimate import EstimateView
from edison.actions.views.house import OldRunsView
from edison.actions.views.page import RunLinesView, RunPageView
from edison.domain import Autonomy, ChallengeBy, RefineStrategy, RunId, Technique, to_microusd

from ..access import Changing, Paying, Reading
from .shapes import LARGEST, MOST_USD, AtOnce, IdempotencyKey, RequestBody, SomeCases

router = APIRouter(prefix="/api/runs", tags=["runs"])

Limit = Annotated[int, Query(ge=1, le=200)]


class RefineOptions(RequestBody):
    """How a prompt is refined; what is null is as the suite says, or as it is usual."""

    rounds: int | None = Field(default=None, ge=1, le=100)
    candidates: int | None = Field(default=None, ge=1, le=8)
    refiner: str | None = Field(default=None, min_length=1, max_length=200)
    prompt: str | None = Field(default=None, min_length=1, max_length=200)
    # A text of JSON becomes the word that it names.
    autonomy: Autonomy | None = Field(default=None, strict=False)
    strategy: RefineStrategy | None = Field(default=None, strict=False)
    challenge: ChallengeBy | None = Field(default=None, strict=False)
    technique: Technique | None = Field(default=None, strict=False)
    seed: int | None = Field(default=None, ge=0, le=LARGEST)


class NewRun(SomeCases):
    """A suite and the files it names, as texts; with `refine`, its prompt is improved in rounds."""

    name: str = Field(default="suite.yaml", min_length=1, max_length=200)
    suite: str = Field(min_length=1)
    files: dict[str, str] = {}
    budget_usd: float | None = Field(default=None, gt=0, le=MOST_USD)
    concurrency: AtOnce = None
    refine: RefineOptions | None = None

    def upload(self) -> UploadedSuite:
        refine = None if self.refine is None else self.refine.model_dump()
        return UploadedSuite(
            self.name,
            self.suite,
            self.files,
            budget_usd=self.budget_usd,
            concurrency=self.concurrency,
            refine=refine,
            choice=self.choice,
            pause_after=self.stage,
        )


class NewBudget(RequestBody):
    """What a run that goes on may spend in all; null leaves it as it is."""

    budget_usd: float | None = Field(default=None, gt=0, le=MOST_USD)


class NewAutonomy(RequestBody):
    """Who decides from now on about changes of the prompt."""

    autonomy: Autonomy = Field(strict=False)


@router.get("")
def list_runs(
    house: Reading,
    *,
    before: RunId | None = None,
    limit: Limit = 50,
    preset: str | None = None,
    open: Annotated[
        bool | None, Query(description="Only those that go on, or only those that ended.")
    ] = None,
    named: Annotated[
        str, Query(max_length=200, description="Only those with all of these words in their names.")
    ] = "",
    project: Annotated[
        str | None,
        Query(max_length=200, description="The slug of a project; of all, and of none, if not given."),
    ] = None,
) -> RunLinesView:
    """Runs, newest first."""
    return list_lines(
        house, before=before, limit=limit, preset=preset, is_open=open, named=named, project=project
    )


@router.get("/old")
def old(
    house: Reading,
    *,
    older_than: Annotated[
        str, Query(max_length=20, description="They ended longer ago than this: 12h, 30d.")
    ] = "30d",
) -> OldRunsView:
    """What would go with runs that ended a while ago, oldest first; each is removed by itself."""
    return show_old_runs(house, older_than=older_than)


@router.get("/{run}")
def show_run(house: Reading, run: RunId) -> RunPageView:
    """A run at the head of its page: what it is about, its columns, its counts."""
    return show_run_page(house, run)


@router.post("/estimate")
def estimate(house: Reading, request: NewRun) -> EstimateView:
    """What a suite would ask for and may cost; nothing is stored and nothing paid for is sent."""
    return estimate_upload(house, request.upload())


@router.post("", status_code=201)
def start(house: Paying, request: NewRun, key: IdempotencyKey) -> RunPageView:
    """Start a suite; the same key gives the run that was started with it."""
    return show_run_page(
        house, start_once(house, key, lambda keyed: start_upload(keyed, request.upload(), start_key=key.key))
    )


@router.post("/{run}/pause")
def pause(house: Changing, run: RunId) -> RunPageView:
    """Begin nothing new; what is under way is answered and kept."""
    return show_run_page(house, pause_run(house, run).id)


@router.post("/{run}/resume")
def resume(house: Paying, run: RunId, *, request: NewBudget, key: IdempotencyKey) -> RunPageView:
    """Let a paused, halted or interrupted run go on; the same key lets it go on once."""
    budget = to_microusd(request.budget_usd)
    do_once(house, key, lambda keyed: resume_run(keyed, run, budget_microusd=budget))
    return show_run_page(house, run)


@router.post("/{run}/cancel")
def cancel(house: Changing, run: RunId) -> RunPageView:
    """End a run for ever; what it has is kept."""
    return show_run_page(house, cancel_run(house, run).id)


@router.post("/{run}/finish")
def finish(house: Changing, run: RunId) -> RunPageView:
    """End a run now; what there is by now is its result."""
    return show_run_page(house, finish_run(house, run).id)


@router.post("/{run}/autonomy")
def autonomy(house: Changing, run: RunId, request: NewAutonomy) -> RunPageView:
    """Say who decides from now on in a run that refines; one that waits goes on where it would not ask any more."""
    return show_run_page(house, choose_autonomy(house, run, request.autonomy).id)


@router.post("/{run}/rerun")
def rerun(house: Paying, run: RunId, key: IdempotencyKey) -> RunPageView:
    """Ask again for what failed, and only for that; the same key does so once."""
    do_once(house, key, lambda keyed: rerun_failed(keyed, run))
    return show_run_page(house, run)


@router.post("/{run}/remove", status_code=204)
def remove(house: Changing, run: RunId, key: IdempotencyKey) -> None:
    """Take a run that has ended away, with its cells and the texts of its calls; what it cost stays in the sums."""
    do_once(house, key, lambda keyed: remove_run(keyed, run))
