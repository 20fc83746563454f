"""How a cell stands for a reader who wants to know what to look at first."""

from collections.abc import Iterator
from enum import StrEnum

from edison.domain import CellOutcome, CellReport, Finding


class CellStatus(StrEnum):
    """Passed, failed a check or gave no answer, ran into trouble, or was never asked."""

    PASSED = "passed"
    FAILED = "failed"
    TROUBLE = "trouble"
    SKIPPED = "skipped"

    @property
    def is_bad(self) -> bool:
        return self in (CellStatus.FAILED, CellStatus.TROUBLE)


def status_of(cell: CellReport) -> CellStatus:
    """A failed check counts; where nothing was checked, an answer that is none does."""
    if cell.outcome in (CellOutcome.CANCELLED, CellOutcome.PENDING):
        return CellStatus.SKIPPED
    if cell.outcome is CellOutcome.FAILED:
        return CellStatus.TROUBLE
    if any(check.finding is Finding.FAILED for check in cell.checks):
        return CellStatus.FAILED
    if cell.outcome is not CellOutcome.OK and not cell.checks:
        return CellStatus.FAILED
    return CellStatus.PASSED


def reasons_of(cell: CellReport) -> Iterator[tuple[str, str]]:
    """Why a cell did not pass: a short word and a sentence for each reason."""
    for check in cell.checks:
        if check.finding is Finding.FAILED:
            yield check.check, check.reason or ""
    if cell.outcome is CellOutcome.FAILED or not cell.checks:
        yield cell.outcome.value, _sentence(cell)


def _sentence(cell: CellReport) -> str:
    sentence = cell.output.sentence if cell.output else None
    return sentence or OUTCOME_WORDS[cell.outcome]


OUTCOME_WORDS: dict[CellOutcome, str] = {
    CellOutcome.OK: "There is an answer.",
    CellOutcome.REFUSED: "The model refused to answer.",
    CellOutcome.FILTERED: "The provider's filter held the answer back.",
    CellOutcome.TRUNCATED: "The answer was cut off at its length limit.",
    CellOutcome.EMPTY: "The answer is empty.",
    CellOutcome.FAILED: "No answer could be had.",
    CellOutcome.CANCELLED: "The run ended before it was asked.",
    CellOutcome.PENDING: "It has not been answered yet.",
}
