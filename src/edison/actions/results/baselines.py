"""A run against an earlier one: what passed before and fails now, and whether quality fell.

A single flip says something where an arm answers the same question in the same way. Where it draws, answers flip by
themselves; its passes are tested in pairs, as judged quality is, and one flip in a dozen is no regression.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from edison.domain import Case, CellScore, Right, Run, RunId, Snapshot
from edison.errors import BaselineDiffers, RunMissing
from edison.formats.exports.read_export import ExportedCell, read_export
from edison.stats.comparing import ComparisonVerdict, compare_pairs
from edison.store import UnitOfWork
from edison.text import write_apart

from ..access import verb
from ..files import read_whole
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


@dataclass(frozen=True, slots=True)
class BrokenCell:
    """One that passed before and fails now."""

    name: CellName
    prompt: str
    """What its prompt is called in the newer run."""
    is_alone: bool
    """Whether that run has no other prompt."""

    def __str__(self) -> str:
        prompt = "" if self.is_alone else f", {self.prompt}"
        repeat = f", repeat {self.name.repeat + 1}" if self.name.repeat else ""
        return f"{self.name.case} by {self.name.arm}{prompt}{repeat}"


@dataclass(frozen=True, slots=True)
class ScoredCell:
    """What a run is compared by, of one cell."""

    passed: bool | None
    qualities: Mapping[str, float]
    """By the judge's id."""
    family: str | None = None
    tags: tuple[str, ...] = ()
    asked: str | None = None
    """A digest of what its case says and expects; None where that is not known, as of a run from a file."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """What a run is compared with: an earlier run, or the export of one that was made elsewhere."""

    id: str
    cells: Mapping[CellName, ScoredCell]
    drawing: frozenset[str]
    """Arms whose answers are drawn: asked again, they may answer in another way."""


@dataclass(frozen=True, slots=True)
class MeanChange:
    """How a share or a quality moved, on the same cases."""

    name: str
    """Of the arm, or of what else the cases have in common."""
    before: float
    after: float
    pairs: int
    verdict: ComparisonVerdict

    @property
    def told(self) -> tuple[str, ...]:
        """Before and after, told apart."""
        return write_apart(self.before, self.after)

    @property
    def told_percent(self) -> tuple[str, ...]:
        """The same of shares, in percent."""
        return write_apart(100 * self.before, 100 * self.after, least=0)


@dataclass(frozen=True, slots=True)
class BaselineComparison:
    """What a run lost and won against its baseline."""

    baseline: str
    matched: int
    broken: tuple[BrokenCell, ...]
    """Passed every check before and fails one now; the first of them."""
    broken_count: int
    mended_count: int
    qualities: tuple[MeanChange, ...]
    """By arm, as the judges have it that both runs share."""
    passes: tuple[MeanChange, ...] = ()
    """By arm, of those that draw their answers: the share that passed every check, tested in pairs."""
    firm_count: int = 0
    """Those of the broken that no chance explains: of arms that do not draw their answers."""
    tags: tuple[MeanChange, ...] = ()
    """By tag, over all arms: the quality where judges gave one, else the share that passed; for looking at."""
    changed_cases: tuple[str, ...] = ()
    """Cases that are called as before and say or expect something else: what moved there says little of the arms."""
    allow_flips: int | None = None
    """How many broken cells somebody tolerates; None leaves it to the rule."""

    @property
    def has_regressed(self) -> bool:
        """Whether more broke than is tolerated, or than chance explains, or some arm's quality is worse."""
        changes = (*self.qualities, *(self.passes if self.allow_flips is None else ()))
        if any(change.verdict is ComparisonVerdict.WORSE for change in changes):
            return True
        if self.allow_flips is None:
            return self.firm_count > 0
        return self.broken_count > self.allow_flips


@verb(Right.READ)
def read_baseline(house: House, run_id: RunId, *, before: bool = False) -> Baseline:
    """A run, as others are compared with it; if wished, the one of the same name before it.

    Raises:
        RunMissing: there is none.
    """
    with house.store.reading() as work:
        run = work.runs.get(run_id)
        run = _find_before(work, run) if before else run
        return Baseline(run.id, dict(_scores(work, run)), _drawing(run.snapshot))


