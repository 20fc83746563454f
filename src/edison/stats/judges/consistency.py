"""How far a judge agrees with itself: asked again, and asked with the two sides exchanged."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import SampleBroken, SampleEmpty
from edison.stats.arrays import FloatArray

from ._tables import as_column, as_table, demand_equal_lengths, factorise
from .agreement import percent_agreement
from .estimate import Measured, gathered


@dataclass(frozen=True, slots=True)
class SelfConsistency:
    """What became of cases that one judge was asked about several times."""

    agreement: Measured
    """The share of pairs of repeats that say the same."""
    unanimous: Measured
    """The share of cases on which all repeats say the same."""
    spread: float
    """The standard deviation of repeats within a case; of use where ratings are numbers."""


def self_consistency(
    repeats: ArrayLike, *, families: Sequence[Hashable] | None = None, level: float = 0.95
) -> SelfConsistency:
    """Compare repeats of one judge: questions down, repeats across, NaN where a repeat is missing.

    Questions of one family hang together; each is its own when none are given.
    """
    table = as_table(repeats, what="repeats")
    named = range(len(table)) if families is None else families
    demand_equal_lengths(repeats=table, families=named)
    _, codes = factorise(named)
    seen = np.sum(~np.isnan(table), axis=1)
    table, codes, seen = table[seen >= 2], codes[seen >= 2], seen[seen >= 2].astype(np.float64)
    if not len(table):
        raise SampleEmpty("cases judged twice", needed=2)
    agreement = percent_agreement(table, families=codes.tolist(), level=level)
    same = np.nanmax(table, axis=1) == np.nanmin(table, axis=1)
    unanimous = gathered(same.astype(np.float64), clusters=codes, judgments=agreement.judgments)
    squares = np.nansum((table - np.nanmean(table, axis=1)[:, None]) ** 2)
    return SelfConsistency(
        agreement=agreement,
        unanimous=unanimous.estimate(level=level),
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


def order_flips(
    first_won: ArrayLike,
    exchanged_first_won: ArrayLike,
    *,
    families: Sequence[Hashable] | None = None,
    level: float = 0.95,
) -> OrderFlips:
    """Compare verdicts on pairs shown in both orders.

    Args:
        first_won: for each pair 1 when the first place won, 0 when the second did, 0.5 for a tie.
        exchanged_first_won: the same for the same pairs with the sides exchanged. A judge that does not look
            at places answers 0 here where it answered 1 before.
        families: pairs that hang together; each its own when left out.
        level: confidence of the interval.

    Pairs without one of the two verdicts (NaN) do not count.
    """
    once, again = _verdicts(first_won), _verdicts(exchanged_first_won)
    named = range(len(once)) if families is None else families
    demand_equal_lengths(first_won=once, exchanged_first_won=again, families=named)
    _, codes = factorise(named)
    both = ~np.isnan(once) & ~np.isnan(again)
    once, again = once[both], again[both]
    flips = np.abs(once + again - 1)
    share = gathered(flips, clusters=codes[both], judgments=2 * len(flips), what="pairs in both orders")
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
