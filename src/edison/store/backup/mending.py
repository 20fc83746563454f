"""Numbers that are none any more: found by the doctor, and put right from what the ledger still knows."""

from collections.abc import Iterator

from sqlalchemy import Column, Connection, String, Table, case, cast, or_, select, update
from sqlalchemy.sql.elements import ColumnElement

from edison.domain import Certainty, Record, RunId

from ..store import Store
from ..tables import ATTEMPT, ATTEMPT_END, OUTPUT, RUN

LARGEST_NUMBER = 2**53
"""Beyond it neither every reader nor a sum of a few thousand is exact."""

_COUNTS = {
    ATTEMPT_END: ("input_tokens", "output_tokens", "cached_tokens", "cache_write_tokens", "reasoning_tokens"),
    OUTPUT: ("input_tokens", "output_tokens"),
}
_MONEY = ((ATTEMPT, "worst_microusd"), (ATTEMPT_END, "microusd"))


class Mended(Record, frozen=True, kw_only=True):
    """What was put right."""

    numbers: int
    """Numbers that nothing could be summed with; they are unknown now, or the worst case."""
    runs: tuple[RunId, ...]
    """Runs whose money is again what their ledgers say."""


def broken_numbers(connection: Connection) -> list[RunId]:
    """Runs in which a number is none, or larger than can be summed."""
    numbers: set[int] = set()
    for table, column in _columns():
        owner = table.c.no if table is RUN else table.c.run_no
        numbers.update(connection.execute(select(owner).where(_is_broken(column)).distinct()).scalars())
    named = select(RUN.c.id).where(RUN.c.no.in_(numbers)).order_by(RUN.c.no)
    return [RunId(run_id) for run_id in connection.execute(named).scalars()]


def mend(store: Store) -> Mended:
    """Make every number one again; what a run has spent and holds is counted anew where that was wrong."""
    with store.work() as work:
        connection = work.connection
        broken = broken_numbers(connection)
        counts = ((table, table.c[name]) for table, names in _COUNTS.items() for name in names)
        mended = sum(_forget(connection, table, column) for table, column in counts)
        mended += _settle_at_worst(connection)
        mended += _forget(connection, ATTEMPT, ATTEMPT.c.worst_microusd)
        for run_id in broken:
            totals = work.ledger.totals(run_id)
            right = {"spent_microusd": totals.settled_microusd, "held_microusd": totals.held_microusd}
            connection.execute(update(RUN).where(RUN.c.id == run_id).values(right))
    return Mended(numbers=mended, runs=tuple(broken))


def _columns() -> Iterator[tuple[Table, Column[int]]]:
    yield RUN, RUN.c.spent_microusd
    yield RUN, RUN.c.held_microusd
    for table, name in _MONEY:
        yield table, table.c[name]
    for table, names in _COUNTS.items():
        for name in names:
            yield table, table.c[name]


def _is_broken(column: Column[int]) -> ColumnElement[bool]:
    # SQLite turns a sum that is too large into a number with a point, whatever its column was declared as.
    too_large = or_(column > LARGEST_NUMBER, column < -LARGEST_NUMBER)
    return or_(too_large, cast(column, String).like("%.%"), cast(column, String).like("%e%"))


def _forget(connection: Connection, table: Table, column: Column[int]) -> int:
    return connection.execute(update(table).where(_is_broken(column)).values({column.name: None})).rowcount


def _settle_at_worst(connection: Connection) -> int:
    """What an attempt cost that cannot be read: what it could cost at most, where that is known."""
    cost = ATTEMPT_END.c.microusd
    worst = (
        select(case((_is_broken(ATTEMPT.c.worst_microusd), None), else_=ATTEMPT.c.worst_microusd))
        .where(ATTEMPT.c.id == ATTEMPT_END.c.attempt_id)
        .scalar_subquery()
    )
    put_right = update(ATTEMPT_END).where(_is_broken(cost))
    return connection.execute(put_right.values(microusd=worst, certainty=Certainty.ESTIMATED.value)).rowcount
