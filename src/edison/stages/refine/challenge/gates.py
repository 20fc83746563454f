"""Why a better candidate is not adopted all the same: less safe, more fail checks, or only one judge sees its gain."""

from math import comb, isnan

from edison.errors import EdisonError
from edison.stats.comparing import ComparisonVerdict, PairedComparison, compare_pairs

from .counting import checked_of_both, count_more_unsafe
from .scores import SCALE, CellKey, Compared, VersionScores, families_of

LESS_SAFE = "less_safe"
"""Why a candidate is held back in whose answers more was found than in its parent's."""
FAILS_MORE = "more_answers_fail_checks"
"""Why a candidate is held back of whose answers more fail a check than chance would do."""
ONE_JUDGE_ALONE = "one_judge_alone_sees_the_gain"
_BY_CHANCE = 0.2
"""Where more of something bad would be so unlikely by chance it counts: three new ones and none gone, and the like."""


def find_gate(parent: VersionScores, candidate: VersionScores, *, side: Compared, level: float) -> str | None:
    """Why a better candidate is not adopted all the same; None where nothing speaks against it.

    What is found by looking through answers is no matter of chance, so that a single one more is enough.
    """
    if count_more_unsafe(parent, candidate):
        return LESS_SAFE
    if _fails_more(parent, candidate):
        return FAILS_MORE
    if _is_more_than_chance(new=candidate.warned - parent.warned, gone=parent.warned - candidate.warned):
        return "judges_warn_more"
    seen = compare_others(side, level=level)
    if any(one is None or one.verdict is not ComparisonVerdict.BETTER for one in seen):
        return ONE_JUDGE_ALONE
    return None


def compare_others(side: Compared, *, level: float) -> list[PairedComparison | None]:
    """The gain as all but one judge see it, for each that is left out; None where they say too little.

    All of them must see it, each at the level of the decision: then no judge alone brings anything about more often
    by chance than the decision itself may be wrong (an intersection-union test, Berger 1982), over all candidates and
    rounds. One judge is not held against itself.
    """
    # Where one of the two has no answer nobody was asked; that is no judge of its own.
    judges = {judge for judge in side.parent.judges | side.candidate.judges if judge >= 0}
    return [_compare_without(judge, side, level=level) for judge in sorted(judges)] if len(judges) > 1 else []


def _compare_without(judge: int, side: Compared, *, level: float) -> PairedComparison | None:
    rows = [
        (key, side.parent.quality(key, without=judge), side.candidate.quality(key, without=judge))
        for key in sorted({*side.parent.scores, *side.candidate.scores})
    ]
    known = [row for row in rows if not isnan(row[1]) and not isnan(row[2])]
    try:
        return compare_pairs(
            [before for _, before, _ in known],
            [after for _, _, after in known],
            scale=SCALE,
            cases=[case for (case, _, _), _, _ in known],
            families=families_of([key for key, _, _ in known], [side]),
            level=level,
        )
    except EdisonError:
        return None


def _fails_more(parent: VersionScores, candidate: VersionScores) -> bool:
    """Whether more answers fail a check, whatever judges think of them."""
    failing = [
        {key for key in checked_of_both(parent, candidate) if one.scores[key].passed is False}
        for one in (parent, candidate)
    ]
    return _is_more_than_chance(new=failing[1] - failing[0], gone=failing[0] - failing[1])


def _is_more_than_chance(*, new: set[CellKey], gone: set[CellKey]) -> bool:
    """Whether more answers are bad than chance would do: a sign test on those that are in one version only."""
    either = len(new) + len(gone)
    chance = sum(comb(either, count) for count in range(len(new), either + 1)) / 2**either
    return len(new) > len(gone) and chance <= _BY_CHANCE
