"""How a cell stands for a reader who wants to know what to look at first."""

from collections.abc import Iterator

from edison.domain import CellOutcome, CellReport, StatusReason


def reasons_of(cell: CellReport) -> Iterator[tuple[str, str]]:
    """Why a cell has not passed: a short word and a sentence for each reason."""
    if cell.why not in (StatusReason.CHECK_FAILED, StatusReason.CHECK_NOT_MADE):
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
    CellOutcome.FAILED: "No answer could be had.",
    CellOutcome.CANCELLED: "The run ended before it was asked.",
    CellOutcome.PENDING: "It has not been answered yet.",
}
