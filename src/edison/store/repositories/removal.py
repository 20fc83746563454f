"""Runs that people do not want any more: their texts go, and what they cost stays, for money is data.

Of a removed run the row stays without its plan, the attempts with their numbers and without their words, and its
events without what they told. Everything else goes; cases that no other run and no stored set uses as well.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Table, delete, func, select, update

from edison.domain import TOLD, EventType, Record, RunId, Settlement
from edison.errors import RunNotMoved

from ..database.packing import to_micros
from ..review_tables import DATASET_VERSION, OUTPUT_REVIEW, PAIR_REVIEW
from ..tables import (
    ANSWER,
    ASKED_AGAIN,
    ATTEMPT,
    ATTEMPT_END,
    CHECKED,
    COMPARISON,
    DATASET,
    DOCUMENT,
    ENTRY_RANKING,
    EVENT,
    EVENT_BODY,
    EXCHANGE,
    JUDGMENT,
    OUTPUT,
    PERSON_ANSWER,
    PROPOSAL,
    RANKING,
    RUN,
    SLOT,
    WAVE,
)
from .attempt_lines import count_unpriced
from .runs import Runs, is_kept, run_number

_GO = (
    ANSWER,
    ASKED_AGAIN,
    CHECKED,
    COMPARISON,
    DOCUMENT,
    ENTRY_RANKING,
    JUDGMENT,
    OUTPUT,
    OUTPUT_REVIEW,
    PAIR_REVIEW,
    PERSON_ANSWER,
    PROPOSAL,
    RANKING,
    SLOT,
    WAVE,
)
_TELLING = tuple(kind.value for kind in TOLD)


class RunSize(Record, frozen=True, kw_only=True):
    """What a run holds that goes when it is removed, and what it cost, which stays."""

    run_id: RunId
    name: str
    cells: int
    comparisons: int
    calls: int
    spent_microusd: int
    unpriced: int


class RunRemoval:
    """Takes runs away."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def ended_before(self, at: datetime) -> list[RunId]:
        """Runs that ended before a time, oldest first."""
        query = (
            select(RUN.c.id)
            .where(RUN.c.ended_at < to_micros(at), RUN.c.settlement != Settlement.NOT_YET.value, is_kept())
            .order_by(RUN.c.no)
        )
        return [RunId(run_id) for run_id in self._connection.execute(query).scalars()]

    def size(self, run_id: RunId) -> RunSize:
        """What would go; refused while it has not ended.

        Raises:
            RunMissing: there is no such run.
            RunNotMoved: it may still be going on.
        """
        run, no = Runs(self._connection).get(run_id), run_number(self._connection, run_id)
        if not run.settlement.is_end:
            raise RunNotMoved(run_id, "removed", f"{run.desired.value} and has not ended")
        return RunSize(
            run_id=run_id,
            name=run.experiment.name,
            cells=self._count(OUTPUT, no),
            comparisons=self._count(COMPARISON, no),
            calls=self._count(ATTEMPT, no),
            spent_microusd=Runs(self._connection).standing(run_id).spent_microusd,
            unpriced=self._connection.execute(select(count_unpriced(no))).scalar_one(),
        )

    def remove(self, run_id: RunId) -> RunSize:
        """Take a run away; refused as `size` refuses it."""
        runs = Runs(self._connection)
        runs.lock(run_id)
        run, size, no = runs.get(run_id), self.size(run_id), run_number(self._connection, run_id)
        mine = select(ATTEMPT.c.id).where(ATTEMPT.c.run_no == no)
        self._connection.execute(delete(EXCHANGE).where(EXCHANGE.c.attempt_id.in_(mine)))
        wordless: dict[str, Any] = {"sentence": None, "partial_text": None}
        self._connection.execute(update(ATTEMPT_END).where(ATTEMPT_END.c.run_no == no).values(wordless))
        for table in _GO:
            self._connection.execute(delete(table).where(table.c.run_no == no))
        self._silence_events(no)
        emptied = {"name": "", "design": "", "snapshot": "", "start_key": None}
        self._connection.execute(update(RUN).where(RUN.c.no == no).values(emptied))
        self._remove_unused(run.snapshot.dataset.id)
        return size

    def _silence_events(self, no: int) -> None:
        """Let events that told results say no more than that the run is gone: their numbers have no gaps."""
        telling = (EVENT.c.run_no == no, EVENT.c.type.in_(_TELLING))
        silent = {"type": EventType.RUN_REMOVED.value, "about": "{}"}
        self._connection.execute(update(EVENT).where(*telling).values(silent))
        self._connection.execute(delete(EVENT_BODY).where(EVENT_BODY.c.run_no == no))

    def _remove_unused(self, dataset_id: str) -> None:
        """Take the cases away where no run is left that has them, and nobody keeps them under a name."""
        users = select(RUN.c.no).where(RUN.c.snapshot.contains(f'"{dataset_id}"', autoescape=True)).limit(1)
        kept = select(DATASET_VERSION.c.number).where(DATASET_VERSION.c.dataset_id == dataset_id).limit(1)
        if all(self._connection.execute(query).scalar_one_or_none() is None for query in (users, kept)):
            self._connection.execute(delete(DATASET).where(DATASET.c.id == dataset_id))

    def _count(self, table: Table, no: int) -> int:
        query = select(func.count()).select_from(table).where(table.c.run_no == no)
        return self._connection.execute(query).scalar_one()
