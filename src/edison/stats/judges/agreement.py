"""How far judges agree: plainly, and beyond what chance would give."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import exp, sqrt

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import SampleBroken, SampleEmpty, StatisticRefused
from edison.stats.arrays import FloatArray, IntArray

from ._quantiles import student_critical
from ._tables import as_column, as_table, demand_equal_lengths, factorise
from .estimate import FEW_CASES, JudgeFlag, Measured, gathered


class AlphaMetric(StrEnum):
    """How far apart two ratings are."""

    NOMINAL = "nominal"
    """Equal or not."""
    ORDINAL = "ordinal"
    """By how many ratings lie between them."""
    INTERVAL = "interval"
    """By the square of their difference."""


class KappaWeights(StrEnum):
    """What a disagreement of two judges costs in a weighted kappa."""

    NONE = "none"
    LINEAR = "linear"
    QUADRATIC = "quadratic"


_EXPONENT = {KappaWeights.NONE: 0, KappaWeights.LINEAR: 1, KappaWeights.QUADRATIC: 2}


@dataclass(frozen=True, slots=True)
class Coded:
    """Labels as numbers: `labels[int(value)]` is what stood there, NaN where nothing did."""

    values: FloatArray
    labels: tuple[Hashable, ...]


def code_labels(table: Sequence[Sequence[Hashable]], *, missing: Sequence[Hashable] = (None, "")) -> Coded:
    """Turn a table of words into one of numbers, in order of appearance."""
    places: dict[Hashable, float] = {}
    left_out = frozenset(missing)
    rows = [
        [float("nan") if label in left_out else places.setdefault(label, float(len(places))) for label in row]
        for row in table
    ]
    return Coded(values=as_table(rows), labels=tuple(places))


def percent_agreement(
    ratings: ArrayLike, *, families: Sequence[Hashable] | None = None, level: float = 0.95
) -> Measured:
    """The share of pairs of judges that gave a case the same rating, averaged over cases.

    `ratings` has cases down and judges across; NaN is missing, and a case rated once does not count. Cases of one
    family are one cluster; each is its own when none are given.
    """
    table = as_table(ratings)
    named = range(len(table)) if families is None else families
    demand_equal_lengths(ratings=table, families=named)
    _, codes = factorise(named)
    counts = _counts(_pairable(table))
    sizes = counts.sum(axis=1)
    agreeing = np.sum(counts * (counts - 1), axis=1) / (sizes * (sizes - 1))
    kept = np.sum(~np.isnan(table), axis=1) >= 2
    return gathered(agreeing, clusters=codes[kept], judgments=int(sizes.sum())).estimate(level=level)


@dataclass(frozen=True, slots=True)
class OwnCosts:
    """What a disagreement of two judges costs, category by category, where no usual weights fit."""

    categories: tuple[float, ...]
    """As they stand in the ratings."""
    costs: ArrayLike
    """The first judge's rating down, the second's across; nothing on the diagonal."""


def cohen_kappa(
    first: ArrayLike,
    second: ArrayLike,
    *,
    weights: KappaWeights | OwnCosts = KappaWeights.NONE,
    cases: Sequence[Hashable] | None = None,
    level: float = 0.95,
) -> Measured:
    """Agreement of two judges beyond chance (Cohen, Educ. Psychol. Meas. 20, 1960; weighted: 1968).

    Only ratings by both count. Linear and quadratic weights need ratings with an order, numbered evenly or
    not: the distance of two categories is counted in steps between them, as usual. Ratings of one case are left out
    together for the interval; each is a case of its own when none are given.
    """
    one, other = as_column(first, what="ratings"), as_column(second, what="ratings")
    named = range(len(one)) if cases is None else cases
    demand_equal_lengths(first=one, second=other, cases=named)
    _, places = factorise(named)
    table = np.stack([one, other], axis=1)
    rated = ~np.isnan(table).any(axis=1)
    table = table[rated]
    _, case_of = np.unique(places[rated], return_inverse=True)
    _demand_cases(int(case_of.max(initial=-1)) + 1)
    names, codes = np.unique(table, return_inverse=True)
    rows, columns = codes.reshape(table.shape).T
    costs = (
        _own_costs(weights, names=names)
        if isinstance(weights, OwnCosts)
        else _costs(len(names), weights=weights)
    )
    left, right = np.bincount(rows, minlength=len(names)), np.bincount(columns, minlength=len(names))
    n = len(table)
    each = costs[rows, columns]
    expected = float(left @ costs @ right)
    within = _within(costs, rows, columns, case_of=case_of)
    without = (
        expected - np.bincount(case_of, weights=(costs @ right)[rows] + (left @ costs)[columns]) + within
    )
    kept = n - np.bincount(case_of)
    return _Ratio(
        name="Cohen's kappa",
        observed=float(each.mean()),
        chance=expected / n**2,
        observed_without=(each.sum() - np.bincount(case_of, weights=each)) / kept,
        chance_without=without / kept**2,
        widest=float(costs.max()),
        judgments=2 * n,
    ).estimate(level)


def _within(costs: FloatArray, rows: IntArray, columns: IntArray, *, case_of: IntArray) -> FloatArray:
    """For each case what all ratings of the one judge cost against all of the other."""
    found: FloatArray = np.bincount(case_of, weights=costs[rows, columns]).astype(np.float64)
    for case in np.flatnonzero(np.bincount(case_of) > 1).tolist():
        ratings = case_of == case
        found[case] = costs[np.ix_(rows[ratings], columns[ratings])].sum()
    return found


def fleiss_kappa(ratings: ArrayLike, *, level: float = 0.95) -> Measured:
    """Agreement of many judges beyond chance (Fleiss, Psychol. Bull. 76, 1971).

    Cases may have different numbers of ratings: each counts once, as in Gwet (Handbook of Inter-Rater
    Reliability, 2014); with equal numbers this is Fleiss' own formula.
    """
    counts = _counts(_pairable(as_table(ratings)))
    sizes = counts.sum(axis=1)
    n = len(counts)
    each = 1 - np.sum(counts * (counts - 1), axis=1) / (sizes * (sizes - 1))
    shares = counts / sizes[:, None]
    total = shares.sum(axis=0)
    return _Ratio(
        name="Fleiss' kappa",
        observed=float(each.mean()),
        chance=float(1 - np.sum((total / n) ** 2)),
        observed_without=(each.sum() - each) / (n - 1),
        chance_without=1 - np.sum(((total - shares) / (n - 1)) ** 2, axis=1),
        widest=1.0,
        judgments=int(sizes.sum()),
    ).estimate(level)


def gwet_ac1(ratings: ArrayLike, *, categories: int | None = None, level: float = 0.95) -> Measured:
    """Agreement beyond chance that does not collapse where nearly all labels are one (Gwet, 2008).

    Chance is how often two would agree who guess where they do not know (Br. J. Math. Stat. Psychol. 61, 2008),
    with gaps as in his Handbook of Inter-Rater Reliability, 2014: cases rated once tell how common a category is.

    Args:
        ratings: Cases down and judges across; NaN is missing.
        categories: How many labels could have been given; those that occur when not given.
        level: The level of the interval.
    """
    table = as_table(ratings)
    table = table[~np.isnan(table).all(axis=1)]
    _pairable(table)
    counts = _counts(table)
    possible = max(categories or 0, counts.shape[1])
    sizes = counts.sum(axis=1)
    is_pair = sizes >= 2
    each = np.zeros(len(counts))
    agreeing = np.sum(counts * (counts - 1), axis=1)
    each[is_pair] = 1 - agreeing[is_pair] / (sizes * (sizes - 1))[is_pair]
    shares = counts / sizes[:, None]
    pairs, n, total = int(is_pair.sum()), len(counts), shares.sum(axis=0)
    return _Ratio(
        name="Gwet's AC1",
        observed=float(each.sum() / pairs),
        chance=float(_guessed(total / n, possible=possible)),
        observed_without=(each.sum() - each) / (pairs - is_pair),
        chance_without=_guessed((total - shares) / (n - 1), possible=possible),
        widest=1.0,
        judgments=int(sizes.sum()),
    ).estimate(level)


def _guessed(shares: FloatArray, *, possible: int) -> FloatArray:
    """The disagreement of those who guess among so many categories; none where there is only one."""
    return (
        1 - np.sum(shares * (1 - shares), axis=-1) / (possible - 1)
        if possible > 1
        else np.zeros(shares.shape[:-1])
    )


def krippendorff_alpha(
    ratings: ArrayLike, *, metric: AlphaMetric = AlphaMetric.NOMINAL, level: float = 0.95
) -> Measured:
    """Agreement beyond chance for any number of judges with gaps (Krippendorff, Content Analysis, 2018).

    `ratings` has cases down and judges across; NaN is missing. The interval comes from leaving out one case
    at a time, so judgments of one case are never taken for independent.
    """
    table = _pairable(as_table(ratings))
    if metric == AlphaMetric.NOMINAL:
        return _nominal_alpha(_counts(table)).estimate(level)
    values = _mid_ranks(table) if metric == AlphaMetric.ORDINAL else table
    return _interval_alpha(values).estimate(level)


@dataclass(frozen=True, slots=True)
class _Ratio:
    """One minus observed over chance disagreement, with both as they were without each case in turn."""

    name: str
    observed: float
    chance: float
    observed_without: FloatArray
    chance_without: FloatArray
    widest: float
    """What two ratings at opposite ends would disagree."""
    judgments: int

    def estimate(self, level: float) -> Measured:
        cases = len(self.observed_without)
        if self.chance <= 0:
            raise StatisticRefused(
                self.name,
                "every rating is the same, so chance alone would agree",
                instead="Show percent agreement instead.",
            )
        ratio = self.observed / self.chance
        critical = student_critical(level, df=cases - 1)
        flags = (JudgeFlag.FEW_CASES,) if cases < FEW_CASES else ()
        if ratio <= 0:
            flags = (JudgeFlag.NO_DISAGREEMENT, *flags)
            low, high, method = self._unseen(critical), 1.0, "Wilson's limit of unseen disagreement"
        elif np.any(self.chance_without <= 0):
            flags = (JudgeFlag.ONE_CASE_DECIDES, *flags)
            low, high, method = -1.0, 1.0, "nothing is known"
        else:
            low, high = self._around(ratio, critical=critical)
            method = "jackknife over cases, log scale"
        return Measured(
            value=1 - ratio,
            low=low,
            high=high,
            level=level,
            cases=cases,
            judgments=self.judgments,
            method=method,
            flags=flags,
        )

    def _unseen(self, critical: float) -> float:
        """Nobody disagreed, but up to Wilson's upper limit of the cases may be rated far apart."""
        share = critical**2 / (len(self.observed_without) + critical**2)
        return max(-1.0, 1 - share * self.widest / self.chance)

    def _around(self, ratio: float, *, critical: float) -> tuple[float, float]:
        """The log of a ratio of disagreements is nearly normal, and keeps the interval below one."""
        cases = len(self.observed_without)
        without = self.observed_without / self.chance_without
        variance = (cases - 1) / cases * float(np.sum((without - without.mean()) ** 2))
        # Cases that all disagree alike still leave something open.
        half = critical * max(sqrt(variance) / ratio, 1 / cases)
        return max(-1.0, 1 - ratio * exp(min(half, 50.0))), 1 - ratio * exp(-half)


