"""How far out a statistic must lie at each of several looks, so that all of them together err no more than said.

Looks at growing data are correlated: z-statistics after n₁ < n₂ cases as √(n₁ / n₂). The chance of crossing is
found by integrating look after look (Armitage, McPherson and Rowe 1969; Jennison and Turnbull 2000, chapter 19).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import numpy as np

from edison.stats.arrays import FloatArray
from edison.stats.means.quantiles import normal_quantile

_LOWEST = -9.0
_HIGHEST = 9.0
_HALVINGS = 60
_NODES = 200
"""Points per look, or a multiple of it."""
_MOST_NODES = 2_000
_NODES_PER_WIDTH = 30.0


@dataclass(frozen=True, slots=True)
class _Undecided:
    """Where the statistic is after a look that did not decide: points and the probability that each stands for."""

    information: float
    points: FloatArray
    masses: FloatArray


def find_boundaries(information: Sequence[float], *, spent: Sequence[float]) -> tuple[float, ...]:
    """One-sided z-values, one per look.

    Args:
        information: Of each look, growing: its number of cases, in any unit.
        spent: The chance of a false crossing allowed up to and with each look, growing.
    """
    found: list[float] = []
    state: _Undecided | None = None
    before = 0.0
    for now, allowed in zip(information, spent, strict=True):
        boundary = _solve(state, information=now, chance=allowed - before)
        state = _go_on(state, information=now, boundary=boundary, nodes=_count_nodes(information))
        found.append(boundary)
        before = allowed
    return tuple(found)


def _count_nodes(information: Sequence[float]) -> int:
    """Looks close together make the step from one to the next narrow, and a narrow step needs close points."""
    steps = [(now - before) / now for before, now in pairwise(information)]
    narrowest = math.sqrt(min(steps, default=1.0))
    wanted = math.ceil(_NODES_PER_WIDTH / narrowest / _NODES) * _NODES
    return min(_MOST_NODES, wanted)


def _solve(state: _Undecided | None, *, information: float, chance: float) -> float:
    if state is None:
        return -normal_quantile(chance)
    low, high = _LOWEST, _HIGHEST
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        is_too_far = _chance_beyond(state, middle, information=information) < chance
        low, high = (low, middle) if is_too_far else (middle, high)
    return high


def _chance_beyond(state: _Undecided, boundary: float, *, information: float) -> float:
    from scipy.special import ndtr  # pyright: ignore[reportMissingTypeStubs] (scipy has none)

    step = information - state.information
    sums = boundary * math.sqrt(information) - state.points * math.sqrt(state.information)
    return float(state.masses @ ndtr(-sums / math.sqrt(step)))


def _go_on(state: _Undecided | None, *, information: float, boundary: float, nodes: int) -> _Undecided:
    """Spread the undecided probability over the points below this look's boundary (Gauss-Legendre)."""
    roots, weights = _quadrature(nodes)
    low, high = _LOWEST, min(max(boundary, _LOWEST + 1e-9), _HIGHEST)
    points = low + (high - low) * (1 + roots) / 2
    if state is None:
        density = _normal_density(points)
    else:
        step = information - state.information
        root, earlier = math.sqrt(information), math.sqrt(state.information)
        gaps = points[:, None] * root - state.points * earlier
        density = _normal_density(gaps / math.sqrt(step)) @ state.masses * (root / math.sqrt(step))
    return _Undecided(information, points, density * weights * (high - low) / 2)


@cache
def _quadrature(nodes: int) -> tuple[FloatArray, FloatArray]:
    return np.polynomial.legendre.leggauss(nodes)


def _normal_density(points: FloatArray) -> FloatArray:
    return np.exp(-(points**2) / 2) / math.sqrt(2 * math.pi)
