"""Verdicts that are not independent: the same pair asked again, the same judge asked often."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from edison.stats.arrays import FloatArray, IntArray

from .algebra import sealed, tally
from .estimates import StrengthEstimate
from .likelihood import expect
from .table import ComparisonTable
from .winners import ComparisonOutcome

# Widening is believed when it exceeds its own sampling error this many times.
_CLEAR = 2.0
# With fewer judges the differences between them say too little.
_FEWEST_JUDGES = 5
# Numbers held at once while cases are summed up.
_BLOCK = 4_000_000
# What a tie, a win of the left and a win of the right item tell about d.
_TOLD = np.array([0.0, 0.5, -0.5])


def count_once(table: ComparisonTable) -> ComparisonTable:
    """Verdicts on one pair share the weight of one; where judges are known, those of one judge on one pair."""
    groups = _pair_of(table.left, table.right, size=len(table.items))
    if table.judge is not None:
        groups = groups * len(table.judges) + table.judge
    _, place, sizes = np.unique(groups, return_inverse=True, return_counts=True)
    return replace(table, weight=sealed(table.weights / sizes[place]))


def measure_dependence(table: ComparisonTable, found: StrengthEstimate) -> float:
    """By how much variances exceed those of independent verdicts; 1 when that is not clear.

    The sandwich variance with pairs, and then judges, as clusters (Liang & Zeger 1986, Biometrika 73, 13-22) over
    the model's, averaged over items; the larger of the two.
    """
    lens = _Lens.of(found)
    ratios = [1.0, _clear_ratio(lens.excess_of_pairs(), expected=lens.expected)]
    if table.judge is not None and len(table.judges) >= _FEWEST_JUDGES:
        ratios.append(_clear_ratio(lens.excess_of(table, table.judge), expected=lens.expected))
    return max(ratios)


def cluster_covariance(table: ComparisonTable, found: StrengthEstimate) -> FloatArray:
    """The covariance of the parameters when comparisons about one case hang together.

    The model's, widened by whatever the sandwich with cases as clusters (Liang and Zeger 1986) has beyond it: what a
    case pulls at the parameters is summed within it, and there are as many cases over one less. It is never narrowed,
    because after a clean sweep, or with few cases, hardly any surprise is left to estimate it from.
    """
    assert table.case is not None
    count, cases = int(table.case.max()) + 1, len(np.unique(table.case))
    if cases == 1:
        return found.covariance
    size = found.likelihood.shape.size
    meat, total = np.zeros((size, size)), np.zeros(size)
    for block in _pulls(table, found, cases=count):
        meat += block.T @ block
        total += block.sum(axis=0)
    # A penalty or a prior is held up by a pull of all cases together: each bears a share of it.
    meat -= np.outer(total, total) / cases
    sandwich = cases / (cases - 1) * found.covariance @ meat @ found.covariance
    sizes, ways = np.linalg.eigh(sandwich - found.covariance)
    return found.covariance + (ways * np.maximum(sizes, 0.0)) @ ways.T


def _pulls(table: ComparisonTable, found: StrengthEstimate, *, cases: int) -> Iterator[FloatArray]:
    """For each case, what its comparisons pull at each parameter; in blocks of cases that fit into memory."""
    assert table.case is not None
    shape, parameters = found.likelihood.shape, found.parameters
    together = max(1, _BLOCK // shape.size)
    order = np.argsort(table.case, kind="stable")
    begins = np.searchsorted(table.case[order], np.arange(0, cases + together, together))
    for number, (begin, end) in enumerate(pairwise(begins.tolist())):
        rows = table.take(order[begin:end])
        assert rows.case is not None
        moments = expect(shape.predict(parameters, rows), float(parameters[-1]) if shape.ties else None)
        surprise = rows.weights * (_TOLD[rows.outcome] - moments.mean)
        base = (rows.case - number * together) * shape.size
        size = together * shape.size
        block = tally(base + rows.left, surprise, size=size)
        block -= tally(base + rows.right, surprise, size=size)
        for place, extra in enumerate(shape.extras(rows), start=shape.items):
            block += tally(base + place, surprise * extra, size=size)
        if shape.ties:
            tied = rows.weights * ((rows.outcome == ComparisonOutcome.TIE) - moments.tie)
            block += tally(base + shape.size - 1, tied, size=size)
        yield block.reshape(-1, shape.size)


@dataclass(frozen=True, slots=True, eq=False)
class _Lens:
    """How surprising verdicts move the scores: squared, in units of each score's variance, averaged over items."""

    found: StrengthEstimate
    gain: FloatArray
    reaction: FloatArray
    """For each cell the effect of a surprise of one."""
    expected: float
    """The sum over all verdicts if they are independent."""

    @classmethod
    def of(cls, found: StrengthEstimate) -> "_Lens":
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
        swapped = cells.left > cells.right
        _, first, place = np.unique(
            _pair_of(cells.left, cells.right, size=cells.size), return_index=True, return_inverse=True
        )
        together = np.bincount(place, weights=totals)[place] if likelihood.shape.length else totals
        lost = moments.variance * leverage * np.maximum(together - 1, 0.0)
        summed = np.bincount(place, weights=np.where(swapped, -surprise, surprise))
        return self.reaction[first] * (summed**2 - np.bincount(place, weights=squares - lost))

    def excess_of(self, table: ComparisonTable, groups: IntArray) -> FloatArray:
        """The same for each judge over all pairs he saw."""
        count = int(groups.max()) + 1
        likelihood, parameters, n = self.found.likelihood, self.found.parameters, len(self.gain)
        d = likelihood.shape.predict(parameters, table)
        mean = expect(d, float(parameters[-1]) if likelihood.shape.ties else None).mean
        surprise = table.weights * (_TOLD[table.outcome] - mean)
        size = count * n
        pushes = np.bincount(groups * n + table.left, weights=surprise, minlength=size)
        pushes -= np.bincount(groups * n + table.right, weights=surprise, minlength=size)
        by_group = pushes.reshape(-1, n)
        # A penalty or a prior is held up by a push of all verdicts together: each group bears a share of it.
        share = np.bincount(groups, minlength=count) / len(table)
        by_group = by_group - share[:, None] * by_group.sum(axis=0)
        own = np.diagonal(self.gain)
        alone = own[table.left] + own[table.right] - 2 * self.gain[table.left, table.right]
        together = np.einsum("ji,ji->j", by_group, by_group @ self.gain)
        return together - np.bincount(groups, weights=surprise**2 * alone, minlength=count)


def _clear_ratio(excess: FloatArray, *, expected: float) -> float:
    """One and the excess in units of what was expected, where it is clearly positive; else 1."""
    total, error = float(excess.sum()), float(np.sqrt((excess**2).sum()))
    return 1 + total / expected if total > _CLEAR * error else 1.0


def _pair_of(left: IntArray, right: IntArray, *, size: int) -> IntArray:
    """A number for each pair, whichever item was shown first."""
    return np.minimum(left, right) * size + np.maximum(left, right)
