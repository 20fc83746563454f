"""Results: outputs, what was checked and what was judged, by cell."""

from collections.abc import Collection, Iterator, Mapping

from sqlalchemy import Connection, text

from edison.domain import CellReport, CellScore, Output, Run, RunId

from ..repositories.generations import Units
from ..repositories.runs import Runs, run_number
from .cell_reports import read_reports
from .counting import FailedUnits, RunCounts, count_run, find_failed
from .grid import GridReader
from .latest_calls import CallFilter, LatestCalls, read_latest_calls
from .scoring import has_warnings, read_scores
from .spending import SpentBy, read_spending
from .standings import (
    CellStanding,
    among_passed,
    find_answered,
    find_open_blocks,
    read_outputs,
    read_standings,
    stream_answered,
)

_NO_LOOPS = text("SET LOCAL enable_nestloop = off")


class RunResults:
    """What came out of runs. Only current generations count; what was before stays as evidence."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._runs: dict[RunId, Run] = {}

    def standings(self, run_id: RunId, *, first: int, last: int) -> dict[int, CellStanding]:
        """What there is for the cells in [first, last); those with nothing at all are left out."""
        cells = Units(run_number(self._connection, run_id), first, last)
        return read_standings(self._connection, run_id, cells=cells)

    def outputs(self, run_id: RunId, cells: Collection[int]) -> dict[int, Output]:
        """The current outputs of some cells; those that have none are left out."""
        return read_outputs(self._connection, run_id, no=run_number(self._connection, run_id), cells=cells)

    def answered_cells(self, run_id: RunId) -> list[int]:
        """The cells whose output is an answer, in their order."""
        return find_answered(self._connection, no=self._whole(run_id))

    def count_answered(
        self, run_id: RunId, weights: Mapping[int, int], *, judge_decides: bool = False
    ) -> int:
        """What the answered cells weigh together, each by its own number; those without one weigh nothing.

        Where a judge decides, only those that passed all else count.
        """
        if judge_decides:
            return sum(among_passed(self._connection, Units(self._whole(run_id)), weights).values())
        return sum(weights.get(cell, 0) for cell in stream_answered(self._connection, no=self._whole(run_id)))

    def open_blocks(
        self,
        run_id: RunId,
        cells: range,
        *,
        judges: int,
        size: int,
        wanted: Mapping[int, int] | None = None,
        judge_decides: bool = False,
    ) -> list[tuple[int, int]]:
        """The ranges [lo, hi) of `size` cells, among these, that hold an unfinished one.

        A cell is finished when its output is there and checked and, where that is an answer, judged by all; where
        cells do not all call for the same, `wanted` says how many judgments each of them takes.
        """
        among = Units(self._whole(run_id), cells.start, cells.stop)
        return find_open_blocks(
            self._connection,
            cells=among,
            judges=judges,
            size=size,
            wanted=wanted,
            judge_decides=judge_decides,
        )

    def counts(self, run_id: RunId) -> RunCounts:
        """How many outputs, checks and judgments there are of which kind."""
        return count_run(self._connection, no=self._whole(run_id))

    def failed_units(self, run_id: RunId) -> FailedUnits:
        """What ended in trouble: cells, and judgments of cells."""
        return find_failed(self._connection, no=self._whole(run_id))

    def reports(self, run_id: RunId, *, after: int = -1, limit: int = 500) -> list[CellReport]:
        """One report per planned cell, answered or not: the first page, or the one that follows after a cell."""
        no = run_number(self._connection, run_id)
        return read_reports(self._connection, self._known(run_id), no=no, after=after, limit=limit)

    def spending(self) -> list[SpentBy]:
        """What all runs spent, and who asked outside of them, by endpoint, stage and day, the newest run first."""
        return read_spending(self._connection)

    def latest_calls(self, sought: CallFilter, *, before: str = "", limit: int = 100) -> LatestCalls:
        """Tries of all runs, and of who asked outside of them, the newest first; a page, and where the next begins."""
        return read_latest_calls(self._connection, sought=sought, before=before, limit=limit)

    def grid(self, run_id: RunId) -> GridReader:
        """A run as a grid of cases and arms."""
        return GridReader(self._connection, self._known(run_id), no=run_number(self._connection, run_id))

    def report(self, run_id: RunId, cell: int) -> CellReport | None:
        """One planned cell with all that is known about it; None where no such cell is planned."""
        [found] = self.reports(run_id, after=cell - 1, limit=1) or [None]
        return found if found is not None and found.number == cell else None

    def scores(self, run_id: RunId) -> Iterator[CellScore]:
        """One line of numbers per current output, in the order of the cells, streamed."""
        run = Runs(self._connection).get(run_id)
        return read_scores(self._connection, run, no=self._whole(run_id))

    def has_warnings(self, run_id: RunId) -> bool:
        """Whether any judge warned of any output; much quicker than to read all scores."""
        return has_warnings(self._connection, Units(run_number(self._connection, run_id)))

    def _known(self, run_id: RunId) -> Run:
        if run_id not in self._runs:
            self._runs[run_id] = Runs(self._connection).get(run_id)
        return self._runs[run_id]

    def _whole(self, run_id: RunId) -> int:
        """The number of a run whose every cell is looked at."""
        if self._connection.dialect.name == "postgresql":
            # It believes tables small until it has counted them, and would compare every row with every other.
            self._connection.execute(_NO_LOOPS)
        return run_number(self._connection, run_id)
