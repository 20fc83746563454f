"""A request that starts work may be sent twice, by a double click or after a lost answer, and is done once."""

import threading
from collections.abc import Callable
from typing import Annotated, cast

from fastapi import Header, Request

from edison.actions.house import House
from edison.actions.requests import find_request, note_request

IdempotencyKey = Annotated[
    str,
    Header(
        alias="Idempotency-Key",
        min_length=8,
        max_length=100,
        description="Chosen by whoever asks; the same key is answered by what was done the first time.",
    ),
]


class DoneRequests:
    """Which keys were seen, and what was made under each: kept in the archive, whichever process asks."""

    def __init__(self, house: House) -> None:
        self._house = house
        # Holds back a second request until the first one is through.
        self._lock = threading.Lock()

    def do(self, key: str, act: Callable[[], object]) -> str:
        """Act unless that was done under this key; the id of what was made, empty where it has none."""
        with self._lock:
            done = find_request(self._house, key)
            if done is not None:
                return done
            made = act()
            return note_request(self._house, key, made=made if isinstance(made, str) else "")


def once(request: Request, key: str, act: Callable[[], object]) -> None:
    """Act unless that was done under this key; what failed may be tried again."""
    cast(DoneRequests, request.app.state.done).do(key, act)


def make_once(request: Request, key: str, make: Callable[[], str]) -> str:
    """The same for what has an id of its own: the id of what was made the first time."""
    return cast(DoneRequests, request.app.state.done).do(key, make)
