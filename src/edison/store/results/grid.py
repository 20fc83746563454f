"""Cells as a grid shows them: a line for each case, and the cases that a filter leaves."""

import json
from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, func, or_, select

from edison.domain import (
    CELLS,
    Answered,
    Case,
    CellLayout,
    CellOutcome,
    CellPosition,
    Finding,
    OutputStatus,
    Record,
    Run,
    outcome_of,
    reasons_of,
)

from ..database.noun_text import read_noun, read_tool_calls
from ..database.packing import unpack
from ..database.stage_codes import GENERATE
from ..database.statements import Found, Query
from ..repositories.generations import Units
from ..repositories.waves import Waves
from ..tables import ATTEMPT, CASE, CHECKED, JUDGMENT, OUTPUT
from .counting import worst_finding
from .scoring import JudgmentExcerpt, read_part
from .standings import judgment_rows, output_rows

_AT_ONCE = 5000
_SHOWN_CHARS = 200
_ROUNDING = 1e-9
_WEAK = 0.5
"""A criterion is weak in an answer whose score lies in the lower half of its scale."""


class GridFilter(Record, frozen=True, kw_only=True):
    """Which cases are wished for; every wish has to hold, each in any cell of the case."""

    outcome: CellOutcome | None = None
    tag: str | None = None
    criterion: str | None = None
    """Some judge's score on it lies in the lower half of its scale."""
    fails_check: bool = False
    apart: float | None = None
    """Judges' qualities of some answer lie further apart than this."""

    @property
    def is_open(self) -> bool:
        """Whether every case passes."""
        return self == GridFilter()


class GridCell(Record, frozen=True, kw_only=True):
    """One cell in a few numbers and the beginning of its answer."""

    number: int
    place: CellPosition
    outcome: CellOutcome
    worst: Finding | None = None
    """The finding that decides; None where nothing was checked."""
    quality: float | None = None
    """The mean over its judges; None where nobody scored it."""
    judged: int = 0
    not_judged: int = 0
    tries: int = 0
    text: str = ""
    answered: Answered = Answered()


class GridLine(Record, frozen=True, kw_only=True):
    """One case with all its cells."""

    position: int
    case: Case
    cells: tuple[GridCell, ...]


class CaseTags(msgspec.Struct):
    """The part of a case that a filter looks at."""

    tags: tuple[str, ...] = ()


