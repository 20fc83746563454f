"""How capital is spread over bets before the first case is seen.

A bet is a share of what may be staked without ever owing anything. Which share grows fastest depends on the
effect, which is not known; spread over many, the whole grows almost as fast as the best of them.
"""

from dataclasses import dataclass
from functools import cache
from math import exp, lgamma

import numpy as np

from edison.stats.means.clusters import FloatArray


@dataclass(frozen=True, slots=True)
class BetSpread:
    """A symmetric beta distribution of the share of gains, cut to the half above one half."""

    shape: float
    weight: float


SPREADS = (BetSpread(1.0, 0.2), BetSpread(8.0, 0.3), BetSpread(50.0, 0.2))
"""Large, middling and small effects: the cost of not knowing stays near two nats from 5 % to 100 % staked."""
ALL_IN = 0.3
"""Weight of staking everything: the best bet where differences are small beside the range declared."""

_PANELS = (0.0, 0.02, 0.1, 0.3, 1.0)
_NODES = 16


@dataclass(frozen=True, slots=True)
class Bets:
    """Shares staked, from 0 to 1, and the part of the capital on each."""

    stakes: FloatArray
    weights: FloatArray


@cache
def spread_bets() -> Bets:
    """The mixture as a finite one: Gauss-Legendre nodes in four panels, and all in.

    Any finite mixture of bets is a fair game, so that coarse nodes could cost power but never validity.
    """
    nodes, weights = np.polynomial.legendre.leggauss(_NODES)
    halves = np.diff(_PANELS) / 2
    stakes = np.concatenate(
        [low + half * (1 + nodes) for low, half in zip(_PANELS[:-1], halves, strict=True)]
    )
    masses = _density(stakes) * np.concatenate([half * weights for half in halves])
    masses *= (1 - ALL_IN) / masses.sum()
    return Bets(stakes=np.append(stakes, 1.0), weights=np.append(masses, ALL_IN))


def _density(stakes: FloatArray) -> FloatArray:
    """A share of gains θ above one half is a stake of 2θ - 1."""
    gains = (1 + stakes) / 2
    total = np.zeros_like(stakes)
    for spread in SPREADS:
        bump = (gains * (1 - gains)) ** (spread.shape - 1)
        total += spread.weight * bump * exp(-_log_beta(spread.shape))
    return total


def _log_beta(shape: float) -> float:
    return 2 * lgamma(shape) - lgamma(2 * shape)