def _nominal_alpha(counts: FloatArray) -> _Ratio:
    sizes = counts.sum(axis=1)
    each = np.sum(counts * (sizes[:, None] - counts), axis=1) / (sizes - 1)
    total, n = counts.sum(axis=0), sizes.sum()
    rest, left = total - counts, n - sizes
    return _Ratio(
        name="Krippendorff's alpha",
        observed=float(each.sum() / n),
        chance=float((n**2 - np.sum(total**2)) / (n * (n - 1))),
        observed_without=(each.sum() - each) / left,
        chance_without=(left**2 - np.sum(rest**2, axis=1)) / (left * (left - 1)),
        widest=1.0,
        judgments=int(n),
    )


def _interval_alpha(table: FloatArray) -> _Ratio:
    """Squared differences of all pairs, from sums: Σ(x−y)² = 2(n·Σx² − (Σx)²)."""
    centred = table - np.nanmean(table)
    sizes = np.sum(~np.isnan(table), axis=1).astype(np.float64)
    sums, squares = np.nansum(centred, axis=1), np.nansum(centred**2, axis=1)
    each = 2 * (sizes * squares - sums**2) / (sizes - 1)
    n = sizes.sum()
    left = n - sizes
    return _Ratio(
        name="Krippendorff's alpha",
        observed=float(np.maximum(each, 0).sum() / n),
        chance=_mean_square_difference(n, sums.sum(), squares.sum()),
        observed_without=(each.sum() - each) / left,
        chance_without=2
        * (left * (squares.sum() - squares) - (sums.sum() - sums) ** 2)
        / (left * (left - 1)),
        widest=float(np.nanmax(table) - np.nanmin(table)) ** 2,
        judgments=int(n),
    )


