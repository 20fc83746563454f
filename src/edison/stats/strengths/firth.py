"""Penalised likelihood that always has a finite top and less bias: Firth 1993 (Biometrika 80, 27-38).

The penalty is half the logarithm of the information's determinant (Jeffreys' prior). It is the same as adding, in
each cell, a few imagined comparisons that depend on the strengths (Kosmidis & Firth 2009, Biometrika 96, 793-804):
half a leverage of wins for each side when there are no ties.
"""

from dataclasses import replace

import numpy as np

from edison.stats.arrays import FloatArray

from .algebra import inverse
from .cells import Cells
from .likelihood import Likelihood, Moments
from .newton import Hill, Top, climb

_ROUNDS = 100
# What is left after such a step is ten times smaller.
_SMALL_STEP = 1e-6
_STEADY = 0.5
_GUESSES = 2


def climb_penalised(hill: Hill) -> Top:
    """The top of the penalised likelihood; its moments are those of the real comparisons."""
    likelihood = hill.likelihood
    here = np.zeros(likelihood.shape.size)
    for _ in range(_GUESSES):
        here = _climb_imagined(hill, here, covariance=_guess(likelihood, likelihood.moments(here)))
    step = before = np.full_like(here, np.inf)
    rounds = 0
    while np.abs(step).max() >= _SMALL_STEP and rounds < _ROUNDS:
        covariance = inverse(hill.curvature(likelihood.moments(here)))
        step = _climb_imagined(hill, here, covariance=covariance) - here
        here = here + step * (_stretch(step, before=before) if rounds else 1.0)
        before = step
        rounds += 1
    moments = likelihood.moments(here)
    return Top(parameters=here, moments=moments, value=likelihood.value(here, moments), is_reached=True)


def imagine(likelihood: Likelihood, *, moments: Moments, covariance: FloatArray) -> Cells:
    """The comparisons with those added that have the penalty's slope."""
    cells = likelihood.cells
    along = likelihood.variances(covariance)
    mixed = likelihood.predict(covariance[-1]) if likelihood.shape.ties else np.zeros_like(along)
    tied = covariance[-1, -1] if likelihood.shape.ties else 0.0

    def added(chance: FloatArray, s: FloatArray, t: FloatArray) -> FloatArray:
        # The second term has no slope; with it the first depends least on where we are now.
        return cells.totals * chance * (along * s**2 + 2 * mixed * s * t + tied * t**2 + total) / 2

    total = along * moments.variance + 2 * mixed * moments.covariance + tied * moments.tie_variance
    mean, tie = moments.mean, moments.tie
    return replace(
        cells,
        left_wins=cells.left_wins + added(moments.left, 0.5 - mean, -tie),
        right_wins=cells.right_wins + added(moments.right, -0.5 - mean, -tie),
        ties=cells.ties + added(moments.tie, -mean, 1 - tie),
    )


def _climb_imagined(hill: Hill, here: FloatArray, *, covariance: FloatArray) -> FloatArray:
    likelihood = hill.likelihood
    imagined = imagine(likelihood, moments=likelihood.moments(here), covariance=covariance)
    return climb(Hill(Likelihood.of(imagined, likelihood.shape), hill.components), start=here).parameters


def _stretch(step: FloatArray, *, before: FloatArray) -> float:
    """Steps shrink by a steady factor: go at once where they would lead (Aitken 1926)."""
    size = float(before @ before)
    factor = float(step @ before) / size if size > 0 else 0.0
    return 1 / (1 - factor) if 0 < factor < _STEADY else 1.0


def _guess(likelihood: Likelihood, moments: Moments) -> FloatArray:
    """A covariance as if parameters knew nothing of each other: good enough to set out with."""
    diagonal = likelihood.diagonal(moments)
    return np.diag(1 / np.where(diagonal > 0, diagonal, 1.0))