class GridReader:
    """Reads one run as a grid."""

    def __init__(self, connection: Connection, run: Run, *, no: int) -> None:
        self._connection = connection
        self._run = run
        self._no = no
        self._layout = CellLayout(Waves(connection).of_run(run.id, lane=CELLS))

    def cases(self, wished: GridFilter, *, first: int = 0) -> Iterator[int]:
        """The positions of the cases that a filter leaves, from one on, in the order of the plan."""
        if wished.is_open:
            yield from range(first, self._run.snapshot.cases)
            return
        for begin in range(first, self._run.snapshot.cases, _AT_ONCE):
            yield from sorted(self._left(wished, begin, min(begin + _AT_ONCE, self._run.snapshot.cases)))

    def lines(self, wished: GridFilter, *, first: int, limit: int) -> list[GridLine]:
        """The lines of some cases, from a position on."""
        positions = list(islice(self.cases(wished, first=first), limit))
        if not positions:
            return []
        numbers = [cell for at in positions for cells in self._layout.cells_of(at, at + 1) for cell in cells]
        cells = self._cells(sorted(numbers))
        by_case: dict[int, list[GridCell]] = {}
        for cell in cells:
            by_case.setdefault(cell.place.case, []).append(cell)
        return [
            GridLine(position=at, case=case, cells=tuple(by_case.get(at, ())))
            for at, case in self._cases_at(positions)
        ]

    def place(self, cell: int) -> CellPosition:
        """Where a planned cell stands."""
        return self._layout.place(cell)

    def tags(self) -> dict[str, int]:
        """Every tag with the number of its cases, the most frequent first."""
        counted: dict[str, int] = {}
        for row in self._connection.execute(self._bodies('%"tags":["%')):
            for tag in read_part(CaseTags, row.body).tags:
                counted[tag] = counted.get(tag, 0) + 1
        return dict(sorted(counted.items(), key=lambda one: (-one[1], one[0])))

    def _left(self, wished: GridFilter, begin: int, end: int) -> set[int]:
        found = set(range(begin, end))
        if wished.tag is not None:
            found &= self._tagged(wished.tag, begin, end)
        spans = [Units(self._no, span.start, span.stop) for span in self._layout.cells_of(begin, end)]
        if wished.outcome is not None:
            found &= self._ended(wished.outcome, spans)
        if wished.fails_check:
            failing = (output_rows(span, OUTPUT.c.cell).where(CHECKED.c.failed > 0) for span in spans)
            found &= {
                self.place(cell).case for query in failing for (cell,) in self._connection.execute(query)
            }
        if wished.criterion is not None:
            found &= self._weak(wished.criterion, spans)
        if wished.apart is not None:
            queries = (_disputed(span, wished.apart) for span in spans)
            found &= {
                self.place(cell).case for query in queries for (cell,) in self._connection.execute(query)
            }
        return found

    def _tagged(self, tag: str, begin: int, end: int) -> set[int]:
        written = json.dumps(tag, ensure_ascii=False)
        query = self._bodies('%"tags":["%').where(CASE.c.position >= begin, CASE.c.position < end)
        likely = query.where(CASE.c.body.contains(written, autoescape=True))
        return {
            row.position
            for row in self._connection.execute(likely)
            if tag in read_part(CaseTags, row.body).tags
        }

    def _ended(self, outcome: CellOutcome, spans: Sequence[Units]) -> set[int]:
        if outcome not in (CellOutcome.PENDING, CellOutcome.CANCELLED):
            queries = (output_rows(span, OUTPUT.c.cell).where(_ends_as(outcome)) for span in spans)
            return {self.place(cell).case for query in queries for (cell,) in self._connection.execute(query)}
        if (outcome is CellOutcome.CANCELLED) != self._run.settlement.is_end:
            return set()
        there = {
            cell for span in spans for (cell,) in self._connection.execute(output_rows(span, OUTPUT.c.cell))
        }
        return {
            self.place(cell).case
            for span in spans
            for cell in range(span.first, span.last)
            if cell not in there
        }

    def _weak(self, name: str, spans: Sequence[Units]) -> set[int]:
        rubric = self._run.snapshot.rubric
        scale = next((one.scale for one in rubric.criteria if one.name == name), None) if rubric else None
        if scale is None:
            return set()
        found: set[int] = set()
        for span in spans:
            for cell, body in self._connection.execute(judgment_rows(span, JUDGMENT.c.cell, JUDGMENT.c.body)):
                scores = read_part(JudgmentExcerpt, body).scores
                said = next((one.score for one in scores if one.criterion == name), None)
                if said is not None and scale.holds(said) and scale.normalise(said) < _WEAK:
                    found.add(self.place(cell).case)
        return found

    def _cells(self, numbers: Sequence[int]) -> list[GridCell]:
        if not numbers:
            return []
        span = Units(self._no, numbers[0], numbers[-1] + 1)
        among = set(numbers) if len(numbers) < span.last - span.first else None
        outputs = {row.cell: row for row in self._rows(_outputs(span), OUTPUT.c.cell, among)}
        judged = {row.cell: row for row in self._rows(_judged(span), JUDGMENT.c.cell, among)}
        tries = {row.unit: row.tries for row in self._rows(_tries(span), ATTEMPT.c.unit, among)}
        return [
            self._cell(cell, outputs.get(cell), judged=judged.get(cell), tries=tries.get(cell, 0))
            for cell in numbers
        ]

    def _cell(self, number: int, row: Found | None, *, judged: Found | None, tries: int) -> GridCell:
        place = self.place(number)
        if row is None:
            ended = CellOutcome.CANCELLED if self._run.settlement.is_end else CellOutcome.PENDING
            return GridCell(number=number, place=place, outcome=ended, tries=tries)
        return GridCell(
            number=number,
            place=place,
            outcome=outcome_of(OutputStatus(row.status), row.reason),
            worst=None if row.worst is None else Finding(row.worst),
            quality=None if judged is None or judged.quality is None else float(judged.quality),
            judged=0 if judged is None else int(judged.judged),
            not_judged=0 if judged is None else judged.there - int(judged.judged),
            tries=tries,
            text=_beginning(row),
            answered=Answered(latency_ms=None if row.latency_us is None else round(row.latency_us / 1000)),
        )

    def _rows(self, query: Query, column: Any, among: Collection[int] | None) -> list[Found]:
        return list(self._connection.execute(query if among is None else query.where(column.in_(among))))

    def _cases_at(self, positions: Sequence[int]) -> Iterator[tuple[int, Case]]:
        query = select(CASE.c.position, CASE.c.body).where(
            CASE.c.dataset_id == self._run.snapshot.dataset.id, CASE.c.position.in_(positions)
        )
        for at, body in self._connection.execute(query.order_by(CASE.c.position)):
            yield at, read_noun(Case, body)

    def _bodies(self, like: str) -> Query:
        return select(CASE.c.position, CASE.c.body).where(
            CASE.c.dataset_id == self._run.snapshot.dataset.id, CASE.c.body.like(like)
        )


