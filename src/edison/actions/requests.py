"""Requests that came with a key: done once, whoever asks again and however often the server was started since."""

from collections.abc import Callable

from edison.domain import RequestKey, RequestMade, Right, Run, RunId
from edison.errors import KeyUsed

from .access import verb
from .house import House, RequestDone


@verb(Right.CHANGE)
def do_once(house: House, key: RequestKey, act: Callable[[House], object]) -> str:
    """Act unless that was done under this key; what failed may be tried again.

    The verb writes the key together with what it does, by `House.write` or `House.note`: whoever dies in between has
    done neither, and of two who ask at the same moment one does it.

    Returns:
        The id of what was made the first time, empty where it has none.

    Raises:
        KeyUsed: something else was asked for under this key before.
    """
    done = _find(house, key)
    if done is not None:
        return _made(done, key)
    try:
        made = act(house.under(key))
    except RequestDone as done_meanwhile:
        return _made(done_meanwhile.before, key)
    done = _find(house, key)
    if done is not None and done.made:
        return done.made
    # A run that was started before keys were kept with what was asked.
    return made if isinstance(made, str) else str(getattr(made, "id", ""))


@verb(Right.SPEND)
def start_once(house: House, key: RequestKey, start: Callable[[House], Run | RunId]) -> RunId:
    """Start a run unless that was done under this key; gives the one that was started."""
    return RunId(do_once(house, key, start))


def _made(before: RequestMade, key: RequestKey) -> str:
    if not before.fits(key):
        raise KeyUsed(key.key)
    return before.made


def _find(house: House, key: RequestKey) -> RequestMade | None:
    with house.store.reading() as work:
        return work.requests.find(key.key)
