"""The heartbeat of a worker: it beats, notices who died, and sees to it that every run is driven by somebody.

A worker is dead when its beat was seen unchanged for long enough by this observer's own clock, without a failed
look in between; no two clocks are ever compared. What is done about it may be repeated by anyone, any number of
times, and half of it may be done by a worker that dies itself.
"""

import fcntl
import socket
import threading
from contextlib import suppress
from io import TextIOWrapper
from os import getpid
from pathlib import Path
from typing import NamedTuple

import structlog

from edison.domain import RunId
from edison.store import UnitOfWork

from .. import durable
from ..driver.control import Control
from .machine import Machine, shares_of

log = structlog.get_logger()


_LOOKS = 5
"""So often between two beats a worker looks for its share of a run that it has just begun to work on."""
_YOUNG_LOOKS = 15
"""So many looks later it has begun long ago."""

_LEFT = -1
"""The beat of a worker that left in good order: nobody needs to wait to be sure."""


class _Seen(NamedTuple):
    beat: int | None
    since: float


class Heartbeat:
    """A thread beside the machine; it keeps beating while the loop is busy."""

    def __init__(self, machine: Machine, control: Control) -> None:
        self._machine = machine
        self._store = machine.store
        self._control = control
        self._seen: dict[str, _Seen] = {}
        self._strays = set[str]()
        self._looks: dict[tuple[RunId, int], int] = {}
        self._beats = 0
        self._started_at = machine.clock.now()
        self._stop = threading.Event()
        self._lock: TextIOWrapper | None = None
        self._thread = threading.Thread(target=self._serve, name="edison-heart", daemon=True)

    def start(self) -> None:
        """Beat once at once, so that nobody takes this worker for dead, then for ever."""
        self._beat()
        gone = durable.busy_workers() - {self._machine.worker} if self._is_alone() else set[str]()
        self._bury(gone, departed=self._find_departed())
        self._thread.start()

    def stop(self) -> None:
        """Stop beating and say so: others need not wait to notice."""
        self._stop.set()
        if self._thread.ident is not None:
            self._thread.join()
        self._store.retry(lambda work: self._write_beat(work, _LEFT))
        if self._lock is not None:
            self._lock.close()

    def _serve(self) -> None:
        while not self._rest():
            try:
                self._beat()
                self._bury(self._find_dead(), departed=self._find_departed())
                self._gather_strays()
                self._control.reconcile(only=self._machine.only)
                self._tend_sessions()
            except Exception as error:
                # After an outage of the database everything is observed afresh: nobody died of our blindness.
                self._seen = {}
                log.warning("heartbeat.stumbled", error=repr(error))

    def _rest(self) -> bool:
        """Until the next beat; says whether it is the end. Who begins together must not wait a beat for its share."""
        for _ in range(_LOOKS):
            if self._stop.wait(self._machine.settings.beat_s / _LOOKS):
                return True
            self._looks = {key: self._looks.get(key, 0) + 1 for key in list(self._machine.sessions)}
            for key, looks in self._looks.items():
                if looks <= _YOUNG_LOOKS:
                    with suppress(Exception):
                        self._tend(key)
        return False

    def _beat(self) -> None:
        self._beats += 1
        with self._store.work() as work:
            self._write_beat(work, self._beats)

    def _write_beat(self, work: UnitOfWork, beat: int) -> None:
        work.workers.beat(
            self._machine.worker,
            host=socket.gethostname(),
            pid=getpid(),
            started_at=self._started_at,
            beat=beat,
        )

    def _find_departed(self) -> set[str]:
        with self._store.reading() as work:
            return {worker for worker, beat in work.workers.all().items() if beat == _LEFT}

    def _find_dead(self) -> set[str]:
        with self._store.reading() as work:
            beats = work.workers.all()
        suspects = (durable.busy_workers() | set(beats)) - {self._machine.worker}
        now = self._machine.clock.monotonic()
        self._seen = {
            worker: known
            if (known := self._seen.get(worker)) is not None and known.beat == beats.get(worker)
            else _Seen(beats.get(worker), now)
            for worker in suspects
        }
        stale_s = self._machine.settings.stale_s
        return {worker for worker, seen in self._seen.items() if now - seen.since >= stale_s}

    def _bury(self, dead: set[str], *, departed: set[str]) -> None:
        """Take back what was left: by those who died, and by those who left in good order and only need no row."""
        gone = dead | departed
        if not gone:
            return
        if dead - departed:
            log.warning("workers.died", workers=sorted(dead - departed))
        durable.take_back(gone)

        def clear(work: UnitOfWork) -> None:
            for worker in gone:
                work.workers.remove(worker)
            alive = set(work.workers.all())
            for standing in work.runs.unfinished():
                work.ledger.presume_unknown(standing.run_id, workers_alive=alive)

        self._store.retry(clear)

    def _gather_strays(self) -> None:
        """Have work done after all that failed when the database was away, so that not even that was written down."""
        strays = durable.strays(self._machine.worker)
        # Seen twice: between taking work and beginning it there is a moment.
        lost = strays & self._strays
        if lost and not self._machine.draining:
            log.warning("work.strayed", workflows=sorted(lost))
            durable.put_back(lost, worker=self._machine.worker)
        self._strays = strays - lost

    def _tend_sessions(self) -> None:
        """Share slots anew, hear pauses that others brought home, and notice what people decided."""
        for key in list(self._machine.sessions):
            self._tend(key)

    def _tend(self, key: tuple[RunId, int]) -> None:
        session, (run_id, epoch) = self._machine.sessions.get(key), key
        if session is None:
            return
        if session.superseded:
            session.loop.call_soon_threadsafe(self._machine.forget, key)
            return
        with self._store.work() as work:
            standing = work.runs.standing(run_id)
            moved_on = standing.epoch != epoch or standing.settlement.is_end
            shares = {} if moved_on else shares_of(work, session.run, worker=self._machine.worker)
            if moved_on:
                work.slots.release(run_id, self._machine.worker)
        if moved_on:
            session.superseded = True
            return
        for endpoint, share in shares.items():
            session.loop.call_soon_threadsafe(session.limiter.set_share, endpoint, share)
        for limit, seconds in self._machine.rates.paused_for(session.limiter.keys).items():
            session.loop.call_soon_threadsafe(
                lambda k=limit, s=seconds, one=session: one.limiter.hear_pause(k, seconds=s)
            )

    def _is_alone(self) -> bool:
        """On one machine a file lock tells at once what beats tell only after a while: that nobody else lives."""
        path = self._store.path
        if path is None:
            return False
        self._lock = Path(f"{path}.lock").open("a")  # noqa: SIM115 (held as long as the worker lives)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            alone = True
        except OSError:
            alone = False
        fcntl.flock(self._lock, fcntl.LOCK_SH)
        return alone
