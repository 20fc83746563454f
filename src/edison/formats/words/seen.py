"""Which names were seen, and where first: a few dozen bytes for each, whatever their length."""

from array import array
from hashlib import blake2b

_FIRST_SLOTS = 1024
"""A power of two, as are all later sizes."""


class SeenNames:
    """A hash table of fingerprints and line numbers.

    Names are told apart by 63 bits of BLAKE2b: among a million names the odds that two different ones are taken for
    the same are about one in twenty million.
    """

    def __init__(self) -> None:
        self._count = 0
        self._prints = array("Q", bytes(8 * _FIRST_SLOTS))
        self._lines = array("Q", bytes(8 * _FIRST_SLOTS))

    def add(self, name: str, *, line: int) -> int | None:
        """The line where the name was seen before, or None and from now on it is known."""
        # The lowest bit is set in every fingerprint, so that none is 0, which stands for an empty slot.
        mark = int.from_bytes(blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest()) | 1
        slot = self._slot(mark)
        if self._prints[slot]:
            return self._lines[slot]
        self._prints[slot], self._lines[slot] = mark, line
        self._count += 1
        if self._count * 3 > len(self._prints) * 2:
            self._grow()
        return None

    def _slot(self, mark: int) -> int:
        """The slot of this fingerprint, or the empty one where it belongs."""
        prints = self._prints
        last = len(prints) - 1
        slot = (mark >> 1) & last
        while (found := prints[slot]) and found != mark:
            slot = (slot + 1) & last
        return slot

    def _grow(self) -> None:
        prints, lines = self._prints, self._lines
        self._prints = array("Q", bytes(16 * len(prints)))
        self._lines = array("Q", bytes(16 * len(lines)))
        for mark, line in zip(prints, lines, strict=True):
            if mark:
                slot = self._slot(mark)
                self._prints[slot], self._lines[slot] = mark, line
