"""Ranks, and which scores count as equal."""

import numpy as np

from edison.stats.arrays import FloatArray, IntArray

from .cells import Cells

EQUAL = 1e-6
"""Scores closer than this are equal: solvers agree to no more."""


def rank_within(scores: FloatArray, *, components: IntArray) -> IntArray:
    """Ranks from 1 within each component, equal scores sharing the better one; 0 where there is no score."""
    ranks = np.zeros(len(scores), dtype=np.intp)
    scored = np.flatnonzero(~np.isnan(scores))
    order = scored[np.lexsort((-scores[scored], components[scored]))]
    place = np.arange(len(order))
    begins = np.r_[True, components[order][1:] != components[order][:-1]]
    rises = begins | np.r_[True, scores[order][:-1] - scores[order][1:] > EQUAL]
    first = np.maximum.accumulate(np.where(begins, place, 0))
    ranks[order] = np.maximum.accumulate(np.where(rises, place, 0)) - first + 1
    return ranks


def has_equal_rivals(scores: FloatArray, cells: Cells) -> bool:
    """Whether two items that were compared have equal scores."""
    apart = np.abs(scores[cells.left] - scores[cells.right])
    return bool((apart <= EQUAL).any())
