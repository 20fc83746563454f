"""Pairs: every judge of pairs is asked about two outputs, each on its own."""

import asyncio
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

from edison.domain import (
    CELLS,
    PAIRS,
    WRITTEN_FOR,
    Case,
    CellLayout,
    CellPosition,
    Comparison,
    ComparisonId,
    Judge,
    Output,
    Pair,
    PromptVersion,
    Rubric,
    Run,
    Snapshot,
    Stage,
    StageName,
    Wave,
)
from edison.stages.judge import PairUnit, compare_outputs, rubric_to_compare, task_of_pair, task_of_test
from edison.store import CallPlace, ComparisonEntry, UnitOfWork, stage_number

from ..calls.conversation import Script
from ..calls.dialogues import BROKEN, NO_SCRIPTS, Unwritten
from .cells import read_cases
from .lane import POISON_AFTER, SUSPECT_AFTER, Lane, scripts_of

JUDGE = stage_number(StageName.JUDGE)


@dataclass(slots=True)
class PairWork:
    """One pair that is not finished, with all that is recorded about it."""

    number: int
    wave: int
    pair: Pair
    left: Output
    right: Output
    task: str | None = None
    """What both were written for, where that is known."""
    case: Case | None = None
    """What both answer, where they are answers to one case."""
    open_judges: Sequence[tuple[int, int]] = ()
    """Index and generation of each judge whose comparison is missing."""
    scripts: Mapping[tuple[int, int], Script] = field(default_factory=lambda: NO_SCRIPTS)
    is_suspect: bool = False
    """Workers died while it was under way, again and again."""
    is_poison: bool = False

    @property
    def outdated(self) -> list[tuple[StageName, int, int]]:
        """What has to be asked anew where the records no longer fit the code: stage, unit, part."""
        return [(StageName.JUDGE, self.number, judge) for judge, _ in self.open_judges]


class PairLane(Lane[PairWork]):
    """Walks pairs."""

    name: ClassVar[str] = PAIRS

    @staticmethod
    def missing(work: UnitOfWork, run: Run, units: range, *, size: int) -> list[tuple[int, int]]:
        judges = len(run.snapshot.pair_judges)
        return work.comparisons.open_blocks(
            run.id, first=units.start, last=units.stop, judges=judges, size=size
        )

    @classmethod
    def count(cls, work: UnitOfWork, run: Run) -> tuple[Stage, ...]:
        planned = work.waves.planned(run.id, lane=PAIRS) * len(run.snapshot.pair_judges)
        counts = work.comparisons.counts(run.id)
        # What people said before is there without having been planned.
        return (
            Stage(
                name=StageName.JUDGE,
                planned=max(planned, counts.asked),
                succeeded=counts.compared,
                failed=counts.not_judged,
            ),
        )

    @staticmethod
    def load(work: UnitOfWork, run: Run, units: range) -> Iterator[PairWork]:
        return load_pairs(work, run, units)

    async def walk(self, unit: PairWork) -> None:
        """Ask every judge that has not said anything yet; each comparison is committed with its answer."""
        async with asyncio.TaskGroup() as group:
            for judge, judging in unit.open_judges:
                group.create_task(self._compare(unit, judge=judge, judging=judging))

    async def give_up(self, unit: PairWork) -> None:
        """End a pair at which our own code fails: it must not be tried for ever, nor take others with it."""
        given_up = [
            self._compared(
                unit,
                judge=judge,
                judging=judging,
                comparison=Comparison(
                    id=self._name(unit, judge=judge, judging=judging),
                    judge_id=self.session.run.snapshot.judges[judge].id,
                    left_id=unit.left.id,
                    right_id=unit.right.id,
                    repeat=unit.pair.repeat,
                    not_judged=BROKEN,
                ),
            )
            for judge, judging in unit.open_judges
        ]
        await self.dialogues.commit(Unwritten(), comparisons=given_up)

    async def _compare(self, unit: PairWork, *, judge: int, judging: int) -> None:
        snapshot = self.session.run.snapshot
        question = PairUnit(
            judge=snapshot.judges[judge],
            rubric=_rubric(snapshot, unit.case, judge=snapshot.judges[judge]),
            goal=snapshot.goal,
            task=unit.task,
            left=unit.left,
            right=unit.right,
            expectation=None if unit.case is None else unit.case.expectation,
            repeat=unit.pair.repeat + judging - 1,
        )
        boundary = self.boundary(unit.number, judging, judge)
        dialogue = compare_outputs(
            question, comparison_id=self._name(unit, judge=judge, judging=judging), boundary=boundary
        )
        place = CallPlace(JUDGE, unit.number, judge, judging)
        comparison, unwritten = await self.dialogues.converse(dialogue, place, unit)
        compared = self._compared(unit, judge=judge, judging=judging, comparison=comparison)
        await self.dialogues.commit(unwritten, comparisons=(compared,))

    def _compared(
        self, unit: PairWork, *, judge: int, judging: int, comparison: Comparison
    ) -> ComparisonEntry:
        return ComparisonEntry(unit.number, judge, judging, unit.wave, unit.pair, comparison)

    def _name(self, unit: PairWork, *, judge: int, judging: int) -> ComparisonId:
        tail = self.session.run.id.removeprefix("run_")
        return ComparisonId(f"cmp_{tail}_{unit.number}_{judge}_{judging}")


