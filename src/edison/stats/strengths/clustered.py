"""Strengths from comparisons that come in clusters, such as all those about one case, and who is told apart by them.

Verdicts about one case hang together: what makes an answer good there counts for all of them. So the model's
covariance is widened by whatever the sandwich with clusters (Liang and Zeger 1986, Biometrika 73, 13-22) has beyond
it; it is never narrowed, because after a clean sweep hardly any surprise is left to estimate it from.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from edison.errors import LengthsDiffer
from edison.stats.comparing.families import adjust
from edison.stats.means.pivots import Tails
from edison.stats.means.quantiles import t_quantile, t_tail
from edison.stats.means.rule import FEW_CASES, choose_grounds
from edison.stats.means.samples import SampleKind, read_sample

from .arrays import BoolArray, FloatArray, IntArray, sealed
from .fitting import fit
from .results import Effect, Method, Repeated, StrengthFit
from .table import ComparisonTable

_WON = np.array([0.5, 1.0, 0.0])
"""What a tie, a win of the left and a win of the right item are worth to the left one."""
_ENOUGH = FEW_CASES
"""With meetings in so many clusters two items are compared by these alone; with fewer, by the model of all."""


@dataclass(frozen=True, slots=True)
class ItemPair:
    """Two items, by their places."""

    left: int
    right: int
    difference: Effect | None
    """Left less right; None where no chain of comparisons joins them."""
    adjusted_p: float
    """Of the leading one being ahead by chance, by Holm's correction over all pairs and both directions."""
    ahead: int | None


@dataclass(frozen=True, slots=True, eq=False)
class ClusteredFit:
    """Strengths with intervals that take clusters for what they are; NaN for an item that was never compared."""

    fitted: StrengthFit
    clusters: int
    covariance: FloatArray
    low: FloatArray
    high: FloatArray
    pairs: tuple[ItemPair, ...]
    """Every two items that were compared with any."""
    is_ahead: BoolArray
    """Items × items: row is ahead of column."""


