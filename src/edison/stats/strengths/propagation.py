"""The posterior of strengths under a normal prior, by expectation propagation.

Minka 2001 (UAI, 362-369), with all factors replaced at once. Each pair's likelihood is stood for by a normal factor
in d that leaves the posterior of d with the right mean and variance. A normal approximation at the posterior's top
is too narrow for strengths that rest on few verdicts, and its centre lies too far in (Kuss & Rasmussen 2005, JMLR 6,
1679-1704).
"""

from dataclasses import dataclass

import numpy as np

from edison.stats.arrays import FloatArray

from .algebra import inverse
from .likelihood import Likelihood, expect

_ROUNDS = 40
# In standard deviations of each d.
_CLOSE = 1e-3
_CLIMBS = 12
_NODES, _NODE_WEIGHTS = np.polynomial.hermite_e.hermegauss(15)


@dataclass(frozen=True, slots=True, eq=False)
class PropagationFactors:
    """A normal factor exp(lean · d - weight · d² / 2) for each cell."""

    lean: FloatArray
    weight: FloatArray

    @classmethod
    def touching(cls, likelihood: Likelihood, at: FloatArray) -> "PropagationFactors":
        """The factors that follow the likelihood closely at a point."""
        cells, moments = likelihood.cells, likelihood.moments(at)
        weight = cells.totals * moments.variance
        slope = (cells.left_wins - cells.right_wins) / 2 - cells.totals * moments.mean
        return cls(lean=slope + weight * likelihood.predict(at), weight=weight)


@dataclass(frozen=True, slots=True, eq=False)
class Belief:
    """The pairs' likelihood with δ as known, and the prior precision of each other parameter."""

    likelihood: Likelihood
    """Its shape has no place for δ."""
    delta: float | None
    precision: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class Propagated:
    """A normal posterior, and the logarithm of the evidence for the prior it came from."""

    mean: FloatArray
    covariance: FloatArray
    evidence: float
    factors: PropagationFactors


def propagate(belief: Belief, *, start: PropagationFactors) -> Propagated:
    """Replace the factors until the posterior moves no more."""
    round_ = _Round.of(belief, start)
    rounds = 0
    while not round_.is_settled and rounds < _ROUNDS:
        round_ = _Round.of(belief, round_.better_factors())
        rounds += 1
    return round_.conclude()


@dataclass(frozen=True, slots=True, eq=False)
class _Round:
    """One posterior, and what each cell's own likelihood would make of it."""

    factors: PropagationFactors
    posterior: "_Posterior"
    around: "_Marginals"
    rest: "_Marginals"
    tilted: "_Tilted"

    @classmethod
    def of(cls, belief: Belief, factors: PropagationFactors) -> "_Round":
        posterior = _combine(belief, factors)
        likelihood = belief.likelihood
        around = _Marginals(
            mean=likelihood.predict(posterior.mean), variance=likelihood.variances(posterior.covariance)
        )
        rest = around.without(factors)
        tilted = _tilt(belief, rest=rest, start=around.mean)
        return cls(factors=factors, posterior=posterior, around=around, rest=rest, tilted=tilted)

    @property
    def is_settled(self) -> bool:
        moved = np.abs(self.tilted.mean - self.around.mean) / np.sqrt(self.around.variance)
        return bool(moved.max() < _CLOSE)

    def better_factors(self) -> PropagationFactors:
        precision = 1 / self.rest.variance
        weight = np.maximum(1 / self.tilted.variance - precision, 0.0)
        lean = self.tilted.mean * (weight + precision) - self.rest.mean * precision
        return PropagationFactors(lean=lean, weight=weight)

    def conclude(self) -> Propagated:
        surplus = self.tilted.level + self.rest.level - self.around.level
        return Propagated(
            mean=self.posterior.mean,
            covariance=self.posterior.covariance,
            evidence=self.posterior.level + float(surplus.sum()),
            factors=self.factors,
        )


@dataclass(frozen=True, slots=True, eq=False)
class _Posterior:
    mean: FloatArray
    covariance: FloatArray
    level: float


@dataclass(frozen=True, slots=True, eq=False)
class _Marginals:
    """A normal distribution of d for each cell."""

    mean: FloatArray
    variance: FloatArray

    def without(self, factors: PropagationFactors) -> "_Marginals":
        """What is left when each cell's own factor is taken out."""
        precision = np.maximum(1 / self.variance - factors.weight, 1e-9 / self.variance)
        return _Marginals(mean=(self.mean / self.variance - factors.lean) / precision, variance=1 / precision)

    @property
    def level(self) -> FloatArray:
        """The logarithm of the normalising constant in natural parameters."""
        return self.mean**2 / self.variance / 2 + np.log(self.variance) / 2


@dataclass(frozen=True, slots=True, eq=False)
class _Tilted:
    mean: FloatArray
    variance: FloatArray
    level: FloatArray
    """The logarithm of the cell's likelihood, averaged over the rest."""


def _combine(belief: Belief, factors: PropagationFactors) -> _Posterior:
    precision = belief.likelihood.gram(factors.weight)
    precision[np.diag_indices_from(precision)] += belief.precision
    covariance = inverse(precision)
    push = belief.likelihood.collect(factors.lean, factors.lean)
    mean = covariance @ push
    level = push @ mean - np.linalg.slogdet(precision)[1] + np.log(belief.precision).sum()
    return _Posterior(mean=mean, covariance=covariance, level=float(level) / 2)


def _tilt(belief: Belief, *, rest: _Marginals, start: FloatArray) -> _Tilted:
    """Each cell's likelihood times the rest: moments by Gauss-Hermite quadrature around the top."""
    cells = belief.likelihood.cells
    lean, totals = (cells.left_wins - cells.right_wins) / 2, cells.totals
    top, width = _find_tops(belief, rest=rest, start=start)
    d = top[:, None] + width[:, None] * _NODES
    height = lean[:, None] * d - totals[:, None] * expect(d, belief.delta).log_norm
    height -= (d - rest.mean[:, None]) ** 2 / (2 * rest.variance[:, None]) - _NODES**2 / 2
    highest = height.max(axis=1)
    weights = np.exp(height - highest[:, None]) * _NODE_WEIGHTS
    area = weights.sum(axis=1)
    mean = (weights * d).sum(axis=1) / area
    variance = (weights * (d - mean[:, None]) ** 2).sum(axis=1) / area
    level = highest + np.log(area * width / np.sqrt(2 * np.pi * rest.variance))
    return _Tilted(mean=mean, variance=variance, level=level)


def _find_tops(belief: Belief, *, rest: _Marginals, start: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Where each cell's likelihood times the rest is highest, and the width of the normal curve that fits there."""
    cells = belief.likelihood.cells
    lean, totals = (cells.left_wins - cells.right_wins) / 2, cells.totals
    d, step = start, np.full_like(start, np.inf)
    climbs = 0
    while np.abs(step).max() > 1e-2 and climbs < _CLIMBS:
        moments = expect(d, belief.delta)
        slope = lean - totals * moments.mean - (d - rest.mean) / rest.variance
        step = np.clip(slope / (totals * moments.variance + 1 / rest.variance), -2.0, 2.0)
        d = d + step
        climbs += 1
    bend = totals * expect(d, belief.delta).variance + 1 / rest.variance
    return d, 1 / np.sqrt(bend)
