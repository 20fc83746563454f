"""Texts that say the same twice."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import SampleBroken
from edison.stats.arrays import FloatArray

from ._tables import as_directions, demand_same_space, rows_at_a_time

SIMILAR_FROM = 0.95
_BLOCK = 256


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A text to leave out, and the one that stays in its place."""

    item: int
    of: int
    of_existing: bool
    """Whether `of` counts among the texts that were there already."""
    similarity: float


@dataclass(frozen=True, slots=True)
class NearDuplicates:
    """Which texts stay and which are left out."""

    kept: tuple[int, ...]
    duplicates: tuple[Duplicate, ...]
    """One for each text left out; every text that stays is unlike all others that stay."""


def near_duplicates(
    vectors: ArrayLike, *, existing: ArrayLike | None = None, threshold: float = SIMILAR_FROM
) -> NearDuplicates:
    """Find texts whose cosine with an existing or an earlier one reaches the threshold.

    The first of a group stays. Chains do not form: a text is compared only with texts that stay, so it is
    never left out for resembling something that was itself left out.
    """
    if not 0 < threshold <= 1:
        raise SampleBroken("threshold", f"{threshold} does not lie between 0 and 1")
    table = as_directions(vectors)
    there = table[:0] if existing is None else as_directions(existing, what="existing texts")
    demand_same_space(table, there)
    sieve = _Sieve(there=len(there), stays=there, limit=threshold - 1e-12)
    for start in range(0, len(table), _BLOCK):
        sieve.take(table[start : start + _BLOCK], start=start)
    return NearDuplicates(kept=tuple(sieve.kept), duplicates=tuple(sieve.duplicates))


class _Sieve:
    """What stays so far; a block of texts is compared with all of it at once."""

    def __init__(self, *, there: int, stays: FloatArray, limit: float) -> None:
        # The limit lies a speck below the threshold: cosines of equal vectors may fall short of one.
        self.kept: list[int] = []
        self.duplicates: list[Duplicate] = []
        self._there, self._stays, self._limit = there, stays, limit

    def take(self, block: FloatArray, *, start: int) -> None:
        places, cosines = _nearest(block, among=self._stays)
        within = block @ block.T
        fresh: list[int] = []
        for row in range(len(block)):
            place, cosine = int(places[row]), float(cosines[row])
            if fresh and float(within[row, fresh].max()) > cosine:
                nearest = int(np.argmax(within[row, fresh]))
                place, cosine = len(self._stays) + nearest, float(within[row, fresh[nearest]])
            if cosine >= self._limit:
                self.duplicates.append(self._duplicate(start + row, place=place, cosine=cosine))
                continue
            fresh.append(row)
            self.kept.append(start + row)
        self._stays = np.concatenate([self._stays, block[fresh]])

    def _duplicate(self, item: int, *, place: int, cosine: float) -> Duplicate:
        existed = place < self._there
        of = place if existed else self.kept[place - self._there]
        return Duplicate(item=item, of=of, of_existing=existed, similarity=min(1.0, cosine))


def _nearest(table: FloatArray, *, among: FloatArray) -> tuple[FloatArray, FloatArray]:
    """For each vector the place of the most similar of the others, and how similar it is."""
    places, similarity = np.zeros(len(table)), np.full(len(table), -np.inf)
    if not len(among):
        return places, similarity
    step = rows_at_a_time(len(among))
    for start in range(0, len(table), step):
        cosines = table[start : start + step] @ among.T
        places[start : start + step] = np.argmax(cosines, axis=1)
        similarity[start : start + step] = cosines.max(axis=1)
    return places, similarity
