"""What a reader may take from a placing and what not, in plain sentences with their numbers."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from edison.domain import (
    DEPENDABLE,
    LOW_RELIABILITY,
    CardStanding,
    ComparingJudge,
    EntryRanking,
    GradeCertainty,
    Interval,
    RankedEntry,
)
from edison.text import several, write_apart, write_percent

from ...cards.seen import tell_seen
from .run import EntryRankingRun
from .words import FLAG_WORDS, cautions, listed, write_reliability

FEW_COMPARISONS = 10
"""Below so many comparisons a text's place is hardly known: 10 to 15 are usual in comparative judgment."""
LEANING = 0.1
"""From this distance to one half on, a judge is said to lean to one side."""
ENOUGH_TO_LEAN = 30
"""With fewer comparisons such a distance happens by chance."""

_MANY_FLIPS = 0.25
_LOW_AGREEMENT = 0.67


@dataclass(frozen=True, slots=True)
class Trust:
    """Sentences for both sides of the scales."""

    rely: tuple[str, ...]
    careful: tuple[str, ...]


def weigh_trust(entry_ranking: EntryRanking, *, about: EntryRankingRun) -> Trust:
    """What can be relied on, and what to be careful with."""
    careful = (
        *tell_unplaced(entry_ranking),
        *_about_order(entry_ranking),
        *_about_texts(entry_ranking.items),
        *_about_grades(entry_ranking),
        *_about_judges(entry_ranking),
        *_other_cautions(entry_ranking, about=about),
    )
    return Trust(tuple(_to_rely_on(entry_ranking)), tuple(dict.fromkeys(careful)))


def _other_cautions(entry_ranking: EntryRanking, *, about: EntryRankingRun) -> Iterator[str]:
    """Those that neither the verdict at the top of the page nor the sentences about judges have said."""
    said = {FLAG_WORDS[LOW_RELIABILITY]}
    if any(leaning_of(judge) is not None for judge in entry_ranking.judges):
        said.add(FLAG_WORDS["position effect"])
    return (
        caution for caution in cautions(entry_ranking, is_adaptive=about.is_adaptive) if caution not in said
    )


def tell_unplaced(entry_ranking: EntryRanking) -> Iterator[str]:
    """Which texts have no place, where some do."""
    if entry_ranking.items and entry_ranking.unplaced:
        yield (
            f"Texts without a place ({len(entry_ranking.unplaced):,}), because no comparison of them has a finding: "
            f"{listed(entry_ranking.unplaced)}."
        )


def leaning_of(judge: ComparingJudge) -> str | None:
    """Which side a judge leans to, where that is no chance."""
    if judge.first_chosen is None or judge.comparisons < ENOUGH_TO_LEAN:
        return None
    if abs(judge.first_chosen - 0.5) < LEANING:
        return None
    return "first" if judge.first_chosen > 0.5 else "second"


def _to_rely_on(entry_ranking: EntryRanking) -> Iterator[str]:
    """Nothing, where the order is worth nothing: its ranges are as doubtful as its places."""
    if not entry_ranking.worth.is_usable:
        return
    reliability = entry_ranking.reliability.headline
    if reliability is not None and reliability >= DEPENDABLE:
        number = f"reliability {write_reliability(reliability)} of 1"
        yield f"The order as a whole, from the strongest to the weakest text ({number})."
    apart, pairs = _count_apart([item.interval for item in entry_ranking.items if item.interval is not None])
    if apart:
        yield (
            f"Who is ahead, where two ranges in the picture do not touch: that is so for {apart:,} of "
            f"{several(pairs, 'pair')} of texts ({write_percent(apart / pairs)})."
        )
    graded = [
        item for item in entry_ranking.items if item.projected is not None and item.anchor_grade is None
    ]
    sure = [item for item in graded if _has_certainty(item, GradeCertainty.HIGH)]
    if sure:
        yield f"The grades called sure: {len(sure):,} of {several(len(graded), 'text')}."
    if entry_ranking.first_position is not None:
        yield "That the order does not hang on who was shown first: what that is worth was measured and taken out."


def _about_order(entry_ranking: EntryRanking) -> Iterator[str]:
    neighbours = [
        (upper.interval, lower.interval)
        for upper, lower in pairwise(entry_ranking.items)
        if upper.interval is not None and lower.interval is not None
    ]
    touching = sum(upper.low <= lower.high for upper, lower in neighbours)
    if touching:
        yield (
            f"Neighbours in the list: {touching:,} of {len(neighbours):,} are not told apart from the next one. "
            "One place more or less means nothing there."
        )


def _about_texts(items: Sequence[RankedEntry]) -> Iterator[str]:
    few = [item.name for item in items if item.comparisons < FEW_COMPARISONS]
    if few:
        yield (
            f"Texts that were compared fewer than {FEW_COMPARISONS} times ({len(few):,}): {listed(few)}. "
            "Their places may still change much."
        )
    odd = [item.name for item in items if item.misfits]
    if odd:
        yield (
            f"Texts the judges disagreed about more than usual ({len(odd):,}): {listed(odd)}. "
            "Read them yourself before you decide."
        )


def _about_grades(entry_ranking: EntryRanking) -> Iterator[str]:
    unsure = [item.name for item in entry_ranking.items if _has_certainty(item, GradeCertainty.LOW)]
    if unsure:
        yield (
            f"The grades called unsure ({len(unsure):,}): {listed(unsure)}. "
            "The chances of the other grades stand beside them."
        )
    if entry_ranking.weaknesses:
        yield "All grades: they rest on too few graded texts, or on such that fit badly. See under Grades."
    if entry_ranking.alignment is not None and entry_ranking.alignment.misses:
        yield "All grades: the judges' order does not fit the grades that people gave well. See under Grades."


def _about_judges(entry_ranking: EntryRanking) -> Iterator[str]:
    for judge in entry_ranking.judges:
        if judge.card is not None and judge.card.standing is CardStanding.UNQUALIFIED:
            yield f"{judge.name} is unqualified by its card: {tell_seen(judge.card)}."
        if side := leaning_of(judge):
            yield (
                f"{judge.name} chose the text shown first in {write_percent(judge.first_chosen)} of its comparisons, "
                f"so it leans to the {side} one. The order allows for that; single verdicts do not."
            )
        if judge.flips is not None and judge.flips > _MANY_FLIPS:
            yield f"{judge.name} changed its mind in {write_percent(judge.flips)} of the pairs it saw both ways round."
        if judge.misfits:
            yield f"{judge.name} often judged against the order that all comparisons together give."
        if judge.not_judged:
            yield f"{judge.name} gave no usable verdict in {several(judge.not_judged, 'comparison')}."
    if entry_ranking.agreement is not None and entry_ranking.agreement < _LOW_AGREEMENT:
        yield (
            "The judges often disagree on the same pairs "
            f"(agreement {_agreement(entry_ranking.agreement)}; 0 is chance, 1 is always the same)."
        )


def _agreement(alpha: float) -> str:
    return write_apart(alpha, _LOW_AGREEMENT, least=2)[0]


def _has_certainty(item: RankedEntry, certainty: GradeCertainty) -> bool:
    return item.projected is not None and item.projected.certainty is certainty


def _count_apart(intervals: Sequence[Interval]) -> tuple[int, int]:
    """How many pairs of intervals do not touch, and how many pairs there are."""
    highs = sorted(interval.high for interval in intervals)
    apart = sum(bisect_left(highs, interval.low) for interval in intervals)
    return apart, len(intervals) * (len(intervals) - 1) // 2
