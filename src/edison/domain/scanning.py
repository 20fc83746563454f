"""Looking through the outputs of a run that has ended, as a run of its own."""

from collections.abc import Iterable, Iterator

from pydantic import Field

from .ids import RunId
from .noun import Noun
from .safety import Safety, SafetyFinding, SafetyKind
from .work import CELLS, Wave

SCAN_TASK = "scan_task"
"""The name of the document that says what a run looks through."""
SCANNED_AT_ONCE = 20
"""Outputs of one unit."""


class ScanTask(Noun):
    """Whose outputs are looked through, and for what; stands with the run and with its wave."""

    run_id: RunId
    safety: Safety


class ScannedOutput(Noun):
    """An output in which something was found."""

    cell: int = Field(ge=0)
    case: str
    arm: str
    found: tuple[SafetyFinding, ...] = Field(min_length=1)


class ScannedPage(Noun):
    """What came of looking through some outputs."""

    outputs: int = Field(default=0, ge=0)
    looked_at: int = Field(default=0, ge=0)
    """Those in which anything was written."""
    flagged: tuple[ScannedOutput, ...] = ()

    def count(self, kind: SafetyKind) -> int:
        """In how many of them something of a kind was found."""
        return sum(any(one.kind is kind for one in output.found) for output in self.flagged)


def cell_pages(waves: Iterable[Wave], *, at_once: int = SCANNED_AT_ONCE) -> Iterator[range]:
    """The cells of a run, page by page."""
    for wave in waves:
        if wave.lane == CELLS:
            for first in range(wave.first_unit, wave.end, at_once):
                yield range(first, min(first + at_once, wave.end))
