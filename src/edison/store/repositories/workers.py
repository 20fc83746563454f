"""Workers, and how many calls each may have in flight, so that all together keep to a run's limit."""

from collections.abc import Collection, Mapping
from collections.abc import Set as AbstractSet
from datetime import datetime

from sqlalchemy import Connection, and_, delete, select, text, update

from edison.domain import RunId

from ..database.packing import pack, to_micros
from ..database.statements import insert_into, put_row
from ..tables import SLOT, WORKER
from .runs import run_number

_DISMISSED = -1
"""The beat of a worker that may not send any more."""


class Workers:
    """The processes that drive runs."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def register(self, worker_id: str, *, host: str, pid: int, started_at: datetime) -> bool:
        """Let a worker begin, who may send questions from now on; False while one of its name is not cleared away."""
        # Who was here before and was taken for dead must not keep others from its slots.
        self._connection.execute(delete(SLOT).where(SLOT.c.worker == worker_id))
        row = {"host": pack(host), "pid": pid, "started_at": to_micros(started_at), "beat": 0}
        statement = insert_into(self._connection, WORKER).values(id=worker_id, **row).on_conflict_do_nothing()
        return self._connection.execute(statement.execution_options(preserve_rowcount=True)).rowcount == 1

    def beat(self, worker_id: str, number: int) -> bool:
        """Say that a worker lives; whoever sees the number unchanged for long takes it for dead. False if one did."""
        beaten = update(WORKER).where(WORKER.c.id == worker_id, WORKER.c.beat >= 0).values(beat=number)
        return self._connection.execute(beaten).rowcount == 1

    def dismiss(self, worker_ids: Collection[str]) -> None:
        """Let workers send nothing more: they leave, or were taken for dead."""
        self._connection.execute(update(WORKER).where(WORKER.c.id.in_(worker_ids)).values(beat=_DISMISSED))

    def all(self) -> dict[str, int]:
        """The latest beat of every worker, by its id; below zero if it may not send."""
        return {row.id: row.beat for row in self._connection.execute(select(WORKER.c.id, WORKER.c.beat))}

    def alive(self) -> set[str]:
        """The workers that may send."""
        return {worker for worker, beat in self.all().items() if beat >= 0}

    def dismissed(self) -> set[str]:
        """The workers whose work has to be taken back; then they can be removed."""
        return {worker for worker, beat in self.all().items() if beat < 0}

    def forget(self, worker_ids: Collection[str]) -> set[str]:
        """Remove those of some workers who may not send; tells which of them are not alive."""
        gone = WORKER.c.id.in_(worker_ids) & (WORKER.c.beat < 0)
        self._connection.execute(delete(WORKER).where(gone))
        return set(worker_ids) - self.alive()


_LOCK = text("SELECT pg_advisory_xact_lock(hashtextextended(:endpoint, :run_no))")


class Slots:
    """Shares of a limit among workers."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def share(
        self,
        run_id: RunId,
        endpoint: str,
        worker: str,
        *,
        limit: int,
        live: AbstractSet[str],
        in_flight: int = 0,
    ) -> int:
        """How many calls this worker may have in flight from now on.

        All shares together never exceed the limit: a newcomer gets what is free now, and its fair part once the
        others have asked again. What a worker still has `in_flight` beyond its new share is not given to others.
        """
        no, endpoint = run_number(self._connection, run_id), pack(endpoint)
        self._lock(no, endpoint)
        others = self._others(no, endpoint, worker=worker, live=live)
        fair = _fair_part(limit, worker, {*others, worker})
        share = max(min(fair, limit - sum(others.values())), 0)
        row = {
            "run_no": no,
            "endpoint": endpoint,
            "worker": worker,
            "wanted": fair,
            "granted": max(share, in_flight),
        }
        if not self._holds(row):
            put_row(self._connection, SLOT, row)
        return share

    def release(self, run_id: RunId, worker: str) -> None:
        """Give back all that a worker holds for a run."""
        no = run_number(self._connection, run_id)
        self._connection.execute(delete(SLOT).where(SLOT.c.run_no == no, SLOT.c.worker == worker))

    def _holds(self, row: Mapping[str, object]) -> bool:
        """Whether it is written like that already: asked again and again, this need not reach the disk."""
        same = and_(*(SLOT.c[name] == value for name, value in row.items()))
        return self._connection.execute(select(SLOT.c.worker).where(same)).first() is not None

    def _lock(self, no: int, endpoint: str) -> None:
        # Two newcomers must not both take what is free; SQLite has one writer at a time anyway.
        if self._connection.dialect.name == "postgresql":
            self._connection.execute(_LOCK, {"endpoint": endpoint, "run_no": no})

    def _others(self, no: int, endpoint: str, *, worker: str, live: AbstractSet[str]) -> Mapping[str, int]:
        """What the other live workers hold; the rows of dead ones are dropped."""
        here = (SLOT.c.run_no == no) & (SLOT.c.endpoint == endpoint)
        held = {
            row.worker: row.granted
            for row in self._connection.execute(
                select(SLOT.c.worker, SLOT.c.granted).where(here, SLOT.c.worker != worker)
            )
        }
        dead = sorted(set(held) - live)
        if dead:
            self._connection.execute(delete(SLOT).where(here, SLOT.c.worker.in_(dead)))
        return {name: granted for name, granted in held.items() if name in live}


def _fair_part(limit: int, worker: str, workers: set[str]) -> int:
    """An equal part; what does not divide goes to the first by name."""
    part, rest = divmod(limit, len(workers))
    return part + (sorted(workers).index(worker) < rest)
