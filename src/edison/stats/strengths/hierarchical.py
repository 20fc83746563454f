"""Strengths drawn from a normal distribution whose spread σ is unknown and integrated out.

For each σ the posterior of the strengths comes from expectation propagation, which also gives the evidence for σ;
results are averaged over σ (as in Rue, Martino & Chopin 2009, JRSS B 71, 319-392). The prior of σ is half-normal
(Gelman 2006, Bayesian Analysis 1, 515-534).
"""

from dataclasses import dataclass, replace

import numpy as np

from edison.stats.arrays import FloatArray

from .algebra import inverse
from .likelihood import Likelihood
from .newton import Hill, climb
from .propagation import Belief, Propagated, PropagationFactors, propagate

# Typical spreads of strengths lie between half a logit and four; at eight, every fourth comparison is no contest.
SIGMA_SCALE = 3.0
# Position and tie effects beyond a few logits are unheard of; this keeps them finite.
_EFFECT_SD = 5.0
_LOWEST, _MIDDLING, _HIGHEST = float(np.log(0.01)), float(np.log(1.5)), float(np.log(30.0))
# Below this standard deviation of log σ, averaging over σ changes nothing.
_SHARP = 0.04
_NEGLIGIBLE = 0.01
_CUTS = 15


@dataclass(frozen=True, slots=True, eq=False)
class Posterior:
    """Strengths and effects after averaging over σ."""

    mean: FloatArray
    covariance: FloatArray
    sigma: float
    """The posterior mean of the spread."""


@dataclass(frozen=True, slots=True, eq=False)
class _Slice:
    """The posterior for one σ."""

    log_sigma: float
    found: Propagated
    evidence: float
    """The prior of σ included, per unit of log σ."""


def average_over_spread(hill: Hill) -> Posterior:
    """Find the likeliest σ, walk away from it on both sides until nothing more is to be had, and average."""
    ground = _Ground.under(hill)
    best = _find_best(ground)
    slices = [best, *_walk(ground, best, way=1), *_walk(ground, best, way=-1)]
    evidence = np.array([one.evidence for one in slices])
    weights = np.exp(evidence - evidence.max())
    weights /= weights.sum()
    means = np.array([one.found.mean for one in slices])
    mean = weights @ means
    covariance = np.einsum("k,kij->ij", weights, np.array([one.found.covariance for one in slices]))
    apart = (means - mean) * np.sqrt(weights)[:, None]
    sigma = float(weights @ np.exp([one.log_sigma for one in slices]))
    return ground.with_ties(Posterior(mean=mean, covariance=covariance + apart.T @ apart, sigma=sigma))


@dataclass(frozen=True, slots=True, eq=False)
class _Ground:
    """What is the same for every σ."""

    likelihood: Likelihood
    factors: PropagationFactors
    delta: float | None = None
    delta_variance: float = 0.0

    @classmethod
    def under(cls, hill: Hill) -> "_Ground":
        """Take δ, which all comparisons determine together, at the posterior's top for a middling σ."""
        shape = hill.likelihood.shape
        ridge = np.full(shape.size, 1 / _EFFECT_SD**2)
        ridge[: shape.items] = np.exp(-2 * _MIDDLING)
        steep = replace(hill, ridge=ridge)
        top = climb(steep)
        factors = PropagationFactors.touching(hill.likelihood, top.parameters)
        plain = Likelihood.of(hill.likelihood.cells, replace(shape, ties=False))
        if not shape.ties:
            return cls(likelihood=plain, factors=factors)
        variance = float(inverse(steep.curvature(top.moments))[-1, -1])
        return cls(
            likelihood=plain, factors=factors, delta=float(top.parameters[-1]), delta_variance=variance
        )

    @property
    def items(self) -> int:
        return self.likelihood.shape.items

    def cut(self, log_sigma: float, *, start: PropagationFactors) -> _Slice:
        precision = np.full(self.likelihood.shape.size, 1 / _EFFECT_SD**2)
        precision[: self.items] = np.exp(-2 * log_sigma)
        belief = Belief(likelihood=self.likelihood, delta=self.delta, precision=precision)
        found = propagate(belief, start=start)
        prior = log_sigma - np.exp(2 * log_sigma) / SIGMA_SCALE**2 / 2
        return _Slice(log_sigma=log_sigma, found=found, evidence=found.evidence + float(prior))

    def with_ties(self, posterior: Posterior) -> Posterior:
        if self.delta is None:
            return posterior
        size = len(posterior.mean)
        covariance = np.zeros((size + 1, size + 1))
        covariance[:size, :size] = posterior.covariance
        covariance[size, size] = self.delta_variance
        return Posterior(
            mean=np.append(posterior.mean, self.delta), covariance=covariance, sigma=posterior.sigma
        )


def _find_best(ground: _Ground) -> _Slice:
    """The top of σ's posterior, by the secant rule on its stationarity condition."""
    before = ground.cut(_MIDDLING, start=ground.factors)
    before_shift = _shift_of(ground, before)
    here = ground.cut(_bounded(before.log_sigma + before_shift), start=before.found.factors)
    shift = _shift_of(ground, here)
    cuts = 0
    while abs(shift) > 0.1 * _deviation(ground, here) and here.log_sigma != before.log_sigma and cuts < _CUTS:
        falling = (before_shift - shift) / (here.log_sigma - before.log_sigma)
        step = float(np.clip(shift / falling if falling > 0.1 else shift, -1.0, 1.0))
        before, before_shift = here, shift
        here = ground.cut(_bounded(here.log_sigma + step), start=here.found.factors)
        shift = _shift_of(ground, here)
        cuts += 1
    return here


def _shift_of(ground: _Ground, one: _Slice) -> float:
    """How far log σ would move for the strengths' second moment to equal σ², the prior of σ considered."""
    n = ground.items
    variance = np.exp(2 * one.log_sigma)
    ratio = variance / SIGMA_SCALE**2
    moment = float((one.found.mean[:n] ** 2).sum() + np.trace(one.found.covariance[:n, :n]))
    shift = float(np.log(moment / (n - 1 + ratio) / variance)) / 2
    return float(np.clip(shift, -1.0, 1.0))


def _deviation(ground: _Ground, one: _Slice) -> float:
    """The standard deviation of log σ: its information is 2 tr (1 - V / σ²)²."""
    n = ground.items
    learnt = np.eye(n) - one.found.covariance[:n, :n] * np.exp(-2 * one.log_sigma)
    return float(np.clip(1 / np.sqrt(2 * (learnt**2).sum()), 1e-3, 0.7))


def _walk(ground: _Ground, best: _Slice, *, way: int) -> list[_Slice]:
    found: list[_Slice] = []
    step = _deviation(ground, best)
    here = best
    while step > _SHARP and _LOWEST < here.log_sigma + way * step < _HIGHEST:
        here = ground.cut(here.log_sigma + way * step, start=here.found.factors)
        if here.evidence < best.evidence + np.log(_NEGLIGIBLE):
            break
        found.append(here)
    return found


def _bounded(log_sigma: float) -> float:
    return float(np.clip(log_sigma, _LOWEST, _HIGHEST))