def _find_before(work: UnitOfWork, run: Run) -> Run:
    """The newest earlier run of the same name that has ended."""
    before = run.id
    while page := work.runs.page(before=before, limit=100, preset=run.experiment.preset):
        for one in page:
            if one.experiment.name == run.experiment.name and one.settlement.is_end:
                return one
        before = page[-1].id
    raise RunMissing(f"{run.experiment.name} before {run.id}")


def open_baseline(path: Path) -> Baseline:
    """A run that was exported as JSON: machines that forget their database keep a file.

    Raises:
        TableBroken: it is no such file.
    """
    exported = read_export(read_whole(path), name=path.name)
    judges = {judge.name: judge.id for judge in exported.run.provenance.judges}
    return Baseline(
        exported.run.id,
        {
            CellName(cell.case_id, cell.arm, cell.version, cell.repeat): _exported(cell, judges)
            for cell in exported.cells
        },
        frozenset(arm.name for arm in exported.run.arms if arm.temperature != 0),
    )


@verb(Right.READ)
def compare_runs(
    house: House, run_id: RunId, *, baseline: Baseline, allow_flips: int | None = None
) -> BaselineComparison:
    """Compare a run with an earlier one, cell by cell.

    Args:
        house: Where the run is.
        run_id: The run.
        baseline: What it is compared with.
        allow_flips: How many cells may fail that passed; unless given, single flips count only of arms that do not
            draw their answers, and those of the others are tested in pairs.
    """
    with house.store.reading() as work:
        run = work.runs.get(run_id)
        after = dict(_scores(work, run))
    pairs = [(name, baseline.cells[name], cell) for name, cell in after.items() if name in baseline.cells]
    if not pairs:
        raise BaselineDiffers(run_id, baseline.id)
    broken = [name for name, old, new in pairs if old.passed is True and new.passed is False]
    mended = [name for name, old, new in pairs if old.passed is False and new.passed is True]
    drawing = _drawing(run.snapshot) | baseline.drawing
    by_arm = _by_arm(pairs)
    return BaselineComparison(
        baseline=baseline.id,
        matched=len(pairs),
        broken=tuple(_broken(name, run.snapshot) for name in broken[:_TOLD]),
        broken_count=len(broken),
        mended_count=len(mended),
        qualities=tuple(_changes(by_arm, _qualities)),
        passes=tuple(_changes({arm: by_arm[arm] for arm in by_arm if arm in drawing}, _passes)),
        tags=tuple(_changes(_by_tag(pairs), _quality_or_passes(pairs))),
        firm_count=sum(name.arm not in drawing for name in broken),
        changed_cases=tuple(dict.fromkeys(name.case for name, old, new in pairs if _asks_other(old, new))),
        allow_flips=allow_flips,
    )


def _broken(name: CellName, snapshot: Snapshot) -> BrokenCell:
    versions = snapshot.versions
    return BrokenCell(name, versions[name.version - 1].label, is_alone=len(versions) == 1)


def _drawing(snapshot: Snapshot) -> frozenset[str]:
    return frozenset(arm.name for arm in snapshot.arms if arm.sampling.temperature != 0)


def _asks_other(before: ScoredCell, after: ScoredCell) -> bool:
    return None not in (before.asked, after.asked) and before.asked != after.asked


def _scores(work: UnitOfWork, run: Run) -> Iterator[tuple[CellName, ScoredCell]]:
    snapshot = run.snapshot
    cases = list(_cases(work, snapshot))
    for score in work.results.scores(run.id):
        place = score.place
        case = cases[place.case]
        arm = snapshot.arms[place.arm].name
        yield CellName(case.name, arm, place.version + 1, place.replicate), _scored(score, snapshot, case)


class _ComparedCase(NamedTuple):
    name: str
    tags: tuple[str, ...]
    asked: str


