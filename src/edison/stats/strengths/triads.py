"""Circular triads: a beats b, b beats c, c beats a."""

from dataclasses import dataclass

import numpy as np

from edison.errors import SampleEmpty
from edison.stats.arrays import FloatArray

from .cells import sum_cells
from .table import ComparisonTable


@dataclass(frozen=True, slots=True)
class Triads:
    """How many triples of items contradict themselves, among those compared all three ways."""

    circular: int
    complete: int
    """Triples in which each pair has a winner by majority; a tied pair has none."""
    consistency: float | None
    """Kendall's and Babington Smith's ζ (1940, Biometrika 31, 324-345); None unless all pairs have a winner."""

    @property
    def share(self) -> float | None:
        """The circular ones among the complete; a quarter of them are circular when verdicts are coin flips."""
        return self.circular / self.complete if self.complete else None


def count_triads(table: ComparisonTable) -> Triads:
    """Triads of the majority's verdicts over the whole table."""
    cells = sum_cells(table)
    beats = np.zeros((cells.size, cells.size))
    won, lost = cells.left_wins > cells.right_wins, cells.left_wins < cells.right_wins
    beats[cells.left[won], cells.right[won]] = 1.0
    beats[cells.right[lost], cells.left[lost]] = 1.0
    met = beats + beats.T
    circular = round(_closed_walks(beats) / 3)
    complete = round(_closed_walks(met) / 6)
    is_complete = int(met.sum()) == cells.size * (cells.size - 1)
    consistency = _consistency(circular, size=cells.size) if is_complete else None
    return Triads(circular=circular, complete=complete, consistency=consistency)


def count_triads_by_judge(table: ComparisonTable) -> tuple[Triads, ...]:
    """Triads within each judge's own verdicts, in the order of `judges`."""
    if table.judge is None:
        raise SampleEmpty("judges")
    return tuple(count_triads(table.take(table.judge == code)) for code in range(len(table.judges)))


def _closed_walks(matrix: FloatArray) -> float:
    """Closed walks of length three."""
    return float(np.einsum("ij,ji->", matrix @ matrix, matrix))


def _consistency(circular: int, *, size: int) -> float | None:
    most = (size**3 - size) / 24 if size % 2 else (size**3 - 4 * size) / 24
    return 1 - circular / most if most else None
