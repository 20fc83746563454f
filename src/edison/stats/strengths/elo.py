"""Elo's rating, in row order: Elo 1978, *The rating of chessplayers, past and present*."""

import math

import numpy as np

from .arrays import FloatArray, IntArray
from .table import ComparisonTable
from .winners import ComparisonOutcome, OutcomeArray

START = 1000.0
SCALE = 400.0
FACTOR = 4.0
_HOPELESS = 300.0
"""Powers of ten against an item; more make no number."""

_SCORED = {ComparisonOutcome.TIE: 0.5, ComparisonOutcome.LEFT: 1.0, ComparisonOutcome.RIGHT: 0.0}


def elo_ratings(
    table: ComparisonTable, *, start: float = START, scale: float = SCALE, factor: float = FACTOR
) -> FloatArray:
    """A rating per item. Later rows count more, so that the same rows in another order give other ratings."""
    ratings = [start] * len(table.items)
    scored = [_SCORED[outcome] for outcome in sorted(ComparisonOutcome)]
    lefts, rights, outcomes = _listed(table.left), _listed(table.right), _listed(table.outcome)
    for left, right, outcome, weight in zip(lefts, rights, outcomes, table.weights.tolist(), strict=True):
        expected = 1 / (1 + math.pow(10.0, min((ratings[right] - ratings[left]) / scale, _HOPELESS)))
        moved = factor * weight * (scored[outcome] - expected)
        ratings[left] += moved
        ratings[right] -= moved
    return np.array(ratings)


def _listed(codes: IntArray | OutcomeArray) -> list[int]:
    # Plain numbers are several times faster to walk through than an array's.
    return codes.tolist()
