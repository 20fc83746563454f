"""Whether chances that were given come true as often as they say."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import SampleEmpty

from ._tables import as_shares, demand_equal_lengths
from .estimate import Measured, share_of

BINS = 10
_FEWEST = 2


@dataclass(frozen=True, slots=True)
class CalibrationBin:
    """Chances that lie near each other, and how often what they spoke of came."""

    chance: float
    """Their mean."""
    came: Measured


@dataclass(frozen=True, slots=True)
class Calibration:
    """Chances against what came."""

    bins: tuple[CalibrationBin, ...]
    """From the smallest chances to the largest, each with as many as the others."""
    error: float
    """How far chance and share are apart on average, each bin weighing as its size."""
    brier: float
    """The mean square of the difference between the chance and what came (Brier 1950)."""


def calibration(chances: ArrayLike, came: ArrayLike, *, bins: int = BINS, level: float = 0.95) -> Calibration:
    """Compare chances from 0 to 1 with what came, 1 or 0; rows in which one is missing are left out.

    Equal chances always share a bin, so that there may be fewer bins than asked for.
    """
    said, happened = as_shares(chances, what="chances"), as_shares(came, what="results")
    demand_equal_lengths(chances=said, came=happened)
    kept = ~np.isnan(said) & ~np.isnan(happened)
    said, happened = said[kept], happened[kept]
    if len(said) < _FEWEST:
        raise SampleEmpty("chances with a result", needed=_FEWEST, got=len(said))
    edges = np.unique(np.quantile(said, np.linspace(0, 1, bins + 1)[1:-1]))
    places = np.searchsorted(edges, said, side="left")
    groups = [place for place in np.unique(places).tolist() if np.sum(places == place) >= _FEWEST]
    found = tuple(
        CalibrationBin(
            chance=float(said[places == place].mean()),
            came=share_of(
                happened[places == place],
                sizes=np.ones(int(np.sum(places == place))),
                judgments=int(np.sum(places == place)),
            ).estimate(level=level),
        )
        for place in groups
    )
    sizes = [one.came.cases for one in found]
    gaps = [abs(one.chance - one.came.value) for one in found]
    return Calibration(
        bins=found,
        error=float(np.dot(sizes, gaps) / sum(sizes)) if found else 0.0,
        brier=float(np.mean((said - happened) ** 2)),
    )
