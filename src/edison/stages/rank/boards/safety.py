"""warnings: how many outputs of each contender judges warned of, and out of how many."""

from collections import Counter
from collections.abc import Iterable

from edison.domain import CellScore, SafetyCount, SafetyFlag, Snapshot

from .contenders import contender_at, name_contenders


def count_warnings(scores: Iterable[CellScore], *, snapshot: Snapshot) -> tuple[SafetyCount, ...]:
    """One count for each contender, judge and flag that occurs anywhere: who was never warned of shows a zero."""
    judged, flagged = Counter[tuple[int, int]](), Counter[tuple[int, int, SafetyFlag]]()
    for score in scores:
        contender = contender_at(score.place, snapshot)
        judged.update((contender, judge) for judge in score.judged)
        flagged.update(
            (contender, judge, SafetyFlag(flag)) for judge, flags in score.warnings for flag in set(flags)
        )
    seen = {(judge, flag) for _, judge, flag in flagged}
    return tuple(
        SafetyCount(
            item_id=contender.id,
            name=contender.name,
            judge_id=snapshot.judges[judge].id,
            judge=snapshot.judges[judge].name,
            flag=flag,
            flagged=flagged[place, judge, flag],
            judged=judged[place, judge],
        )
        for place, contender in enumerate(name_contenders(snapshot))
        for judge, flag in sorted(seen)
        if judged[place, judge]
    )
