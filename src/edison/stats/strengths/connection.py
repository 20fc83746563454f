"""What the comparisons connect: items without a chain of comparisons between them cannot be compared at all."""

from dataclasses import dataclass

import numpy as np

from edison.stats.arrays import BoolArray, IntArray
from edison.stats.pairing.components import find_components

from .algebra import sealed
from .cells import Cells


@dataclass(frozen=True, slots=True, eq=False)
class ComparisonGraph:
    """Which items hang together, and where winning never comes back."""

    components: IntArray
    """For each item the number of its component, counted from 0 in order of first item."""
    separated: BoolArray
    """For each component whether no finite maximum-likelihood solution exists."""

    @property
    def count(self) -> int:
        return len(self.separated)

    @property
    def is_connected(self) -> bool:
        return self.count == 1

    @property
    def is_separated(self) -> bool:
        return bool(self.separated.any())


def find_connection(cells: Cells) -> ComparisonGraph:
    """Components, and separation in them.

    A finite maximum-likelihood solution exists if and only if in every split of the items in two groups each
    group won (or tied) against the other: the graph of wins is strongly connected (Ford 1957, American
    Mathematical Monthly 64(8), 28-33).
    """
    components = find_components(cells.left, cells.right, items=cells.size)
    won = (cells.left_wins > 0) | (cells.ties > 0)
    lost = (cells.right_wins > 0) | (cells.ties > 0)
    beater = np.concatenate([cells.left[won], cells.right[lost]])
    beaten = np.concatenate([cells.right[won], cells.left[lost]])
    roots = np.unique(components, return_index=True)[1]
    reached = _reach(beater, beaten, roots=roots, size=cells.size)
    reached &= _reach(beaten, beater, roots=roots, size=cells.size)
    separated = np.bincount(components, weights=~reached) > 0
    return ComparisonGraph(components=sealed(components), separated=sealed(separated))


def _reach(start: IntArray, end: IntArray, *, roots: IntArray, size: int) -> BoolArray:
    reached = np.zeros(size, dtype=np.bool_)
    reached[roots] = True
    while True:
        found = end[reached[start] & ~reached[end]]
        if not found.size:
            return reached
        reached[found] = True
