"""Calls, and what they cost."""

from typing import Annotated

from fastapi import APIRouter, Query

from edison.actions.results.calls import list_calls, list_latest_calls, list_spending, show_exchange
from edison.actions.views.call import CallPageView, ExchangeView, LatestCallsView, SpendingView
from edison.domain import AttemptState, RunId, StageName

from ..access import Reading

router = APIRouter(prefix="/api", tags=["library"])


@router.get("/runs/{run}/calls")
def calls(
    house: Reading,
    run: RunId,
    *,
    after: str = "",
    state: AttemptState | None = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> CallPageView:
    """Every try of a run, those about one cell side by side."""
    return list_calls(house, run, after=after, state=state, limit=limit)


@router.get("/calls")
def latest_calls(
    house: Reading,
    *,
    before: str = "",
    endpoint: str = "",
    stage: StageName | None = None,
    state: AttemptState | None = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> LatestCallsView:
    """Every try of the house, newest first; on wish those whose provider and model hold some text."""
    return list_latest_calls(house, before=before, endpoint=endpoint, stage=stage, state=state, limit=limit)


@router.get("/calls/{attempt}")
def exchange(house: Reading, attempt: str) -> ExchangeView:
    """What one try sent and what came back."""
    return show_exchange(house, attempt)


@router.get("/costs")
def costs(house: Reading) -> list[SpendingView]:
    """What every run spent, with its project, and whoever asked outside of runs: by endpoint, stage and day."""
    return list_spending(house)
