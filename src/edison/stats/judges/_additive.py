"""The algebra of the additive model: score = case + judge + criterion + rest."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import SampleBroken, SampleEmpty, StatisticRefused
from edison.stats.arrays import FloatArray, IntArray

from ._linear import inverse, is_singular
from ._tables import as_column, demand_equal_lengths, factorise


@dataclass(frozen=True, slots=True)
class ScoredTable:
    """Scores with the places of their case, judge and criterion among the names."""

    scores: FloatArray
    cases: IntArray
    judges: IntArray
    criteria: IntArray
    case_names: tuple[Hashable, ...]
    judge_names: tuple[Hashable, ...]
    criterion_names: tuple[Hashable, ...]
    scale: tuple[float, float]
    missing: int


@dataclass(frozen=True, slots=True)
class Additive:
    """Effects by least squares, with what is needed for their intervals."""

    judge_effects: FloatArray
    criterion_effects: FloatArray
    case_effects: FloatArray
    judge_covariance: FloatArray
    criterion_covariance: FloatArray
    row_variance: FloatArray
    """For each case, the variance that the judge and criterion effects bring into its adjusted score."""
    residual: float
    cell_variance: float
    """Variance of the unexplained mean of one judge on one case."""
    cell_df: int
    clusters: int


def read_scores(
    scores: ArrayLike,
    *,
    cases: Sequence[Hashable],
    judges: Sequence[Hashable],
    criteria: Sequence[Hashable] | None,
    scale: tuple[float, float],
) -> ScoredTable:
    """The judged rows, checked."""
    given = as_column(scores, what="scores")
    named: Sequence[Hashable] = [""] * len(given) if criteria is None else criteria
    demand_equal_lengths(scores=given, cases=cases, judges=judges, criteria=named)
    if not scale[0] < scale[1]:
        raise SampleBroken("scale", "its lowest score is not below its highest")
    if np.any((given < scale[0]) | (given > scale[1])):
        raise SampleBroken("scores", f"some lie outside {scale[0]} to {scale[1]}")
    kept = np.flatnonzero(~np.isnan(given)).tolist()
    case_names, case_codes = factorise([cases[row] for row in kept])
    judge_names, judge_codes = factorise([judges[row] for row in kept])
    criterion_names, criterion_codes = factorise([named[row] for row in kept])
    if len(case_names) < 2:
        raise SampleEmpty("judged cases", needed=2, got=len(case_names))
    if len(judge_names) < 2:
        raise SampleEmpty("judges with a score", needed=2, got=len(judge_names))
    return ScoredTable(
        scores=given[kept],
        cases=case_codes,
        judges=judge_codes,
        criteria=criterion_codes,
        case_names=case_names,
        judge_names=judge_names,
        criterion_names=criterion_names,
        scale=scale,
        missing=len(given) - len(kept),
    )


def fit_additive(rows: ScoredTable) -> Additive:
    """Least squares with the case effects taken out first (Frisch and Waugh, Econometrica 1, 1933)."""
    judges, criteria = _contrasts(len(rows.judge_names)), _contrasts(len(rows.criterion_names))
    design = np.hstack([judges[rows.judges], criteria[rows.criteria]])
    means = _case_means(design, rows=rows)
    within = design - means[rows.cases]
    weight = within.T @ within
    if is_singular(weight):
        raise StatisticRefused(
            "severities",
            "some judges or criteria share no case with the others",
            instead="Let at least one case be seen by both sides.",
        )
    bread = inverse(weight)
    coefficients = bread @ (within.T @ rows.scores)
    case_effects = _case_means((rows.scores - design @ coefficients)[:, None], rows=rows)[:, 0]
    residuals = rows.scores - design @ coefficients - case_effects[rows.cases]
    covariance = _sandwich(within * residuals[:, None], bread=bread, rows=rows)
    split = judges.shape[1]
    cell_variance, cell_df = _cells(residuals, rows=rows, columns=design.shape[1])
    free = len(residuals) - len(case_effects) - design.shape[1]
    return Additive(
        judge_effects=judges @ coefficients[:split],
        criterion_effects=criteria @ coefficients[split:],
        case_effects=case_effects,
        judge_covariance=judges @ covariance[:split, :split] @ judges.T,
        criterion_covariance=criteria @ covariance[split:, split:] @ criteria.T,
        row_variance=np.einsum("ij,jk,ik->i", means, covariance, means),
        residual=sqrt(float(residuals @ residuals) / max(free, 1)),
        cell_variance=cell_variance,
        cell_df=cell_df,
        clusters=len(case_effects),
    )


def _contrasts(count: int) -> FloatArray:
    """Columns in which effects of `count` levels sum to zero."""
    return np.vstack([np.eye(count - 1), -np.ones((1, count - 1))])


def _case_means(columns: FloatArray, *, rows: ScoredTable) -> FloatArray:
    sums = np.zeros((len(rows.case_names), columns.shape[1]))
    np.add.at(sums, rows.cases, columns)
    return sums / np.bincount(rows.cases)[:, None]


def _sandwich(pulls: FloatArray, *, bread: FloatArray, rows: ScoredTable) -> FloatArray:
    """Scores of one case hang together (halo), so the case is the cluster (Liang and Zeger, 1986)."""
    cases = len(rows.case_names)
    sums = np.zeros((cases, pulls.shape[1]))
    np.add.at(sums, rows.cases, pulls)
    meat = sums.T @ sums * cases / (cases - 1)
    return bread @ meat @ bread


def _cells(residuals: FloatArray, *, rows: ScoredTable, columns: int) -> tuple[float, int]:
    """What one judge says of one case on several criteria counts once."""
    _, cells = np.unique(np.stack([rows.cases, rows.judges]), axis=1, return_inverse=True)
    means = np.bincount(cells, weights=residuals) / np.bincount(cells)
    free = max(len(means) - len(rows.case_names) - columns, 1)
    return float(means @ means) / free, free
