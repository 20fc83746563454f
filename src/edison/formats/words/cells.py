"""Cells for readers: why one has not passed, and which of any number a page shows."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from edison.domain import CellOutcome, CellReport, CellStatus, StatusReason


@dataclass(frozen=True, slots=True)
class Shown:
    """A bounded choice of cells, and how many there were."""

    bad: tuple[CellReport, ...]
    others: tuple[CellReport, ...]
    all_bad: int
    all_cells: int

    @property
    def left_out(self) -> int:
        return self.all_cells - len(self.bad) - len(self.others)


def choose_cells(cells: Iterable[CellReport], *, most: int) -> Shown:
    """Look at every cell once and keep at most `most`."""
    bad: list[CellReport] = []
    others: list[CellReport] = []
    all_bad = all_cells = 0
    for cell in cells:
        all_cells += 1
        status = cell.status
        all_bad += status.is_bad
        kept = bad if status.is_bad else others
        if len(kept) < most and status is not CellStatus.SKIPPED:
            kept.append(cell)
    return Shown(tuple(bad), tuple(others[: most - len(bad)]), all_bad, all_cells)


def choose_cases(cells: Iterable[CellReport], *, most: int) -> Shown:
    """Look at every cell once and keep about `most`: all of a case side by side, cases with failures first."""
    failing: list[CellReport] = []
    fine: list[CellReport] = []
    all_bad = all_cells = 0
    for _, found in groupby(cells, key=lambda cell: cell.case):
        case: list[CellReport] = []
        is_failing = False
        for cell in found:
            all_cells += 1
            all_bad += cell.status.is_bad
            is_failing |= cell.status.is_bad
            if len(case) < most or cell.status.is_bad:
                case.append(cell)
        kept = failing if is_failing else fine
        if len(kept) < most:
            kept += sorted(case, key=lambda cell: not cell.status.is_bad)[:most] if len(case) > most else case
    chosen = [*failing, *fine[: max(most - len(failing), 0)]]
    asked = [cell for cell in chosen if cell.status is not CellStatus.SKIPPED]
    return Shown(
        bad=tuple(cell for cell in asked if cell.status.is_bad),
        others=tuple(cell for cell in asked if not cell.status.is_bad),
        all_bad=all_bad,
        all_cells=all_cells,
    )


def reasons_of(cell: CellReport) -> Iterator[tuple[str, str]]:
    """Why a cell has not passed: a short word and a sentence for each reason."""
    is_checked = cell.why in (StatusReason.CHECK_FAILED, StatusReason.CHECK_NOT_MADE)
    if not is_checked or cell.outcome is CellOutcome.UNFINISHED:
        yield cell.outcome.value, _sentence(cell)
        return
    for check in cell.checks:
        if check.finding is cell.worst:
            yield check.check, check.reason or ""


def _sentence(cell: CellReport) -> str:
    sentence = cell.output.sentence if cell.output else None
    return sentence or OUTCOME_WORDS[cell.outcome]


OUTCOME_WORDS: dict[CellOutcome, str] = {
    CellOutcome.OK: "There is an answer.",
    CellOutcome.REFUSED: "The model refused to answer.",
    CellOutcome.FILTERED: "The provider's filter held the answer back.",
    CellOutcome.TRUNCATED: "The answer was cut off at its length limit.",
    CellOutcome.EMPTY: "The answer is empty.",
    CellOutcome.UNFINISHED: "The loop was stopped before it was done.",
    CellOutcome.FAILED: "No answer could be had.",
    CellOutcome.CANCELLED: "The run ended before it was asked.",
    CellOutcome.PENDING: "It has not been answered yet.",
}
