"""How far scores can be relied on: separation of the scale, halves of the judges, decisions in line with it."""

from dataclasses import dataclass

import numpy as np

from edison.errors import SampleEmpty, StatisticRefused

from .arrays import FloatArray, sealed
from .halves import Halves
from .results import Flag, Method, StrengthFit
from .table import ComparisonTable
from .winners import Outcome

_FEWEST_ITEMS = 3
_FEWEST_SPLITS = 50
_TOGETHER = 50


@dataclass(frozen=True, slots=True)
class Separation:
    """The share of the scores' variance that is not error."""

    reliability: float
    """At most 1; below 0 when errors exceed the spread of the scores."""
    is_inflated: bool
    """True for adaptive pairs: they make the number larger than it ought to be."""


def scale_separation(fitted: StrengthFit, *, adaptive: bool = False) -> Separation:
    """Scale separation reliability: 1 - mean SE² / variance of the scores (Bramley 2007).

    Scores of the hierarchical method are shrunk, so that their variance has the error taken out already: there it is
    the variance over itself and the mean SE². Raises `StatisticRefused` without standard errors or variance.
    """
    if Flag.NO_ERRORS in fitted.flags or fitted.method is Method.WIN_RATE:
        raise StatisticRefused(
            "scale separation", f"{fitted.method} has no scale of logits", instead="Choose another method."
        )
    scored = ~np.isnan(fitted.scores)
    error = float((fitted.se[scored] ** 2).mean())
    spread = float(fitted.scores[scored].var(ddof=1))
    if spread <= 1e-12:
        raise StatisticRefused(
            "scale separation", "all scores are equal", instead="Collect more comparisons."
        )
    if fitted.method is Method.HIERARCHICAL:
        return Separation(reliability=spread / (spread + error), is_inflated=adaptive)
    return Separation(reliability=1 - error / spread, is_inflated=adaptive)


@dataclass(frozen=True, slots=True, eq=False)
class SplitHalf:
    """Correlations between the scores of two halves of the judges."""

    median: float
    """As it is reported in the literature: not stepped up to the length of the whole."""
    error: float
    """The standard error of the median: what more splits would change."""
    correlations: FloatArray
    """One per split that could be correlated."""

    @property
    def stepped_up(self) -> float:
        """What the whole would have by the formula of Spearman and Brown (1910)."""
        return 2 * self.median / (1 + self.median)


def split_half(
    table: ComparisonTable,
    *,
    seed: int,
    splits: int = 1000,
    error: float = 0.005,
    adaptive: bool = False,
) -> SplitHalf:
    """Split the judges at random, score with each half alone, correlate over the items both halves saw.

    Scores come from the estimator of the literature (`Method.PUBLISHED`). It ends after `splits`, or earlier when the
    median's standard error is below `error`. Raises `StatisticRefused` for adaptive pairs: pairs that were chosen by
    all results tie the halves together.
    """
    if adaptive:
        raise StatisticRefused(
            "split-half reliability",
            "pairs were chosen by earlier results of both halves",
            instead="Run two independent streams and correlate those.",
        )
    if splits < 1:
        raise SampleEmpty("splits", got=splits)
    halves = Halves.of(table)
    rng = np.random.default_rng(seed)
    correlations = np.zeros(0)
    for begin in range(0, splits, _TOGETHER):
        some = min(_TOGETHER, splits - begin)
        correlations = np.append(correlations, _correlate_splits(halves, rng=rng, splits=some))
        if begin + some >= _FEWEST_SPLITS and _error_of_median(correlations) < error:
            break
    if not correlations.size:
        raise StatisticRefused(
            "split-half reliability",
            "the halves have too few items in common",
            instead="Let more judges see each item.",
        )
    return SplitHalf(
        median=float(np.median(correlations)),
        error=_error_of_median(correlations),
        correlations=sealed(correlations),
    )


def share_in_line(table: ComparisonTable, fitted: StrengthFit) -> float:
    """The share of decisions that went to the item with the higher score, among all but ties.

    An item compared with itself counts as a decision that is not in line, as in the literature.
    """
    ahead = fitted.scores[table.left] - fitted.scores[table.right]
    in_line = np.where(table.outcome == Outcome.LEFT, ahead > 0, ahead < 0) & (table.outcome != Outcome.TIE)
    decided = int(np.count_nonzero(table.outcome != Outcome.TIE)) + table.self_comparisons
    if not decided:
        raise SampleEmpty("decisions")
    return int(np.count_nonzero(in_line)) / decided


def _correlate_splits(halves: Halves, *, rng: np.random.Generator, splits: int) -> FloatArray:
    judges = len(halves.judged)
    order = rng.permuted(np.tile(np.arange(judges), (splits, 1)), axis=1)
    chosen = order < judges // 2
    first, second = halves.score(chosen), halves.score(~chosen)
    found = [_correlate(one, other) for one, other in zip(first, second, strict=True)]
    return np.array([one for one in found if one is not None])


def _correlate(first: FloatArray, second: FloatArray) -> float | None:
    """Pearson's correlation over the items that both have; None when it says nothing."""
    both = ~np.isnan(first) & ~np.isnan(second)
    if np.count_nonzero(both) < _FEWEST_ITEMS:
        return None
    one, other = first[both] - first[both].mean(), second[both] - second[both].mean()
    norm = float(np.sqrt((one @ one) * (other @ other)))
    return float(one @ other) / norm if norm > 1e-12 else None


def _error_of_median(values: FloatArray) -> float:
    """For a normal sample: √(π / 2) times the standard error of the mean."""
    if len(values) < 2:
        return float("nan")
    return float(np.sqrt(np.pi / 2) * values.std(ddof=1) / np.sqrt(len(values)))
