"""A request that starts work may be sent twice, by a double click or after a lost answer, and is done once."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Annotated, cast

from fastapi import Header, Request

IdempotencyKey = Annotated[
    str,
    Header(
        alias="Idempotency-Key",
        min_length=8,
        max_length=100,
        description="Chosen by whoever asks; the same key is answered by what was done the first time.",
    ),
]

_MOST_REMEMBERED = 10_000


class DoneRequests:
    """Which keys were seen, by this process, the last ten thousand of them, and what was made under each."""

    def __init__(self) -> None:
        self._done: OrderedDict[str, str | None] = OrderedDict()
        # Protects what was seen, and holds back a second request until the first one is through.
        self._lock = threading.Lock()

    def do(self, key: str, act: Callable[[], object]) -> str | None:
        """Act unless that was done under this key; the id of what was made, where it was told."""
        with self._lock:
            if key not in self._done:
                made = act()
                self._done[key] = made if isinstance(made, str) else None
            found = self._done[key]
            while len(self._done) > _MOST_REMEMBERED:
                self._done.popitem(last=False)
            return found


def once(request: Request, key: str, act: Callable[[], object]) -> None:
    """Act unless that was done under this key; what failed may be tried again."""
    cast(DoneRequests, request.app.state.done).do(key, act)


def make_once(request: Request, key: str, make: Callable[[], str]) -> str:
    """The same for what has an id of its own: the id of what was made the first time."""
    return cast(DoneRequests, request.app.state.done).do(key, make) or ""
