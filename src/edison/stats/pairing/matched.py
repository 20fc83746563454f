"""Pairing by maximum-weight matching: items that were compared seldom, with neighbours in score."""

from dataclasses import dataclass

import numpy as np

from edison.errors import StatisticRefused
from edison.stats.arrays import FloatArray, IntArray

from .blossom import maximum_weight_matching
from .history import History
from .standing import ItemEstimates

# The best matching costs the cube of the number of items.
MATCHED_ITEMS = 100

_NEAR = 2.0
_JITTER = 0.001
_WHOLE = 1_000_000


@dataclass(frozen=True, slots=True)
class MatchingWeights:
    """What a pair is worth: how seldom its items were compared, and how near their scores are."""

    seldom: float = 1.0
    near: float = 0.5


def pair_by_matching(
    history: History,
    *,
    standing: ItemEstimates | None,
    size: int,
    rng: np.random.Generator,
    weights: MatchingWeights | None = None,
) -> IntArray:
    """As many pairs that never met as possible, and among those the ones worth most together.

    Of an odd number of items the most compared one sits out.
    """
    if history.items > MATCHED_ITEMS:
        raise StatisticRefused(
            "pairing by matching",
            f"it is for at most {MATCHED_ITEMS} items and there are {history.items}",
            instead="Use adaptive pairing.",
        )
    one, other, worth = _weigh(history, standing=standing, rng=rng, weights=weights or MatchingWeights())
    if not len(one):
        return np.empty((0, 2), dtype=np.intp)
    # A pair more is worth more than any choice among pairs.
    whole = np.rint((worth + history.items * (1 + worth.max())) * _WHOLE).astype(np.intp)
    edges = dict(zip(zip(one.tolist(), other.tolist(), strict=True), whole.tolist(), strict=True))
    best = sorted(maximum_weight_matching(history.items, edges), key=lambda pair: -edges[pair])
    return np.array(best, dtype=np.intp).reshape(-1, 2)[:size]


def _weigh(
    history: History, *, standing: ItemEstimates | None, rng: np.random.Generator, weights: MatchingWeights
) -> tuple[IntArray, IntArray, FloatArray]:
    playing = np.arange(history.items)
    if history.items % 2:
        shuffled = rng.permutation(playing)
        playing = playing[playing != shuffled[history.times[shuffled].argmax()]]
    places = np.triu_indices(len(playing), 1)
    one, other = playing[places[0]], playing[places[1]]
    fresh = history.meetings(one, other) == 0
    one, other = one[fresh], other[fresh]
    seldom = 1 / (1 + history.times[one]) + 1 / (1 + history.times[other])
    scores = np.zeros(history.items) if standing is None else standing.scores
    gap = np.abs(scores[one] - scores[other])
    near = np.where(gap < _NEAR, np.exp(-gap), 0.0)
    return one, other, weights.seldom * seldom + weights.near * near + _JITTER * rng.random(len(one))
