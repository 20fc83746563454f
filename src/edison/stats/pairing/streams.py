"""Two independent streams, so that the reliability of adaptive results can be measured.

Pairs chosen by earlier results carry those results' errors on: a split made afterwards finds both halves agreeing on
the same mistakes. Two streams that never look at each other's results share nothing but the truth.
"""

from dataclasses import dataclass

import numpy as np

from edison.errors import SampleBroken

from .history import History
from .standing import ItemEstimates
from .waves import Pairing, PairingWave, deal_wave

LEAST_RANDOM = 0.25
# Before each item was compared so often on average, results say too little to choose pairs by.
_FIRST_COMPARISONS = 1.5


@dataclass(frozen=True, slots=True, eq=False)
class PairingStream:
    """What one stream has compared, and where the items stand by its own results alone."""

    history: History
    standing: ItemEstimates | None = None


def deal_streams(
    streams: tuple[PairingStream, PairingStream],
    *,
    random_share: float = LEAST_RANDOM,
    fill: float = 0.6,
    seed: int = 0,
) -> tuple[PairingWave, PairingWave]:
    """The next wave of each stream.

    The first waves of a stream are random, until there is something to choose by, and at every time at least
    `random_share` of its waves and of its comparisons are; the others are adaptive. A wave takes only the share
    `fill` of the items, so that those about whom least is to be learnt can rest.
    """
    if not LEAST_RANDOM <= random_share <= 1:
        raise SampleBroken("random share", f"{random_share:g} does not lie between {LEAST_RANDOM} and 1")
    if not 0 < fill <= 1:
        raise SampleBroken("share of items in a wave", f"{fill:g} is not above 0 and at most 1")
    first, second = (
        _deal(stream, random_share=random_share, fill=fill, seed=_derive(seed, place))
        for place, stream in enumerate(streams)
    )
    return first, second


def _deal(stream: PairingStream, *, random_share: float, fill: float, seed: int) -> PairingWave:
    history = stream.history
    size = max(1, int(np.ceil(fill * (history.items // 2))))
    is_due = _is_random_due(history, size=size, share=random_share)
    pairing = Pairing.RANDOM if is_due else Pairing.ADAPTIVE
    return deal_wave(history, pairing=pairing, standing=stream.standing, size=size, seed=seed)


def _is_random_due(history: History, *, size: int, share: float) -> bool:
    """Whether there is nothing to choose by yet, or one more adaptive wave would leave too few random ones."""
    is_early = history.times.mean() < _FIRST_COMPARISONS
    waves_short = history.random_waves < share * (history.waves + 1)
    return is_early or waves_short or history.random_comparisons < share * (len(history) + size)


def _derive(seed: int, place: int) -> int:
    return int(np.random.SeedSequence([seed, place]).generate_state(1)[0])
