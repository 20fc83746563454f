"""Who is told apart by comparisons about cases, with Holm's correction over all pairs.

Verdicts about one case hang together: what makes an answer good there counts for all of them. So two items are compared
case by case where they met in enough of them, and otherwise by a fit whose errors are those of cases.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from edison.errors import StatisticRefused
from edison.stats.arrays import BoolArray
from edison.stats.comparing.families import adjust
from edison.stats.means.pivots import Tails
from edison.stats.means.quantiles import t_tail
from edison.stats.means.rule import FEW_CASES, choose_grounds
from edison.stats.means.samples import SampleKind, read_sample

from .results import Effect, StrengthFit
from .table import ComparisonTable

_WON = np.array([0.5, 1.0, 0.0])
"""What a tie, a win of the left and a win of the right item are worth to the left one."""
_ENOUGH = FEW_CASES
"""With meetings in so many cases two items are compared by these alone; with fewer, by the model of all."""


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
class ItemsApart:
    """Who is ahead of whom beyond doubt."""

    pairs: tuple[ItemPair, ...]
    """Every two items that were compared with any."""
    is_ahead: BoolArray
    """Items × items: row is ahead of column."""


def tell_apart(table: ComparisonTable, fitted: StrengthFit) -> ItemsApart:
    """Compare every two items; all claims together err as seldom as the level of the fit says.

    Args:
        table: The comparisons, with their cases.
        fitted: The strengths that were found in them.
    """
    if table.case is None or fitted.degrees is None:
        cause, instead = "nobody said what comparisons were about", "Give the case of each comparison."
        raise StatisticRefused("order of items", cause, instead=instead)
    places = list(combinations(np.flatnonzero(fitted.ranks).tolist(), 2))
    found = [_difference(fitted, left, right) for left, right in places]
    tails = [
        _met(table, left, right, enough=min(_ENOUGH, fitted.degrees + 1))
        or _tails(one, degrees=fitted.degrees)
        for (left, right), one in zip(places, found, strict=True)
    ]
    adjusted = adjust(np.array([(one.above, one.below) for one in tails]).ravel()).reshape(-1, 2)
    pairs = tuple(
        _conclude(left, right, difference=one, tails=Tails(above=above, below=below), level=fitted.level)
        for (left, right), one, (above, below) in zip(places, found, adjusted.tolist(), strict=True)
    )
    is_ahead = np.zeros((len(fitted.items), len(fitted.items)), dtype=np.bool_)
    for pair in pairs:
        if pair.ahead is not None:
            is_ahead[pair.ahead, pair.left + pair.right - pair.ahead] = True
    return ItemsApart(pairs=pairs, is_ahead=is_ahead)


def _difference(fitted: StrengthFit, left: int, right: int) -> Effect | None:
    if fitted.components[left] != fitted.components[right]:
        return None
    return fitted.difference(fitted.items[left], fitted.items[right])


def _met(table: ComparisonTable, left: int, right: int, *, enough: int) -> Tails | None:
    """What the two's own meetings say, case by case; None where they are too few to go by.

    After a clean sweep the model's errors grow with the scores (Hauck and Donner 1977), these do not.
    """
    assert table.case is not None
    forth = (table.left == left) & (table.right == right)
    back = (table.left == right) & (table.right == left)
    leads = np.concatenate([2 * _WON[table.outcome[forth]] - 1, 1 - 2 * _WON[table.outcome[back]]])
    _, codes = np.unique(np.concatenate([table.case[forth], table.case[back]]), return_inverse=True)
    times = np.bincount(codes)
    if len(times) < enough:
        return None
    means = np.bincount(codes, weights=leads) / times
    kind = SampleKind.PAIRED_DIFFERENCES
    return choose_grounds(read_sample(means), kind=kind, scale=(-1.0, 1.0), seed=None).pivot.tails(0.0)


def _tails(difference: Effect | None, *, degrees: int) -> Tails:
    """By all comparisons together; nothing is known where none joins the two."""
    if difference is None:
        return Tails(above=1.0, below=1.0)
    point = difference.value / difference.se
    return Tails(above=t_tail(point, degrees=degrees), below=t_tail(-point, degrees=degrees))


def _conclude(left: int, right: int, *, difference: Effect | None, tails: Tails, level: float) -> ItemPair:
    adjusted = min(tails.above, tails.below)
    leader = left if tails.above <= tails.below else right
    ahead = leader if adjusted <= 1 - level else None
    return ItemPair(left, right, difference=difference, adjusted_p=adjusted, ahead=ahead)
