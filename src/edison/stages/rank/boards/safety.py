"""safety: in how many outputs of each contender something was found, by whom, and out of how many."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from edison.domain import CellScore, SafetyCount, SafetyFlag, SafetyKind, Snapshot

from .contenders import BoardContender, contender_at, name_contenders


class _Outputs:
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


class SafetyTally:
    """One count for each contender and all that outputs were looked through for, nothing found included.

    Then one for each judge and flag that occurs anywhere: who was never warned of shows a zero.
    """

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._each = defaultdict[int, _Outputs](_Outputs)

    def add(self, score: CellScore) -> None:
        """Look at one output."""
        self._each[contender_at(score.place, self._snapshot)].add(score)

    def tell(self) -> tuple[SafetyCount, ...]:
        """What all of them came to."""
        snapshot, each = self._snapshot, self._each
        raised = {pair for one in each.values() for pair in one.flagged}
        if snapshot.safety is not None and SafetyKind.TOXICITY in snapshot.safety.scan:
            raised |= {(judge, SafetyFlag.TOXIC_CONTENT) for one in each.values() for judge in one.judged}
        return tuple(
            count
            for place, contender in enumerate(list(name_contenders(snapshot)))
            for count in (
                *_scanned(contender, each[place], snapshot),
                *_flagged(contender, each[place], snapshot, raised),
            )
        )


def _scanned(contender: BoardContender, tally: _Outputs, snapshot: Snapshot) -> Iterator[SafetyCount]:
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
    contender: BoardContender, tally: _Outputs, snapshot: Snapshot, raised: Iterable[tuple[int, SafetyFlag]]
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
