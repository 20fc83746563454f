"""The sign-flip permutation test: if nothing differs, each difference could as well have had the other sign."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from edison.errors import SampleBroken, SampleEmpty
from edison.stats.arrays import FloatArray
from edison.stats.means.samples import read_values

RESAMPLES = 10_000

_BITS = 8
_GROUPS = 64
"""Groups of eight differences whose signs are drawn at once: bounds the memory, whatever the sample."""
_MOST_ENUMERATED = 13
"""Up to 2¹³ sign patterns are all tried rather than drawn."""
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class SignFlip:
    """How often flipped signs give a sum at least as far from zero."""

    p: float
    """Two-sided; never zero, for the signs that were seen count as one of the patterns."""
    patterns: int
    is_exact: bool
    """Whether all patterns were tried."""


def sign_flip(differences: ArrayLike, *, seed: int = 0, resamples: int = RESAMPLES) -> SignFlip:
    """Test whether differences are symmetric around zero (Fisher 1935; Phipson and Smyth 2010 for the count).

    Args:
        differences: One per independent unit: a case, or the sum over a family of cases.
        seed: Of the signs.
        resamples: How many patterns are drawn when there are too many to try all.
    """
    column = read_values(differences, name="differences")
    if not len(column):
        raise SampleEmpty("differences")
    if np.isnan(column).any():
        raise SampleBroken("differences", "some are missing")
    moved = column[column != 0]
    if not len(moved):
        return SignFlip(p=1.0, patterns=1, is_exact=True)
    is_exact = len(moved) <= _MOST_ENUMERATED
    sums = _all_sums(moved) if is_exact else _drawn_sums(moved, seed=seed, resamples=resamples)
    reach = abs(float(moved.sum())) - _ROUNDING * float(np.abs(moved).sum())
    farther = int(np.count_nonzero(np.abs(sums) >= reach))
    if is_exact:
        return SignFlip(p=farther / len(sums), patterns=len(sums), is_exact=True)
    return SignFlip(p=(farther + 1) / (len(sums) + 1), patterns=len(sums), is_exact=False)


def _all_sums(moved: FloatArray) -> FloatArray:
    sums = np.zeros(1)
    for value in moved:
        sums = np.concatenate([sums - value, sums + value])
    return sums


def _drawn_sums(moved: FloatArray, *, seed: int, resamples: int) -> FloatArray:
    """Sums under random signs, eight differences at a time: a random byte picks one of 256 sums of theirs."""
    words = -(-resamples // 8)
    sums, picked = np.zeros(8 * words), np.empty(8 * words)
    for table, choice in _picks(moved, words=words, seed=seed):
        np.take(table, choice, out=picked, mode="clip")
        sums += picked
    return sums[:resamples]


def _picks(moved: FloatArray, *, words: int, seed: int) -> Iterator[tuple[FloatArray, NDArray[np.uint8]]]:
    rng = np.random.default_rng(seed)
    tables = _tables(moved)
    for start in range(0, len(tables), _GROUPS):
        part = tables[start : start + _GROUPS]
        drawn = rng.integers(0, 2**64, size=(len(part), words), dtype=np.uint64)
        yield from zip(part, drawn.view(np.uint8), strict=True)


def _tables(moved: FloatArray) -> FloatArray:
    """For each group of eight differences its 256 sums under all signs."""
    groups = -(-len(moved) // _BITS)
    filled = np.zeros(groups * _BITS)
    filled[: len(moved)] = moved
    signs = ((np.arange(256)[:, None] >> np.arange(_BITS)) & 1) * 2.0 - 1.0
    return filled.reshape(groups, _BITS) @ signs.T
