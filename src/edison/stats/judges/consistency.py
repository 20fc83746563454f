"""How far a judge agrees with itself: asked again, and asked with the two sides exchanged."""

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import SampleBroken, SampleEmpty

from ._tables import FloatArray, as_column, as_table, demand_equal_lengths
from .agreement import percent_agreement
from .estimate import Measured, share_of


@dataclass(frozen=True, slots=True)
class SelfConsistency:
    """What became of cases that one judge was asked about several times."""

    agreement: Measured
    """The share of pairs of repeats that say the same."""
    unanimous: Measured
    """The share of cases on which all repeats say the same."""
    spread: float
    """The standard deviation of repeats within a case; of use where ratings are numbers."""


def self_consistency(repeats: ArrayLike, *, level: float = 0.95) -> SelfConsistency:
    """Compare repeats of one judge: cases down, repeats across, NaN where a repeat is missing."""
    table = as_table(repeats, what="repeats")
    seen = np.sum(~np.isnan(table), axis=1)
    table, seen = table[seen >= 2], seen[seen >= 2].astype(np.float64)
    agreement = percent_agreement(table, level=level) if len(table) else None
    if agreement is None:
        raise SampleEmpty("cases judged twice", needed=2)
    same = np.nanmax(table, axis=1) == np.nanmin(table, axis=1)
    unanimous = share_of(
        same.astype(np.float64), sizes=np.ones(len(table)), judgments=agreement.judgments
    ).estimate(level=level)
    squares = np.nansum((table - np.nanmean(table, axis=1)[:, None]) ** 2)
    return SelfConsistency(
        agreement=agreement,
        unanimous=unanimous,
        spread=sqrt(float(squares) / float(np.sum(seen - 1))),
    )


@dataclass(frozen=True, slots=True)
class OrderFlips:
    """What became of pairs that were shown in both orders."""

    rate: Measured
    """The share of pairs with another verdict after the exchange; a tie against a winner counts half."""
    to_first: int
    """Pairs where the first place won both times."""
    to_second: int
    """Pairs where the second place won both times."""


def order_flips(first_won: ArrayLike, exchanged_first_won: ArrayLike, *, level: float = 0.95) -> OrderFlips:
    """Compare verdicts on pairs shown in both orders.

    Args:
        first_won: for each pair 1 when the first place won, 0 when the second did, 0.5 for a tie.
        exchanged_first_won: the same for the same pairs with the sides exchanged. A judge that does not look
            at places answers 0 here where it answered 1 before.
        level: confidence of the interval.

    Pairs without one of the two verdicts (NaN) do not count.
    """
    once, again = _verdicts(first_won), _verdicts(exchanged_first_won)
    demand_equal_lengths(first_won=once, exchanged_first_won=again)
    both = ~np.isnan(once) & ~np.isnan(again)
    once, again = once[both], again[both]
    flips = np.abs(once + again - 1)
    share = share_of(flips, sizes=np.ones_like(flips), judgments=2 * len(flips), what="pairs in both orders")
    return OrderFlips(
        rate=share.estimate(level=level),
        to_first=int(np.sum((once == 1) & (again == 1))),
        to_second=int(np.sum((once == 0) & (again == 0))),
    )


def _verdicts(values: ArrayLike) -> FloatArray:
    verdicts = as_column(values, what="verdicts")
    if not np.all(np.isnan(verdicts) | np.isin(verdicts, (0.0, 0.5, 1.0))):
        raise SampleBroken("verdicts", "each is 1 (first won), 0 (second won) or 0.5 (tie)")
    return verdicts
