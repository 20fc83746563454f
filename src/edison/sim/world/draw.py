"""Chance without state: every draw is derived from the world's seed and a name."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from hashlib import blake2b
from statistics import NormalDist
from typing import TypeVar

T = TypeVar("T")

_WORDS = struct.Struct("<8Q")
_INVERSE_CDF = NormalDist().inv_cdf
_UNIT = 2.0**-53


class Draws:
    """A stream of draws that is the same whenever its seed and name are the same."""

    __slots__ = ("_block", "_left", "_root")

    def __init__(self, seed: int, *parts: str) -> None:
        text = "\x1f".join(parts)
        self._root = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=64, key=_key(seed)).digest()
        self._block = 0
        self._left = list(_WORDS.unpack(self._root))

    def unit(self) -> float:
        """Draw uniformly between 0 and 1, both excluded."""
        if not self._left:
            self._refill()
        return ((self._left.pop() >> 11) + 0.5) * _UNIT

    def normal(self) -> float:
        """Draw from the standard normal distribution."""
        return _INVERSE_CDF(self.unit())

    def chance(self, rate: float) -> bool:
        """Say yes at the given rate; a draw is used up whatever the rate."""
        return self.unit() < rate

    def integer(self, low: int, high: int) -> int:
        """Draw a whole number from `low` to `high`, both included."""
        return low + int(self.unit() * (high - low + 1))

    def choice(self, items: Sequence[T]) -> T:
        """Draw one of the items."""
        return items[int(self.unit() * len(items))]

    def sample(self, items: Sequence[T], *, count: int) -> list[T]:
        """Draw `count` different items (all of them when there are fewer), in drawn order."""
        pool = list(items)
        for position in range(min(count, len(pool))):
            other = self.integer(position, len(pool) - 1)
            pool[position], pool[other] = pool[other], pool[position]
        return pool[:count]

    def _refill(self) -> None:
        self._block += 1
        message = self._block.to_bytes(8, "little")
        self._left = list(_WORDS.unpack(blake2b(message, digest_size=64, key=self._root).digest()))


def _key(seed: int) -> bytes:
    return (seed % (1 << 64)).to_bytes(8, "little")
