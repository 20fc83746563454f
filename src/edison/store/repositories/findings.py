"""Findings of checks that are made again on stored outputs."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, select

from edison.domain import CheckResult, Finding, RunId, SafetyScan
from edison.errors import RunMissing

from ..database.noun_text import findings_text, noun_text, read_findings, read_scan
from ..database.statements import NamedRow, insert_into
from ..tables import CHECKED, RUN
from .generations import Units


class CellFindings(NamedTuple):
    """What was found about one output."""

    cell: int
    generation: int
    """Of the output: which asking for it was answered."""
    results: tuple[CheckResult, ...]
    safety: SafetyScan | None = None
    """What was found by looking through it; None where nobody looked."""


class ChangedFindings(NamedTuple):
    """What was found about one output before, nothing included, and what is found now."""

    cell: int
    before: tuple[CheckResult, ...]
    after: tuple[CheckResult, ...]


class StoredFindings:
    """What was checked about the outputs of all runs."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def of_cells(self, run_id: RunId, generations: Mapping[int, int]) -> list[CellFindings]:
        """What is stored of some cells, each in the generation that is given."""
        no = self._connection.execute(select(RUN.c.no).where(RUN.c.id == run_id)).scalar_one()
        stored = self._stored(no, [CellFindings(cell, made, ()) for cell, made in generations.items()])
        return [
            CellFindings(cell, made, *stored[cell, made])
            for cell, made in sorted(generations.items())
            if (cell, made) in stored
        ]

    def replace(self, run_id: RunId, found: Sequence[CellFindings]) -> list[ChangedFindings]:
        """Put findings in the place of those that are stored; gives the ones that differ, which alone are written.

        What was there before is gone after the commit, so whoever calls tells of it in the same transaction.
        """
        no = self._hold(run_id)
        stored = self._stored(no, found)
        replaced = [
            one for one in found if stored.get((one.cell, one.generation)) != (one.results, one.safety)
        ]
        self._put([_row(no, one) for one in replaced])
        return [
            ChangedFindings(one.cell, stored.get((one.cell, one.generation), ((), None))[0], one.results)
            for one in replaced
        ]

    def _hold(self, run_id: RunId) -> int:
        """The number of the run, whose findings nobody else replaces until the end of this transaction."""
        held = select(RUN.c.no).where(RUN.c.id == run_id).with_for_update()
        no = self._connection.execute(held).scalar_one_or_none()
        if no is None:
            raise RunMissing(run_id)
        return no

    def _stored(
        self, no: int, found: Sequence[CellFindings]
    ) -> dict[tuple[int, int], tuple[tuple[CheckResult, ...], SafetyScan | None]]:
        cells = [one.cell for one in found]
        among = Units(no, min(cells, default=0), max(cells, default=-1) + 1)
        query = select(CHECKED.c.cell, CHECKED.c.generation, CHECKED.c.findings, CHECKED.c.safety)
        rows = self._connection.execute(query.where(among.among(CHECKED.c.run_no, CHECKED.c.cell)))
        return {
            (cell, generation): (read_findings(text), read_scan(scan))
            for cell, generation, text, scan in rows.all()
        }

    def _put(self, rows: Sequence[NamedRow]) -> None:
        if not rows:
            return
        keys = [column.name for column in CHECKED.primary_key.columns]
        statement = insert_into(self._connection, CHECKED)
        changed = {name: statement.excluded[name] for name in rows[0] if name not in keys}
        self._connection.execute(
            statement.on_conflict_do_update(index_elements=keys, set_=changed), [dict(row) for row in rows]
        )


def _row(no: int, found: CellFindings) -> NamedRow:
    findings = [result.finding for result in found.results]
    return {
        "run_no": no,
        "cell": found.cell,
        "generation": found.generation,
        "passed": findings.count(Finding.PASSED),
        "failed": findings.count(Finding.FAILED),
        "not_checked": findings.count(Finding.NOT_CHECKED),
        "findings": findings_text(found.results),
        "safety": None if found.safety is None else noun_text(found.safety),
    }
