"""Where judges contradict each other, so that a person may look."""

from collections.abc import Iterator, Sequence
from heapq import heappush, heappushpop
from itertools import combinations
from typing import NamedTuple

from edison.domain import CellPosition, CellScore, Disagreement, DisagreementKind, Disagreements, Snapshot
from edison.text import write_apart

BEYOND = 0.3
"""More than one step on a scale of five: less than that is a matter of taste."""
MOST_LISTED = 50
_ROUNDING = 1e-9


class _Found(NamedTuple):
    """Ordered by how far apart judges are; of equals the earlier cell counts for more."""

    spread: float
    before: int
    place: CellPosition
    kinds: tuple[DisagreementKind, ...]
    reasons: tuple[str, ...]


class _Contradiction(NamedTuple):
    kind: DisagreementKind
    spread: float
    reason: str


class DisagreementTally:
    """The outputs on which judges disagree most; the names of the cases are left for the caller to fill in.

    Two scores or verdicts contradict each other when they lie further apart than `beyond` on a scale from 0 to 1,
    warnings when one judge warns of what another does not mention.
    """

    def __init__(self, snapshot: Snapshot, *, beyond: float = BEYOND, most: int = MOST_LISTED) -> None:
        self._snapshot = snapshot
        self._names = [judge.name for judge in snapshot.judges]
        self._beyond = beyond
        self._most = most
        self._widest: list[_Found] = []
        self._compared = 0
        self._count = 0

    def add(self, score: CellScore) -> None:
        """Look at one output."""
        if len(score.judged) < 2:
            return
        self._compared += 1
        against = list(_contradictions(score, names=self._names, beyond=self._beyond))
        if against:
            self._count += 1
            _keep(self._widest, _found(score, against), most=self._most)

    def tell(self) -> Disagreements:
        """What all of them came to."""
        cells = (_tell(one, self._snapshot) for one in sorted(self._widest, reverse=True))
        return Disagreements(
            beyond=self._beyond, compared=self._compared, count=self._count, cells=tuple(cells)
        )


def _found(score: CellScore, against: Sequence[_Contradiction]) -> _Found:
    return _Found(
        spread=max(one.spread for one in against),
        before=-score.cell,
        place=score.place,
        kinds=tuple(dict.fromkeys(one.kind for one in against)),
        reasons=tuple(one.reason for one in against),
    )


def _keep(widest: list[_Found], found: _Found, *, most: int) -> None:
    if len(widest) < most:
        heappush(widest, found)
    else:
        heappushpop(widest, found)


def _tell(found: _Found, snapshot: Snapshot) -> Disagreement:
    place = found.place
    return Disagreement(
        number=-found.before,
        arm=snapshot.arms[place.arm].name if snapshot.arms else "",
        version=snapshot.versions[place.version].number if snapshot.versions else 1,
        prompt=snapshot.versions[place.version].label if snapshot.versions else "v1",
        repeat=place.replicate,
        spread=found.spread,
        kinds=found.kinds,
        reasons=found.reasons,
    )


def _contradictions(score: CellScore, *, names: Sequence[str], beyond: float) -> Iterator[_Contradiction]:
    for scored, what in ((score.qualities, ""), (score.overalls, " overall")):
        least, greatest = _ends(scored)
        if greatest[1] - least[1] > beyond + _ROUNDING:
            low, high = write_apart(least[1], greatest[1], least=2)
            reason = f"{names[least[0]]} gives {low}{what}, {names[greatest[0]]} {high}."
            yield _Contradiction(DisagreementKind.SCORES, greatest[1] - least[1], reason)
    gap, left, right = _widest_gap(score.verdicts)
    if gap > beyond + _ROUNDING:
        reason = f"{names[left]} and {names[right]} name stages that lie {write_apart(gap, beyond, least=2)[0]} apart."
        yield _Contradiction(DisagreementKind.VERDICTS, gap, reason)
    yield from _warnings(score, names=names)


def _ends(scored: Sequence[tuple[int, float]]) -> tuple[tuple[int, float], tuple[int, float]]:
    """The lowest and the highest score, each with its judge."""
    if not scored:
        return (0, 0.0), (0, 0.0)
    return min(scored, key=lambda one: one[1]), max(scored, key=lambda one: one[1])


def _widest_gap(verdicts: Sequence[tuple[int, tuple[float, ...]]]) -> tuple[float, int, int]:
    """How far apart two verdicts are where they come nearest; an abstention contradicts nobody."""
    gaps = (
        (min(abs(one - other) for one in mine for other in theirs), left, right)
        for (left, mine), (right, theirs) in combinations(verdicts, 2)
        if mine and theirs
    )
    return max(gaps, default=(0.0, 0, 0))


def _warnings(score: CellScore, *, names: Sequence[str]) -> Iterator[_Contradiction]:
    warned = {judge: set(flags) for judge, flags in score.warnings}
    found = [warned.get(judge, set[str]()) for judge in score.judged]
    alone = sorted(set[str]().union(*found) - set[str].intersection(*found))
    if alone:
        who = ", ".join(names[judge] for judge in score.judged if warned.get(judge, set()) & set(alone))
        what = ", ".join(flag.replace("_", " ") for flag in alone)
        yield _Contradiction(DisagreementKind.WARNINGS, 1.0, f"Not all warn of {what}: {who} does.")
