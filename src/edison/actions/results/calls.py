"""The ledger, looked into: tries of a run, what was on the wire, and where the money went."""

from edison.domain import AttemptId, AttemptState, Right, RunId, StageName
from edison.errors import CallMissing
from edison.store import CallFilter

from ..access import verb
from ..house import House
from ..views.call import (
    CallPageView,
    CallView,
    ExchangeView,
    LatestCallsView,
    SpendingView,
    view_exchange,
    view_latest,
    view_spending,
)

_PAGE = 100


@verb(Right.READ)
def list_calls(
    house: House, run_id: RunId, *, after: str = "", state: AttemptState | None = None, limit: int = _PAGE
) -> CallPageView:
    """Some tries of a run, those about one cell side by side."""
    with house.store.reading() as work:
        lines = work.ledger.attempts(run_id, after=after, limit=limit + 1, state=state)
    following = lines[limit - 1].id if len(lines) > limit else None
    return CallPageView(items=tuple(map(CallView.of, lines[:limit])), next=following)


@verb(Right.READ)
def list_latest_calls(
    house: House,
    *,
    before: str = "",
    endpoint: str = "",
    stage: StageName | None = None,
    state: AttemptState | None = None,
    limit: int = _PAGE,
) -> LatestCallsView:
    """Some tries of the house, whoever asked, the newest first; `endpoint` is some of provider and model."""
    sought = CallFilter(endpoint=endpoint, stage=stage, state=state)
    with house.store.reading() as work:
        found = work.results.latest_calls(sought, before=before, limit=limit)
    return LatestCallsView(items=tuple(map(view_latest, found.calls)), next=found.following)


@verb(Right.READ)
def show_exchange(house: House, attempt: str) -> ExchangeView:
    """What was sent and what came back, as it was on the wire.

    Raises:
        CallMissing: nothing of it is kept.
    """
    with house.store.reading() as work:
        raw = work.ledger.exchange(AttemptId(attempt))
    if raw is None:
        raise CallMissing(attempt)
    return view_exchange(attempt, raw)


@verb(Right.READ)
def list_spending(house: House) -> list[SpendingView]:
    """What every run spent, and whoever asked outside of runs, by endpoint, stage and day, the newest first."""
    with house.store.reading() as work:
        projects = work.projects.slugs()
        return [view_spending(one, projects=projects) for one in work.results.spending()]
