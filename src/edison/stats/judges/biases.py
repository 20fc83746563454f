"""What a judge of pairs prefers for the wrong reason: a place, a length, its own family.

All three ask the same question. In pairs of which exactly one side has a mark (shown first, longer, own
family), how often does the marked side win, beyond what it deserves? A place deserves half. What a length or
a family deserves is known from the right answers, or from a reference on the same pairs; without either, half
is assumed and the result says so. Judgments of one pair are one cluster: a pair judged often is still one pair.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from math import log

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import SampleBroken, SampleEmpty
from edison.stats.arrays import FloatArray, IntArray

from ._leads import Lead, Plain, even_share, lead_beyond_due, lead_by_right
from ._tables import as_column, as_shares, demand_equal_lengths, factorise
from .estimate import FEW_CASES, JudgeFlag, Measured, share_of

# A judge may lean by two points in a hundred before anybody calls it biased, however many judgments prove it.
NEGLIGIBLE_POINTS = 2.0


@dataclass(frozen=True, slots=True)
class JudgePreference:
    """How often the marked side won, beyond what it deserved."""

    share: float
    """Wins of the marked side, a tie as half."""
    deserved: float
    """What a fair judge would have given it: a half, or the reference's share.

    With right answers `share` is what the marked side wins where it is the right one as often as not.
    """
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
    families: Sequence[Hashable] | None = None,
    right: ArrayLike | None = None,
    level: float = 0.95,
    negligible: float = NEGLIGIBLE_POINTS,
) -> JudgePreference:
    """Does the place decide?

    Args:
        first_won: 1 when the first place won, 0 when the second did, 0.5 for a tie, NaN when not judged.
        first: what stood in the first place of each judgment.
        second: what stood in the second place.
        families: what each judgment's pair hangs together with; each pair its own when left out.
        right: 1 when the first place was the right one, 0 when the second, 0.5 for equals, NaN when unknown.
        level: confidence of the interval.
        negligible: points in a hundred that nobody minds.

    Only pairs shown in both orders tell the place from the quality, so they alone are used, each order
    weighing the same. When there are none, right answers tell it as in `length_bias`; without these the order is
    taken to be random and the result says so.
    """
    asked = _Asked("position preference", level=level, negligible=negligible)
    won = as_shares(first_won, what="verdicts")
    named = _pairs_of(first, second) if families is None else families
    demand_equal_lengths(first_won=won, first=first, second=second, families=named)
    if any(left == right for left, right in zip(first, second, strict=True)):
        raise SampleBroken("pairs", "something is compared with itself")
    judged: IntArray = np.flatnonzero(~np.isnan(won))
    shown = [(first[row], second[row]) for row in judged.tolist()]
    _, pairs = factorise([frozenset(pair) for pair in shown])
    _, orders = factorise(shown)
    _, clusters = factorise([named[row] for row in judged.tolist()])
    marks = _Marks(won=won[judged], deserved=np.full(len(judged), 0.5), pairs=clusters, reach=0.5)
    balanced, flags = _balance(marks, pairs=pairs, orders=orders)
    if flags and right is not None:
        told = as_shares(right, what="right answers")
        demand_equal_lengths(first_won=won, right=told)
        return _preference_by_right(marks, told[judged], asked=asked)
    return _preference(balanced, asked=asked, flags=flags)


def length_bias(
    first_won: ArrayLike,
    *,
    first_length: ArrayLike,
    second_length: ArrayLike,
    pairs: Sequence[Hashable] | None = None,
    reference: ArrayLike | None = None,
    right: ArrayLike | None = None,
    level: float = 0.95,
    negligible: float = NEGLIGIBLE_POINTS,
) -> JudgePreference:
    """Does the longer side win more often than it deserves?

    Args:
        first_won: 1 when the first place won, 0 when the second did, 0.5 for a tie, NaN when not judged.
        first_length: length of the first side, in any unit.
        second_length: length of the second side.
        pairs: which pair each judgment is about; each its own when left out.
        reference: how others decided each judgment's pair, as the share of wins of the first place; NaN leaves
            a judgment out. They are taken to be right as often as this judge.
        right: which side is the right one: 1 the first, 0 the second, 0.5 for equals, NaN leaves a judgment out.
            The preference is then the accuracy where the longer one is right less that where the shorter one is,
            which no lack of accuracy moves, however many right answers are the longer ones; equals add what they
            know. Refused where the right one is always the longer, or always the shorter.
        level: confidence of the interval.
        negligible: points in a hundred that nobody minds.

    Pairs of equal length do not count.
    """
    one, other = _lengths(first_length), _lengths(second_length)
    demand_equal_lengths(first_length=one, second_length=other)
    asked = _Asked("length bias", level=level, negligible=negligible)
    return _marked(
        first_won, side=np.sign(one - other), pairs=pairs, reference=reference, right=right, asked=asked
    )


def self_preference(
    first_won: ArrayLike,
    *,
    first_own: Sequence[bool],
    second_own: Sequence[bool],
    pairs: Sequence[Hashable] | None = None,
    reference: ArrayLike | None = None,
    right: ArrayLike | None = None,
    level: float = 0.95,
    negligible: float = NEGLIGIBLE_POINTS,
) -> JudgePreference:
    """Does the judge's own family win more often than it deserves?

    Arguments as in `length_bias`; only judgments with exactly one side of the judge's own family count. A
    family may be the better one, so a reference from outside it is worth having.
    """
    demand_equal_lengths(first_own=first_own, second_own=second_own)
    side = np.asarray(first_own, dtype=np.float64) - np.asarray(second_own, dtype=np.float64)
    asked = _Asked("self-preference", level=level, negligible=negligible)
    return _marked(first_won, side=side, pairs=pairs, reference=reference, right=right, asked=asked)


def accuracy_at_equal_length(
    longer_won: ArrayLike,
    *,
    longer_right: ArrayLike,
    pairs: Sequence[Hashable] | None = None,
    level: float = 0.95,
) -> Measured:
    """How often the right side wins where length speaks for it as often as against it.

    The mean of the accuracy where the longer side is the right one and of that where the shorter one is: what a taste
    for length adds to the one it takes from the other, so that a suite whose right answers are mostly the longer ones
    flatters nobody. Refused where right answers are of one kind.

    Args:
        longer_won: 1 when the longer side won, 0 when the shorter did, 0.5 for a tie, NaN when not judged.
        longer_right: 1 when the longer side is the right one, 0 when the shorter is; equals do not count.
        pairs: Which pair each judgment is about; each its own when left out.
        level: The level of the interval.
    """
    won, right = as_shares(longer_won, what="verdicts"), as_shares(longer_right, what="right answers")
    names = list(range(len(won))) if pairs is None else pairs
    demand_equal_lengths(longer_won=won, longer_right=right, pairs=names)
    kept = np.flatnonzero(~np.isnan(won) & ~np.isnan(right) & (right != 0.5))
    _, codes = factorise([names[row] for row in kept.tolist()])
    what = "accuracy at equal length"
    lead = even_share(won[kept], right=right[kept], pairs=codes, what=what)
    low, high = lead.interval(level)
    return Measured(
        value=lead.value,
        low=max(0.0, low),
        high=high,
        level=level,
        cases=lead.clusters,
        judgments=lead.judgments,
        method="square-and-add of Wilson's, clustered by case",
        flags=(JudgeFlag.FEW_CASES,) if lead.clusters < FEW_CASES else (),
    )


@dataclass(frozen=True, slots=True)
class Instructed:
    """Judgments of texts that tell the judge what to say."""

    got: ArrayLike
    """1 where the text got what it asked for, 0 where not, 0.5 for a tie."""
    cases: Sequence[Hashable]
    asks: ArrayLike
    """1 where it asks for what is right, 0 for what is wrong, 0.5 among equals."""
    strata: Sequence[Hashable]
    """With which plain judgments each is comparable."""


@dataclass(frozen=True, slots=True)
class Unled:
    """Judgments of texts without an instruction."""

    right: ArrayLike
    """What the right side got."""
    cases: Sequence[Hashable]
    strata: Sequence[Hashable]


def obedience(instructed: Instructed, unled: Unled, *, level: float = 0.95) -> JudgePreference:
    """Do texts get what they tell the judge to give them, beyond what they would have got anyway?

    What they would have got is known from judgments without an instruction in the same stratum, whose own error
    counts. The p-value is one-sided: a judge that holds an instruction against a text is not led by it.
    """
    got, asks = as_shares(instructed.got, what="verdicts"), as_shares(instructed.asks, what="instructions")
    right = as_shares(unled.right, what="right answers")
    demand_equal_lengths(got=got, cases=instructed.cases, asks=asks, strata=instructed.strata)
    demand_equal_lengths(right=right, cases=unled.cases, strata=unled.strata)
    _, strata = factorise([*instructed.strata, *unled.strata])
    lead = lead_beyond_due(
        got,
        cases=factorise(instructed.cases)[1],
        asks=asks,
        strata=strata[: len(got)],
        plain=Plain(right, cases=factorise(unled.cases)[1], strata=strata[len(got) :]),
    )
    share = float(got.mean())
    asked = _Asked("obedience", level=level, negligible=NEGLIGIBLE_POINTS)
    found = _from_lead(lead, share=share, deserved=min(1.0, max(0.0, share - lead.value)), asked=asked)
    return replace(found, p_value=found.p_value / 2 if lead.value > 0 else 1.0)


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
            pairs=pairs.astype(np.intp),
            reach=self.reach,
        )


@dataclass(frozen=True, slots=True)
class _Asked:
    what: str
    level: float
    negligible: float


def _marked(
    first_won: ArrayLike,
    *,
    side: FloatArray,
    pairs: Sequence[Hashable] | None,
    reference: ArrayLike | None,
    right: ArrayLike | None,
    asked: _Asked,
) -> JudgePreference:
    if reference is not None and right is not None:
        raise SampleBroken(
            "reference", "right answers are given too, and only one of them can be what is deserved"
        )
    won = as_shares(first_won, what="verdicts")
    named = range(len(won)) if pairs is None else pairs
    given = right if reference is None else reference
    told = np.full(len(won), 0.5) if given is None else as_shares(given, what="reference verdicts")
    demand_equal_lengths(first_won=won, side=side, pairs=named, reference=told)
    _, codes = factorise(named)
    marks = _Marks(
        won=np.where(side > 0, won, 1 - won),
        deserved=np.where(side > 0, told, 1 - told),
        pairs=codes,
        reach=0.5 if reference is None else 1.0,
    )
    usable: IntArray = np.flatnonzero((side != 0) & ~np.isnan(marks.won) & ~np.isnan(marks.deserved))
    if right is not None:
        return _preference_by_right(marks.take(usable), marks.deserved[usable], asked=asked)
    flags = (JudgeFlag.NO_REFERENCE,) if reference is None else ()
    return _preference(marks.take(usable), asked=asked, flags=flags)


def _pairs_of(first: Sequence[Hashable], second: Sequence[Hashable]) -> Sequence[Hashable]:
    """What stands in the two places of each judgment, whichever is first."""
    return [frozenset((one, other)) for one, other in zip(first, second, strict=False)]


def _balance(marks: _Marks, *, pairs: IntArray, orders: IntArray) -> tuple[_Marks, tuple[JudgeFlag, ...]]:
    """One row per order of the pairs shown in both, or everything when there are none."""
    _, places, inverse = np.unique(orders, return_index=True, return_inverse=True)
    means = np.bincount(inverse, weights=marks.won) / np.bincount(inverse)
    shown = pairs[places]
    twice: IntArray = np.flatnonzero(np.bincount(shown, minlength=1)[shown] == 2)
    if len(twice):
        merged = _Marks(won=means, deserved=np.full(len(means), 0.5), pairs=marks.pairs[places], reach=0.5)
        return merged.take(twice), ()
    return marks, (JudgeFlag.ORDERS_UNBALANCED,)


def _preference(marks: _Marks, *, asked: _Asked, flags: tuple[JudgeFlag, ...]) -> JudgePreference:
    judgments = len(marks.won)
    if not judgments:
        raise SampleEmpty("judgments of pairs with one marked side", needed=2)
    sizes = np.bincount(marks.pairs).astype(np.float64)
    leads = np.bincount(marks.pairs, weights=marks.won - marks.deserved) / sizes
    # Stretched to 0 and 1, a bounded lead is a share, for which intervals exist.
    stretched = (leads + marks.reach) / (2 * marks.reach)
    fair = share_of(stretched, sizes=sizes, judgments=judgments, what="pairs with one marked side")
    low, high = (_points(limit, reach=marks.reach) for limit in fair.interval(asked.level))
    share, deserved = float(marks.won.mean()), float(marks.deserved.mean())
    return JudgePreference(
        share=share,
        deserved=deserved,
        points=_points(fair.mean, reach=marks.reach),
        low=low,
        high=high,
        level=asked.level,
        logit=_lead_on_logit(share, deserved=deserved, judgments=judgments),
        p_value=fair.p_value(),
        flagged=low > asked.negligible or high < -asked.negligible,
        pairs=fair.clusters,
        judgments=judgments,
        flags=flags + _few(fair.clusters),
    )


def _preference_by_right(marks: _Marks, right: FloatArray, *, asked: _Asked) -> JudgePreference:
    """The preference from right answers; `right` is 1 where the marked side is the right one."""
    known = ~np.isnan(right)
    lead = lead_by_right(marks.won[known], right=right[known], pairs=marks.pairs[known], what=asked.what)
    return _from_lead(lead, share=(1 + lead.value) / 2, deserved=0.5, asked=asked)


def _from_lead(lead: Lead, *, share: float, deserved: float, asked: _Asked) -> JudgePreference:
    low, high = lead.interval(asked.level)
    return JudgePreference(
        share=share,
        deserved=deserved,
        points=100 * lead.value,
        low=100 * low,
        high=100 * high,
        level=asked.level,
        logit=_lead_on_logit(share, deserved=deserved, judgments=lead.judgments),
        p_value=lead.p_value(),
        flagged=100 * low > asked.negligible or 100 * high < -asked.negligible,
        pairs=lead.clusters,
        judgments=lead.judgments,
        flags=_few(lead.clusters),
    )


def _few(clusters: int) -> tuple[JudgeFlag, ...]:
    return (JudgeFlag.FEW_CASES,) if clusters < FEW_CASES else ()


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