def fit_clustered(
    table: ComparisonTable, clusters: Sequence[int], *, adaptive: bool = False, level: float = 0.95
) -> ClusteredFit:
    """Estimate how strong each item is, and tell items apart; ties count as half wins.

    Args:
        table: The comparisons.
        clusters: The cluster of each of them.
        adaptive: Whether pairs were chosen by earlier results.
        level: Of the intervals, and of all claims about pairs together.
    """
    if len(clusters) != len(table):
        raise LengthsDiffer({"comparisons": len(table), "clusters": len(clusters)})
    method = Method.HIERARCHICAL if adaptive else Method.BRADLEY_TERRY
    fitted = fit(table, method=method, adaptive=adaptive, repeated=Repeated.INDEPENDENT, level=level)
    _, codes = np.unique(np.asarray(clusters), return_inverse=True)
    data = _Data(table, codes, count=int(codes.max()) + 1)
    covariance = _widened(data, fitted)
    reach = _reach(level, count=data.count) * np.sqrt(np.diagonal(covariance))
    pairs = _tell_apart(data, fitted, covariance=covariance)
    is_ahead = np.zeros(covariance.shape, dtype=np.bool_)
    for pair in pairs:
        if pair.ahead is not None:
            is_ahead[pair.ahead, pair.left + pair.right - pair.ahead] = True
    return ClusteredFit(
        fitted=fitted,
        clusters=data.count,
        covariance=sealed(covariance),
        low=sealed(fitted.scores - reach),
        high=sealed(fitted.scores + reach),
        pairs=pairs,
        is_ahead=is_ahead,
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Data:
    table: ComparisonTable
    codes: IntArray
    """The cluster of each comparison."""
    count: int

    def pushes(self, scores: FloatArray) -> FloatArray:
        """For each cluster and item, how far its verdicts surprise in the item's favour."""
        table, items = self.table, len(self.table.items)
        expected = 0.5 + 0.5 * np.tanh((scores[table.left] - scores[table.right]) / 2)
        surprise = table.weights * (_WON[table.outcome] - expected)
        size = self.count * items
        pushes = np.bincount(self.codes * items + table.left, weights=surprise, minlength=size)
        pushes -= np.bincount(self.codes * items + table.right, weights=surprise, minlength=size)
        by_cluster = pushes.reshape(self.count, items)
        # A penalty or a prior is held up by a push of all verdicts together: each cluster bears a share of it.
        return by_cluster - by_cluster.mean(axis=0)

    def met(self, left: int, right: int) -> Tails | None:
        """What the two's own meetings say, cluster by cluster; None where they are too few to go by.

        After a clean sweep the model's errors grow with the scores (Hauck and Donner 1977), these do not.
        """
        table = self.table
        forth = (table.left == left) & (table.right == right)
        back = (table.left == right) & (table.right == left)
        leads = np.concatenate([2 * _WON[table.outcome[forth]] - 1, 1 - 2 * _WON[table.outcome[back]]])
        codes = np.concatenate([self.codes[forth], self.codes[back]])
        times = np.bincount(codes, minlength=self.count)
        seen = times > 0
        if seen.sum() < min(_ENOUGH, self.count):
            return None
        means = np.bincount(codes, weights=leads, minlength=self.count)[seen] / times[seen]
        kind = SampleKind.PAIRED_DIFFERENCES
        return choose_grounds(read_sample(means), kind=kind, scale=(-1.0, 1.0), seed=None).pivot.tails(0.0)


def _widened(data: _Data, fitted: StrengthFit) -> FloatArray:
    known = np.flatnonzero(fitted.ranks)
    model = fitted.covariance[np.ix_(known, known)]
    covariance = fitted.covariance.copy()
    if data.count > 1:
        pushes = data.pushes(fitted.scores)[:, known]
        sandwich = model @ (pushes.T @ pushes) @ model * data.count / (data.count - 1)
        sizes, ways = np.linalg.eigh(sandwich - model)
        covariance[np.ix_(known, known)] = model + (ways * np.maximum(sizes, 0.0)) @ ways.T
    return covariance


def _reach(level: float, *, count: int) -> float:
    return t_quantile((1 + level) / 2, degrees=max(count - 1, 1))


def _tell_apart(data: _Data, fitted: StrengthFit, *, covariance: FloatArray) -> tuple[ItemPair, ...]:
    places = list(combinations(np.flatnonzero(fitted.ranks).tolist(), 2))
    reach = _reach(fitted.level, count=data.count)
    found = [_difference(fitted, left, right, covariance=covariance, reach=reach) for left, right in places]
    tails = [
        data.met(left, right) or _tails(one, count=data.count)
        for (left, right), one in zip(places, found, strict=True)
    ]
    adjusted = adjust(np.array([(one.above, one.below) for one in tails]).ravel()).reshape(-1, 2)
    return tuple(
        _conclude(left, right, difference=one, tails=Tails(above=above, below=below), level=fitted.level)
        for (left, right), one, (above, below) in zip(places, found, adjusted.tolist(), strict=True)
    )


def _tails(difference: Effect | None, *, count: int) -> Tails:
    """By all comparisons together; nothing is known where none joins the two."""
    if difference is None:
        return Tails(above=1.0, below=1.0)
    point, degrees = difference.value / difference.se, max(count - 1, 1)
    return Tails(above=t_tail(point, degrees=degrees), below=t_tail(-point, degrees=degrees))


def _difference(
    fitted: StrengthFit, left: int, right: int, *, covariance: FloatArray, reach: float
) -> Effect | None:
    if fitted.components[left] != fitted.components[right]:
        return None
    value = float(fitted.scores[left] - fitted.scores[right])
    variance = covariance[left, left] + covariance[right, right] - 2 * covariance[left, right]
    se = float(np.sqrt(variance))
    return Effect(value=value, se=se, low=value - reach * se, high=value + reach * se)


def _conclude(left: int, right: int, *, difference: Effect | None, tails: Tails, level: float) -> ItemPair:
    adjusted = min(tails.above, tails.below)
    leader = left if tails.above <= tails.below else right
    ahead = leader if adjusted <= 1 - level else None
    return ItemPair(left, right, difference=difference, adjusted_p=adjusted, ahead=ahead)
