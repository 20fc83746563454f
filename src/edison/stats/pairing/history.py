"""What was compared so far."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import LengthsDiffer, SampleBroken, SampleEmpty
from edison.stats.arrays import BoolArray, IntArray, read_places

from .components import find_components


@dataclass(frozen=True, eq=False)
class History:
    """Comparisons in the order they were dealt; make one with `of`."""

    items: int
    left: IntArray
    """The item shown first."""
    right: IntArray
    adaptive: BoolArray
    """Whether the pair was chosen by earlier results."""
    wave: IntArray
    """The number of the wave it was dealt in."""

    @classmethod
    def of(
        cls,
        items: int,
        left: ArrayLike = (),
        right: ArrayLike = (),
        *,
        adaptive: ArrayLike | None = None,
        wave: ArrayLike | None = None,
    ) -> "History":
        """Check and take over columns of indices.

        Args:
            items: How many items there are; they are numbered from 0.
            left: The item shown first in each comparison.
            right: The item shown second.
            adaptive: Whether each pair was chosen by earlier results; no pair when not given.
            wave: The number of the wave of each; all of one wave when not given.
        """
        if items < 2:
            raise SampleEmpty("items", needed=2, got=items)
        lefts = read_places(left, what="left items", below=items)
        rights = read_places(right, what="right items", below=items)
        chosen = np.zeros(len(lefts)) if adaptive is None else read_places(adaptive, what="adaptive", below=2)
        waves = np.zeros(len(lefts), dtype=np.intp) if wave is None else _read_waves(wave)
        lengths = {"left": len(lefts), "right": len(rights), "adaptive": len(chosen), "wave": len(waves)}
        if len(set(lengths.values())) > 1:
            raise LengthsDiffer(lengths)
        if np.any(lefts == rights):
            raise SampleBroken("pairs", "an item meets itself")
        return cls(items=items, left=lefts, right=rights, adaptive=chosen.astype(np.bool_), wave=waves)

    def __len__(self) -> int:
        return len(self.left)

    def with_wave(self, left: IntArray, right: IntArray, *, adaptive: bool) -> "History":
        """This history and one wave more."""
        number = int(self.wave.max(initial=-1)) + 1
        return History.of(
            self.items,
            np.concatenate([self.left, left]),
            np.concatenate([self.right, right]),
            adaptive=np.concatenate([self.adaptive, np.full(len(left), adaptive)]),
            wave=np.concatenate([self.wave, np.full(len(left), number)]),
        )

    @cached_property
    def times(self) -> IntArray:
        """How often each item was compared."""
        return self._shown_left + self._shown_right

    @cached_property
    def skew(self) -> IntArray:
        """How much more often each item was shown first than second."""
        return self._shown_left - self._shown_right

    @property
    def possible_pairs(self) -> int:
        return self.items * (self.items - 1) // 2

    @property
    def unseen_pairs(self) -> int:
        """How many pairs were never compared."""
        return self.possible_pairs - len(self._pairs[0])

    @property
    def groups(self) -> int:
        """How many groups the compared items form; no chain of comparisons leads from one to another."""
        components = find_components(self.left, self.right, items=self.items)
        return len(np.unique(components[self.times > 0]))

    @property
    def waves(self) -> int:
        return len(np.unique(self.wave))

    @property
    def random_waves(self) -> int:
        """How many waves held no pair that was chosen by earlier results."""
        return self.waves - len(np.unique(self.wave[self.adaptive]))

    @property
    def random_comparisons(self) -> int:
        return int((~self.adaptive).sum())

    def meetings(self, one: IntArray, other: IntArray) -> IntArray:
        """How often the items of each pair met, in either order."""
        pairs, counts = self._pairs
        if not len(pairs):
            return np.zeros(len(one), dtype=np.intp)
        wanted = pair_keys(one, other, items=self.items)
        places = np.minimum(np.searchsorted(pairs, wanted), len(pairs) - 1)
        return np.where(pairs[places] == wanted, counts[places], 0)

    def seen_pairs(self) -> tuple[IntArray, IntArray, IntArray]:
        """Every pair that was compared, the lower index first, and how often."""
        pairs, counts = self._pairs
        return pairs // self.items, pairs % self.items, counts

    def balance(self, one: IntArray, other: IntArray) -> IntArray:
        """How much more often the one was shown before the other than after it, among their own meetings."""
        shown = np.concatenate([self.left * self.items + self.right, [-1]])
        ways, counts = np.unique(shown, return_counts=True)

        def count(first: IntArray, second: IntArray) -> IntArray:
            wanted = first * self.items + second
            places = np.minimum(np.searchsorted(ways, wanted), len(ways) - 1)
            return np.where(ways[places] == wanted, counts[places], 0)

        return count(one, other) - count(other, one)

    @cached_property
    def _shown_left(self) -> IntArray:
        return np.bincount(self.left, minlength=self.items)

    @cached_property
    def _shown_right(self) -> IntArray:
        return np.bincount(self.right, minlength=self.items)

    @cached_property
    def _pairs(self) -> tuple[IntArray, IntArray]:
        return np.unique(pair_keys(self.left, self.right, items=self.items), return_counts=True)


def pair_keys(one: IntArray, other: IntArray, *, items: int) -> IntArray:
    """One number for each unordered pair."""
    return np.minimum(one, other) * items + np.maximum(one, other)


def _read_waves(wave: ArrayLike) -> IntArray:
    return read_places(wave, what="waves", below=np.iinfo(np.int32).max)
