"""How alike the repeats of one cell ended."""

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum

from .passing import CellStatus
from .record import Record


class Consistency(StrEnum):
    """What the repeats of a test at a model say together."""

    CONSISTENT_PASS = "consistent_pass"
    CONSISTENT_FAIL = "consistent_fail"
    INCONSISTENT = "inconsistent"
    """Some passed and some failed: the cell is flaky."""
    ERROR = "error"
    """None of them brought anything that could be told to have passed or failed."""
    PENDING = "pending"


class RepeatTally(Record, frozen=True, kw_only=True):
    """The repeats of one cell, counted; errors stand apart from passes and failures."""

    passes: int = 0
    failures: int = 0
    errors: int = 0
    """Trouble, and answers that could not be checked."""
    pending: int = 0

    @property
    def told(self) -> int:
        """Of how many it is known whether they passed."""
        return self.passes + self.failures

    @property
    def consistency(self) -> Consistency:
        if self.pending:
            return Consistency.PENDING
        if not self.told:
            return Consistency.ERROR
        if self.passes == self.told:
            return Consistency.CONSISTENT_PASS
        return Consistency.INCONSISTENT if self.passes else Consistency.CONSISTENT_FAIL


def tally_repeats(statuses: Iterable[CellStatus]) -> RepeatTally:
    """Count the repeats of one cell by how they ended."""
    found = Counter(statuses)
    return RepeatTally(
        passes=found[CellStatus.PASSED],
        failures=found[CellStatus.FAILED],
        errors=found[CellStatus.TROUBLE] + found[CellStatus.NOT_CHECKED],
        pending=found[CellStatus.SKIPPED],
    )
