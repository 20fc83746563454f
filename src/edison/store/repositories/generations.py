"""Generations: units that are done once more, and which asking for a unit counts; what was there before stays."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Subquery, and_, func, select

from edison.domain import Clock, RunId, StageName

from ..database.packing import to_micros
from ..database.stage_codes import stage_number
from ..database.statements import insert_all_new
from ..tables import ASKED_AGAIN
from .runs import run_number

_ALL = 2**62


class Units(NamedTuple):
    """The units of a run in [first, last), for a query."""

    no: int
    first: int = 0
    last: int = _ALL

    def among(self, run_no: Any, unit: Any) -> ColumnElement[bool]:
        """That a row is about one of them. Said of every table in a join, so that each is read by this range."""
        return and_(run_no == self.no, unit >= self.first, unit < self.last)


def current_generations(units: Units, stage: int) -> Subquery:
    """Units that were asked for again, by (unit, part), with their generation; mostly there are none."""
    query = (
        select(ASKED_AGAIN.c.unit, ASKED_AGAIN.c.part, func.max(ASKED_AGAIN.c.generation).label("generation"))
        .where(ASKED_AGAIN.c.stage == stage, units.among(ASKED_AGAIN.c.run_no, ASKED_AGAIN.c.unit))
        .group_by(ASKED_AGAIN.c.unit, ASKED_AGAIN.c.part)
    )
    return query.subquery()


def is_current(generation: Any, again: Subquery) -> ColumnElement[bool]:
    """That a row, joined outer to the units asked for again, is of the current generation."""
    return generation == func.coalesce(again.c.generation, 1)


UnitPart = tuple[int, int]
_CHUNK = 1000


class Generations:
    """Which units of which runs were asked for again."""

    def __init__(self, connection: Connection, clock: Clock) -> None:
        self._connection = connection
        self._clock = clock

    def ask(self, run_id: RunId, stage: StageName, units: Iterable[UnitPart]) -> int:
        """Begin the next generation of each (unit, part); says of how many."""
        no, asked_at = run_number(self._connection, run_id), to_micros(self._clock.now())
        asked = 0
        for chunk in _chunks(sorted(set(units))):
            known = self._generations(no, stage_number(stage), first=chunk[0][0], last=chunk[-1][0] + 1)
            insert_all_new(
                self._connection,
                ASKED_AGAIN,
                [
                    {
                        "run_no": no,
                        "stage": stage_number(stage),
                        "unit": unit,
                        "part": part,
                        "generation": known.get((unit, part), 1) + 1,
                        "asked_at": asked_at,
                    }
                    for unit, part in chunk
                ],
            )
            asked += len(chunk)
        return asked

    def generations(self, run_id: RunId, stage: StageName, *, first: int, last: int) -> dict[UnitPart, int]:
        """The generation of every unit in [first, last) that is not in its first, by (unit, part)."""
        no = run_number(self._connection, run_id)
        return self._generations(no, stage_number(stage), first=first, last=last)

    def _generations(self, no: int, stage: int, *, first: int, last: int) -> dict[UnitPart, int]:
        latest = current_generations(Units(no, first, last), stage)
        return {
            (unit, part): generation for unit, part, generation in self._connection.execute(select(latest))
        }


def _chunks(units: list[UnitPart]) -> Iterator[list[UnitPart]]:
    left = iter(units)
    while chunk := list(islice(left, _CHUNK)):
        yield chunk
