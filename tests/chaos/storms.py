"""What is done to runs: kills at random moments, deaths at named points, freezes, crashes of the database."""

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from edison.domain import Chance, Run
from tests.chaos.absences import Absence
from tests.chaos.zygote import Orders, Zygote, is_alive, kill
from tests.database import postgres_server
from tests.engine.house import House
from tests.invariants import Evidence

PATIENCE_S = 240.0
SOON_S = 0.8
"""When a worker is taken for dead where it does not matter whether it was only slow."""


@dataclass
class Storm:
    """One run, and workers that are not left in peace."""

    house: House
    zygote: Zygote
    database: str
    chance: Chance
    kills: int = 0
    pids: list[int] = field(default_factory=list[int])

    def orders(self, run: Run, *, requests_per_minute: float | None = None) -> Orders:
        return Orders(
            database=self.database,
            address=self.house.sim.base_url("openai"),
            run=run.id,
            requests_per_minute=requests_per_minute,
        )

    def has_begun(self, run: Run) -> bool:
        """Whether anything was asked."""
        return any((one.idempotency or "").startswith(run.id) for one in self.house.sim.bill())

    def has_ended(self, run: Run) -> bool:
        with self.house.store.reading() as work:
            return work.runs.standing(run.id).settlement.is_end

    def kill_at_random(self, run: Run, *, kills: int, workers: int = 1, shortest_s: float = 0.1) -> None:
        """Kill a worker again and again until that was done so often, then let the run end in peace."""
        stream = self.chance.stream("kills", run.id)
        crew = [self.zygote.fork(self.orders(run)) for _ in range(workers)]
        assert _until(lambda: self.has_begun(run)), "nobody began"
        while self.kills < kills and not self.has_ended(run):
            _rest(stream.uniform(shortest_s, shortest_s * 4))
            index = stream.below(len(crew))
            if is_alive(crew[index]):
                kill(crew[index])
                self.kills += 1
            crew[index] = self.zygote.fork(self.orders(run))
        self.wait_for(run, crew)

    def send_away(self, run: Run, absence: Absence, *, times: int = 1) -> int:
        """Keep a worker away until it is taken for dead and replaced, then let it go on as if nothing had been.

        Says how many calls it had under way whenever it left: asked, and their answers not written down.
        """
        under_way = 0
        stream = self.chance.stream("absences", run.id)
        # They are taken for dead soon, so that nobody has to be away for long.
        orders = replace(self.orders(run), stale_s=SOON_S)
        victim = self.zygote.fork(absence.orders(orders))
        assert _until(lambda: self.calls_of(run, victim) > 0), "nobody began"
        other = self.zygote.fork(orders)
        assert _until(lambda: self.is_known(other)), "there is nobody to take over"
        for _ in range(times):
            _until(lambda: self.calls_of(run, victim) > 0 or self.has_ended(run))
            _rest(stream.uniform(0.0, 0.3))
            if self.has_ended(run):
                break
            absence.begin(victim)
            seen = [self.calls_of(run, victim)]
            # Whoever was stopped while it held the file's lock is not replaced: nobody can write that.
            _until(
                lambda seen=seen: seen.append(self.calls_of(run, victim)) or not self.is_known(victim),
                patience_s=4 * SOON_S,
            )
            under_way += max(seen)
            _rest(SOON_S / 4)
            absence.end(victim)
            self.kills += 1
        self.wait_for(run, [victim, other])
        return under_way

    def calls_of(self, run: Run, pid: int) -> int:
        """How many calls of the run a worker has under way."""
        with self.house.store.reading() as work:
            return sum(
                calls for worker, calls in work.in_flight.by_worker(run.id).items() if f"-{pid}-" in worker
            )

    def is_known(self, pid: int) -> bool:
        """Whether a worker is taken to be alive."""
        with self.house.store.reading() as work:
            return any(f"-{pid}-" in worker for worker in work.workers.alive())

    def die_at(self, run: Run, fault: str, *, folder: Path) -> bool:
        """One worker that dies at a named point, then one that does not; whether the first died."""
        died = self.lose(run, fault, folder=folder)
        if not self.has_ended(run):
            self.wait_for(run, [self.zygote.fork(replace(self.orders(run), stale_s=SOON_S))])
        return died

    def lose(self, run: Run, fault: str, *, folder: Path) -> bool:
        """One worker that dies at a named point, and nobody after it; whether it died."""
        farewell = folder / f"{run.id}.farewell"
        pid = self.zygote.fork(replace(self.orders(run), fault=fault, farewell=str(farewell)))
        assert _until(lambda: not is_alive(pid)), "neither dead nor done"
        return not farewell.exists()

    def crash_the_server(self, run: Run, *, times: int) -> None:
        """Cut every connection to Postgres at once and start it again, while a worker works."""
        stream, server = self.chance.stream("crashes", run.id), postgres_server()
        crew = [self.zygote.fork(self.orders(run))]
        for _ in range(times):
            _rest(stream.uniform(0.5, 2.0))
            server.stop(crash=True)
            _rest(stream.uniform(0.0, 1.0))
            server.start()
            self.kills += 1
        self.wait_for(run, crew)

    def work_together(self, run: Run, *, workers: int, requests_per_minute: float | None = None) -> None:
        """Several workers, left in peace."""
        orders = self.orders(run, requests_per_minute=requests_per_minute)
        self.wait_for(run, [self.zygote.fork(orders) for _ in range(workers)])

    def wait_for(self, run: Run, crew: list[int]) -> None:
        """Until the run has ended; a worker that is missing is replaced."""
        deadline = time.monotonic() + PATIENCE_S
        while not self.has_ended(run):
            if time.monotonic() > deadline:
                raise AssertionError("the run does not end")
            if not any(is_alive(pid) for pid in crew):
                crew.append(self.zygote.fork(self.orders(run)))
            _rest(0.1)
        for pid in crew:
            assert _until(lambda pid=pid: not is_alive(pid), patience_s=20), "a worker does not end"
            kill(pid)

    def check(self, run: Run) -> Evidence:
        return self.house.check(run)


def repeats_of(evidence: Evidence) -> int:
    """What the provider charged for beyond one answer to each question, by its own bill."""
    charged = Counter(one.idempotency for one in evidence.bill or () if one.microusd)
    return sum(times - 1 for call, times in charged.items() if (call or "").startswith(evidence.run_id))


def _rest(seconds: float) -> None:
    time.sleep(seconds)  # noqa: TID251 (real processes, real time)


def _until(holds: Callable[[], bool], *, patience_s: float = PATIENCE_S) -> bool:
    deadline = time.monotonic() + patience_s
    while not holds():
        if time.monotonic() > deadline:
            return False
        _rest(0.02)
    return True


def open_storm(house: House, zygote: Zygote, database: str, *, seed: int) -> Storm:
    """A storm that can be repeated by its seed."""
    return Storm(house, zygote, database, Chance(seed))
