"""What a judge of pairs prefers for the wrong reason: a place, a length, its own family.

All three ask the same question. In pairs of which exactly one side has a mark (shown first, longer, own
family), how often does the marked side win, beyond what it deserves? A place deserves half. What a length or
a family deserves is known only from a reference on the same pairs; without one, half is assumed and the
result says so. Judgments of one pair are one cluster: a pair judged often is still one pair.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import SampleBroken, SampleEmpty

from ._tables import FloatArray, IntArray, as_column, as_shares, demand_equal_lengths, factorise
from .estimate import FEW_CASES, JudgeFlag, share_of

# A judge may lean by two points in a hundred before anybody calls it biased, however many judgments prove it.
NEGLIGIBLE_POINTS = 2.0


@dataclass(frozen=True, slots=True)
class Preference:
    """How often the marked side won, beyond what it deserved."""

    share: float
    """Wins of the marked side, a tie as half."""
    deserved: float
    """What a fair judge would have given it: a half, or the reference's share."""
    points: float
    """Lead of the marked side in points of a hundred, beyond the deserved: 65 wins against 35 are 30."""
    low: float
    high: float
    level: float
    logit: float
    """The lead as a constant on the logit scale, with half a win added to each side."""
    p_value: float
    flagged: bool
    """The interval lies beyond what is negligible."""
    pairs: int
    judgments: int
    flags: tuple[JudgeFlag, ...]


def position_preference(
    first_won: ArrayLike,
    *,
    first: Sequence[Hashable],
    second: Sequence[Hashable],
    level: float = 0.95,
    negligible: float = NEGLIGIBLE_POINTS,
) -> Preference:
    """Does the place decide?

    Args:
        first_won: 1 when the first place won, 0 when the second did, 0.5 for a tie, NaN when not judged.
        first: what stood in the first place of each judgment.
        second: what stood in the second place.
        level: confidence of the interval.
        negligible: points in a hundred that nobody minds.

    Only pairs shown in both orders tell the place from the quality, so they alone are used, each order
    weighing the same. When there are none, the order is taken to be random and the result says so.
    """
    won = as_shares(first_won, what="verdicts")
    demand_equal_lengths(first_won=won, first=first, second=second)
    if any(left == right for left, right in zip(first, second, strict=True)):
        raise SampleBroken("pairs", "something is compared with itself")
    judged: IntArray = np.flatnonzero(~np.isnan(won))
    shown = [(first[row], second[row]) for row in judged.tolist()]
    _, pairs = factorise([frozenset(pair) for pair in shown])
    _, orders = factorise(shown)
    marks = _Marks(won=won[judged], deserved=np.full(len(judged), 0.5), pairs=pairs, reach=0.5)
    balanced, flags = _balance(marks, orders=orders)
    return _preference(balanced, level=level, negligible=negligible, flags=flags)


def length_bias(
    first_won: ArrayLike,
    *,
    first_length: ArrayLike,
    second_length: ArrayLike,
    pairs: Sequence[Hashable] | None = None,
    reference: ArrayLike | None = None,
    level: float = 0.95,
    negligible: float = NEGLIGIBLE_POINTS,
) -> Preference:
    """Does the longer side win more often than it deserves?

    Args:
        first_won: 1 when the first place won, 0 when the second did, 0.5 for a tie, NaN when not judged.
        first_length: length of the first side, in any unit.
        second_length: length of the second side.
        pairs: which pair each judgment is about; each its own when left out.
        reference: how people, known verdicts or a panel of others decided each judgment's pair, as the share
            of wins of the first place; NaN leaves a judgment out.
        level: confidence of the interval.
        negligible: points in a hundred that nobody minds.

    Pairs of equal length do not count.
    """
    one, other = _lengths(first_length), _lengths(second_length)
    demand_equal_lengths(first_length=one, second_length=other)
    return _marked(
        first_won,
        side=np.sign(one - other),
        pairs=pairs,
        reference=reference,
        level=level,
        negligible=negligible,
    )


def self_preference(
    first_won: ArrayLike,
    *,
    first_own: Sequence[bool],
    second_own: Sequence[bool],
    pairs: Sequence[Hashable] | None = None,
    reference: ArrayLike | None = None,
    level: float = 0.95,
    negligible: float = NEGLIGIBLE_POINTS,
) -> Preference:
    """Does the judge's own family win more often than it deserves?

    Arguments as in `length_bias`; only judgments with exactly one side of the judge's own family count. A
    family may be the better one, so a reference from outside it is worth having.
    """
    demand_equal_lengths(first_own=first_own, second_own=second_own)
    side = np.asarray(first_own, dtype=np.float64) - np.asarray(second_own, dtype=np.float64)
    return _marked(first_won, side=side, pairs=pairs, reference=reference, level=level, negligible=negligible)