def write_pairs(pairs: Sequence[Pair], *, is_resampling: bool = False) -> str:
    """Pairs as they are kept with their wave."""
    rows = [[pair.left, pair.right, pair.stream, int(pair.adaptive), pair.repeat] for pair in pairs]
    return json.dumps({"resampling": is_resampling, "pairs": rows}, separators=(",", ":"))


def read_pairs(wave: Wave) -> list[Pair]:
    """What `write_pairs` was given."""
    return [
        Pair(left=left, right=right, stream=stream, adaptive=bool(adaptive), repeat=repeat)
        for left, right, stream, adaptive, repeat in json.loads(wave.body)["pairs"]
    ]


def is_resampling(wave: Wave) -> bool:
    """Whether the pairs of a wave had met before."""
    return bool(json.loads(wave.body)["resampling"])


def load_pairs(work: UnitOfWork, run: Run, units: range) -> Iterator[PairWork]:
    """The unfinished pairs of a range with all that is recorded about them."""
    judges = run.snapshot.pair_judges
    first, last = units.start, units.stop
    judged = work.comparisons.judged(run.id, first=first, last=last)
    dealt = {
        number: pair for number, pair in _dealt(work, run, units) if len(judged.get(number, ())) < len(judges)
    }
    outputs = work.results.outputs(
        run.id, {cell for _, pair in dealt.values() for cell in (pair.left, pair.right)}
    )
    about = _find_tasks(work, run, [pair for _, pair in dealt.values()])
    judgings = work.generations.generations(run.id, StageName.JUDGE, first=first, last=last)
    recordings = work.ledger.answers(run.id, StageName.JUDGE, first=first, last=last)
    lost = work.in_flight.lost(run.id, first=first, last=last)
    for number, (wave, pair) in dealt.items():
        said = judged.get(number, set())
        yield PairWork(
            number=number,
            wave=wave,
            pair=pair,
            left=outputs[pair.left],
            right=outputs[pair.right],
            task=about[pair.left, pair.right].task,
            case=about[pair.left, pair.right].case,
            open_judges=[(judge, judgings.get((number, judge), 1)) for judge in judges if judge not in said],
            scripts=scripts_of(number, judges, recordings, stage=JUDGE),
            is_suspect=lost.get(number, 0) >= SUSPECT_AFTER,
            is_poison=lost.get(number, 0) >= POISON_AFTER,
        )


def _dealt(work: UnitOfWork, run: Run, units: range) -> Iterator[tuple[int, tuple[int, Pair]]]:
    for wave in work.waves.of_run(run.id, lane=PAIRS, units=units):
        for number, pair in enumerate(read_pairs(wave), wave.first_unit):
            if number in units:
                yield number, (wave.number, pair)


class _About(NamedTuple):
    """What two outputs are about."""

    task: str | None = None
    case: Case | None = None


def _find_tasks(work: UnitOfWork, run: Run, pairs: Sequence[Pair]) -> dict[tuple[int, int], _About]:
    """What was asked for; handed-in texts say it themselves, or have no task."""
    snapshot = run.snapshot
    if not snapshot.versions or not pairs:
        return {(pair.left, pair.right): _About() for pair in pairs}
    layout = CellLayout(work.waves.of_run(run.id, lane=CELLS))
    places = {cell: layout.place(cell) for pair in pairs for cell in (pair.left, pair.right)}
    cases = read_cases(work, run, {place.case for place in places.values()})
    return {
        (pair.left, pair.right): _about(
            (*snapshot.versions, *layout.added) if snapshot.arms else (),
            cases,
            left=places[pair.left],
            right=places[pair.right],
        )
        for pair in pairs
    }


def _about(
    all_versions: Sequence[PromptVersion],
    cases: Mapping[int, Case],
    *,
    left: CellPosition,
    right: CellPosition,
) -> _About:
    """What two outputs were written for; without versions, they are handed-in texts."""
    case = cases[left.case]
    if left.case != right.case:
        return _About(task_of_test(case, cases[right.case]), case)
    if not all_versions:
        task = case.variables.get(WRITTEN_FOR)
        return _About(task if isinstance(task, str) else None)
    versions = all_versions[left.version], all_versions[right.version]
    return _About(task_of_pair(case, left=versions[0], right=versions[1]), case)


def _rubric(snapshot: Snapshot, case: Case | None, *, judge: Judge) -> Rubric:
    if case is not None:
        return rubric_to_compare(snapshot, case, judge=judge)
    assert snapshot.rubric is not None, "a snapshot with judges has a rubric"
    return snapshot.rubric