def _mean_square_difference(n: float, total: float, squares: float) -> float:
    found = float(2 * (n * squares - total**2) / (n * (n - 1)))
    # Equal ratings leave rounding behind, which is no variation.
    return found if found > 1e-12 * squares / n else 0.0


def _pairable(table: FloatArray) -> FloatArray:
    kept = table[np.sum(~np.isnan(table), axis=1) >= 2]
    _demand_cases(len(kept))
    return kept


def _demand_cases(found: int) -> None:
    if found < 2:
        raise SampleEmpty("cases rated by two judges", needed=2, got=found)


def _counts(table: FloatArray) -> FloatArray:
    """How often each case got each of the ratings that occur."""
    seen = ~np.isnan(table)
    names, codes = np.unique(table[seen], return_inverse=True)
    counts = np.zeros((len(table), len(names)))
    np.add.at(counts, (np.nonzero(seen)[0], codes), 1)
    return counts


def _mid_ranks(table: FloatArray) -> FloatArray:
    """Krippendorff's ordinal distance is the difference of mid-ranks among all ratings."""
    seen = ~np.isnan(table)
    _, codes, counts = np.unique(table[seen], return_inverse=True, return_counts=True)
    middle: FloatArray = np.cumsum(counts) - counts / 2
    ranks = np.full(table.shape, np.nan)
    ranks[seen] = middle[codes]
    return ranks


def _own_costs(own: OwnCosts, *, names: FloatArray) -> FloatArray:
    """The costs of the categories that occur, in their order."""
    costs = as_table(own.costs, what="costs of disagreement")
    if costs.shape != (len(own.categories), len(own.categories)):
        raise SampleBroken("costs of disagreement", "they have a row and a column for each category")
    if np.isnan(costs).any() or np.any(costs < 0) or np.any(np.diag(costs) != 0) or not np.any(costs > 0):
        raise SampleBroken(
            "costs of disagreement", "none is missing or negative, and agreement costs nothing"
        )
    places = {category: place for place, category in enumerate(own.categories)}
    unknown = [name for name in names.tolist() if name not in places]
    if unknown:
        raise SampleBroken("costs of disagreement", f"the rating {unknown[0]:g} has none")
    order = [places[name] for name in names.tolist()]
    return costs[np.ix_(order, order)]


def _costs(categories: int, *, weights: KappaWeights) -> FloatArray:
    places = np.arange(categories, dtype=np.float64)
    steps = np.abs(places[:, None] - places[None, :])
    return np.where(steps > 0, steps ** _EXPONENT[weights], 0.0)
