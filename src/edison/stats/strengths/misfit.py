"""Items and judges whose verdicts do not fit the scale.

Mean squares of Wright & Masters 1982 (*Rating Scale Analysis*), as used for comparative judgment by Pollitt 2012
(Assessment in Education 19, 281-300).
"""

from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np

from edison.errors import SampleEmpty, StatisticRefused
from edison.stats.arrays import BoolArray, FloatArray, IntArray

from .algebra import sealed, tally
from .likelihood import expect
from .results import Method, StrengthFit
from .table import ComparisonTable

# What a tie, a win of the left and a win of the right item are worth to the left one.
_POINTS = np.array([0.5, 1.0, 0.0])
_DEVIATIONS = 2.0
_FEWEST = 5


@dataclass(frozen=True, slots=True, eq=False)
class StrengthMisfit:
    """How surprising verdicts are, about 1 when they are as the model expects; NaN where there are none."""

    labels: tuple[Hashable, ...]
    infit: FloatArray
    """Squared surprises over their expectation: weighs close pairs more."""
    outfit: FloatArray
    """The mean of squared standardised surprises: sensitive to a single upset."""
    verdicts: IntArray
    misfits: BoolArray
    """Infit more than two standard deviations above the mean, from five labels on."""


def item_misfit(table: ComparisonTable, fitted: StrengthFit) -> StrengthMisfit:
    """Misfit of each item; raises `StatisticRefused` for methods that predict nothing."""
    surprises = _Surprises.of(table, fitted)
    places = np.concatenate([table.left, table.right])
    return surprises.gather(places, labels=table.items, twice=True)


def judge_misfit(table: ComparisonTable, fitted: StrengthFit) -> StrengthMisfit:
    """Misfit of each judge."""
    if table.judge is None:
        raise SampleEmpty("judges")
    return _Surprises.of(table, fitted).gather(table.judge, labels=table.judges, twice=False)


@dataclass(frozen=True, slots=True, eq=False)
class _Surprises:
    squares: FloatArray
    variances: FloatArray

    @classmethod
    def of(cls, table: ComparisonTable, fitted: StrengthFit) -> "_Surprises":
        if fitted.method in (Method.ELO, Method.WIN_RATE):
            raise StatisticRefused(
                "misfit", f"{fitted.method} predicts nothing", instead="Choose another method."
            )
        d = fitted.scores[table.left] - fitted.scores[table.right]
        d = d if fitted.position_effect is None else d + fitted.position_effect.value
        if fitted.length_effect is not None and table.longer is not None:
            d = d + fitted.length_effect.value * table.longer
        moments = expect(d, None if fitted.tie_effect is None else fitted.tie_effect.value)
        points = moments.left + moments.tie / 2
        return cls(squares=(_POINTS[table.outcome] - points) ** 2, variances=moments.variance)

    def gather(self, places: IntArray, *, labels: tuple[Hashable, ...], twice: bool) -> StrengthMisfit:
        squares = np.tile(self.squares, 2) if twice else self.squares
        variances = np.tile(self.variances, 2) if twice else self.variances
        size = len(labels)
        verdicts = np.bincount(places, minlength=size)
        with np.errstate(divide="ignore", invalid="ignore"):
            infit = tally(places, squares, size=size) / tally(places, variances, size=size)
            outfit = tally(places, squares / variances, size=size) / verdicts
        return StrengthMisfit(
            labels=labels,
            infit=sealed(infit),
            outfit=sealed(outfit),
            verdicts=sealed(verdicts),
            misfits=sealed(_find_misfits(infit)),
        )


def _find_misfits(infit: FloatArray) -> BoolArray:
    known = infit[~np.isnan(infit)]
    if len(known) < _FEWEST:
        return np.zeros(len(infit), dtype=np.bool_)
    return np.nan_to_num(infit) > known.mean() + _DEVIATIONS * known.std(ddof=1)
