"""Which cells a page shows, out of any number: what went wrong first, then the first of the others."""

from collections.abc import Iterable
from dataclasses import dataclass

from edison.domain import CellReport, CellStatus


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
