"""Where the items stand so far: good enough to choose the next pairs by, and quick for thousands of them.

The published scores come from a full fit; this is its fast cousin: a normal approximation of the posterior under a
normal prior, with the logistic averaged over each difference's uncertainty (MacKay 1992; compare Opper and Archambeau
2009, Neural Computation 21, 786-792). Newton steps are solved by conjugate gradients, so that no matrix is built;
variances are the curvature's diagonal and one term of its expansion for the neighbours' errors; the prior's spread
is what the evidence says.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import LengthsDiffer, SampleBroken
from edison.stats.arrays import FloatArray, read_column

from .history import History

_STEPS = 25
_GRADIENTS = 30
_SETTLED = 1e-3
_LONGEST_STEP = 2.0
_USUAL_VARIANCE, _USUAL_SCORES = 2.0, 3


@dataclass(frozen=True, slots=True, eq=False)
class ItemEstimates:
    """A score and a standard error for each item; make one with `of`, or estimate it from results."""

    scores: FloatArray
    se: FloatArray
    spread: float | None = None
    """The standard deviation of all strengths, where it was estimated."""

    @classmethod
    def of(cls, scores: ArrayLike, se: ArrayLike) -> "ItemEstimates":
        """Take over what a fit says; both finite, standard errors above zero."""
        strengths = read_column(scores, what="scores")
        errors = read_column(se, what="standard errors", length=len(strengths))
        if errors.size and errors.min() <= 0:
            raise SampleBroken("standard errors", "one of them is not above zero")
        return cls(scores=strengths, se=errors)


def estimate_standing(
    history: History, results: ArrayLike, *, start: ItemEstimates | None = None
) -> ItemEstimates:
    """Estimate where the items stand, in about linear time.

    Args:
        history: What was compared.
        results: For each comparison 1 where the left item won, 0 where the right one did, 0.5 for a tie.
        start: Where they stood a wave ago, to be sooner done.
    """
    won = read_column(results, what="results", length=len(history))
    if won.size and not np.isin(won, (0.0, 0.5, 1.0)).all():
        raise SampleBroken("results", "each must be 1 (left won), 0 (right won) or 0.5 (tie)")
    scores = np.zeros(history.items) if start is None else start.scores
    if len(scores) != history.items:
        raise LengthsDiffer({"items": history.items, "scores to start from": len(scores)})
    variance = start.spread**2 if start is not None and start.spread else _USUAL_VARIANCE
    errors = np.full(history.items, variance) if start is None else start.se**2
    for _ in range(_STEPS):
        hill = _Hill.at(scores, errors=errors, history=history, variance=variance)
        step: FloatArray = np.clip(hill.solve(hill.slope(won)), -_LONGEST_STEP, _LONGEST_STEP)
        scores, errors = scores + step, hill.variances()
        wished = _evident_variance(scores, variances=errors, variance=variance)
        is_settled = np.abs(step).max() < _SETTLED and abs(wished - variance) < 0.01 * variance
        variance = wished
        if is_settled:
            break
    return ItemEstimates(scores=scores - scores.mean(), se=np.sqrt(errors), spread=float(np.sqrt(variance)))


def _evident_variance(scores: FloatArray, *, variances: FloatArray, variance: float) -> float:
    """The sum of squares over the number of scores that the results, not the prior, determine.

    A few scores of a usual spread are counted in: after one comparison each, any spread would do.
    """
    determined = float(np.sum(1 - np.minimum(variances / variance, 1.0)))
    return (float(scores @ scores) + _USUAL_SCORES * _USUAL_VARIANCE) / (determined + _USUAL_SCORES)


@dataclass(frozen=True, slots=True, eq=False)
class _Hill:
    """The posterior's slope and curvature at one point."""

    history: History
    scores: FloatArray
    expected: FloatArray
    """How likely the left item was to win each comparison."""
    information: FloatArray
    """Of each comparison."""
    diagonal: FloatArray
    variance: float

    @classmethod
    def at(cls, scores: FloatArray, *, errors: FloatArray, history: History, variance: float) -> "_Hill":
        difference = scores[history.left] - scores[history.right]
        flatter = 1 / np.sqrt(1 + np.pi / 8 * (errors[history.left] + errors[history.right]))
        expected = 0.5 + 0.5 * np.tanh(flatter * difference / 2)
        information = flatter * expected * (1 - expected)
        diagonal = _gather(history, information, information) + 1 / variance
        return cls(history, scores, expected, information, diagonal, variance)

    def slope(self, won: FloatArray) -> FloatArray:
        surprise = won - self.expected
        return _gather(self.history, surprise, -surprise) - self.scores / self.variance

    def variances(self) -> FloatArray:
        """The diagonal of the inverse curvature, to the second order."""
        own = 1 / self.diagonal
        squares = self.information**2
        of_right, of_left = squares * own[self.history.right], squares * own[self.history.left]
        return own + own**2 * _gather(self.history, of_right, of_left)

    def solve(self, target: FloatArray) -> FloatArray:
        """Conjugate gradients (Hestenes and Stiefel 1952), scaled by the diagonal."""
        solution = np.zeros_like(target)
        rest = target.copy()
        scaled = rest / self.diagonal
        way = scaled.copy()
        size = float(rest @ scaled)
        enough = 1e-8 * size
        steps = 0
        while size > enough and steps < _GRADIENTS:
            steps += 1
            bent = self._curve(way)
            length = size / float(way @ bent)
            solution += length * way
            rest -= length * bent
            scaled = rest / self.diagonal
            size, before = float(rest @ scaled), size
            way = scaled + size / before * way
        return solution

    def _curve(self, way: FloatArray) -> FloatArray:
        across = self.information * way[self.history.right], self.information * way[self.history.left]
        return self.diagonal * way - _gather(self.history, *across)


def _gather(history: History, of_left: FloatArray, of_right: FloatArray) -> FloatArray:
    """What the comparisons bring to each item, as the left one and as the right one."""
    left = np.bincount(history.left, weights=of_left, minlength=history.items)
    right = np.bincount(history.right, weights=of_right, minlength=history.items)
    return np.asarray(left + right, dtype=np.float64)
