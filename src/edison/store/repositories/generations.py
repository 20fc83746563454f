"""Units that are to be done once more: their generation rises, and what was there before stays."""

from collections.abc import Iterable, Iterator
from itertools import islice

from sqlalchemy import Connection, func, select

from edison.domain import Clock, RunId, StageName

from ..database.inserting import insert_all_new
from ..database.stage_codes import stage_number
from ..database.times import to_micros
from ..tables import AGAIN
from .runs import run_number

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
                AGAIN,
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
        query = (
            select(AGAIN.c.unit, AGAIN.c.part, func.max(AGAIN.c.generation))
            .where(AGAIN.c.run_no == no, AGAIN.c.stage == stage, AGAIN.c.unit >= first, AGAIN.c.unit < last)
            .group_by(AGAIN.c.unit, AGAIN.c.part)
        )
        return {(unit, part): generation for unit, part, generation in self._connection.execute(query)}


def _chunks(units: list[UnitPart]) -> Iterator[list[UnitPart]]:
    left = iter(units)
    while chunk := list(islice(left, _CHUNK)):
        yield chunk
