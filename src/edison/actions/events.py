"""Events of one run or of all: a page of what happened, and what happens from now on."""

import asyncio
from collections.abc import AsyncGenerator

from edison.domain import Event, Right, RunId

from .access import verb
from .house import House

_LOOK_S = 0.5
_PAGE = 500


@verb(Right.READ)
def read_events(
    house: House, since: int = 0, limit: int = _PAGE, *, run_id: RunId | None = None
) -> list[Event]:
    """The events after a serial, of one run or of all; a page that is not full is the last for now."""
    with house.store.reading() as work:
        return work.events.since(since, limit, run_id=run_id)


@verb(Right.READ)
async def follow_events(
    house: House, since: int = 0, *, run_id: RunId | None = None
) -> AsyncGenerator[Event]:
    """The events after a serial, and every one that is added from now on; of one run, until it has ended."""
    while True:
        is_over = run_id is not None and await asyncio.to_thread(_has_ended, house, run_id)
        page = await asyncio.to_thread(read_events, house, since, run_id=run_id)
        for event in page:
            since = event.serial
            yield event
        if is_over and not page:
            return
        if len(page) < _PAGE:
            await house.clock.sleep(_LOOK_S)


def _has_ended(house: House, run_id: RunId) -> bool:
    with house.store.reading() as work:
        return work.runs.standing(run_id).settlement.is_end
