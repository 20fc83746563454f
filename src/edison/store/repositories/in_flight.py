"""What is under way, and what was lost under way."""

from sqlalchemy import Connection, func, or_, select

from edison.domain import AttemptState, RunId

from ..database.stage_codes import STAGE_NUMBERS
from ..tables import ATTEMPT, ATTEMPT_END, OUTPUT
from ..writing.group import PRESUMED
from .generations import Units
from .runs import run_number

_WITH_END = ATTEMPT.outerjoin(ATTEMPT_END, ATTEMPT_END.c.attempt_id == ATTEMPT.c.id)
_RECENT = 1000


class InFlight:
    """Attempts without an end."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def by_worker(self, run_id: RunId) -> dict[str, int]:
        """How many attempts each worker has open."""
        query = (
            select(ATTEMPT.c.worker, func.count().label("open"))
            .select_from(_WITH_END)
            .where(
                ATTEMPT.c.run_no == run_number(self._connection, run_id), ATTEMPT_END.c.attempt_id.is_(None)
            )
            .group_by(ATTEMPT.c.worker)
        )
        return {row.worker: row.open for row in self._connection.execute(query)}

    def lost(self, run_id: RunId, *, first: int, last: int) -> dict[int, int]:
        """How often a worker did not survive an attempt about a cell in [first, last), by the worst of its calls."""
        query = (
            select(ATTEMPT.c.unit, func.count().label("times"))
            .select_from(_WITH_END)
            .where(
                # All stages, named, so that the units are found by the index.
                ATTEMPT.c.stage.in_(STAGE_NUMBERS.values()),
                Units(run_number(self._connection, run_id), first, last).among(
                    ATTEMPT.c.run_no, ATTEMPT.c.unit
                ),
                or_(ATTEMPT_END.c.attempt_id.is_(None), ATTEMPT_END.c.trouble == PRESUMED),
            )
            .group_by(ATTEMPT.c.stage, ATTEMPT.c.unit, ATTEMPT.c.part, ATTEMPT.c.generation)
        )
        lost: dict[int, int] = {}
        for unit, times in self._connection.execute(query):
            lost[unit] = max(times, lost.get(unit, 0))
        return lost

    def rate(self, run_id: RunId) -> float | None:
        """Settled attempts per second, lately; None before there are enough to tell."""
        no = run_number(self._connection, run_id)
        if (
            self._connection.execute(select(OUTPUT.c.cell).where(OUTPUT.c.run_no == no).limit(1)).first()
            is None
        ):
            return None
        recent = (
            select(ATTEMPT_END.c.ended_at)
            .where(ATTEMPT_END.c.run_no == no, ATTEMPT_END.c.state == AttemptState.SETTLED.value)
            .order_by(ATTEMPT_END.c.attempt_id.desc())
            .limit(_RECENT)
            .subquery()
        )
        first, last, count = self._connection.execute(
            select(func.min(recent.c.ended_at), func.max(recent.c.ended_at), func.count())
        ).one()
        if count < 2 or last == first:
            return None
        return (count - 1) / ((last - first) / 1_000_000)
