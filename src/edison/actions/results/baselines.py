"""A run against an earlier one: what passed before and fails now, and whether quality fell."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from edison.domain import CellScore, Right, Run, RunId, Snapshot
from edison.errors import BaselineDiffers
from edison.stats.comparing import ComparisonVerdict, compare_pairs
from edison.store import UnitOfWork

from ..access import verb
from ..house import House

_PAGE = 1000
_TOLD = 20
_LEVEL = 0.95


class CellName(NamedTuple):
    """By what two runs are matched cell by cell."""

    case: str
    arm: str
    version: int
    repeat: int

    def __str__(self) -> str:
        version = f", version {self.version}" if self.version > 1 else ""
        repeat = f", repeat {self.repeat + 1}" if self.repeat else ""
        return f"{self.case} by {self.arm}{version}{repeat}"


@dataclass(frozen=True, slots=True)
class QualityChange:
    """How the judged quality of one arm moved, on the same cases and by the same judges."""

    arm: str
    before: float
    after: float
    pairs: int
    verdict: ComparisonVerdict


@dataclass(frozen=True, slots=True)
class BaselineComparison:
    """What a run lost and won against its baseline."""

    baseline: Run
    matched: int
    broken: tuple[CellName, ...]
    """Passed every check before and fails one now; the first of them."""
    broken_count: int
    mended_count: int
    qualities: tuple[QualityChange, ...]

    @property
    def has_regressed(self) -> bool:
        """Whether something that passed fails now, or some arm's quality is worse beyond chance."""
        return bool(self.broken_count) or any(
            one.verdict is ComparisonVerdict.WORSE for one in self.qualities
        )


@verb(Right.READ)
def compare_runs(house: House, run_id: RunId, *, baseline_id: RunId) -> BaselineComparison:
    """Compare a run with an earlier one, cell by cell."""
    with house.store.reading() as work:
        run, baseline = work.runs.get(run_id), work.runs.get(baseline_id)
        before = dict(_scores(work, baseline))
        pairs = [(name, before[name], score) for name, score in _scores(work, run) if name in before]
    if not pairs:
        raise BaselineDiffers(run.id, baseline.id)
    broken = [name for name, old, new in pairs if old.passed is True and new.passed is False]
    mended = [name for name, old, new in pairs if old.passed is False and new.passed is True]
    return BaselineComparison(
        baseline=baseline,
        matched=len(pairs),
        broken=tuple(broken[:_TOLD]),
        broken_count=len(broken),
        mended_count=len(mended),
        qualities=tuple(_qualities(pairs, run=run, baseline=baseline)),
    )


def _scores(work: UnitOfWork, run: Run) -> Iterator[tuple[CellName, CellScore]]:
    snapshot = run.snapshot
    cases = list(_case_names(work, snapshot))
    for score in work.results.scores(run.id):
        place = score.place
        arm = snapshot.arms[place.arm].name
        yield CellName(cases[place.case], arm, place.version + 1, place.replicate), score


def _case_names(work: UnitOfWork, snapshot: Snapshot) -> Iterator[str]:
    for first in range(0, snapshot.cases, _PAGE):
        for case in work.datasets.cases(snapshot.dataset.id, first=first, count=_PAGE):
            yield case.name


_Pair = tuple[CellName, CellScore, CellScore]


def _qualities(pairs: Sequence[_Pair], *, run: Run, baseline: Run) -> Iterator[QualityChange]:
    """Only judges that both runs have, with the same rubric, can be compared: ids are made from contents."""
    shared = {judge.id for judge in run.snapshot.judges} & {judge.id for judge in baseline.snapshot.judges}
    if not shared:
        return
    old, new = (
        {at: judge.id for at, judge in enumerate(one.snapshot.judges) if judge.id in shared}
        for one in (baseline, run)
    )
    arms = dict.fromkeys(name.arm for name, _, _ in pairs)
    for arm in arms:
        rows = [
            (name.case, _family(name, after), first, second)
            for name, before, after in pairs
            if name.arm == arm
            and (first := _quality(before, old)) is not None
            and (second := _quality(after, new)) is not None
        ]
        if rows:
            yield _change(arm, rows, comparisons=len(arms))


_Row = tuple[str, tuple[str, str], float, float]


def _change(arm: str, rows: Sequence[_Row], *, comparisons: int) -> QualityChange:
    compared = compare_pairs(
        [before for _, _, before, _ in rows],
        [after for _, _, _, after in rows],
        scale=(0.0, 1.0),
        cases=[case for case, _, _, _ in rows],
        families=[family for _, family, _, _ in rows],
        # Bonferroni: with many arms, one of them would look worse by chance.
        level=1 - (1 - _LEVEL) / comparisons,
    )
    return QualityChange(arm, compared.baseline_mean, compared.candidate_mean, len(rows), compared.verdict)


def _family(name: CellName, score: CellScore) -> tuple[str, str]:
    """What varies with it: the other cases of its family, or nothing but itself."""
    return ("case", name.case) if score.family is None else ("family", score.family)


def _quality(score: CellScore, judges: Mapping[int, str]) -> float | None:
    seen = [quality for judge, quality in score.qualities if judge in judges]
    return sum(seen) / len(seen) if seen else None
