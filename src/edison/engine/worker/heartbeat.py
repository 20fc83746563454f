"""The heartbeat of a worker: it beats, notices who died, and sees to it that every run is driven by somebody.

A worker is dead when its beat was seen unchanged for long enough by this observer's own clock, without a failed
look in between; no two clocks are ever compared, and time in which nobody looked hardly counts. What is done about it
may be repeated by anyone, any number of times, and half of it may be done by a worker that dies itself. First the dead
may not send any more, then their work goes back, then they are forgotten: one who returns finds out before it can do
harm, drops all that it had, and begins anew once it is forgotten.
"""

import fcntl
import socket
import threading
from collections.abc import Mapping
from contextlib import suppress
from io import TextIOWrapper
from os import getpid
from pathlib import Path
from typing import NamedTuple

import structlog

from edison.domain import RunId
from edison.errors import EdisonError
from edison.store import UnitOfWork

from .. import durable
from ..driver.control import Control
from .machine import Machine, shares_of

log = structlog.get_logger()


_LOOKS = 5
"""So often between two beats a worker looks for its share of a run that it has just begun to work on."""
_IDLE_BEATS = 5
"""Who has nothing to do beats so much less often at most: waiting for work should cost next to nothing."""
_IDLE_PART_OF_STALE = 4
"""But so often, at the least, in the time after which it would be taken for dead."""
_YOUNG_LOOKS = 15
"""So many looks later it has begun long ago."""

_PART_OF_STALE = 0.5
"""So much of the silence that means death may lie between two looks: who was away itself looks again first."""


_FAREWELL_S = 5.0


class _Seen(NamedTuple):
    beat: int | None
    silent_s: float


class Heartbeat:
    """A thread beside the machine; it keeps beating while the loop is busy."""

    def __init__(self, machine: Machine, control: Control) -> None:
        self._machine = machine
        self._store = machine.store
        self._control = control
        self._seen: dict[str, _Seen] = {}
        self._looked_at = 0.0
        self._strays = set[str]()
        self._looks: dict[tuple[RunId, int], int] = {}
        self._beats = 0
        self._started_at = machine.clock.now()
        self._stop = threading.Event()
        self._lock: TextIOWrapper | None = None
        self._thread = threading.Thread(target=self._serve, name="edison-heart", daemon=True)

    def start(self) -> None:
        """Beat once at once, so that nobody takes this worker for dead, then for ever."""
        self._register()
        gone = set(durable.held_work().values()) - {self._machine.worker} if self._is_alone() else set[str]()
        with self._store.reading() as work:
            departed = work.workers.dismissed()
            self._bury(gone, departed=departed)
        if self._machine.worker in departed:
            # It left in good order, and is back under its name before anybody cleared that away.
            self._register()
        self._thread.start()

    def stop(self) -> None:
        """Stop beating and say so: others need not wait to notice."""
        self._stop.set()
        if self._thread.ident is not None:
            self._thread.join()
        # Where it cannot be said, others notice by the silence.
        with suppress(EdisonError):
            self._store.retry(
                lambda work: work.workers.dismiss([self._machine.worker]), patience_s=_FAREWELL_S
            )
        if self._lock is not None:
            self._lock.close()

    def _serve(self) -> None:
        while not self._rest():
            try:
                beats, held = self._beat(), durable.held_work()
                self._bury(
                    self._find_dead(beats, busy=set(held.values())),
                    departed={worker for worker, beat in beats.items() if beat < 0},
                )
                self._gather_strays(held)
                self._control.reconcile(only=self._machine.only)
                self._tend_sessions()
            except Exception as error:
                # After an outage of the database everything is observed afresh: nobody died of our blindness.
                self._seen = {}
                log.warning("heartbeat.stumbled", error=repr(error))

    def _rest(self) -> bool:
        """Until the next beat; says whether it is the end. Who begins together must not wait a beat for its share."""
        settings = self._machine.settings
        idle = min(_IDLE_BEATS, max(1, int(settings.stale_s / settings.beat_s / _IDLE_PART_OF_STALE)))
        for _ in range(_LOOKS if self._machine.sessions else _LOOKS * idle):
            if self._stop.wait(settings.beat_s / _LOOKS):
                return True
            self._looks = {key: self._looks.get(key, 0) + 1 for key in list(self._machine.sessions)}
            for key, looks in self._looks.items():
                if looks <= _YOUNG_LOOKS:
                    with suppress(Exception):
                        self._tend(key)
        return False

    def _beat(self) -> dict[str, int]:
        """Say that this worker lives, and hear of the others."""
        self._beats += 1
        with self._store.work() as work:
            is_known = work.workers.beat(self._machine.worker, self._beats)
            beats = work.workers.all()
        if not is_known:
            self._begin_anew()
        return beats

    def _begin_anew(self) -> None:
        """Drop all that there was, for others have it; that done, live again."""
        if self._machine.may_send.is_set():
            log.warning("worker.was_taken_for_dead", worker=self._machine.worker)
        self._machine.loop.call_soon_threadsafe(self._machine.stop_sending)
        if not self._machine.sessions:
            self._register()

    def _register(self) -> None:
        with self._store.work() as work:
            is_known = work.workers.register(
                self._machine.worker,
                host=socket.gethostname(),
                pid=getpid(),
                started_at=self._started_at,
            )
        if is_known:
            self._machine.loop.call_soon_threadsafe(self._machine.may_send.set)

    def _find_dead(self, beats: Mapping[str, int], *, busy: set[str]) -> set[str]:
        alive = {worker for worker, beat in beats.items() if beat >= 0}
        suspects = (busy | alive) - {self._machine.worker}
        stale_s, now = self._machine.settings.stale_s, self._machine.clock.monotonic()
        passed_s = min(now - self._looked_at, stale_s * _PART_OF_STALE)
        self._looked_at = now
        self._seen = {
            worker: _Seen(known.beat, known.silent_s + passed_s)
            if (known := self._seen.get(worker)) is not None and known.beat == beats.get(worker)
            else _Seen(beats.get(worker), 0.0)
            for worker in suspects
        }
        return {worker for worker, seen in self._seen.items() if seen.silent_s >= stale_s}

    def _bury(self, dead: set[str], *, departed: set[str]) -> None:
        """Take back what was left: by those who died, and by those who left in good order and only need no row."""
        gone = dead | departed
        if not gone:
            return
        if dead:
            log.warning("workers.died", workers=sorted(dead))

        def dismiss(work: UnitOfWork) -> None:
            work.workers.dismiss(dead)
            alive = work.workers.alive()
            for standing in work.runs.unfinished():
                work.ledger.presume_unknown(standing.run_id, workers_alive=alive)

        def forget(work: UnitOfWork) -> None:
            # Another may have been faster, and who came back may be at work again.
            durable.take_back(work.handle, work.workers.forget(gone))

        self._store.retry(dismiss)
        self._store.retry(forget)

    def _gather_strays(self, held: Mapping[str, str]) -> None:
        """Have work done after all that failed when the database was away, so that not even that was written down."""
        mine = {workflow for workflow, worker in held.items() if worker == self._machine.worker}
        strays = mine - durable.active_here()
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
            session.loop.call_soon_threadsafe(session.stop_sending)
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
