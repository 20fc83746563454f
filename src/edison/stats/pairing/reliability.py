"""How much of the differences in scores is real."""

from dataclasses import dataclass
from enum import StrEnum
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import LengthsDiffer, SampleBroken, SampleEmpty
from edison.stats.arrays import FloatArray, read_column

_LEAST_ITEMS = 4


class ReliabilityCaution(StrEnum):
    """What a reader must know before believing a reliability."""

    NO_AGREEMENT = "no_agreement"
    """The streams do not agree at all: nothing is known about the order."""
    FEW_ITEMS = "few_items"
    UNEQUAL_STREAMS = "unequal_streams"
    """One stream has far more comparisons than the other: the stepped-up value is too high."""


@dataclass(frozen=True, slots=True)
class StreamReliability:
    """The agreement of two independent streams, stepped up to both together."""

    correlation: float
    """Pearson's, between the streams' scores."""
    reliability: float
    """Of the pooled scores: the squared correlation with the truth that they can be expected to have."""
    low: float
    high: float
    level: float
    items: int
    cautions: tuple[ReliabilityCaution, ...]


def stream_reliability(
    first: ArrayLike,
    second: ArrayLike,
    *,
    comparisons: tuple[int, int] | None = None,
    level: float = 0.95,
) -> StreamReliability:
    """Correlate two streams' scores and step up by Spearman (1910) and Brown (1910): 2 r / (1 + r).

    The interval is Fisher's for the correlation, stepped up likewise.

    Args:
        first: The scores of each item by the first stream alone.
        second: By the second stream alone, in the same order.
        comparisons: How many each stream has, to notice when they are far from equal.
        level: The level of the interval.
    """
    one = read_column(first, what="scores of the first stream")
    other = read_column(second, what="scores of the second stream")
    if len(one) != len(other):
        raise LengthsDiffer({"first stream": len(one), "second stream": len(other)})
    if len(one) < _LEAST_ITEMS:
        raise SampleEmpty("items in both streams", needed=_LEAST_ITEMS, got=len(one))
    if not 0 < level < 1:
        raise SampleBroken("level", f"{level} does not lie between 0 and 1")
    correlation = _correlate(one, other)
    reach = NormalDist().inv_cdf((1 + level) / 2) / np.sqrt(len(one) - 3)
    centre = np.arctanh(np.clip(correlation, -1 + 1e-12, 1 - 1e-12))
    claims = {
        ReliabilityCaution.NO_AGREEMENT: correlation <= 0,
        ReliabilityCaution.FEW_ITEMS: len(one) < 10,
        ReliabilityCaution.UNEQUAL_STREAMS: comparisons is not None
        and max(comparisons) > 1.5 * min(comparisons),
    }
    return StreamReliability(
        correlation=correlation,
        reliability=_step_up(correlation),
        low=_step_up(float(np.tanh(centre - reach))),
        high=_step_up(float(np.tanh(centre + reach))),
        level=level,
        items=len(one),
        cautions=tuple(caution for caution, holds in claims.items() if holds),
    )


def hierarchical_reliability(scores: ArrayLike, se: ArrayLike) -> float:
    """The share of real differences in scores of a hierarchical fit: var(score) / (var(score) + mean(se²)).

    Scores that are shrunk towards their mean vary as much as is known of the truth; what is unknown is left in
    their posterior variances.
    """
    strengths = read_column(scores, what="scores")
    errors = read_column(se, what="standard errors", length=len(strengths))
    if len(strengths) < 2:
        raise SampleEmpty("scores", needed=2, got=len(strengths))
    if errors.min() < 0:
        raise SampleBroken("standard errors", "one of them is below zero")
    known, unknown = float(strengths.var(ddof=1)), float(np.mean(errors**2))
    return known / (known + unknown) if known + unknown else 0.0


def _correlate(one: FloatArray, other: FloatArray) -> float:
    """Nothing that does not vary agrees with anything."""
    first, second = one - one.mean(), other - other.mean()
    size = float(np.sqrt((first @ first) * (second @ second)))
    return float(np.clip(first @ second / size, -1, 1)) if size else 0.0


def _step_up(correlation: float) -> float:
    """Below zero the formula has no meaning: no agreement is no reliability."""
    return 2 * correlation / (1 + correlation) if correlation > 0 else 0.0
