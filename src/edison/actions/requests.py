"""Requests that came with a key: done once, whoever asks again and however often the server was started since."""

from collections.abc import Callable

from edison.domain import Right

from .access import verb
from .house import House, RequestDone


@verb(Right.CHANGE)
def do_once(house: House, key: str, act: Callable[[House], object]) -> str:
    """Act unless that was done under this key; what failed may be tried again.

    The verb writes the key together with what it does, by `House.write` or `House.note`: whoever dies in between has
    done neither, and of two who ask at the same moment one does it.

    Returns:
        The id of what was made the first time, empty where it has none.
    """
    done = _find(house, key)
    if done is not None:
        return done
    try:
        act(house.under(key))
    except RequestDone as before:
        return before.made
    return _find(house, key) or ""


def _find(house: House, key: str) -> str | None:
    with house.store.reading() as work:
        return work.requests.find(key)
