"""A fit for very many items: strengths and standard errors in about linear time, without their joint covariance."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from edison.stats.arrays import BoolArray, FloatArray, IntArray
from edison.stats.pairing import History, estimate_standing
from edison.stats.pairing.components import find_components

from .algebra import sealed
from .ranking import rank_within
from .results import reach_of


@dataclass(frozen=True, slots=True, eq=False)
class QuickFit:
    """Strengths under a normal prior whose spread the results decide; NaN for an item that was never compared."""

    scores: FloatArray
    se: FloatArray
    low: FloatArray
    high: FloatArray
    ranks: IntArray
    """From 1 within each component, equal scores sharing the better one; 0 for an item never compared."""
    components: IntArray
    """For each item the number of its component: scores of different components are not compared."""
    level: float

    @property
    def compared(self) -> BoolArray:
        return self.ranks > 0


def quick_fit(history: History, results: ArrayLike, *, level: float = 0.95) -> QuickFit:
    """Estimate strengths of thousands of items.

    Args:
        history: What was compared.
        results: For each comparison 1 where the left item won, 0 where the right one did, 0.5 for a tie.
        level: The level of the intervals.
    """
    standing = estimate_standing(history, results)
    compared = history.times > 0
    components = find_components(history.left, history.right, items=history.items)
    scores = np.where(compared, standing.scores, np.nan)
    se = np.where(compared, standing.se, np.nan)
    reach = reach_of(level) * se
    return QuickFit(
        scores=sealed(scores),
        se=sealed(se),
        low=sealed(scores - reach),
        high=sealed(scores + reach),
        ranks=sealed(rank_within(scores, components=components)),
        components=sealed(components),
        level=level,
    )
