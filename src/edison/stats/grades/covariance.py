"""Scores and their joint uncertainty, as they come in."""

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import LengthsDiffer, SampleBroken, SampleEmpty
from edison.stats.arrays import FloatArray, as_numbers, read_column

# How far a covariance may be from symmetric or positive before it is none, relative to its largest variance.
ROUNDING = 1e-8


def read_scores(scores: ArrayLike, *, least: int = 2) -> FloatArray:
    """One column of finite numbers."""
    column = read_column(scores, what="scores")
    if len(column) < least:
        raise SampleEmpty("scores", needed=least, got=len(column))
    return column


def read_covariance(covariance: ArrayLike, *, items: int) -> FloatArray:
    """A matrix that can be the joint uncertainty of so many scores, each of them uncertain.

    A column holds variances of scores whose errors are independent.
    """
    matrix = as_numbers(covariance, what="covariance")
    if matrix.ndim == 1:
        matrix = np.diag(matrix)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise SampleBroken("covariance", f"its shape is {matrix.shape}, not square")
    if len(matrix) != items:
        raise LengthsDiffer({"scores": items, "covariance": len(matrix)})
    if not np.isfinite(matrix).all():
        raise SampleBroken("covariance", "some entries are missing or infinite")
    variances = np.diagonal(matrix)
    if variances.min() <= 0:
        raise SampleBroken("covariance", f"score {int(variances.argmin())} would be known without any error")
    allowed = ROUNDING * variances.max()
    if np.abs(matrix - matrix.T).max() > allowed:
        raise SampleBroken("covariance", "it is not symmetric")
    return (matrix + matrix.T) / 2
