"""Climbing to the top of a concave likelihood whose level is free within each component."""

from dataclasses import dataclass, replace

import numpy as np

from edison.stats.arrays import FloatArray, IntArray

from .algebra import solve
from .likelihood import Likelihood, Moments

# Up to this many parameters a dense solution is faster than conjugate gradients.
_DENSE = 300
_CLIMBS = 60
_HALVINGS = 30
_SMALL_STEP = 1e-8
_LONGEST_STEP = 10.0
# No comparisons that fit in memory tell a difference of so many logits.
_FAR = 40.0


@dataclass(frozen=True, slots=True, eq=False)
class Hill:
    """What is climbed: a likelihood, which items share a level, and perhaps a normal prior."""

    likelihood: Likelihood
    components: IntArray
    ridge: FloatArray | None = None
    """The prior's precision for each parameter."""

    def value(self, at: FloatArray, moments: Moments) -> float:
        value = self.likelihood.value(at, moments)
        return value if self.ridge is None else value - float(self.ridge @ at**2) / 2

    def gradient(self, at: FloatArray, moments: Moments) -> FloatArray:
        gradient = self.likelihood.gradient(moments)
        return gradient if self.ridge is None else gradient - self.ridge * at

    def curvature(self, moments: Moments) -> FloatArray:
        """Information and prior; without a prior, the free level of each component is pinned."""
        matrix = self.likelihood.information(moments)
        if self.ridge is not None:
            matrix[np.diag_indices_from(matrix)] += self.ridge
            return matrix
        n = self.likelihood.shape.items
        pin = np.trace(matrix[:n, :n]) / n**2
        matrix[:n, :n] += pin * (self.components[:, None] == self.components)
        return matrix

    def bend(self, direction: FloatArray, moments: Moments) -> FloatArray:
        """Information and prior times a direction, without the matrix."""
        bent = self.likelihood.bend(direction, moments)
        return bent if self.ridge is None else bent + self.ridge * direction

    def centred(self, parameters: FloatArray) -> FloatArray:
        """The same parameters, with strengths of mean zero in each component."""
        n = self.likelihood.shape.items
        moved = parameters.copy()
        moved[:n] = centre(parameters[:n], components=self.components)
        return moved


@dataclass(frozen=True, slots=True, eq=False)
class Top:
    """Where a climb ended."""

    parameters: FloatArray
    moments: Moments
    value: float
    is_reached: bool
    """False when the climb was given up; on a hill that rises for ever it may end where nothing changes any more."""


def climb(hill: Hill, *, start: FloatArray | None = None) -> Top:
    """Newton's method with halved steps, from `start` or from equal strengths."""
    here = np.zeros(hill.likelihood.shape.size) if start is None else start
    top = _stand(hill, here)
    step = newton_step(hill, top)
    climbs = 0
    while step is not None and _is_far_from_done(hill, top, step) and climbs < _CLIMBS:
        top = _go_up(hill, top, step * _LONGEST_STEP / max(float(np.abs(step).max()), _LONGEST_STEP))
        step = newton_step(hill, top)
        climbs += 1
    if step is None or np.abs(step).max() >= _SMALL_STEP:
        return top
    return replace(_go_up(hill, top, step), is_reached=True)


def newton_step(hill: Hill, top: Top) -> FloatArray | None:
    """The minimum-norm step towards the top of the parabola that touches the hill here; None on the flat."""
    gradient = hill.centred(hill.gradient(top.parameters, top.moments))
    if hill.likelihood.shape.size > _DENSE:
        return hill.centred(_conjugate_gradients(hill, top, gradient))
    try:
        step = solve(hill.curvature(top.moments), gradient)
    except np.linalg.LinAlgError:
        return None
    return hill.centred(step) if np.isfinite(step).all() else None


def centre(values: FloatArray, *, components: IntArray) -> FloatArray:
    """Take the mean of its component from each value."""
    means = np.bincount(components, weights=values) / np.bincount(components)
    return values - means[components]


def _is_far_from_done(hill: Hill, top: Top, step: FloatArray) -> bool:
    """False when the next step is too small to matter, or the last ones led too far to come back."""
    is_lost = np.abs(hill.likelihood.predict(top.parameters)).max() > _FAR
    return bool(np.abs(step).max() >= _SMALL_STEP and not is_lost)


def _go_up(hill: Hill, top: Top, step: FloatArray) -> Top:
    """The point one step away, or half a step, and so on until it lies higher."""
    there = _stand(hill, hill.centred(top.parameters + step))
    halvings = 0
    while there.value < top.value - 1e-12 * abs(top.value) and halvings < _HALVINGS:
        step = step / 2
        there = _stand(hill, hill.centred(top.parameters + step))
        halvings += 1
    return there


def _stand(hill: Hill, here: FloatArray) -> Top:
    moments = hill.likelihood.moments(here)
    return Top(parameters=here, moments=moments, value=hill.value(here, moments), is_reached=False)


def _conjugate_gradients(hill: Hill, top: Top, target: FloatArray) -> FloatArray:
    """Solve by Hestenes & Stiefel 1952 with the diagonal as preconditioner: linear in the number of pairs."""
    diagonal = hill.likelihood.diagonal(top.moments)
    diagonal = diagonal if hill.ridge is None else diagonal + hill.ridge
    # An item without a comparison has no curvature and no slope: any positive number will do.
    scale = np.where(diagonal > 0, diagonal, 1.0)
    found, residual = np.zeros_like(target), target
    direction = residual / scale
    size = start = float(residual @ direction)
    bent = hill.bend(direction, top.moments)
    turns = 0
    # Without a bend only rounding errors are left, which point along the free level.
    while size > 1e-20 * max(start, 1.0) and direction @ bent > 0 and turns < 2 * len(target):
        length = size / float(direction @ bent)
        found = found + length * direction
        residual = residual - length * bent
        ahead = residual / scale
        size, before = float(residual @ ahead), size
        direction = ahead + size / before * direction
        bent = hill.bend(direction, top.moments)
        turns += 1
    return found
