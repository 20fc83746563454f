"""Verdicts that are not independent: the same pair asked again, the same judge asked often."""

from dataclasses import dataclass, replace

import numpy as np

from .arrays import FloatArray, IntArray, sealed
from .estimates import Estimate
from .likelihood import expect
from .table import ComparisonTable

# Widening is believed when it exceeds its own sampling error this many times.
_CLEAR = 2.0
# With fewer judges the differences between them say too little.
_FEWEST_JUDGES = 5
# What a tie, a win of the left and a win of the right item tell about d.
_TOLD = np.array([0.0, 0.5, -0.5])


def count_once(table: ComparisonTable) -> ComparisonTable:
    """Verdicts on one pair share the weight of one; where judges are known, those of one judge on one pair."""
    groups = _pair_of(table.left, table.right, size=len(table.items))
    if table.judge is not None:
        groups = groups * len(table.judges) + table.judge
    _, place, sizes = np.unique(groups, return_inverse=True, return_counts=True)
    return replace(table, weight=sealed(table.weights / sizes[place]))


def measure_dependence(table: ComparisonTable, found: Estimate) -> float:
    """By how much variances exceed those of independent verdicts; 1 when that is not clear.

    The sandwich variance with pairs, and then judges, as clusters (Liang & Zeger 1986, Biometrika 73, 13-22) over
    the model's, averaged over items; the larger of the two.
    """
    lens = _Lens.of(found)
    ratios = [1.0, _clear_ratio(lens.excess_of_pairs(), expected=lens.expected)]
    if table.judge is not None and len(table.judges) >= _FEWEST_JUDGES:
        ratios.append(_clear_ratio(lens.excess_of_judges(table), expected=lens.expected))
    return max(ratios)


@dataclass(frozen=True, slots=True, eq=False)
class _Lens:
    """How surprising verdicts move the scores: squared, in units of each score's variance, averaged over items."""

    found: Estimate
    gain: FloatArray
    reaction: FloatArray
    """For each cell the effect of a surprise of one."""
    expected: float
    """The sum over all verdicts if they are independent."""

    @classmethod
    def of(cls, found: Estimate) -> "_Lens":
        cells, n = found.likelihood.cells, found.likelihood.shape.items
        covariance = found.covariance[:n, :n]
        errors = np.diagonal(covariance)
        gain = covariance @ (covariance / np.where(errors > 0, errors, 1.0)[:, None]) / n
        own = np.diagonal(gain)
        reaction = own[cells.left] + own[cells.right] - 2 * gain[cells.left, cells.right]
        variance = cells.totals * found.likelihood.moments(found.parameters).variance
        return cls(found=found, gain=gain, reaction=reaction, expected=float(variance @ reaction))

    def excess_of_pairs(self) -> FloatArray:
        """For each pair, the square of its summed surprise less the sum of squares, less what fitting takes away.

        Products of the surprises of two verdicts have mean zero when the verdicts are independent. A cell with N
        verdicts, variance v and leverage h loses v h (N - 1) of it to the fit.
        """
        likelihood = self.found.likelihood
        cells, moments = likelihood.cells, likelihood.moments(self.found.parameters)
        mean, totals = moments.mean, cells.totals
        surprise = (cells.left_wins - cells.right_wins) / 2 - totals * mean
        squares = (cells.left_wins * (0.5 - mean) ** 2) + cells.right_wins * (0.5 + mean) ** 2
        squares += cells.ties * mean**2
        leverage = totals * moments.variance * likelihood.variances(self.found.covariance)
        lost = moments.variance * leverage * np.maximum(totals - 1, 0.0)
        swapped = cells.left > cells.right
        _, first, place = np.unique(
            _pair_of(cells.left, cells.right, size=cells.size), return_index=True, return_inverse=True
        )
        summed = np.bincount(place, weights=np.where(swapped, -surprise, surprise))
        return self.reaction[first] * (summed**2 - np.bincount(place, weights=squares - lost))

    def excess_of_judges(self, table: ComparisonTable) -> FloatArray:
        """The same for each judge, over all pairs he saw."""
        assert table.judge is not None
        likelihood, parameters, n = self.found.likelihood, self.found.parameters, len(self.gain)
        d = parameters[table.left] - parameters[table.right]
        d = d + parameters[n] if likelihood.shape.position else d
        mean = expect(d, float(parameters[-1]) if likelihood.shape.ties else None).mean
        surprise = table.weights * (_TOLD[table.outcome] - mean)
        size = len(table.judges) * n
        pushes = np.bincount(table.judge * n + table.left, weights=surprise, minlength=size)
        pushes -= np.bincount(table.judge * n + table.right, weights=surprise, minlength=size)
        by_judge = pushes.reshape(-1, n)
        # A penalty or a prior is held up by a push of all verdicts together: each judge bears a share of it.
        share = np.bincount(table.judge, minlength=len(table.judges)) / len(table)
        by_judge = by_judge - share[:, None] * by_judge.sum(axis=0)
        own = np.diagonal(self.gain)
        alone = own[table.left] + own[table.right] - 2 * self.gain[table.left, table.right]
        together = np.einsum("ji,ji->j", by_judge, by_judge @ self.gain)
        return together - np.bincount(table.judge, weights=surprise**2 * alone, minlength=len(table.judges))


def _clear_ratio(excess: FloatArray, *, expected: float) -> float:
    """One and the excess in units of what was expected, where it is clearly positive; else 1."""
    total, error = float(excess.sum()), float(np.sqrt((excess**2).sum()))
    return 1 + total / expected if total > _CLEAR * error else 1.0


def _pair_of(left: IntArray, right: IntArray, *, size: int) -> IntArray:
    """A number for each pair, whichever item was shown first."""
    return np.minimum(left, right) * size + np.maximum(left, right)
