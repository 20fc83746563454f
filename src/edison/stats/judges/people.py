"""Does a judge agree with people, and as well as people agree with each other?"""

from dataclasses import dataclass
from enum import StrEnum
from math import atanh, sqrt, tanh

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import SampleBroken, SampleEmpty, StatisticRefused
from edison.stats.arrays import FloatArray

from ._quantiles import student_critical
from ._tables import as_column, as_columns, as_table, demand_equal_lengths
from .estimate import FEW_CASES, JudgeFlag, Measured, share_of


class PeopleStanding(StrEnum):
    """How a judge compares with one more person."""

    AS_GOOD = "as close to people as people are to each other"
    WORSE = "further from people than people are from each other"
    NOT_YET_KNOWN = "not yet known"


@dataclass(frozen=True, slots=True)
class PeopleAgreement:
    """A judge among people."""

    with_people: Measured
    """The share of people who say what the judge says, averaged over cases."""
    among_people: Measured | None
    """The share of pairs of people who say the same, where a case has two; nothing when none has."""
    lead: Measured | None
    """The first minus the second, on the same cases."""
    standing: PeopleStanding


def agreement_with_people(
    judge: ArrayLike, people: ArrayLike, *, tolerance: float = 0.0, margin: float = 0.05, level: float = 0.95
) -> PeopleAgreement:
    """Compare a judge with people on the same cases.

    Args:
        judge: one rating per case, NaN when not judged.
        people: cases down, people across, NaN where a person said nothing.
        tolerance: ratings that differ by no more count as the same.
        margin: how much closer people may be to each other for the judge still to be as good as one of them.
        level: confidence of the intervals.

    The comparison with one more person follows the alternative annotator test (Calderon, Reichart and Dror,
    ACL 2025) in its idea, with an interval on the difference in place of one test per person.
    """
    said, told = as_column(judge, what="ratings of the judge"), as_table(people, what="ratings of people")
    demand_equal_lengths(judge=said, people=told)
    if not tolerance >= 0:
        raise SampleBroken("tolerance", f"{tolerance} is not a number from 0 upwards")
    labels = np.sum(~np.isnan(told), axis=1).astype(np.float64)
    known = ~np.isnan(said) & (labels >= 1)
    ones = np.ones(int(known.sum()))
    mine = _close_to(said[known], told[known], tolerance=tolerance)
    with_people = share_of(mine, sizes=ones, judgments=int(labels[known].sum()), what="cases with a label")
    several = labels[known] >= 2
    if several.sum() < 2:
        return PeopleAgreement(with_people.estimate(level=level), None, None, PeopleStanding.NOT_YET_KNOWN)
    theirs = _among(told[known][several], tolerance=tolerance)
    among = share_of(theirs, sizes=ones[several], judgments=int(labels[known][several].sum()))
    lead = _lead(mine[several] - theirs, judgments=among.judgments, level=level)
    return PeopleAgreement(
        with_people=with_people.estimate(level=level),
        among_people=among.estimate(level=level),
        lead=lead,
        standing=_standing(lead, margin=margin),
    )


@dataclass(frozen=True, slots=True)
class ScoreAgreement:
    """A judge's scores beside people's."""

    lean: float
    """Mean of judge minus people: above zero the judge is the more generous."""
    lean_low: float
    lean_high: float
    error: float
    """Mean absolute difference."""
    pearson: Measured
    spearman: Measured


