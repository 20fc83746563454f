"""What a placing is worth, in the one sentence that stands before everything else."""

from edison.domain import EntryRanking, Settlement, Worth, is_published

from ...words.wording import tell_end
from .words import tell_reliability, write_reliability

_NO_USE = "Do not use this order"


def tell_worth(entry_ranking: EntryRanking, settlement: Settlement) -> str:
    """Whether the order can be used, for what, and why not where it cannot."""
    if not settlement.is_end:
        return "There is no order yet: the run has not ended."
    if not entry_ranking.items:
        return f"There is no order: {_begin_small(tell_end(settlement))}"
    if not is_published(entry_ranking, settlement):
        return f"{_NO_USE}: {_begin_small(tell_end(settlement))}"
    return f"{_tell_order(entry_ranking)}{_tell_grades(entry_ranking)}."


def _tell_order(entry_ranking: EntryRanking) -> str:
    reliability = entry_ranking.reliability.headline
    if entry_ranking.is_in_parts:
        return f"{_NO_USE}: no chain of comparisons joins all texts"
    if reliability is None:
        return f"{_NO_USE}: how dependable it is cannot be told from these comparisons"
    number = f"reliability {write_reliability(reliability)} of 1"
    if entry_ranking.worth is Worth.DECISIONS:
        return f"The order can be used: it is {tell_reliability(reliability)[0]} ({number})"
    if entry_ranking.worth is Worth.ORIENTATION:
        return f"The order can be used as a rough guide, and not for decisions that matter ({number})"
    return f"{_NO_USE}: it is not dependable ({number})"


def _tell_grades(entry_ranking: EntryRanking) -> str:
    """Grades that somebody may be waiting for, and that are not given."""
    has_anchors = any(item.anchor_grade is not None for item in entry_ranking.items)
    if not has_anchors or entry_ranking.without_grades is None:
        return ""
    return "; no grades are given" if entry_ranking.worth.is_usable else "; nor are grades given"


def _begin_small(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]
