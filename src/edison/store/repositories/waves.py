"""Waves: which units of a run are planned."""

from sqlalchemy import Connection, func, select

from edison.domain import Record, RunId, StageName, Wave

from ..database.packing import pack, unpack
from ..database.statements import insert_new
from ..tables import WAVE
from .runs import run_number


class PlannedWave(Record, frozen=True, kw_only=True):
    """Units that were planned together, by their numbers."""

    number: int
    stage: StageName
    first_unit: int
    units: int
    body: str = ""
    """What else the planner must find again."""


class Waves:
    """The waves of all runs."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, run_id: RunId, wave: Wave, *, first_unit: int, units: int, body: str = "") -> bool:
        """Plan units; False where this wave was planned before, and then as it was."""
        row = {
            "run_no": run_number(self._connection, run_id),
            "number": wave.number,
            "stage": wave.stage.value,
            "first_unit": first_unit,
            "units": units,
            "body": pack(body),
        }
        return insert_new(self._connection, WAVE, row)

    def of_run(
        self, run_id: RunId, *, stage: StageName | None = None, units: tuple[int, int] | None = None
    ) -> list[PlannedWave]:
        """All waves of a run, or those of one stage, or those that hold units in [first, last), in their order."""
        no = run_number(self._connection, run_id)
        query = select(WAVE).where(WAVE.c.run_no == no).order_by(WAVE.c.number)
        if stage is not None:
            query = query.where(WAVE.c.stage == stage.value)
        if units is not None:
            first, last = units
            query = query.where(WAVE.c.first_unit < last, WAVE.c.first_unit + WAVE.c.units > first)
        return [
            PlannedWave(
                number=row.number,
                stage=StageName(row.stage),
                first_unit=row.first_unit,
                units=row.units,
                body=unpack(row.body),
            )
            for row in self._connection.execute(query)
        ]

    def count(self, run_id: RunId) -> int:
        """How many waves a run has."""
        no = run_number(self._connection, run_id)
        query = select(func.count()).select_from(WAVE).where(WAVE.c.run_no == no)
        return self._connection.execute(query).scalar_one()

    def planned(self, run_id: RunId, *, stage: StageName = StageName.GENERATE) -> int:
        """How many units of a stage are planned in all its waves together."""
        no = run_number(self._connection, run_id)
        total = select(func.coalesce(func.sum(WAVE.c.units), 0))
        query = total.where(WAVE.c.run_no == no, WAVE.c.stage == stage.value)
        return int(self._connection.execute(query).scalar_one())
