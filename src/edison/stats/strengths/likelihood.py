"""The likelihood of Bradley and Terry and its relatives, as one exponential family per pair.

A comparison of a with b has d = θ_a - θ_b, plus the position effect γ and the length effect λ times how much longer a
is, where these are estimated. Its outcomes have the weights e^(d/2) for a, e^(-d/2) for b and, when ties are modelled,
e^δ for a tie: Bradley & Terry 1952 (Biometrika 39, 324-345),
Davidson 1970 (JASA 65, 317-328) with ν = e^δ, Davidson & Beaver 1977 (Biometrics 33, 693-702) with γ.
"""

from dataclasses import dataclass

import numpy as np

from edison.stats.arrays import FloatArray

from .algebra import tally
from .cells import Cells
from .table import ComparisonTable


@dataclass(frozen=True, slots=True)
class Shape:
    """Which parameters there are: one strength per item, then perhaps γ, perhaps λ, and perhaps δ."""

    items: int
    position: bool = False
    length: bool = False
    ties: bool = False

    @property
    def size(self) -> int:
        return self.items + self.position + self.length + self.ties

    def extras(self, cells: Cells | ComparisonTable) -> list[FloatArray]:
        """What γ and λ are multiplied with in each cell, or in each row of a table."""
        found = [np.ones(len(cells.left))] if self.position else []
        if not self.length:
            return found
        assert cells.longer is not None
        return [*found, cells.longer]

    def predict(self, parameters: FloatArray, cells: Cells | ComparisonTable) -> FloatArray:
        """The predictor d of each cell, or of each row of a table."""
        d = parameters[cells.left] - parameters[cells.right]
        for place, extra in enumerate(self.extras(cells), start=self.items):
            d = d + parameters[place] * extra
        return d


@dataclass(frozen=True, slots=True, eq=False)
class Moments:
    """What the model expects of one comparison in each cell.

    The statistics are s (1/2 for a win of the left item, -1/2 for the right one, 0 for a tie) and t (1 for a tie).
    """

    left: FloatArray
    """The probability that the left item wins."""
    right: FloatArray
    tie: FloatArray
    log_norm: FloatArray

    @property
    def mean(self) -> FloatArray:
        return (self.left - self.right) / 2

    @property
    def variance(self) -> FloatArray:
        # Written so that nothing cancels when one side wins almost surely.
        return self.left * self.right + self.tie * (self.left + self.right) / 4

    @property
    def covariance(self) -> FloatArray:
        return -self.mean * self.tie

    @property
    def tie_variance(self) -> FloatArray:
        return self.tie * (self.left + self.right)


