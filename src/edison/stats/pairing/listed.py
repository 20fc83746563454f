"""Choosing among listed pairs, where not everybody may meet everybody: on one task after the other."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from edison.errors import LengthsDiffer, SampleEmpty
from edison.stats.arrays import FloatArray, IntArray, read_places

from .adaptive import expected_gains, expected_information
from .shuffled import take_disjoint
from .standing import ItemEstimates

_DIGITS = 6
"""Gains that differ by less are equal: rounding must not decide who meets."""


@dataclass(frozen=True, slots=True, eq=False)
class Chosen:
    """Pairs that share no item, and where the items will stand once they are compared."""

    pairs: tuple[tuple[int, int], ...]
    standing: ItemEstimates
    """Scores as before, and the standard errors to be expected."""


def choose_listed(
    standing: ItemEstimates, candidates: Sequence[tuple[int, int]], *, met: Sequence[int], size: int
) -> Chosen:
    """Up to `size` of the candidates, each item at most once: those that tell most, of equals those that met least.

    Args:
        standing: Scores and standard errors so far.
        candidates: Pairs of items; of equals in all else the first is taken.
        met: How often each candidate was compared.
        size: At most so many pairs.
    """
    if not candidates:
        raise SampleEmpty("candidates")
    if len(met) != len(candidates):
        raise LengthsDiffer({"candidates": len(candidates), "met": len(met)})
    items = len(standing.scores)
    pairs = read_places(np.ravel(candidates), what="candidates", below=items).reshape(-1, 2)
    gains = expected_gains(standing, pairs)
    highest = float(gains.max())
    rounded: FloatArray = np.round(gains / highest, _DIGITS)
    order = np.lexsort((np.asarray(met), -rounded))
    chosen = take_disjoint(pairs[order], items=items, size=size)
    return Chosen(tuple((one, other) for one, other in chosen.tolist()), _after(standing, chosen))


def _after(standing: ItemEstimates, pairs: IntArray) -> ItemEstimates:
    """One step of the Kalman filter for each pair, as in the gains."""
    one, other = pairs[:, 0], pairs[:, 1]
    variances = standing.se**2
    between = variances[one] + variances[other]
    information = expected_information(standing.scores[one] - standing.scores[other], variance=between)
    shrunk = information / (1 + information * between)
    left = variances.copy()
    left[one] -= shrunk * variances[one] ** 2
    left[other] -= shrunk * variances[other] ** 2
    return ItemEstimates(scores=standing.scores, se=np.sqrt(left), spread=standing.spread)
