"""How fast a run goes, how long it will take and which cells have ended, from one look at it to the next."""

from collections import deque
from dataclasses import dataclass

from edison.domain import CellReport, CellStatus, RunId, RunReport, awaits_verdict
from edison.formats.words.cells import reasons_of

from ..house import House
from ..results.reports import list_cells

_WINDOW_S = 20.0


@dataclass(frozen=True, slots=True)
class RunProgress:
    """A run under way, in the numbers people watch."""

    report: RunReport
    per_second: float
    """Cells and judgments that came to an end, of late."""
    eta_s: float | None
    """None while nothing can be said."""


class Pace:
    """Remembers the last looks at one run."""

    def __init__(self) -> None:
        self._seen: deque[tuple[float, int]] = deque()

    def look(self, report: RunReport, *, at: float) -> RunProgress:
        """The progress at a monotonic time."""
        ended = steps_done(report)
        self._seen.append((at, ended))
        while len(self._seen) > 2 and at - self._seen[0][0] > _WINDOW_S:
            self._seen.popleft()
        (before, first), elapsed = self._seen[0], at - self._seen[0][0]
        rate = (ended - first) / elapsed if elapsed > 0 and at > before else 0.0
        left = max(steps_planned(report) - ended, 0)
        return RunProgress(report, per_second=rate, eta_s=left / rate if rate > 0 else None)


@dataclass(frozen=True, slots=True)
class EndedCell:
    """A cell that has ended."""

    number: int
    """How many had ended with it."""
    planned: int
    model: str
    prompt: str | None
    """What it was asked with; None where there is one prompt only."""
    test: str
    status: CellStatus
    latency_s: float | None
    reason: str | None
    """Why it has not passed; the first of several reasons."""


class EndedCells:
    """Remembers which cells of one run have been seen to end."""

    def __init__(self, house: House, run_id: RunId) -> None:
        self._house = house
        self._run_id = run_id
        self._seen = set[int]()

    def look(self) -> list[EndedCell]:
        """Those that have ended since the last look. Blocks; not for a loop."""
        cells = list(list_cells(self._house, self._run_id))
        has_prompts = len({cell.version for cell in cells}) > 1
        return [
            self._ended(cell, planned=len(cells), has_prompts=has_prompts)
            for cell in cells
            if self._is_new(cell)
        ]

    def _is_new(self, cell: CellReport) -> bool:
        is_over = cell.status is not CellStatus.SKIPPED and not awaits_verdict(cell.checks)
        return is_over and cell.number not in self._seen

    def _ended(self, cell: CellReport, *, planned: int, has_prompts: bool) -> EndedCell:
        self._seen.add(cell.number)
        taken = cell.answered.latency_ms
        return EndedCell(
            number=len(self._seen),
            planned=planned,
            model=cell.arm,
            prompt=cell.prompt if has_prompts else None,
            test=cell.case if not cell.repeat else f"{cell.case} #{cell.repeat + 1}",
            status=cell.status,
            latency_s=None if taken is None else taken / 1000,
            reason=next((sentence for _, sentence in reasons_of(cell)), None) if cell.status.is_bad else None,
        )


def steps_done(report: RunReport) -> int:
    """Cells answered and judgments made, or pages seen to."""
    return report.done + report.judged + report.not_judged + report.pages_done


def steps_planned(report: RunReport) -> int:
    """Cells, and the judgments of all that were or still may be answered; or pages."""
    return report.planned + report.judgments_expected + report.pages
