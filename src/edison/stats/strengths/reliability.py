"""How far scores can be relied on: separation of the scale, halves of the judges, decisions in line with it."""

from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np

from edison.errors import SampleEmpty, StatisticRefused
from edison.stats.arrays import BoolArray, FloatArray

from .algebra import sealed
from .halves import Halves
from .results import Method, StrengthFit, StrengthFlag
from .table import ComparisonTable
from .winners import ComparisonOutcome

_FEWEST_ITEMS = 3
_TOGETHER = 50
_FEW_ITEMS, _MANY_ITEMS = 25, 200
_CLOSE = 0.005


@dataclass(frozen=True, slots=True)
class ScaleSeparation:
    """The share of the scores' variance that is not error."""

    reliability: float
    """At most 1; below 0 when errors exceed the spread of the scores."""
    is_inflated: bool
    """True for adaptive pairs: they make the number larger than it ought to be."""


def scale_separation(fitted: StrengthFit, *, adaptive: bool = False) -> ScaleSeparation:
    """Scale separation reliability: 1 - mean SE² / variance of the scores (Bramley 2007).

    Scores of the hierarchical method are shrunk, so that their variance has the error taken out already: there it is
    the variance over itself and the mean SE². Raises `StatisticRefused` without standard errors or variance.
    """
    if StrengthFlag.NO_ERRORS in fitted.flags or fitted.method is Method.WIN_RATE:
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
        return ScaleSeparation(reliability=spread / (spread + error), is_inflated=adaptive)
    return ScaleSeparation(reliability=1 - error / spread, is_inflated=adaptive)


@dataclass(frozen=True, slots=True, eq=False)
class SplitHalf:
    """Correlations between the scores of two halves of the judges."""

    median: float
    """As it is reported in the literature: not stepped up to the length of the whole."""
    error: float
    """The standard error of the median: what more splits would change; 0 when all were tried."""
    correlations: FloatArray
    """One per split that could be correlated."""

    @property
    def stepped_up(self) -> float:
        """What the whole would have by the formula of Spearman and Brown (1910); 0 where halves do not agree.

        Below zero the formula has no meaning: it falls without a limit as halves contradict each other.
        """
        return 2 * self.median / (1 + self.median) if self.median > 0 else 0.0


def split_half(
    table: ComparisonTable, *, seed: int, splits: int | None = None, adaptive: bool = False
) -> SplitHalf:
    """Split the judges at random, score with each half alone, correlate over the items both halves saw.

    Scores come from the estimator of the literature (`Method.PUBLISHED`). All splits are tried where there are few;
    otherwise so many that the median is known to 0.005, but at most `splits` (the fewer the more items). Raises
    `StatisticRefused` for adaptive pairs: pairs that were chosen by all results tie the halves together.
    """
    if adaptive:
        raise StatisticRefused(
            "split-half reliability",
            "pairs were chosen by earlier results of both halves",
            instead="Run two independent streams and correlate those.",
        )
    most = _enough_splits(len(table.items)) if splits is None else splits
    if most < 1:
        raise SampleEmpty("splits", got=most)
    halves = Halves.of(table)
    every = _every_split(halves.judges, most=most)
    correlations = (
        _correlate_some(halves, seed=seed, most=most) if every is None else _correlate(halves, every)
    )
    if not correlations.size:
        raise StatisticRefused(
            "split-half reliability",
            "the halves have too few items in common",
            instead="Let more judges see each item.",
        )
    error = 0.0 if every is not None else _error_of_median(correlations)
    return SplitHalf(median=float(np.median(correlations)), error=error, correlations=sealed(correlations))


@dataclass(frozen=True, slots=True)
class DecisionsInLine:
    """How many decisions went to the item with the higher score."""

    share: float
    decisions: int
    """Ties are none; an item that met itself is none either, but for the published method."""
    counts_self: bool
    """Whether self-comparisons are among them, none of which can be in line."""


def decisions_in_line(table: ComparisonTable, fitted: StrengthFit) -> DecisionsInLine:
    """The share of decisions that went to the item with the higher score, among all that compare two items.

    The published method follows its source: a row in which an item met itself stays in the denominator.
    """
    ahead = fitted.scores[table.left] - fitted.scores[table.right]
    in_line = np.where(table.outcome == ComparisonOutcome.LEFT, ahead > 0, ahead < 0) & (
        table.outcome != ComparisonOutcome.TIE
    )
    counted = table.self_decisions if fitted.method is Method.PUBLISHED else 0
    decided = int(np.count_nonzero(table.outcome != ComparisonOutcome.TIE)) + counted
    if not decided:
        raise SampleEmpty("decisions")
    return DecisionsInLine(
        share=int(np.count_nonzero(in_line)) / decided, decisions=decided, counts_self=counted > 0
    )


def _enough_splits(items: int) -> int:
    """Correlations over few items vary much from split to split, and cost little."""
    if items <= _FEW_ITEMS:
        return 10_000
    return 1_000 if items <= _MANY_ITEMS else 100


def _every_split(judges: int, *, most: int) -> BoolArray | None:
    """All ways to choose half of the judges, where there are not too many."""
    half = judges // 2
    if comb(judges, half) > most:
        return None
    chosen = np.zeros((comb(judges, half), judges), dtype=np.bool_)
    for row, members in enumerate(combinations(range(judges), half)):
        chosen[row, list(members)] = True
    # With an even number, each split comes twice: once for either half.
    return chosen if judges % 2 else chosen[: len(chosen) // 2]


def _correlate_some(halves: Halves, *, seed: int, most: int) -> FloatArray:
    """Random splits until the median is known well enough."""
    rng = np.random.default_rng(seed)
    members = np.arange(halves.judges)
    found = np.zeros(0)
    for begin in range(0, most, _TOGETHER):
        some = min(_TOGETHER, most - begin)
        order = rng.permuted(np.tile(members, (some, 1)), axis=1)
        found = np.append(found, _correlate(halves, order < halves.judges // 2))
        if _error_of_median(found) < _CLOSE:
            break
    return found


def _correlate(halves: Halves, chosen: BoolArray) -> FloatArray:
    """Pearson's correlation of the two halves of each split, where it says something."""
    found: list[float] = []
    for first, second in zip(halves.score(chosen), halves.score(~chosen), strict=True):
        both = ~np.isnan(first) & ~np.isnan(second)
        if np.count_nonzero(both) < _FEWEST_ITEMS:
            continue
        one, other = first[both] - first[both].mean(), second[both] - second[both].mean()
        norm = float(np.sqrt((one @ one) * (other @ other)))
        if norm > 1e-12:
            found.append(float(one @ other) / norm)
    return np.array(found)


def _error_of_median(values: FloatArray) -> float:
    """For a normal sample: √(π / 2) times the standard error of the mean."""
    if len(values) < _TOGETHER // 2:
        return float("inf")
    return float(np.sqrt(np.pi / 2) * values.std(ddof=1) / np.sqrt(len(values)))
