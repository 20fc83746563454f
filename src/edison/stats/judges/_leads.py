"""What a mark is worth to a judge whose accuracy nobody knows: right answers with the mark against those without.

A judge that is right with chance a, and gives marked sides a lead of b, is right with a + b / 2 where the marked side
is the right one and with a - b / 2 where it is not. The difference of the two accuracies is b, whatever a is and
however many right answers are marked. Among equals the marked side wins with (1 + b) / 2.
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from edison.errors import StatisticRefused
from edison.stats.arrays import FloatArray, IntArray

from .estimate import ClusteredShare, gathered

_HALVINGS = 40
_FEWEST = 2


@dataclass(frozen=True, slots=True)
class Lead:
    """A weighted sum of shares and a constant, with the interval that is made of theirs."""

    shares: tuple[ClusteredShare, ...]
    weights: FloatArray
    constant: float
    correlations: FloatArray
    """Of the shares: pairs of one family may be in several groups."""
    clusters: int
    judgments: int

    @property
    def value(self) -> float:
        return float(self.weights @ [share.mean for share in self.shares]) + self.constant

    def interval(self, level: float) -> tuple[float, float]:
        """The square-and-add interval (Newcombe, Stat. Med. 17, 1998; Zou and Donner, Stat. Med. 27, 2008)."""
        means = np.array([share.mean for share in self.shares])
        degrees = sum(share.clusters - 1 for share in self.shares)
        ends = np.array([share.interval(level, df=degrees) for share in self.shares])
        # Where a share is taken off, its upper end is what pulls the sum down.
        nearer, farther = self.weights * (means - ends[:, 0]), self.weights * (means - ends[:, 1])
        below, above = np.maximum(nearer, farther), np.minimum(nearer, farther)
        low = self.value - sqrt(max(0.0, float(below @ self.correlations @ below)))
        high = self.value + sqrt(max(0.0, float(above @ self.correlations @ above)))
        return max(-1.0, low), min(1.0, high)

    def p_value(self) -> float:
        """Of no lead: one less the highest level whose interval leaves out zero."""
        inside, outside = 1.0, 0.0
        for _ in range(_HALVINGS):
            level = (inside + outside) / 2
            low, high = self.interval(level)
            inside, outside = (inside, level) if low > 0 or high < 0 else (level, outside)
        return 1 - outside


def lead_by_right(won: FloatArray, *, right: FloatArray, pairs: IntArray, what: str) -> Lead:
    """The lead of the marked side from judgments whose right answers are known.

    Args:
        won: What the marked side of each judgment got.
        right: Above a half where the marked side is the right one, below where the other is, a half for equals.
        pairs: The cluster of each judgment.
        what: What is measured, for refusals.
    """
    groups = [right > 0.5, right < 0.5, right == 0.5]
    counts = np.array([len(np.unique(pairs[group])) for group in groups], dtype=np.float64)
    weights = _weights(counts, what=what)
    used = [group for group, weight in zip(groups, weights.tolist(), strict=True) if weight > 0]
    kept = np.logical_or.reduce(used)
    return Lead(
        shares=tuple(_share(won[group], pairs[group]) for group in used),
        weights=weights[weights > 0],
        constant=-1.0,
        correlations=_correlations(won, used=used, pairs=pairs),
        clusters=len(np.unique(pairs[kept])),
        judgments=int(kept.sum()),
    )


def even_share(won: FloatArray, *, right: FloatArray, pairs: IntArray, what: str) -> Lead:
    """What right sides got where they are marked as often as not: the mean of both accuracies."""
    groups = [right > 0.5, right < 0.5]
    _weights(np.array([*(len(np.unique(pairs[group])) for group in groups), 0.0]), what=what)
    got = np.where(right > 0.5, won, 1 - won)
    kept = np.logical_or.reduce(groups)
    return Lead(
        shares=tuple(_share(got[group], pairs[group]) for group in groups),
        weights=np.array([0.5, 0.5]),
        constant=0.0,
        correlations=_correlations(got, used=groups, pairs=pairs),
        clusters=len(np.unique(pairs[kept])),
        judgments=int(kept.sum()),
    )


def lead_beyond_due(
    got: FloatArray, *, cases: IntArray, asks: FloatArray, strata: IntArray, plain: "Plain"
) -> Lead:
    """What instructions got beyond what they would have got anyway, by how often the judge is right without any.

    Args:
        got: Whether each instruction was followed.
        cases: The cluster of each.
        asks: 1 where it asks for what is right, 0 for what is wrong, 0.5 among equals.
        strata: What each is to be held against, among the strata of the plain ones.
        plain: Judgments without an instruction.
    """
    due = 2 * asks - 1
    groups = [stratum for stratum in np.unique(strata).tolist() if np.any(due[strata == stratum])]
    shares = [_share(got, cases), *(plain.share(stratum) for stratum in groups)]
    weights = [1.0, *(-float(due[strata == stratum].sum()) / len(got) for stratum in groups)]
    return Lead(
        shares=tuple(shares),
        weights=np.array(weights),
        # Of what asks for the wrong side, a judge that is right with chance a gives 1 - a; of equals a half.
        constant=-float((1 - asks).mean()),
        correlations=np.eye(len(shares)),
        clusters=shares[0].clusters,
        judgments=len(got),
    )


@dataclass(frozen=True, slots=True)
class Plain:
    """How often a judge is right where nothing leads it, by stratum."""

    right: FloatArray
    cases: IntArray
    strata: IntArray

    def share(self, stratum: int) -> ClusteredShare:
        kept = self.strata == stratum
        return _share(self.right[kept], self.cases[kept])


def _weights(counts: FloatArray, *, what: str) -> FloatArray:
    """Both kinds of right answers together against equals, by how many there are; no weight looks at a result."""
    marked, unmarked, equals = counts.tolist()
    by_right = 4 / (1 / marked + 1 / unmarked) if min(marked, unmarked) >= _FEWEST else 0.0
    by_equals = equals if equals >= _FEWEST else 0.0
    if not by_right + by_equals:
        raise StatisticRefused(
            what,
            f"the right one is the marked side in {marked:.0f} pairs, the other side in {unmarked:.0f}, and "
            f"{equals:.0f} are equals: accuracy and preference cannot be told apart",
            instead="Add pairs of the other kind, at least two.",
        )
    share = by_right / (by_right + by_equals)
    return np.array([share, share, 2 * (1 - share)])


def _share(won: FloatArray, pairs: IntArray) -> ClusteredShare:
    return gathered(won, clusters=pairs, judgments=len(won), what="pairs with one marked side")


def _correlations(won: FloatArray, *, used: list[np.typing.NDArray[np.bool_]], pairs: IntArray) -> FloatArray:
    """How the errors of the groups' shares go together, through the clusters that they have in common."""
    size = int(pairs.max()) + 1
    pulls = np.array(
        [
            np.bincount(pairs[group], weights=won[group] - won[group].mean(), minlength=size) / group.sum()
            for group in used
        ]
    )
    covariance = pulls @ pulls.T
    errors = np.sqrt(np.diagonal(covariance))
    scale = np.outer(errors, errors)
    found = np.divide(covariance, scale, out=np.zeros_like(covariance), where=scale > 0)
    np.fill_diagonal(found, 1.0)
    return found
