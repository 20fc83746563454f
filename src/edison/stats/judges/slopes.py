"""What a judge gives for a text being longer: probes by regression, never a correction.

Slopes differ from judge to judge, in sign too, so no common correction may be made of them; they are shown.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import SampleBroken, SampleEmpty, StatisticRefused
from edison.stats.arrays import FloatArray, IntArray

from ._linear import inverse
from ._quantiles import student_critical, student_two_sided
from ._tables import as_column, demand_equal_lengths, factorise
from .estimate import FEW_CASES, JudgeFlag

_STEPS = 100
_CLOSE = 1e-10


@dataclass(frozen=True, slots=True)
class LengthSlope:
    """What one standard deviation more of length does, with an interval that respects the clusters."""

    value: float
    low: float
    high: float
    level: float
    p_value: float
    clusters: int
    judgments: int
    flags: tuple[JudgeFlag, ...] = ()


def choice_length_slope(
    chosen: ArrayLike,
    *,
    lengths: ArrayLike,
    clusters: Sequence[Hashable] | None = None,
    level: float = 0.95,
) -> LengthSlope:
    """Change in the log odds of being chosen: logistic regression of 0 or 1 on standardised length.

    Firth's correction (Biometrika 80, 1993) keeps the slope finite when length decides everything.
    """
    won = as_column(chosen, what="choices")
    if not np.all(np.isnan(won) | np.isin(won, (0.0, 1.0))):
        raise SampleBroken("choices", "each is 1 (chosen) or 0 (not)")
    design, outcome, groups = _rows(won, lengths=lengths, clusters=clusters)
    coefficients = _firth(design, outcome)
    fitted = _logistic(design @ coefficients)
    bread = inverse(design.T @ (design * (fitted * (1 - fitted))[:, None]))
    scores = design * (outcome - fitted)[:, None]
    return _slope(_Fit(float(coefficients[1]), bread=bread, scores=scores), groups=groups, level=level)


def score_length_slope(
    scores: ArrayLike,
    *,
    lengths: ArrayLike,
    reference: ArrayLike | None = None,
    clusters: Sequence[Hashable] | None = None,
    level: float = 0.95,
) -> LengthSlope:
    """Change in the score, or in its excess over a reference score of the same texts, with length."""
    given = as_column(scores, what="scores")
    if reference is not None:
        told = as_column(reference, what="reference scores")
        demand_equal_lengths(scores=given, reference=told)
        given = given - told
    design, outcome, groups = _rows(given, lengths=lengths, clusters=clusters)
    bread = inverse(design.T @ design)
    coefficients = bread @ (design.T @ outcome)
    pulls = design * (outcome - design @ coefficients)[:, None]
    return _slope(_Fit(float(coefficients[1]), bread=bread, scores=pulls), groups=groups, level=level)


@dataclass(frozen=True, slots=True)
class _Fit:
    slope: float
    bread: FloatArray
    scores: FloatArray
    """Each row's pull on the coefficients."""


def _rows(
    outcome: FloatArray, *, lengths: ArrayLike, clusters: Sequence[Hashable] | None
) -> tuple[FloatArray, FloatArray, IntArray]:
    """Intercept and standardised length, outcome and cluster of the complete rows."""
    given = as_column(lengths, what="lengths")
    named = range(len(outcome)) if clusters is None else clusters
    demand_equal_lengths(outcome=outcome, lengths=given, clusters=named)
    complete = ~np.isnan(outcome) & ~np.isnan(given)
    outcome, given = outcome[complete], given[complete]
    kept = [name for name, whole in zip(named, complete.tolist(), strict=True) if whole]
    labels, groups = factorise(kept)
    if len(labels) < 3:
        raise SampleEmpty("clusters with an outcome and a length", needed=3, got=len(labels))
    deviation = float(given.std())
    if deviation <= 1e-12 * float(np.abs(given).max()):
        raise StatisticRefused("slope", "all lengths are equal", instead="Take texts of different length.")
    design = np.stack([np.ones(len(given)), (given - given.mean()) / deviation], axis=1)
    return design, outcome, groups


def _firth(design: FloatArray, outcome: FloatArray) -> FloatArray:
    coefficients = np.zeros(design.shape[1])
    for _ in range(_STEPS):
        fitted = _logistic(design @ coefficients)
        weights = fitted * (1 - fitted)
        covariance = inverse(design.T @ (design * weights[:, None]))
        leverage = weights * np.einsum("ij,jk,ik->i", design, covariance, design)
        step = covariance @ (design.T @ (outcome - fitted + leverage * (0.5 - fitted)))
        # A long first step can jump past the maximum into where all weights vanish.
        coefficients = coefficients + np.clip(step, -1.0, 1.0)
        if float(np.abs(step).max()) < _CLOSE:
            break
    return coefficients


def _logistic(values: FloatArray) -> FloatArray:
    return 0.5 * (1 + np.tanh(values / 2))


def _slope(fit: _Fit, *, groups: IntArray, level: float) -> LengthSlope:
    """Liang and Zeger's sandwich (Biometrika 73, 1986) with Student's quantile for the clusters."""
    clusters = int(groups.max()) + 1
    pulls = np.zeros((clusters, fit.scores.shape[1]))
    np.add.at(pulls, groups, fit.scores)
    rows, columns = fit.scores.shape
    small = clusters / (clusters - 1) * (rows - 1) / max(rows - columns, 1)
    covariance = small * fit.bread @ (pulls.T @ pulls) @ fit.bread
    deviation = sqrt(float(covariance[1, 1]))
    if deviation <= 1e-12 * max(1.0, abs(fit.slope)):
        raise StatisticRefused("slope", "the outcomes do not vary", instead="Collect more judgments.")
    half = student_critical(level, df=clusters - 1) * deviation
    return LengthSlope(
        value=fit.slope,
        low=fit.slope - half,
        high=fit.slope + half,
        level=level,
        p_value=student_two_sided(fit.slope / deviation, df=clusters - 1),
        clusters=clusters,
        judgments=rows,
        flags=(JudgeFlag.FEW_CASES,) if clusters < FEW_CASES else (),
    )