@dataclass(frozen=True, slots=True, eq=False)
class Likelihood:
    """One data set under one shape: value, gradient, information."""

    cells: Cells
    shape: Shape
    told: FloatArray
    """The sufficient statistics: what each parameter is multiplied with."""

    @classmethod
    def of(cls, cells: Cells, shape: Shape) -> "Likelihood":
        """Ties are modelled when the shape has them, and must have been turned into half wins otherwise."""
        blank = Likelihood(cells=cells, shape=shape, told=np.zeros(shape.size))
        told = blank.collect((cells.left_wins - cells.right_wins) / 2, cells.ties)
        return Likelihood(cells=cells, shape=shape, told=told)

    def predict(self, parameters: FloatArray) -> FloatArray:
        """The predictor d of each cell."""
        return self.shape.predict(parameters, self.cells)

    def moments(self, parameters: FloatArray) -> Moments:
        return expect(self.predict(parameters), float(parameters[-1]) if self.shape.ties else None)

    def value(self, parameters: FloatArray, moments: Moments) -> float:
        """The logarithm of the likelihood, up to a constant."""
        return float(self.told @ parameters - self.cells.totals @ moments.log_norm)

    def gradient(self, moments: Moments) -> FloatArray:
        totals = self.cells.totals
        return self.told - self.collect(totals * moments.mean, totals * moments.tie)

    def information(self, moments: Moments) -> FloatArray:
        """The Fisher information, which is also the observed one: the link is canonical."""
        totals = self.cells.totals
        matrix = self.gram(totals * moments.variance)
        if self.shape.ties:
            mixed = self.collect(totals * moments.covariance, totals * moments.tie_variance)
            matrix[:, -1] = matrix[-1, :] = mixed
        return matrix

    def gram(self, weight: FloatArray) -> FloatArray:
        """What a weight on d in each cell means for the parameters; nothing for δ."""
        shape, n = self.shape, self.shape.items
        matrix = np.zeros((shape.size, shape.size))
        block = matrix[:n, :n]
        if shape.length:
            # A pair stands in several cells, one for each of its rows.
            np.add.at(block, (self.cells.left, self.cells.right), -weight)
        else:
            block[self.cells.left, self.cells.right] = -weight
        block += block.T
        block[np.diag_indices(n)] = -block.sum(axis=1)
        extras = shape.extras(self.cells)
        for place, extra in enumerate(extras, start=n):
            matrix[:n, place] = matrix[place, :n] = self.spread(weight * extra)
            for beside, other in enumerate(extras, start=n):
                matrix[place, beside] = weight @ (extra * other)
        return matrix

    def variances(self, covariance: FloatArray) -> FloatArray:
        """The variance of d in each cell, given the parameters' covariance."""
        cells, n = self.cells, self.shape.items
        own = np.diagonal(covariance)
        found = own[cells.left] + own[cells.right] - 2 * covariance[cells.left, cells.right]
        extras = self.shape.extras(cells)
        for place, extra in enumerate(extras, start=n):
            lone = covariance[place, cells.left] - covariance[place, cells.right]
            found = found + 2 * extra * lone
            for beside, other in enumerate(extras, start=n):
                found = found + covariance[place, beside] * extra * other
        return found

    def bend(self, direction: FloatArray, moments: Moments) -> FloatArray:
        """The information times a direction, without the matrix."""
        totals = self.cells.totals
        along, tie_along = self.predict(direction), direction[-1] if self.shape.ties else 0.0
        return self.collect(
            totals * (moments.variance * along + moments.covariance * tie_along),
            totals * (moments.covariance * along + moments.tie_variance * tie_along),
        )

    def diagonal(self, moments: Moments) -> FloatArray:
        """The diagonal of the information."""
        cells, shape = self.cells, self.shape
        weight = cells.totals * moments.variance
        diagonal = self.collect(weight, cells.totals * moments.tie_variance)
        diagonal[: shape.items] = tally(cells.left, weight, size=cells.size)
        diagonal[: shape.items] += tally(cells.right, weight, size=cells.size)
        for place, extra in enumerate(shape.extras(cells), start=shape.items):
            diagonal[place] = weight @ extra**2
        return diagonal

    def collect(self, along: FloatArray, tie_along: FloatArray) -> FloatArray:
        """Values per cell that belong to d and δ, summed up by parameter."""
        shape = self.shape
        collected = np.empty(shape.size)
        collected[: shape.items] = self.spread(along)
        for place, extra in enumerate(shape.extras(self.cells), start=shape.items):
            collected[place] = along @ extra
        if shape.ties:
            collected[-1] = tie_along.sum()
        return collected

    def spread(self, values: FloatArray) -> FloatArray:
        """A value per cell, added to its left item and taken from its right one."""
        cells = self.cells
        plus = tally(cells.left, values, size=cells.size)
        return plus - tally(cells.right, values, size=cells.size)


def expect(d: FloatArray, delta: float | None) -> Moments:
    """The probabilities of one comparison, with or without ties."""
    half = np.abs(d) / 2
    weaker = np.exp(-2 * half)
    tied = np.zeros_like(half) if delta is None else np.exp(np.minimum(delta - half, 700.0))
    total = 1 + weaker + tied
    ahead = d >= 0
    return Moments(
        left=np.where(ahead, 1.0, weaker) / total,
        right=np.where(ahead, weaker, 1.0) / total,
        tie=tied / total,
        log_norm=half + np.log(total),
    )
