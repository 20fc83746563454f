"""Strict and lenient judges: an additive model of case, judge and criterion.

score = mean + case + judge + criterion + rest, fitted by least squares on whatever was judged; effects of
judges and of criteria sum to zero. This is the many-facet model (Linacre, Many-Facet Rasch Measurement, 1989)
on the scale of the scores instead of the logit, as in generalisability theory.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike

from edison.stats.arrays import FloatArray, IntArray

from ._additive import Additive, ScoredTable, fit_additive, read_scores
from ._quantiles import student_critical

# Above this share of scores at one end of the scale, differences are hidden and no model brings them back.
COMPRESSED = 0.5


class FacetFlag(StrEnum):
    """What a reader must know beside the effects."""

    COMPRESSED = "compressed, use pairs"


@dataclass(frozen=True, slots=True)
class JudgeEffect:
    """How strict one judge is, compared with the mean of all."""

    judge: Hashable
    severity: float
    """Points of the scale by which it scores lower than the mean judge would."""
    low: float
    high: float
    judgments: int
    floor: float
    """The share of its scores at the lowest end of the scale."""
    ceiling: float
    flags: tuple[FacetFlag, ...]


@dataclass(frozen=True, slots=True)
class CriterionEffect:
    """How hard it is to score on one criterion, compared with the mean of all."""

    criterion: Hashable
    difficulty: float
    low: float
    high: float
    judgments: int


@dataclass(frozen=True, slots=True)
class CaseScore:
    """What a case would have got from the mean judge on the mean criterion."""

    case: Hashable
    raw: float
    adjusted: float
    low: float
    high: float
    judgments: int


@dataclass(frozen=True, slots=True)
class Facets:
    """The fitted model."""

    mean: float
    """The mean of the adjusted scores."""
    residual: float
    """Standard deviation of what case, judge and criterion leave unexplained."""
    judges: tuple[JudgeEffect, ...]
    criteria: tuple[CriterionEffect, ...]
    cases: tuple[CaseScore, ...]
    level: float
    judgments: int
    missing: int


def fit_facets(
    scores: ArrayLike,
    *,
    cases: Sequence[Hashable],
    judges: Sequence[Hashable],
    criteria: Sequence[Hashable] | None = None,
    scale: tuple[float, float] = (0.0, 1.0),
    level: float = 0.95,
) -> Facets:
    """Separate what a case deserves from who judged it and on what.

    Args:
        scores: one per judgment, NaN when not judged.
        cases: what each score is about.
        judges: who gave it.
        criteria: on which criterion; one for all when left out.
        scale: the lowest and the highest score there is.
        level: confidence of the intervals.

    Severities are comparable only when judges are linked by cases seen in common; otherwise the fit is
    refused. Their intervals take the case as the cluster.
    """
    rows = read_scores(scores, cases=cases, judges=judges, criteria=criteria, scale=scale)
    fit = fit_additive(rows)
    critical = student_critical(level, df=fit.clusters - 1)
    return Facets(
        mean=float(fit.case_effects.mean()),
        residual=fit.residual,
        judges=_judge_effects(rows, fit=fit, critical=critical),
        criteria=_criterion_effects(rows, fit=fit, critical=critical),
        cases=_case_scores(rows, fit=fit, level=level),
        level=level,
        judgments=len(rows.scores),
        missing=rows.missing,
    )


def _judge_effects(rows: ScoredTable, *, fit: Additive, critical: float) -> tuple[JudgeEffect, ...]:
    counts: IntArray = np.bincount(rows.judges).astype(np.intp)
    floors = np.bincount(rows.judges, weights=rows.scores <= rows.scale[0]) / counts
    ceilings = np.bincount(rows.judges, weights=rows.scores >= rows.scale[1]) / counts
    half = critical * _deviations(fit.judge_covariance, rows=rows, counts=counts)
    return tuple(
        JudgeEffect(
            judge=name,
            severity=-float(fit.judge_effects[place]),
            low=-float(fit.judge_effects[place] + half[place]),
            high=-float(fit.judge_effects[place] - half[place]),
            judgments=int(counts[place]),
            floor=float(floors[place]),
            ceiling=float(ceilings[place]),
            flags=(FacetFlag.COMPRESSED,) if max(floors[place], ceilings[place]) > COMPRESSED else (),
        )
        for place, name in enumerate(rows.judge_names)
    )


def _criterion_effects(rows: ScoredTable, *, fit: Additive, critical: float) -> tuple[CriterionEffect, ...]:
    if len(rows.criterion_names) < 2:
        return ()
    counts: IntArray = np.bincount(rows.criteria).astype(np.intp)
    half = critical * _deviations(fit.criterion_covariance, rows=rows, counts=counts)
    return tuple(
        CriterionEffect(
            criterion=name,
            difficulty=-float(fit.criterion_effects[place]),
            low=-float(fit.criterion_effects[place] + half[place]),
            high=-float(fit.criterion_effects[place] - half[place]),
            judgments=int(counts[place]),
        )
        for place, name in enumerate(rows.criterion_names)
    )


def _case_scores(rows: ScoredTable, *, fit: Additive, level: float) -> tuple[CaseScore, ...]:
    counts = np.bincount(rows.cases)
    raw = np.bincount(rows.cases, weights=rows.scores) / counts
    pairs = np.unique(np.stack([rows.cases, rows.judges]), axis=1)
    judges_of_case = np.bincount(pairs[0])
    variance = fit.cell_variance / judges_of_case + fit.row_variance
    critical = student_critical(level, df=fit.cell_df)
    half = critical * _floored(np.sqrt(variance), rows=rows, counts=judges_of_case)
    return tuple(
        CaseScore(
            case=name,
            raw=float(raw[place]),
            adjusted=float(fit.case_effects[place]),
            low=float(fit.case_effects[place] - half[place]),
            high=float(fit.case_effects[place] + half[place]),
            judgments=int(counts[place]),
        )
        for place, name in enumerate(rows.case_names)
    )


def _deviations(covariance: FloatArray, *, rows: ScoredTable, counts: IntArray) -> FloatArray:
    return _floored(np.sqrt(np.maximum(np.diag(covariance), 0)), rows=rows, counts=counts)


def _floored(deviations: FloatArray, *, rows: ScoredTable, counts: IntArray) -> FloatArray:
    """Scores without any rest get their deviation from a pseudo-score at each end of the scale."""
    reach = rows.scale[1] - rows.scale[0]
    return np.where(deviations > 1e-9 * reach, deviations, reach * sqrt(2) / (counts + 2))
