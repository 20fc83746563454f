"""Waves: which units of a run are planned."""

from sqlalchemy import Connection, func, select

from edison.domain import RunId, Wave

from ..database.packing import pack, unpack
from ..database.statements import insert_new
from ..tables import WAVE
from .runs import run_number


class Waves:
    """The waves of all runs."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, run_id: RunId, wave: Wave) -> bool:
        """Plan units; False where a wave of this number was planned before, and then as it was."""
        row = {
            "run_no": run_number(self._connection, run_id),
            "number": wave.number,
            "lane": wave.lane,
            "first_unit": wave.first_unit,
            "units": wave.units,
            "body": pack(wave.body),
        }
        return insert_new(self._connection, WAVE, row)

    def of_run(self, run_id: RunId, *, lane: str | None = None, units: range | None = None) -> list[Wave]:
        """All waves of a run, or those of one lane, or those that hold some of these units, in their order."""
        no = run_number(self._connection, run_id)
        query = select(WAVE).where(WAVE.c.run_no == no).order_by(WAVE.c.number)
        if lane is not None:
            query = query.where(WAVE.c.lane == lane)
        if units is not None:
            query = query.where(
                WAVE.c.first_unit < units.stop, WAVE.c.first_unit + WAVE.c.units > units.start
            )
        return [
            Wave(
                number=row.number,
                lane=row.lane,
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

    def planned(self, run_id: RunId, *, lane: str) -> int:
        """How many units of a lane are planned in all its waves together."""
        no = run_number(self._connection, run_id)
        total = select(func.coalesce(func.sum(WAVE.c.units), 0))
        query = total.where(WAVE.c.run_no == no, WAVE.c.lane == lane)
        return int(self._connection.execute(query).scalar_one())
