"""Adaptive pairing: ask what tells most about the order of the items.

A comparison of i and j with information w shrinks the variance of i by w Vi² / (1 + w (Vi + Vj)) (one step of the
Kalman filter, the items' errors taken as independent). An error of a score becomes an error of rank in proportion to
how densely the items lie there. So the gain of a pair is what it takes off the expected squared error of ranks, to
first order; the pairs of a wave are taken greedily (compare Glickman and Jensen 2005, J. Statist. Plann. Inference
127, 279-293). Only neighbours in score are looked at, so that the time grows as n log n.
"""

import numpy as np

from edison.stats.arrays import FloatArray, IntArray

from .history import History
from .shuffled import take_disjoint
from .standing import ItemEstimates

# How many neighbours on each side are looked at, besides as many as an item has met on average.
_NEIGHBOURS = 16


def pair_adaptively(
    history: History, *, standing: ItemEstimates, size: int, rng: np.random.Generator
) -> IntArray:
    """Up to `size` pairs that never met, each item at most once, those first that tell most."""
    candidates = _neighbours(history, standing=standing, rng=rng)
    fresh = candidates[history.meetings(candidates[:, 0], candidates[:, 1]) == 0]
    gains = expected_gains(standing, fresh)
    return take_disjoint(fresh[np.argsort(-gains, kind="stable")], items=history.items, size=size)


def expected_gains(standing: ItemEstimates, pairs: IntArray) -> FloatArray:
    """By how much a comparison of each pair is expected to lessen the squared error of ranks (shares of n)."""
    one, other = pairs[:, 0], pairs[:, 1]
    variances = standing.se**2
    between = variances[one] + variances[other]
    information = expected_information(standing.scores[one] - standing.scores[other], variance=between)
    costs = (_density(standing) * variances) ** 2
    return information / (1 + information * between) * (costs[one] + costs[other])


def _neighbours(history: History, *, standing: ItemEstimates, rng: np.random.Generator) -> IntArray:
    shuffled = rng.permutation(history.items)
    order = shuffled[np.argsort(standing.scores[shuffled], kind="stable")]
    reach = min(history.items - 1, _NEIGHBOURS + int(np.ceil(history.times.mean())))
    return np.concatenate([np.column_stack([order[:-step], order[step:]]) for step in range(1, reach + 1)])


def expected_information(difference: FloatArray, *, variance: FloatArray) -> FloatArray:
    """The information p (1 - p) averaged over what the difference may be: the slope of MacKay's (1992) mean of p."""
    flatter = 1 / np.sqrt(1 + np.pi * variance / 8)
    return 0.25 * flatter * (1 - np.tanh(flatter * difference / 2) ** 2)


def _density(standing: ItemEstimates) -> FloatArray:
    """The share of items per unit of score around each item, as far as its difference from a typical one may err."""
    variances = standing.se**2
    reach: FloatArray = np.sqrt(variances + float(np.mean(variances)))
    ordered = np.sort(standing.scores)
    above = np.searchsorted(ordered, standing.scores + reach, side="right")
    below = np.searchsorted(ordered, standing.scores - reach, side="left")
    return (above - below) / (2 * reach * len(ordered))
