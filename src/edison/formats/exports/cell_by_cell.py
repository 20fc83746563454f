"""Formats in which every cell stands for itself: they are written in one go, or in pages that are joined later."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from edison.domain import CellReport, RunReport

WriteCell = Callable[[CellReport], bytes]


@dataclass(frozen=True, slots=True)
class CellByCell:
    """A head, the cells with something between them, and a tail."""

    head: Callable[[RunReport], bytes]
    cells: Callable[[RunReport], WriteCell]
    """What writes the cells of a run; of its report, only what is pinned is looked at."""
    between: bytes = b""
    tail: bytes = b""

    def write(self, report: RunReport, cells: Iterable[CellReport]) -> Iterator[bytes]:
        """All of it, piece by piece."""
        return self.join(report, self.page(report, cells))

    def page(self, report: RunReport, cells: Iterable[CellReport]) -> Iterator[bytes]:
        """Some cells, a piece for each."""
        write = self.cells(report)
        return (write(cell) for cell in cells)

    def join(self, report: RunReport, pieces: Iterable[bytes]) -> Iterator[bytes]:
        """The whole file, of cells or pages that were written before, none of which is empty."""
        if head := self.head(report):
            yield head
        between = b""
        for piece in pieces:
            yield between + piece
            between = self.between
        if self.tail:
            yield self.tail
