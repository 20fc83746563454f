"""Comparisons: what judges said about pairs, by the pair's number."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, and_, func, select

from edison.domain import Comparison, PairLine, Record, RunId, Winner

from ..database.noun_text import noun_text, read_noun
from ..database.stage_codes import JUDGE
from ..database.statements import Query, insert_all_new
from ..tables import COMPARISON
from ..writing.entries import ComparisonEntry
from .generations import Units, current_generations, is_current
from .runs import run_number

_OUTCOMES = {Winner.LEFT: 1.0, Winner.TIE: 0.5, Winner.RIGHT: 0.0}


class PairCounts(Record, frozen=True, kw_only=True):
    """How many comparisons there are."""

    compared: int
    not_judged: int

    @property
    def asked(self) -> int:
        return self.compared + self.not_judged


class ComparisonLine(Record, frozen=True, kw_only=True):
    """One comparison as it is exported: its place, and all that the judge said."""

    line: PairLine
    comparison: Comparison


class Comparisons:
    """What came out of pairs. Only the current judging of each pair and judge counts."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, run_id: RunId, compared: Sequence[ComparisonEntry]) -> None:
        """Store comparisons that nobody was asked for here, such as those that people brought along."""
        no = run_number(self._connection, run_id)
        columns = [column.name for column in COMPARISON.columns]
        rows = [dict(zip(columns, comparison_row(no, one), strict=True)) for one in compared]
        if rows:
            insert_all_new(self._connection, COMPARISON, rows)

    def lines(self, run_id: RunId) -> list[PairLine]:
        """Every comparison in numbers, in the order of pairs and judges."""
        units = Units(run_number(self._connection, run_id))
        columns = [
            column for column in COMPARISON.columns if column.name not in ("run_no", "judging", "body")
        ]
        return [
            _line(row)
            for row in self._connection.execute(
                _current(units, *columns).order_by(COMPARISON.c.unit, COMPARISON.c.judge)
            )
        ]

    def page(
        self, run_id: RunId, *, after: tuple[int, int] = (-1, -1), limit: int = 500
    ) -> list[ComparisonLine]:
        """Some comparisons with the judge's words: the first ones, or those that follow after (unit, judge)."""
        units = Units(run_number(self._connection, run_id), first=max(after[0], 0))
        follows = (COMPARISON.c.unit > after[0]) | (
            (COMPARISON.c.unit == after[0]) & (COMPARISON.c.judge > after[1])
        )
        query = _current(units, COMPARISON).where(follows)
        query = query.order_by(COMPARISON.c.unit, COMPARISON.c.judge).limit(limit)
        return [
            ComparisonLine(line=_line(row), comparison=read_noun(Comparison, row.body))
            for row in self._connection.execute(query)
        ]

    def judged(self, run_id: RunId, *, first: int, last: int) -> dict[int, set[int]]:
        """Which judges have said something about the pairs in [first, last)."""
        units = Units(run_number(self._connection, run_id), first, last)
        found: dict[int, set[int]] = {}
        for unit, judge in self._connection.execute(_current(units, COMPARISON.c.unit, COMPARISON.c.judge)):
            found.setdefault(unit, set()).add(judge)
        return found

    def open_blocks(
        self, run_id: RunId, *, first: int, last: int, judges: int, size: int
    ) -> list[tuple[int, int]]:
        """The ranges [lo, hi) of `size` pairs that lack something of a judge."""
        units = Units(run_number(self._connection, run_id), first, last)
        block = (COMPARISON.c.unit - first) // size
        counted = self._connection.execute(_current(units, block, func.count()).group_by(block))
        there: dict[int, int] = {row[0]: row[1] for row in counted}
        blocks = ((number, first + number * size) for number in range(-(-(last - first) // size)))
        ranges = ((number, lo, min(lo + size, last)) for number, lo in blocks)
        return [(lo, hi) for number, lo, hi in ranges if there.get(number, 0) < (hi - lo) * judges]

    def is_any_adaptive(self, run_id: RunId) -> bool:
        """Whether a pair was chosen by what was known of the others."""
        units = Units(run_number(self._connection, run_id))
        adaptive = _current(units, COMPARISON.c.unit).where(COMPARISON.c.adaptive != 0)
        return self._connection.execute(select(adaptive.exists())).scalar_one()

    def counts(self, run_id: RunId) -> PairCounts:
        """How many there are, with and without a finding."""
        units = Units(run_number(self._connection, run_id))
        query = _current(units, func.count(), func.count(COMPARISON.c.outcome))
        there, compared = self._connection.execute(query).one()
        return PairCounts(compared=compared, not_judged=there - compared)

    def by_wave(self, run_id: RunId, *, judges: Sequence[int]) -> dict[int, PairCounts]:
        """How many some judges made of the pairs of each wave, by its number."""
        units = Units(run_number(self._connection, run_id))
        columns = (COMPARISON.c.wave, func.count(), func.count(COMPARISON.c.outcome))
        query = _current(units, *columns).where(COMPARISON.c.judge.in_(judges)).group_by(COMPARISON.c.wave)
        return {
            wave: PairCounts(compared=compared, not_judged=there - compared)
            for wave, there, compared in self._connection.execute(query)
        }

    def failed(self, run_id: RunId, *, below_judging: int | None = None) -> list[tuple[int, int]]:
        """Pairs and judges without a finding.

        On wish only those that were asked less often than so, and that would not fail again in the same way.
        """
        units = Units(run_number(self._connection, run_id))
        columns = (COMPARISON.c.unit, COMPARISON.c.judge, COMPARISON.c.body)
        query = _current(units, *columns).where(COMPARISON.c.outcome.is_(None))
        if below_judging is not None:
            query = query.where(COMPARISON.c.judging < below_judging)
        rows = self._connection.execute(query.order_by(COMPARISON.c.unit, COMPARISON.c.judge))
        return [
            (row.unit, row.judge)
            for row in rows
            if below_judging is None or not read_noun(Comparison, row.body).is_final
        ]


def comparison_row(run_no: int, compared: ComparisonEntry) -> tuple[object, ...]:
    """A comparison in the order of its table's columns."""
    pair, winner = compared.pair, compared.comparison.winner
    return (
        run_no,
        compared.unit,
        compared.judge,
        compared.judging,
        compared.wave,
        pair.left,
        pair.right,
        pair.stream,
        int(pair.adaptive),
        None if winner is None else _OUTCOMES[winner],
        noun_text(compared.comparison),
    )


def _current(units: Units, *columns: Any) -> Query:
    again = current_generations(units, JUDGE)
    asked_again = and_(again.c.unit == COMPARISON.c.unit, again.c.part == COMPARISON.c.judge)
    return (
        select(*columns)
        .select_from(COMPARISON.outerjoin(again, asked_again))
        .where(units.among(COMPARISON.c.run_no, COMPARISON.c.unit), is_current(COMPARISON.c.judging, again))
    )


def _line(row: Any) -> PairLine:
    return PairLine(
        unit=row.unit,
        wave=row.wave,
        left=row.left_cell,
        right=row.right_cell,
        stream=row.stream,
        adaptive=bool(row.adaptive),
        judge=row.judge,
        outcome=row.outcome,
    )