@dataclass(frozen=True, slots=True)
class _Marks:
    """Judgments on pairs with one marked side."""

    won: FloatArray
    deserved: FloatArray
    pairs: IntArray
    reach: float
    """The largest lead there can be: a half above what is deserved by all alike, one above a reference."""

    def take(self, rows: IntArray) -> "_Marks":
        _, pairs = np.unique(self.pairs[rows], return_inverse=True)
        return _Marks(
            won=self.won[rows],
            deserved=self.deserved[rows],
            pairs=pairs.astype(np.int64),
            reach=self.reach,
        )


def _marked(
    first_won: ArrayLike,
    *,
    side: FloatArray,
    pairs: Sequence[Hashable] | None,
    reference: ArrayLike | None,
    level: float,
    negligible: float,
) -> Preference:
    won = as_shares(first_won, what="verdicts")
    named = range(len(won)) if pairs is None else pairs
    told = np.full(len(won), 0.5) if reference is None else as_shares(reference, what="reference verdicts")
    demand_equal_lengths(first_won=won, side=side, pairs=named, reference=told)
    _, codes = factorise(named)
    marks = _Marks(
        won=np.where(side > 0, won, 1 - won),
        deserved=np.where(side > 0, told, 1 - told),
        pairs=codes,
        reach=0.5 if reference is None else 1.0,
    )
    usable: IntArray = np.flatnonzero((side != 0) & ~np.isnan(marks.won) & ~np.isnan(marks.deserved))
    flags = (JudgeFlag.NO_REFERENCE,) if reference is None else ()
    return _preference(marks.take(usable), level=level, negligible=negligible, flags=flags)


def _balance(marks: _Marks, *, orders: IntArray) -> tuple[_Marks, tuple[JudgeFlag, ...]]:
    """One row per order of the pairs shown in both, or everything when there are none."""
    _, places, inverse = np.unique(orders, return_index=True, return_inverse=True)
    means = np.bincount(inverse, weights=marks.won) / np.bincount(inverse)
    pairs = marks.pairs[places]
    twice: IntArray = np.flatnonzero(np.bincount(pairs, minlength=1)[pairs] == 2)
    if len(twice):
        merged = _Marks(won=means, deserved=np.full(len(means), 0.5), pairs=pairs, reach=0.5)
        return merged.take(twice), ()
    return marks, (JudgeFlag.ORDERS_UNBALANCED,)


def _preference(
    marks: _Marks, *, level: float, negligible: float, flags: tuple[JudgeFlag, ...]
) -> Preference:
    judgments = len(marks.won)
    if not judgments:
        raise SampleEmpty("judgments of pairs with one marked side", needed=2)
    sizes = np.bincount(marks.pairs).astype(np.float64)
    leads = np.bincount(marks.pairs, weights=marks.won - marks.deserved) / sizes
    # Stretched to 0 and 1, a bounded lead is a share, for which intervals exist.
    stretched = (leads + marks.reach) / (2 * marks.reach)
    fair = share_of(stretched, sizes=sizes, judgments=judgments, what="pairs with one marked side")
    low, high = (_points(limit, reach=marks.reach) for limit in fair.interval(level))
    share = float(marks.won.mean())
    few = (JudgeFlag.FEW_CASES,) if fair.clusters < FEW_CASES else ()
    return Preference(
        share=share,
        deserved=float(marks.deserved.mean()),
        points=_points(fair.mean, reach=marks.reach),
        low=low,
        high=high,
        level=level,
        logit=_lead_on_logit(share, deserved=float(marks.deserved.mean()), judgments=judgments),
        p_value=fair.p_value(),
        flagged=low > negligible or high < -negligible,
        pairs=fair.clusters,
        judgments=judgments,
        flags=flags + few,
    )


def _points(share: float, *, reach: float) -> float:
    """Wins against losses in points of a hundred: a lead counts twice, once for each side."""
    return 200 * reach * (2 * share - 1)


def _lead_on_logit(share: float, *, deserved: float, judgments: int) -> float:
    return _logit(share, judgments=judgments) - _logit(deserved, judgments=judgments)


def _logit(share: float, *, judgments: int) -> float:
    return log((share * judgments + 0.5) / ((1 - share) * judgments + 0.5))


def _lengths(values: ArrayLike) -> FloatArray:
    lengths = as_column(values, what="lengths")
    if np.any(np.isnan(lengths)) or np.any(lengths < 0):
        raise SampleBroken("lengths", "each is a number from 0 upwards")
    return lengths
