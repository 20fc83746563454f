"""splitting: whether two halves that know nothing of each other find the same order, or why that cannot be told."""

from dataclasses import dataclass

from edison.domain import Chance, HalvesOf
from edison.errors import SampleEmpty, StatisticRefused

from .meetings import Meetings
from .strengths import MOST_FITTED

HEAPS = 20
"""Into so many heaps the comparisons of one judge are dealt; any ten of them are a half."""
_SPLITS = 200
"""Tell the median to about 0.005 where halves agree at all well."""


LEAST_HALVED = 6
"""Of fewer texts, half of the pairs hardly joins them: a coin reached 0.7 in one of five contests of four texts."""


@dataclass(frozen=True, slots=True)
class SplitReliability:
    """The reliability of halves, stepped up to the whole, and what was halved; or why there is none."""

    value: float | None = None
    of: HalvesOf | None = None
    reason: str | None = None


def split_meetings(meetings: Meetings, *, seed: int) -> SplitReliability:
    """Halves of the judges; of one judge alone, halves of its comparisons.

    The latter tell how well it would find its own order again, and nothing of whether others would share it. A pair
    lies in one half whole, whichever way round and however often it was shown: else the halves would know each other.
    """
    from edison.stats.strengths import split_half

    of = HalvesOf.JUDGES if len(set(meetings.judge)) > 1 else HalvesOf.COMPARISONS
    if of is HalvesOf.COMPARISONS and meetings.texts < LEAST_HALVED:
        return SplitReliability(
            reason=f"Comparisons of one judge are halved from {LEAST_HALVED} texts on; of fewer a half says too little."
        )
    if of is HalvesOf.COMPARISONS and meetings.texts > MOST_FITTED and not meetings.is_adaptive:
        return SplitReliability(
            reason=f"Comparisons of one judge are halved for up to {MOST_FITTED:,} texts."
        )
    try:
        if of is HalvesOf.JUDGES:
            found = split_half(meetings.table(), seed=seed, adaptive=meetings.is_adaptive)
        else:
            table = meetings.table(judge=_deal_heaps(meetings, seed=seed))
            found = split_half(table, seed=seed, splits=_SPLITS, adaptive=meetings.is_adaptive)
    except (SampleEmpty, StatisticRefused) as refused:
        return SplitReliability(reason=refused.sentence)
    return SplitReliability(value=found.stepped_up, of=of)


def _deal_heaps(meetings: Meetings, *, seed: int) -> list[int]:
    met = [frozenset(pair) for pair in zip(meetings.left, meetings.right, strict=True)]
    pairs = list(dict.fromkeys(met))
    Chance(seed).stream("heaps").shuffle(pairs)
    heaps = {pair: place % HEAPS for place, pair in enumerate(pairs)}
    return [heaps[pair] for pair in met]
