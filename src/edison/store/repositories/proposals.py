"""Proposals: what judges would change in a prompt, and what a refiner wrote, by unit."""

from sqlalchemy import Connection, func, select

from edison.domain import Proposal, RunId

from ..database.noun_text import read_noun
from ..database.stage_codes import REFINE
from ..tables import PROPOSAL
from .generations import Units, current_generations, is_current
from .runs import run_number


class Proposals:
    """The proposals of all runs; only current generations count."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def of_units(self, run_id: RunId, units: range) -> dict[int, Proposal]:
        """What was proposed, by unit; those without are left out."""
        among = Units(run_number(self._connection, run_id), units.start, units.stop)
        again = current_generations(among, REFINE)
        query = (
            select(PROPOSAL.c.unit, PROPOSAL.c.body)
            .outerjoin(again, again.c.unit == PROPOSAL.c.unit)
            .where(among.among(PROPOSAL.c.run_no, PROPOSAL.c.unit), is_current(PROPOSAL.c.generation, again))
            .order_by(PROPOSAL.c.unit)
        )
        return {unit: read_noun(Proposal, body) for unit, body in self._connection.execute(query).all()}

    def count(self, run_id: RunId) -> int:
        """How many there are, whatever came of them."""
        no = run_number(self._connection, run_id)
        query = select(func.count()).select_from(PROPOSAL).where(PROPOSAL.c.run_no == no)
        return self._connection.execute(query).scalar_one()