def score_agreement(judge: ArrayLike, people: ArrayLike, *, level: float = 0.95) -> ScoreAgreement:
    """Compare scores on the same cases; people across are averaged. Intervals of Fisher's z (Metron 1, 1921)."""
    said = as_column(judge, what="scores of the judge")
    told = as_columns(people, what="scores of people")
    demand_equal_lengths(judge=said, people=told)
    known = ~np.isnan(said) & np.any(~np.isnan(told), axis=1)
    if known.sum() < 4:
        raise SampleEmpty("cases with scores of the judge and of people", needed=4, got=int(known.sum()))
    said, mean = said[known], np.nanmean(told[known], axis=1)
    differences = said - mean
    half = student_critical(level, df=len(said) - 1) * _deviation(differences, said=said, mean=mean)
    return ScoreAgreement(
        lean=float(differences.mean()),
        lean_low=float(differences.mean()) - half,
        lean_high=float(differences.mean()) + half,
        error=float(np.abs(differences).mean()),
        pearson=_correlation(said, mean, level=level, spread=1.0),
        # Ranks are a little less precise than scores (Bonett and Wright, Psychometrika 65, 2000).
        spearman=_correlation(_ranks(said), _ranks(mean), level=level, spread=1.03),
    )


def _deviation(differences: FloatArray, *, said: FloatArray, mean: FloatArray) -> float:
    """Standard error of the mean; equal differences get it from a pseudo-case at each end of the scores."""
    cases = len(differences)
    found = float(differences.std(ddof=1)) / sqrt(cases)
    reach = max(float(said.max()), float(mean.max())) - min(float(said.min()), float(mean.min()))
    return found if found > 1e-12 * reach else reach * sqrt(2) / cases


def _close_to(said: FloatArray, told: FloatArray, *, tolerance: float) -> FloatArray:
    near = (np.abs(told - said[:, None]) <= tolerance).astype(np.float64)
    near[np.isnan(told)] = np.nan
    return np.nanmean(near, axis=1)


def _among(told: FloatArray, *, tolerance: float) -> FloatArray:
    """The share of pairs of people who say the same, for each case."""
    near = np.abs(told[:, :, None] - told[:, None, :]) <= tolerance
    seen = np.sum(~np.isnan(told), axis=1)
    return (near.sum(axis=(1, 2)) - seen) / (seen * (seen - 1))


def _lead(differences: FloatArray, *, judgments: int, level: float) -> Measured:
    """A difference of two shares lies between −1 and 1: halved and moved it is a share itself."""
    moved = share_of((differences + 1) / 2, sizes=np.ones_like(differences), judgments=judgments)
    found = moved.estimate(level=level)
    return Measured(
        value=2 * found.value - 1,
        low=2 * found.low - 1,
        high=2 * found.high - 1,
        level=level,
        cases=found.cases,
        judgments=found.judgments,
        method=found.method,
        flags=found.flags,
    )


def _standing(lead: Measured, *, margin: float) -> PeopleStanding:
    if lead.low >= -margin:
        return PeopleStanding.AS_GOOD
    if lead.high < -margin:
        return PeopleStanding.WORSE
    return PeopleStanding.NOT_YET_KNOWN


def _correlation(one: FloatArray, other: FloatArray, *, level: float, spread: float) -> Measured:
    cases = len(one)
    lengths = float(np.linalg.norm(one - one.mean())) * float(np.linalg.norm(other - other.mean()))
    if lengths <= 1e-12:
        raise StatisticRefused(
            "correlation", "one side always gives the same score", instead="Show the mean difference instead."
        )
    value = min(1.0, max(-1.0, float((one - one.mean()) @ (other - other.mean())) / lengths))
    # A perfect correlation has no finite z; a nearly perfect one stands in for it.
    nearly = 1 - 1 / cases**2
    z = atanh(max(-nearly, min(nearly, value)))
    half = student_critical(level, df=cases - 2) * spread / sqrt(cases - 3)
    return Measured(
        value=value,
        low=min(value, tanh(z - half)),
        high=max(value, tanh(z + half)),
        level=level,
        cases=cases,
        judgments=2 * cases,
        method="Fisher's z",
        flags=(JudgeFlag.FEW_CASES,) if cases < FEW_CASES else (),
    )


def _ranks(values: FloatArray) -> FloatArray:
    _, codes, counts = np.unique(values, return_inverse=True, return_counts=True)
    middle: FloatArray = np.cumsum(counts) - (counts - 1) / 2
    return middle[codes]
