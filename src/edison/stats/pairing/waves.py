"""Waves: pairs that are asked together, in the order they are shown."""

from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from edison.errors import LengthsDiffer, SampleEmpty
from edison.stats.arrays import IntArray

from .adaptive import pair_adaptively
from .history import History
from .matched import MatchingWeights, pair_by_matching
from .shuffled import pair_at_random, pair_round_robin
from .sides import place_sides
from .standing import ItemEstimates

_NO_PAIRS = np.empty((0, 2), dtype=np.intp)


class Pairing(StrEnum):
    """How pairs are chosen."""

    RANDOM = "random"
    ROUND_ROBIN = "round_robin"
    MATCHING = "matching"
    """Maximum-weight matching, for few items."""
    ADAPTIVE = "adaptive"


class Mode(StrEnum):
    """Whether pairs that met may meet again."""

    COVERAGE = "coverage"
    RESAMPLING = "resampling"


@dataclass(frozen=True, slots=True, eq=False)
class PairingWave:
    """Pairs to ask; the left one is shown first."""

    left: IntArray
    right: IntArray
    pairing: Pairing
    """How the pairs were chosen, which is at random where nothing is known yet to choose by."""
    is_adaptive: bool
    """The pairs depend on earlier results."""
    mode: Mode
    resting: IntArray
    """Items that sit this wave out."""
    unseen_pairs: int
    """How many pairs would still not have met after this wave."""
    is_exhausted: bool
    """There is no pair to ask: all have met (coverage), or none has (resampling)."""

    def __len__(self) -> int:
        return len(self.left)


def deal_wave(
    history: History,
    *,
    pairing: Pairing = Pairing.ADAPTIVE,
    standing: ItemEstimates | None = None,
    size: int | None = None,
    weights: MatchingWeights | None = None,
    seed: int = 0,
) -> PairingWave:
    """Choose the next pairs among those that never met; none when all have.

    Args:
        history: What was compared so far, by this stream alone if there are two.
        pairing: The strategy. Adaptive pairing without a standing is random. The round robin needs the same seed in
            every wave, the others a new one.
        standing: Scores and standard errors so far, in the order of the items.
        size: At most so many pairs; half the items when not given.
        weights: For pairing by matching.
        seed: Equal seeds give equal waves.
    """
    rng = np.random.default_rng(seed)
    most = _check_size(size, usual=history.items // 2)
    if standing is not None and len(standing.scores) != history.items:
        raise LengthsDiffer({"items": history.items, "scores": len(standing.scores)})
    match pairing:
        case Pairing.ROUND_ROBIN:
            pairs = pair_round_robin(history, size=most, rng=rng)
        case Pairing.MATCHING:
            pairs = pair_by_matching(history, standing=standing, size=most, rng=rng, weights=weights)
        case Pairing.ADAPTIVE if standing is not None:
            pairs = pair_adaptively(history, standing=standing, size=most, rng=rng)
        case _:
            pairs = _NO_PAIRS
    if len(pairs) or not history.unseen_pairs:
        is_adaptive = standing is not None and pairing in {Pairing.ADAPTIVE, Pairing.MATCHING}
        return _wave(history, pairs=pairs, pairing=pairing, seed=seed, is_adaptive=is_adaptive)
    # Nothing is known yet to choose by, or the one who should sit out is the only one with pairs left.
    pairs = pair_at_random(history, size=most, rng=rng)
    return _wave(history, pairs=pairs, pairing=Pairing.RANDOM, seed=seed, is_adaptive=False)


def resample_wave(history: History, *, size: int | None = None, seed: int = 0) -> PairingWave:
    """Every pair that met before once more, in the order it was shown less often.

    Of fewer pairs, those that met least come first, spread evenly over the items.
    """
    rng = np.random.default_rng(seed)
    one, other, counts = history.seen_pairs()
    most = _check_size(size, usual=len(counts))
    order = np.lexsort((rng.random(len(counts)), counts))
    chosen = _take_evenly(np.column_stack([one, other])[order], items=history.items, size=most)
    # Which pairs have met is a result of earlier results, unless all have.
    is_adaptive = bool(history.adaptive.any()) and history.unseen_pairs > 0
    wave = _wave(history, pairs=chosen, pairing=Pairing.RANDOM, seed=seed, is_adaptive=is_adaptive)
    return replace(wave, mode=Mode.RESAMPLING, unseen_pairs=history.unseen_pairs)


def _check_size(size: int | None, *, usual: int) -> int:
    if size is None:
        return usual
    if size < 1:
        raise SampleEmpty("pairs of a wave", got=size)
    return size


def _take_evenly(candidates: IntArray, *, items: int, size: int) -> IntArray:
    """The first so many, as long as no item appears more often than its share; then those that were passed over."""
    wanted = min(size, len(candidates))
    most = -(-2 * wanted // items)
    times = [0] * items
    chosen: list[tuple[int, int]] = []
    passed_over: list[tuple[int, int]] = []
    for one, other in candidates.tolist():
        if times[one] < most and times[other] < most and len(chosen) < wanted:
            times[one] += 1
            times[other] += 1
            chosen.append((one, other))
        else:
            passed_over.append((one, other))
    chosen += passed_over[: wanted - len(chosen)]
    return np.array(chosen, dtype=np.intp).reshape(-1, 2)


def _wave(
    history: History, *, pairs: IntArray, pairing: Pairing, seed: int, is_adaptive: bool
) -> PairingWave:
    # A round robin keeps its seed: the coins for sides must fall anew in every wave all the same.
    sides = place_sides(pairs, history=history, rng=np.random.default_rng([seed, len(history)]))
    return PairingWave(
        left=sides.left,
        right=sides.right,
        pairing=pairing,
        is_adaptive=is_adaptive,
        mode=Mode.COVERAGE,
        resting=np.setdiff1d(np.arange(history.items), pairs),
        unseen_pairs=history.unseen_pairs - len(pairs),
        is_exhausted=not len(pairs),
    )
