"""The methods, each from cells to strengths with a covariance."""

from dataclasses import dataclass, replace

import numpy as np

from edison.stats.arrays import FloatArray, IntArray

from .algebra import inverse, inverse_if_any, solve
from .cells import Cells
from .connection import ComparisonGraph
from .firth import climb_penalised
from .hierarchical import average_over_spread
from .likelihood import Likelihood, Shape
from .newton import Hill, climb
from .published import lone_variances, published_likelihood
from .results import Method, StrengthFlag

# The variance of a parameter that runs off to infinity, as a position or tie effect may; no real one comes near.
_NOTHING_KNOWN = 1e4


@dataclass(frozen=True, slots=True, eq=False)
class StrengthEstimate:
    """Parameters and their covariance, before flags and intervals."""

    parameters: FloatArray
    """Strengths, then γ, λ and δ where the shape has them."""
    covariance: FloatArray
    """From the Fisher information, strengths measured from their component's mean."""
    likelihood: Likelihood
    method: Method
    flags: tuple[StrengthFlag, ...] = ()
    sigma: float | None = None
    pull: FloatArray | None = None
    """How far a penalty alone kept the parameters from infinity; its square is added to the error."""


def estimate(cells: Cells, *, method: Method, shape: Shape, connection: ComparisonGraph) -> StrengthEstimate:
    """Strengths by one of the methods that have a likelihood."""
    if method is Method.PUBLISHED:
        return _estimate_published(cells, connection)
    hill = Hill(likelihood=Likelihood.of(cells, shape), components=connection.components)
    if method is Method.HIERARCHICAL:
        return _estimate_hierarchical(hill)
    if method is Method.FIRTH:
        return _estimate_firth(hill, flags=(StrengthFlag.SEPARATED,) if connection.is_separated else ())
    found = None if connection.is_separated else _estimate_likeliest(hill, method=method)
    return found or _estimate_firth(hill, flags=(StrengthFlag.SEPARATED, StrengthFlag.FIRTH_USED))


def tells_apart(cells: Cells, connection: ComparisonGraph, *, shape: Shape) -> bool:
    """Whether the effects of position and length can be told apart from strengths, and from each other.

    One cannot when strengths exist whose differences are what it is multiplied with in every cell, as when each item
    kept to one side, or had a length of its own.
    """
    whole, n = Likelihood.of(cells.half_wins(), replace(shape, ties=False)), cells.size
    one_each = np.ones(len(cells.left))
    pinned = whole.gram(one_each)[:n, :n] + (connection.components[:, None] == connection.components)
    rests: list[FloatArray] = []
    for extra in shape.extras(cells):
        closest = solve(pinned, whole.spread(extra))
        rests.append(extra - closest[cells.left] + closest[cells.right])
    gram = np.array([[one @ other for other in rests] for one in rests]) / len(one_each)
    return bool(np.linalg.eigvalsh(gram).min() > 1e-12)


def _estimate_likeliest(hill: Hill, *, method: Method) -> StrengthEstimate | None:
    """Maximum likelihood; None when a position or tie effect, or a published adjustment, takes it to infinity."""
    top = climb(hill)
    inverted = inverse_if_any(hill.curvature(top.moments))
    if not top.is_reached or inverted is None:
        return None
    covariance = _centred(inverted, components=hill.components)
    variances = np.diagonal(covariance)
    # Rounding makes a variance that is not known negative as often as large.
    if variances.max() > _NOTHING_KNOWN or variances.min() < -1e-9:
        return None
    return StrengthEstimate(
        parameters=top.parameters, covariance=covariance, likelihood=hill.likelihood, method=method
    )


def _estimate_firth(hill: Hill, *, flags: tuple[StrengthFlag, ...] = ()) -> StrengthEstimate:
    top = climb_penalised(hill)
    covariance = _centred(inverse(hill.curvature(top.moments)), components=hill.components)
    return StrengthEstimate(
        parameters=top.parameters,
        covariance=covariance,
        likelihood=hill.likelihood,
        method=Method.FIRTH,
        flags=flags,
        pull=covariance @ hill.likelihood.gradient(top.moments) if flags else None,
    )


def _estimate_hierarchical(hill: Hill) -> StrengthEstimate:
    posterior = average_over_spread(hill)
    return StrengthEstimate(
        parameters=posterior.mean,
        covariance=_centred(posterior.covariance, components=hill.components),
        likelihood=hill.likelihood,
        method=Method.HIERARCHICAL,
        sigma=posterior.sigma,
    )


def _estimate_published(cells: Cells, connection: ComparisonGraph) -> StrengthEstimate:
    likelihood = published_likelihood(cells)
    hill = Hill(likelihood=likelihood, components=connection.components)
    found = _estimate_likeliest(hill, method=Method.PUBLISHED)
    if found is None:
        plain = Likelihood.of(cells, likelihood.shape)
        return _estimate_firth(replace(hill, likelihood=plain), flags=(StrengthFlag.FIRTH_USED,))
    return replace(found, covariance=np.diag(lone_variances(likelihood, found.parameters)))


def _centred(covariance: FloatArray, *, components: IntArray) -> FloatArray:
    """The covariance of strengths measured from their component's mean."""
    n = len(components)
    share = (components[:, None] == components) / np.bincount(components)[components]
    centred = covariance.copy()
    centred[:n] -= share @ covariance[:n]
    centred[:, :n] -= centred[:, :n] @ share.T
    return (centred + centred.T) / 2
