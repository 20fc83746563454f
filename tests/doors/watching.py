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


def until(is_so: Callable[[], bool], *, patience: int = 2000) -> None:
    """Wait for something that must come to pass."""
    for _ in range(patience):
        if is_so():
            return
        Event().wait(0.05)
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