def _cases(work: UnitOfWork, snapshot: Snapshot) -> Iterator[_ComparedCase]:
    for first in range(0, snapshot.cases, _PAGE):
        for case in work.datasets.cases(snapshot.dataset.id, first=first, count=_PAGE):
            yield _ComparedCase(case.name, case.tags, _digest(case))


def _digest(case: Case) -> str:
    said = (case.expectation, case.task, case.talk, *case.checks)
    written = [None if one is None else one.model_dump(mode="json") for one in said]
    text = json.dumps([case.variables, *written], sort_keys=True)
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def _scored(score: CellScore, snapshot: Snapshot, case: _ComparedCase) -> ScoredCell:
    seen: dict[str, list[float]] = {}
    for judge, quality in score.qualities:
        seen.setdefault(snapshot.judges[judge].id, []).append(quality)
    return ScoredCell(
        score.passed,
        {judge: _mean(found) for judge, found in seen.items()},
        score.family,
        case.tags,
        case.asked,
    )


def _exported(cell: ExportedCell, judges: Mapping[str, str]) -> ScoredCell:
    seen: dict[str, list[float]] = {}
    for judgment in cell.judgments:
        if judgment.quality is not None and judgment.judge in judges:
            seen.setdefault(judges[judgment.judge], []).append(judgment.quality)
    passed = {"passed": True, "failed": False}.get(cell.status) if cell.checks else None
    return ScoredCell(passed, {judge: _mean(found) for judge, found in seen.items()})


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


_Pair = tuple[CellName, ScoredCell, ScoredCell]


class _Matched(NamedTuple):
    case: str
    family: tuple[str, str]
    before: float
    after: float


def _by_arm(pairs: Sequence[_Pair]) -> dict[str, list[_Pair]]:
    found: dict[str, list[_Pair]] = {}
    for pair in pairs:
        found.setdefault(pair[0].arm, []).append(pair)
    return found


def _by_tag(pairs: Sequence[_Pair]) -> dict[str, list[_Pair]]:
    found: dict[str, list[_Pair]] = {}
    for pair in pairs:
        for tag in pair[2].tags:
            found.setdefault(tag, []).append(pair)
    return found


def _quality_or_passes(pairs: Sequence[_Pair]) -> Callable[[Sequence[_Pair]], Iterator[_Matched]]:
    return _qualities if next(_qualities(pairs), None) is not None else _passes


def _changes(
    groups: Mapping[str, Sequence[_Pair]], of: Callable[[Sequence[_Pair]], Iterator[_Matched]]
) -> Iterator[MeanChange]:
    rows = {name: list(of(pairs)) for name, pairs in groups.items()}
    for name, found in rows.items():
        if found:
            yield _change(name, found, comparisons=len(rows))


def _passes(pairs: Sequence[_Pair]) -> Iterator[_Matched]:
    for name, before, after in pairs:
        if before.passed is not None and after.passed is not None:
            yield _Matched(name.case, _family(name, after), float(before.passed), float(after.passed))


def _qualities(pairs: Sequence[_Pair]) -> Iterator[_Matched]:
    """Only judges that both have, with the same rubric, can be compared: ids are made from contents."""
    for name, before, after in pairs:
        shared = before.qualities.keys() & after.qualities.keys()
        if shared:
            old, new = (_mean([one.qualities[judge] for judge in shared]) for one in (before, after))
            yield _Matched(name.case, _family(name, after), old, new)


def _change(name: str, rows: Sequence[_Matched], *, comparisons: int) -> MeanChange:
    compared = compare_pairs(
        [row.before for row in rows],
        [row.after for row in rows],
        scale=(0.0, 1.0),
        cases=[row.case for row in rows],
        families=[row.family for row in rows],
        # Bonferroni: with many arms, one of them would look worse by chance.
        level=1 - (1 - _LEVEL) / comparisons,
    )
    return MeanChange(name, compared.baseline_mean, compared.candidate_mean, len(rows), compared.verdict)


def _family(name: CellName, score: ScoredCell) -> tuple[str, str]:
    """What varies with it: the other cases of its family, or nothing but itself."""
    return ("case", name.case) if score.family is None else ("family", score.family)
