"""Which generation of a unit is the current one: the highest that was asked for, else the first."""

from typing import Any

from sqlalchemy import CTE, ColumnElement, func, select

from .rows import AGAIN


def current_generations(no: int, stage: int, *, first: int | None = None, last: int | None = None) -> CTE:
    """Units of a stage that were asked for again, by (unit, part), with their generation; mostly there are none."""
    query = (
        select(AGAIN.c.unit, AGAIN.c.part, func.max(AGAIN.c.generation).label("generation"))
        .where(AGAIN.c.run_no == no, AGAIN.c.stage == stage)
        .group_by(AGAIN.c.unit, AGAIN.c.part)
    )
    if first is not None:
        query = query.where(AGAIN.c.unit >= first)
    if last is not None:
        query = query.where(AGAIN.c.unit < last)
    return query.cte(f"again_{stage}")


def is_current(generation: Any, again: CTE) -> ColumnElement[bool]:
    """That a row, joined outer to the units asked for again, is of the current generation."""
    return generation == func.coalesce(again.c.generation, 1)
