"""Looking on while commands work in processes of their own."""

from collections.abc import Callable
from threading import Event

from sqlalchemy import select
from sqlalchemy.exc import OperationalError, ProgrammingError

from edison.domain import RunId
from edison.sim import SimProcess
from edison.store.database.opening import make_engine, read_url
from edison.store.tables import ATTEMPT
from tests.database import open_quickly
from tests.invariants import gather, violations

from .commands import Terminal

_PAUSE_S = 0.02
_LOOKS = 5_000


def until(holds: Callable[[], bool]) -> None:
    """Wait for what must come to pass; never without a pause, which would take the processor from what is awaited."""
    for _ in range(_LOOKS):
        if holds():
            return
        Event().wait(_PAUSE_S)
    raise AssertionError("it never came to pass")


def found_wrong(terminal: Terminal, sim: SimProcess, run_id: str) -> list[str]:
    """The invariants that a run breaks."""
    store = open_quickly(terminal.database)
    try:
        return violations(gather(store, RunId(run_id), sim.bill()))
    finally:
        store.close()


def workers_of(terminal: Terminal) -> set[str]:
    """Everyone who has made an attempt."""
    engine = make_engine(read_url(terminal.database))
    try:
        with engine.connect() as connection:
            return set(connection.execute(select(ATTEMPT.c.worker).distinct()).scalars())
    except (OperationalError, ProgrammingError):
        # The tables are not there yet.
        return set()
    finally:
        engine.dispose()