def _ends_as(outcome: CellOutcome) -> ColumnElement[bool]:
    """That an output is of this outcome, as `outcome_of` of the domain has it."""
    if outcome is CellOutcome.OK:
        return OUTPUT.c.status == OutputStatus.OK.value
    is_other = OUTPUT.c.status != OutputStatus.OK.value
    named = reasons_of(outcome)
    if named:
        return and_(is_other, OUTPUT.c.reason.in_(named))
    others = [reason for one in CellOutcome for reason in reasons_of(one)]
    return and_(is_other, or_(OUTPUT.c.reason.is_(None), OUTPUT.c.reason.not_in(others)))


def _outputs(span: Units) -> Query:
    shown = func.substr(OUTPUT.c.text, 1, _SHOWN_CHARS).label("shown")
    plain = (OUTPUT.c.cell, OUTPUT.c.status, OUTPUT.c.reason, OUTPUT.c.tool_calls, OUTPUT.c.latency_us)
    return output_rows(span, *plain, shown, worst_finding().label("worst"))


def _judged(span: Units) -> Query:
    counted = (func.count().label("there"), func.sum(JUDGMENT.c.judged).label("judged"))
    quality = func.avg(JUDGMENT.c.quality).label("quality")
    return judgment_rows(span, JUDGMENT.c.cell, *counted, quality).group_by(JUDGMENT.c.cell)


def _disputed(span: Units, apart: float) -> Query:
    """The cells whose judges lie further apart; scores are kept as fractions, so that rounding decides nothing."""
    spread = func.max(JUDGMENT.c.quality) - func.min(JUDGMENT.c.quality)
    return judgment_rows(span, JUDGMENT.c.cell).group_by(JUDGMENT.c.cell).having(spread > apart + _ROUNDING)


def _tries(span: Units) -> Query:
    return (
        select(ATTEMPT.c.unit, func.count().label("tries"))
        .where(ATTEMPT.c.stage == GENERATE, span.among(ATTEMPT.c.run_no, ATTEMPT.c.unit))
        .group_by(ATTEMPT.c.unit)
    )


def _beginning(row: Found) -> str:
    """What an answer begins with; one without a word says which tools it calls."""
    # A character that was escaped may have been cut in two.
    text = unpack(row.shown).partition("\x1a")[0]
    if text.strip() or row.tool_calls is None:
        return text
    return ", ".join(f"{call.name}()" for call in read_tool_calls(row.tool_calls))
