"""Requests that came with a key: done once, whoever asks again and however often the server was started since."""

from datetime import timedelta

from edison.domain import Right

from .access import verb
from .house import House

_REMEMBERED_FOR = timedelta(days=30)
"""Nobody sends a request again after so long."""


@verb(Right.READ)
def find_request(house: House, key: str) -> str | None:
    """The id of what was made under a key, empty where it has none; None where nothing was done under it."""
    with house.store.reading() as work:
        return work.requests.find(key)


@verb(Right.CHANGE)
def note_request(house: House, key: str, *, made: str) -> str:
    """Keep that something was done under a key; gives what was made by whoever was the first."""
    with house.store.work() as work:
        now = house.clock.now()
        work.requests.forget(before=now - _REMEMBERED_FOR)
        return work.requests.add(key, made, at=now)
