"""The estimator of the comparative-judgment literature, kept so that published numbers can be had again.

Kinnear, Jones & Davies 2025 and the R package sirt (`btm`, Robitzsch): with n_i comparisons and w_i wins of item i,
w'_i = 0.3 + (n_i - 0.6) / n_i · w_i; strengths solve Σ_j n_ij p_ij = w'_i; the error of each item is taken as if all
others were known, SE_i = 1 / √(Σ_j n_ij p_ij (1 - p_ij)).
"""

import numpy as np

from edison.stats.arrays import FloatArray

from .algebra import tally
from .cells import Cells
from .likelihood import Likelihood, Shape

_ADJUSTMENT = 0.3


def published_likelihood(cells: Cells) -> Likelihood:
    """The usual likelihood with the wins moved towards the middle."""
    plain = Likelihood.of(cells, Shape(items=cells.size))
    played = tally(cells.left, cells.totals, size=cells.size)
    played += tally(cells.right, cells.totals, size=cells.size)
    told = adjust_wins(plain.told + played / 2, played=played) - played / 2
    return Likelihood(cells=cells, shape=plain.shape, told=told)


def adjust_wins(wins: FloatArray, *, played: FloatArray) -> FloatArray:
    """Wins moved towards the middle, so that nobody wins or loses them all."""
    with np.errstate(divide="ignore", invalid="ignore"):
        adjusted = _ADJUSTMENT + (played - 2 * _ADJUSTMENT) / played * wins
    return np.where(played > 0, adjusted, wins)


def lone_variances(likelihood: Likelihood, parameters: FloatArray) -> FloatArray:
    """The variance of each strength as if all others were known; infinite for an item without a comparison."""
    diagonal = likelihood.diagonal(likelihood.moments(parameters))
    with np.errstate(divide="ignore"):
        return 1 / diagonal
