"""Quality against cost: whom nobody beats on both, and how sure that is."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import LengthsDiffer, SampleBroken

from .separation import BoolArray


class FrontierLabel(StrEnum):
    """Whether somebody is at least as good and at least as cheap, and whether that is beyond doubt."""

    ON = "on"
    """Nobody is, and everybody else is told apart as worse or as dearer."""
    PERHAPS_ON = "perhaps_on"
    """Nobody is by the numbers, but somebody is told apart as neither worse nor dearer."""
    PERHAPS_OFF = "perhaps_off"
    """Somebody is by the numbers, but is not told apart as both better and cheaper."""
    OFF = "off"
    """Somebody is told apart as both better and cheaper."""


@dataclass(frozen=True, slots=True)
class FrontierArm:
    """One arm against all others."""

    standing: FrontierLabel
    rivals: tuple[int, ...]
    """Whom the standing speaks of; none where it is `on`."""


def place_on_frontier(
    quality: ArrayLike, cost: ArrayLike, *, is_better: BoolArray, is_cheaper: BoolArray
) -> tuple[FrontierArm, ...]:
    """Stand every arm against all others, in the order of the arms (dominance in the sense of Pareto, 1906).

    Args:
        quality: One number per arm; more is better.
        cost: One number per arm; less is better.
        is_better: Row is told apart from column as better, as `separate_arms` says.
        is_cheaper: Row is told apart from column as cheaper. Each of the two is right at its own level: both
            together are wrong at most as often as the sum of what each may be.
    """
    good, dear = np.asarray(quality, dtype=np.float64), np.asarray(cost, dtype=np.float64)
    square = (len(good), len(good))
    if len(dear) != len(good) or is_better.shape != square or is_cheaper.shape != square:
        raise LengthsDiffer(
            {"qualities": len(good), "costs": len(dear), "better": len(is_better), "cheaper": len(is_cheaper)}
        )
    if not np.all(np.isfinite(good)) or not np.all(np.isfinite(dear)):
        raise SampleBroken("arms", "some have no quality or no cost")
    as_good, as_cheap = good[:, None] >= good, dear[:, None] <= dear
    dominates = as_good & as_cheap & ((good[:, None] > good) | (dear[:, None] < dear))
    beats = is_better & is_cheaper
    is_open = ~(is_better | is_cheaper).T & ~np.eye(len(good), dtype=np.bool_)
    return tuple(
        _stand(beats[:, arm], dominates=dominates[:, arm], is_open=is_open[:, arm])
        for arm in range(len(good))
    )


def _stand(beats: BoolArray, *, dominates: BoolArray, is_open: BoolArray) -> FrontierArm:
    """By those that beat the arm, that do so by the numbers alone, or from whom it is told apart by neither."""
    for standing, rivals in (
        (FrontierLabel.OFF, beats),
        (FrontierLabel.PERHAPS_OFF, dominates),
        (FrontierLabel.PERHAPS_ON, is_open),
    ):
        if rivals.any():
            return FrontierArm(standing, tuple(np.flatnonzero(rivals).tolist()))
    return FrontierArm(FrontierLabel.ON, ())
