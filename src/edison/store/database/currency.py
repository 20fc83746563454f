"""Which generation of a unit is the current one: the highest that was asked for, else the first."""

from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Subquery, and_, func, select

from ..tables import AGAIN

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
        select(AGAIN.c.unit, AGAIN.c.part, func.max(AGAIN.c.generation).label("generation"))
        .where(AGAIN.c.stage == stage, units.among(AGAIN.c.run_no, AGAIN.c.unit))
        .group_by(AGAIN.c.unit, AGAIN.c.part)
    )
    return query.subquery()


def is_current(generation: Any, again: Subquery) -> ColumnElement[bool]:
    """That a row, joined outer to the units asked for again, is of the current generation."""
    return generation == func.coalesce(again.c.generation, 1)
