"""A placing in words that need no statistics to be understood."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from edison.domain import (
    DEPENDABLE,
    LEAST_RELIABILITY,
    SSR_INFLATED,
    EntryRanking,
    GradeCertainty,
    HalvesOf,
    RankedEntry,
    Reliability,
)
from edison.text import finest, write_apart, write_number

FLAG_WORDS: Mapping[str, str] = {
    "disconnected": (
        "Some texts are linked to the others by no chain of comparisons; places count only among those that are."
    ),
    "isolated items": "Some texts were never compared with another, so nothing is known about them.",
    "separated": "Some texts won or lost every comparison; how far they are ahead or behind is a guess.",
    "firth used": "Because some texts won or lost every comparison, a cautious way of computing scores was used.",
    "tied": "Some texts have exactly the same score.",
    "all ties": "Every comparison ended in a tie: nothing tells the texts apart.",
    "half wins": "Ties counted as half a win each; do not compare these scores with those of another run.",
    "by case": "Comparisons about one case hang together: intervals are those of cases drawn anew.",
    "self-comparisons": "Comparisons of a text with itself were left out.",
    "dependent verdicts": "Several verdicts hang together, so the ranges were made wider.",
    "adaptive": (
        "Pairs were chosen by earlier results. That saves comparisons, but it makes ranges look narrower and the "
        "order more dependable than they are: do not quote the scale separation as a reliability."
    ),
    "approximate errors": "There are very many texts, so the ranges are a quick approximation.",
    "nothing compared": "No comparison has a finding.",
    "not placed": "No order was made of the comparisons: that is done when a ranking ends by itself.",
    "too many failed": "Too many comparisons failed, so no order is published.",
    "no_agreement": "Two independent halves of the comparisons do not agree at all: nothing is known about the order.",
    "low_reliability": (
        "The order is not dependable: judged once more, it could be quite another. Compare more, or ask other judges."
    ),
    "length effect": "Longer texts win more often than their strength explains; scores are those at equal length.",
    "position effect": (
        "The judges leaned to the text shown first, or to the other. The order is corrected for it, but each "
        "comparison tells less than one of a judge that does not lean."
    ),
    "few_items": "There are few texts, so the reliability itself is uncertain.",
    "unequal_streams": "One half of the comparisons is much larger than the other: the reliability is overstated.",
    "no standard errors": "The way of computing scores that was chosen cannot say how sure they are.",
}
"""What to know before believing an order."""

_ADAPTIVE = "adaptive"

WEAKNESS_WORDS: Mapping[str, str] = {
    "few_anchors": "There are few graded texts to go by; nine or more would be better.",
    "grades_without_anchor": "Some grades have no graded text of their own; where they begin was interpolated.",
    "no_grade_twice": "No grade has two graded texts, so it cannot be seen how much texts of one grade differ.",
    "out_of_order": "The judges' order hardly follows the grades that people gave.",
}
"""Why grades are only weakly calibrated."""

MISS_WORDS: Mapping[str, str] = {
    "tau": "The judges put the graded texts in another order than people did.",
    "inversions": "Several texts with a lower grade beat texts with a higher one.",
    "zero_wins": "A graded text that is not of the lowest grade won against no other graded text.",
    "never_compared": "Some graded texts were not compared with other graded texts.",
}
"""Which targets of a good alignment are missed."""

CERTAINTY_WORDS: Mapping[GradeCertainty, str] = {
    GradeCertainty.HIGH: "sure",
    GradeCertainty.MID: "fairly sure",
    GradeCertainty.LOW: "unsure",
}

_LEVELS = (
    (0.9, "very dependable", "Judging everything once more would give nearly the same order."),
    (DEPENDABLE, "dependable", "Judging everything once more would give much the same order."),
    (
        LEAST_RELIABILITY,
        "roughly right",
        "Judging everything once more would move many texts a little. It shows who is near the top, in the middle "
        "and near the end; for decisions that matter, more comparisons are needed.",
    ),
)
_LOWEST = (
    "not dependable",
    "Judging everything once more could give quite another order. Compare more before deciding anything.",
)


def score_teller(items: Iterable[RankedEntry]) -> Callable[[float], str]:
    """How scores and their ends are written: as finely as the narrowest range is worth."""
    decimals = finest((item.interval.low, item.interval.high) for item in items if item.interval)
    return partial(write_number, decimals=decimals, signed=True)


def in_words(code: str, *, words: Mapping[str, str]) -> str:
    """What a code means; what is no known code is a sentence already."""
    return words.get(code, code)


def write_reliability(value: float) -> str:
    """With two decimals, or as many more as tell it apart from what is asked of an order."""
    return max((write_apart(value, limit, least=2)[0] for limit in (LEAST_RELIABILITY, DEPENDABLE)), key=len)


def write_effect(logits: float) -> str:
    """What being shown first is worth, as finely as scores are told: what rounding leaves of nothing is nothing."""
    return write_number(logits, decimals=2, signed=True)


def tell_reliability(value: float | None) -> tuple[str, str]:
    """How dependable an order is, in two words and in a sentence."""
    if value is None:
        return "not measured", "How dependable the order is cannot be told from these comparisons."
    return next(((words, told) for least, words, told in _LEVELS if value >= least), _LOWEST)


def tell_halves(found: Reliability) -> str:
    """What the split-half reliability is of, or why there is none."""
    if found.no_split_half is not None:
        return found.no_split_half
    if found.halves_of is HalvesOf.COMPARISONS:
        return "the comparisons of the one judge dealt into two heaps again and again: how well it agrees with itself"
    return "the judges dealt into two heaps again and again"


def cautions(entry_ranking: EntryRanking, *, is_adaptive: bool) -> list[str]:
    """Everything to know before believing the order and its numbers, each once."""
    codes = [*entry_ranking.reliability.cautions, *entry_ranking.flags]
    if is_adaptive or SSR_INFLATED in codes:
        # One sentence says both: that the order and that the ranges look surer than they are.
        said = (_ADAPTIVE, SSR_INFLATED)
        codes = [_ADAPTIVE, *(code for code in codes if code not in said)]
    return list(dict.fromkeys(in_words(code, words=FLAG_WORDS) for code in codes))


def listed(names: Iterable[str], *, most: int = 8) -> str:
    """Names in one line, and how many more there are."""
    all_names = list(names)
    told = ", ".join(all_names[:most])
    return told if len(all_names) <= most else f"{told} and {len(all_names) - most:,} more"
