"""Do judges err together? What they share beyond the case is not a second opinion."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from edison.errors import SampleEmpty, StatisticRefused
from edison.stats.arrays import FloatArray

from ._quantiles import student_two_sided
from ._tables import as_column, as_table, demand_equal_lengths
from .estimate import JudgeFlag

NEEDED = 10
_ALARM = 0.05


@dataclass(frozen=True, slots=True)
class ErrorPair:
    """Two judges, by their columns, and how far their errors go together."""

    first: int
    second: int
    correlation: float
    """Correlation of what is left of their scores when the case is taken out."""
    p_value: float
    flagged: bool
    """Holm's rule over all pairs."""


@dataclass(frozen=True, slots=True)
class ResidualCorrelations:
    """Every pair of judges, the closest first."""

    pairs: tuple[ErrorPair, ...]
    cases: int
    flags: tuple[JudgeFlag, ...] = ()


def residual_correlations(scores: ArrayLike, *, truth: ArrayLike | None = None) -> ResidualCorrelations:
    """Correlate the errors of judges: cases down, judges across, NaN where a judge said nothing.

    With the truth of each case, an error is the score minus it. Without, judges are taken to see one thing in
    common, each in its own units and with its own noise; then the covariance of two judges follows from their
    covariances with the others (Spearman's tetrads, Am. J. Psychol. 15, 1904), and what exceeds it is shared
    error. That needs four judges. When a few copy each other, which of them are the copies is not said: the
    honest ones then stand out as a group too.

    Only cases seen by all judges count; deviations come from leaving out one case at a time.
    """
    table = as_table(scores, what="scores")
    complete = ~np.isnan(table).any(axis=1)
    known = None if truth is None else as_column(truth, what="true scores")
    if known is not None:
        demand_equal_lengths(scores=table, truth=known)
        complete &= ~np.isnan(known)
        table = table - known[:, None]
    table = table[complete]
    _demand_enough(table, needs_judges=4 if known is None else 2)
    excess = _excess if known is None else _all_of_it
    return ResidualCorrelations(
        pairs=_pairs(excess(_covariances(table)), cases=len(table)),
        cases=len(table),
        flags=() if complete.all() else (JudgeFlag.INCOMPLETE_LEFT_OUT,),
    )


@dataclass(frozen=True, slots=True)
class _Excess:
    """Shared error as a covariance, of all cases and without each in turn; and each judge's own error."""

    shared: FloatArray
    shared_without: FloatArray
    own: FloatArray


def _demand_enough(table: FloatArray, *, needs_judges: int) -> None:
    if len(table) < NEEDED:
        raise SampleEmpty("cases seen by all judges", needed=NEEDED, got=len(table))
    if table.shape[1] < needs_judges:
        raise SampleEmpty("judges", needed=needs_judges, got=table.shape[1])
    spread = table.std(axis=0)
    if np.any(spread <= 1e-9 * max(1.0, float(np.abs(table).max()))):
        raise StatisticRefused(
            "error correlation", "a judge never varies", instead="Leave that judge out, or take more cases."
        )


def _covariances(table: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The covariance matrix, and one without each case in turn."""
    cases = len(table)
    centred = table - table.mean(axis=0)
    sums = centred.T @ centred
    # Leaving out a case also moves the mean: the rest loses n/(n−1) times its product.
    without = sums[None] - cases / (cases - 1) * centred[:, :, None] * centred[:, None, :]
    return sums / (cases - 1), without / (cases - 2)


def _all_of_it(covariances: tuple[FloatArray, FloatArray]) -> _Excess:
    whole, without = covariances
    return _Excess(shared=whole, shared_without=without, own=np.diag(whole))


def _excess(covariances: tuple[FloatArray, FloatArray]) -> _Excess:
    whole, without = covariances
    common = _common(whole[None])[0]
    if not np.all(np.isfinite(common)) or not np.all(np.diag(common) > 0):
        raise StatisticRefused(
            "error correlation",
            "the judges share nothing that could be taken out",
            instead="Give the truth of each case, or look at plain agreement.",
        )
    own = np.diag(whole) - np.diag(common)
    # A judge without noise of its own would make any shared error a perfect one.
    own = np.maximum(own, 0.05 * np.diag(whole))
    return _Excess(shared=whole - common, shared_without=without - _common(without), own=own)


def _common(covariances: FloatArray) -> FloatArray:
    """What two judges should share: Σ c_jl·c_km / Σ c_lm over pairs l, m of other judges."""
    judges = covariances.shape[1]
    off = covariances * (1 - np.eye(judges))
    rows = off.sum(axis=2)
    total = rows.sum(axis=1)[:, None, None]
    one, other = rows[:, :, None] - off, rows[:, None, :] - off
    numerator = one * other - off @ off
    # On the diagonal the judge is left out once, not twice.
    once = 2 * rows[:, :, None] * np.eye(judges)
    denominator = total - 2 * rows[:, :, None] - 2 * rows[:, None, :] + 2 * off + once
    found = np.full_like(numerator, np.nan)
    return np.divide(numerator, denominator, out=found, where=denominator > 0)


def _pairs(excess: _Excess, *, cases: int) -> tuple[ErrorPair, ...]:
    spread = excess.shared_without - excess.shared_without.mean(axis=0)
    deviations = np.sqrt((cases - 1) / cases * np.sum(spread**2, axis=0))
    scale = np.sqrt(np.outer(excess.own, excess.own))
    places = list(combinations(range(len(excess.own)), 2))
    p_values = [
        student_two_sided(float(excess.shared[pair] / deviations[pair]), df=cases - 1)
        if deviations[pair] > 1e-12 * scale[pair]
        else 1.0
        for pair in places
    ]
    alarms = _holm(np.asarray(p_values))
    pairs = [
        ErrorPair(
            first=pair[0],
            second=pair[1],
            correlation=max(-1.0, min(1.0, float(excess.shared[pair] / scale[pair]))),
            p_value=p_value,
            flagged=alarm,
        )
        for pair, p_value, alarm in zip(places, p_values, alarms.tolist(), strict=True)
    ]
    return tuple(sorted(pairs, key=lambda pair: -pair.correlation))


def _holm(p_values: FloatArray) -> NDArray[np.bool_]:
    """Holm's step-down rule (Scand. J. Stat. 6, 1979)."""
    order = np.argsort(p_values)
    limits = _ALARM / np.arange(len(p_values), 0, -1)
    alarms = np.zeros(len(p_values), dtype=np.bool_)
    alarms[order] = np.cumprod(p_values[order] <= limits).astype(np.bool_)
    return alarms
