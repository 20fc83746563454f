"""The live feed: what happens, and counts of what goes on."""

from collections.abc import AsyncGenerator
from typing import Annotated, cast

from fastapi import APIRouter, Header, Query, Request
from fastapi.sse import EventSourceResponse, ServerSentEvent

from edison.actions.runs.looking import follow_house
from edison.actions.views.event import view_event
from edison.domain import Event

from ..access import Keyring, Reading
from .shapes import LARGEST

router = APIRouter(prefix="/api", tags=["live"])

_RETRY_MS = 1000


@router.get("/live", response_class=EventSourceResponse)
async def live(
    house: Reading,
    request: Request,
    since: Annotated[
        int | None, Query(ge=0, le=LARGEST, description="Only what came after this serial.")
    ] = None,
    last_event_id: Annotated[int | None, Header(ge=0, le=LARGEST)] = None,
) -> AsyncGenerator[ServerSentEvent]:
    """Server-sent events: `opened` with the serial it begins from, `happened` for each event, `progress` for counts.

    The id of an event is its serial over all runs, so that whoever comes back after a broken connection misses
    nothing and hears nothing twice. Counts have no id: the newest takes the place of all before. It ends when the
    token that it was opened with is no longer the token.
    """
    begin = since if last_event_id is None else last_event_id
    state = request.app.state

    def goes_on() -> bool:
        return not state.closing and cast(Keyring, state.keyring).actor_of(request.headers) is not None

    following = follow_house(house, begin, goes_on=goes_on)
    async for told in following:
        if isinstance(told, int):
            yield ServerSentEvent(event="opened", id=str(told), data={"serial": told}, retry=_RETRY_MS)
        elif isinstance(told, Event):
            yield ServerSentEvent(event="happened", id=str(told.serial), data=view_event(told).as_json())
        else:
            yield ServerSentEvent(event="progress", data=told)
