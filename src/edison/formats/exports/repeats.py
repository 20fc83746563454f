"""Cells by test and model: their repeats side by side, those first that end now so, now so."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from edison.domain import CellReport, CellStatus, Consistency, RepeatTally, tally_repeats

_FIRST = (
    Consistency.INCONSISTENT,
    Consistency.ERROR,
    Consistency.PENDING,
    Consistency.CONSISTENT_FAIL,
    Consistency.CONSISTENT_PASS,
)


@dataclass(frozen=True, slots=True)
class RepeatedCell:
    """All repeats of a test at a model."""

    case: str
    arm: str
    prompt: str
    cells: Sequence[CellReport]
    tally: RepeatTally

    @property
    def told(self) -> str:
        """In a word and a number, such as `inconsistent 2/3`."""
        status = self.tally.consistency
        counts = f" {self.tally.passes}/{self.tally.told}" if status is Consistency.INCONSISTENT else ""
        return f"{status.value}{counts}"


def group_repeats(cells: Iterable[CellReport]) -> list[RepeatedCell]:
    """Cells of one test, model and prompt together; flaky ones first, then trouble, failures and passes."""
    groups: dict[tuple[str, str, str], list[CellReport]] = {}
    for cell in cells:
        groups.setdefault((cell.case, cell.arm, cell.prompt), []).append(cell)
    made = [
        RepeatedCell(case, arm, prompt, tuple(found), tally_repeats(cell.status for cell in found))
        for (case, arm, prompt), found in groups.items()
    ]
    return sorted(made, key=lambda one: _FIRST.index(one.tally.consistency))


class RepeatWatch:
    """Notes which cells are flaky while somebody else goes through them; repeats of a cell follow each other."""

    def __init__(self) -> None:
        self.flaky: list[FlakyCell] = []
        """Those of which some repeats passed and some failed, so far."""

    def through(self, cells: Iterable[CellReport]) -> Iterator[CellReport]:
        """The same cells; nothing is kept of them."""
        for place, repeats in groupby(cells, key=lambda cell: (cell.case, cell.arm, cell.prompt)):
            statuses: list[CellStatus] = []
            for cell in repeats:
                statuses.append(cell.status)
                yield cell
            tally = tally_repeats(statuses)
            if tally.consistency is Consistency.INCONSISTENT:
                self.flaky.append(FlakyCell(*place, tally=tally))


@dataclass(frozen=True, slots=True)
class FlakyCell:
    """A test at a model that passes now and fails then."""

    case: str
    arm: str
    prompt: str
    tally: RepeatTally


def written_status(cell: CellReport) -> str:
    """`completed`, `semantic_failure` (an answer that is wrong, or none), `error` (trouble) or `pending`."""
    return _STATUSES[cell.status]


_STATUSES = {
    CellStatus.PASSED: "completed",
    CellStatus.FAILED: "semantic_failure",
    CellStatus.NOT_CHECKED: "error",
    CellStatus.TROUBLE: "error",
    CellStatus.SKIPPED: "pending",
}
