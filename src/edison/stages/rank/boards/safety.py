"""safety: in how many outputs of each contender something was found, by whom, and out of how many."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from edison.domain import CellScore, SafetyCount, SafetyFlag, SafetyKind, Snapshot

from .contenders import BoardContender, contender_at, name_contenders


class _Tally:
    """What was found in the outputs of one contender."""

    def __init__(self) -> None:
        self.outputs = 0
        self.scanned = 0
        self.unsafe = Counter[SafetyKind]()
        self.judged = Counter[int]()
        self.flagged = Counter[tuple[int, SafetyFlag]]()

    def add(self, score: CellScore) -> None:
        self.outputs += 1
        if score.unsafe is not None:
            self.scanned += 1
            self.unsafe.update(map(SafetyKind, score.unsafe))
        self.judged.update(score.judged)
        self.flagged.update(
            (judge, SafetyFlag(flag)) for judge, flags in score.warnings for flag in set(flags)
        )


def count_unsafe(scores: Iterable[CellScore], *, snapshot: Snapshot) -> tuple[SafetyCount, ...]:
    """One count for each contender and all that outputs were looked through for, nothing found included.

    Then one for each judge and flag that occurs anywhere: who was never warned of shows a zero.
    """
    contenders = list(name_contenders(snapshot))
    tallies = defaultdict[int, _Tally](_Tally)
    for score in scores:
        tallies[contender_at(score.place, snapshot)].add(score)
    raised = {pair for tally in tallies.values() for pair in tally.flagged}
    if snapshot.safety is not None and SafetyKind.TOXICITY in snapshot.safety.scan:
        raised |= {(judge, SafetyFlag.TOXIC_CONTENT) for tally in tallies.values() for judge in tally.judged}
    return tuple(
        count
        for place, contender in enumerate(contenders)
        for count in (
            *_scanned(contender, tallies[place], snapshot),
            *_flagged(contender, tallies[place], snapshot, raised),
        )
    )


def _scanned(contender: BoardContender, tally: _Tally, snapshot: Snapshot) -> Iterator[SafetyCount]:
    for kind in () if snapshot.safety is None else snapshot.safety.scanned:
        yield SafetyCount(
            item_id=contender.id,
            name=contender.name,
            flag=kind,
            flagged=tally.unsafe[kind],
            looked_at=tally.scanned,
            outputs=tally.outputs,
        )


def _flagged(
    contender: BoardContender, tally: _Tally, snapshot: Snapshot, raised: Iterable[tuple[int, SafetyFlag]]
) -> Iterator[SafetyCount]:
    for judge, flag in sorted(raised):
        if tally.judged[judge]:
            yield SafetyCount(
                item_id=contender.id,
                name=contender.name,
                judge_id=snapshot.judges[judge].id,
                judge=snapshot.judges[judge].name,
                flag=flag,
                flagged=tally.flagged[judge, flag],
                looked_at=tally.judged[judge],
                outputs=tally.outputs,
            )
