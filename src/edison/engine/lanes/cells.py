"""Cells: each flows through generate, check and judge without waiting for any other."""

import asyncio
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

from edison.domain import (
    CELLS,
    Answer,
    AnswerFacts,
    Case,
    CellLayout,
    CellPosition,
    CheckResult,
    Judgment,
    JudgmentId,
    Output,
    OutputStatus,
    PromptVersion,
    Run,
    Stage,
    StageName,
    asks_judge,
    await_verdict,
    take_verdict,
)
from edison.stages.check import scan_output
from edison.stages.generate import GenerateUnit, answer_cell, take_handed_in
from edison.stages.judge import JudgeUnit, judge_output, rubric_for
from edison.store import (
    CallPlace,
    CellStanding,
    JudgmentEntry,
    OutputEntry,
    UnitOfWork,
    cell_id,
    output_id,
    stage_number,
)
from edison.techniques import lead

from ..calls.conversation import Script
from ..calls.dialogues import BROKEN, NO_SCRIPTS, Unwritten
from ..calls.live import Transport
from ..worker.session import RunSession
from .checking import CellChecker
from .lane import POISON_AFTER, SUSPECT_AFTER, Lane, scripts_of

GENERATE, JUDGE = stage_number(StageName.GENERATE), stage_number(StageName.JUDGE)
_NO_FACTS = AnswerFacts()


@dataclass(frozen=True, slots=True)
class CellWork:
    """One cell that is not finished, with all that is recorded about it."""

    number: int
    place: CellPosition
    case: Case
    version: PromptVersion | None = None
    """What it is asked with; None where texts were handed in."""
    generation: int = 1
    output: Output | None = None
    has_checks: bool = False
    checks: tuple[CheckResult, ...] = ()
    """What they found; read only where a judge decides by it."""
    open_parts: Sequence[tuple[int, int]] = ()
    """Part and generation of each judgment that is missing: whose it is, the judgment plan knows."""
    scripts: Mapping[tuple[int, int], Script] = field(default_factory=lambda: NO_SCRIPTS)
    """Recorded replies by stage and part."""
    is_suspect: bool = False
    """Workers died while it was under way, again and again."""
    is_poison: bool = False

    @property
    def outdated(self) -> list[tuple[StageName, int, int]]:
        """What has to be asked anew where the records no longer fit the code: stage, unit, part."""
        if self.output is None:
            return [(StageName.GENERATE, self.number, 0)]
        return [(StageName.JUDGE, self.number, part) for part, _ in self.open_parts]


class _Seen(NamedTuple):
    """What came back for a cell, and what was found about it."""

    output: Output
    checks: tuple[CheckResult, ...]


class CellLane(Lane[CellWork]):
    """Walks cells."""

    name: ClassVar[str] = CELLS

    def __init__(self, session: RunSession, transport: Transport) -> None:
        super().__init__(session, transport)
        self._snapshot = session.run.snapshot
        self._judgment_plan = self._snapshot.judgment_plan
        self._checker = CellChecker(session, transport)

    @staticmethod
    def missing(work: UnitOfWork, run: Run, units: range, *, size: int) -> list[tuple[int, int]]:
        snapshot, is_judged = run.snapshot, is_judging(run)
        return work.results.open_blocks(
            run.id,
            units,
            judges=len(snapshot.cell_judges) if is_judged else 0,
            wanted=snapshot.judgment_plan.wanted if is_judged else None,
            judge_decides=snapshot.judge_decides,
            size=size,
        )

    @classmethod
    def count(cls, work: UnitOfWork, run: Run) -> tuple[Stage, ...]:
        planned, counts = work.waves.planned(run.id, lane=CELLS), work.results.counts(run.id)
        ended = sum(counts.outputs.values())
        failed = sum(count for (status, _), count in counts.outputs.items() if status is OutputStatus.ERROR)
        stages = [Stage(name=StageName.GENERATE, planned=planned, succeeded=ended - failed, failed=failed)]
        checked = counts.checks_passed + counts.checks_failed
        if checked or counts.not_checked or run.snapshot.checks:
            looked_at = checked + counts.not_checked
            stages.append(
                Stage(
                    name=StageName.CHECK,
                    planned=looked_at + planned - ended,
                    succeeded=checked,
                    failed=counts.not_checked,
                )
            )
        if run.snapshot.cell_judges and is_judging(run):
            asked = counts.judged + counts.not_judged
            # Of a judge that decides nobody knows beforehand how often it will be asked.
            judgeable = 0 if run.snapshot.judge_decides else counts.judgeable
            wanted = round((planned - ended + judgeable) * run.snapshot.judgments_per_cell)
            stages.append(
                Stage(
                    name=StageName.JUDGE,
                    planned=max(asked, wanted),
                    succeeded=counts.judged,
                    failed=counts.not_judged,
                )
            )
        return tuple(stages)

    @staticmethod
    def load(work: UnitOfWork, run: Run, units: range) -> Iterator[CellWork]:
        return load_cells(work, run, units)

    async def walk(self, unit: CellWork) -> None:
        """Bring a cell as far as it can go; each conclusion is committed together with the answer behind it."""
        seen = None if unit.output is None else _Seen(unit.output, unit.checks)
        if seen is None:
            seen = await self._generate(unit)
        elif not unit.has_checks:
            seen = await self._check(unit, seen.output)
        if seen is None or seen.output.status is not OutputStatus.OK or not unit.open_parts:
            return
        if self._snapshot.judge_decides and not asks_judge(seen.checks):
            return
        async with asyncio.TaskGroup() as group:
            for part, judging in unit.open_parts:
                group.create_task(self._judge(unit, seen, part=part, judging=judging))

    async def give_up(self, unit: CellWork) -> None:
        """End a cell at which our own code fails: it must not be tried for ever, nor take others with it."""
        run_id = self.session.run.id
        if unit.output is None:
            output = Output(
                id=output_id(run_id, unit.number, unit.generation),
                cell_id=cell_id(run_id, unit.number),
                status=OutputStatus.ERROR,
                reason="unit_broken",
                sentence=BROKEN,
            )
            made = OutputEntry(unit.number, unit.generation, output, None, ())
            await self.dialogues.commit(Unwritten(), outputs=(made,))
            return
        judged = [
            self._unjudged(unit, unit.output, part=part, judging=judging) for part, judging in unit.open_parts
        ]
        await self.dialogues.commit(Unwritten(), judgments=judged)

    def _unjudged(self, unit: CellWork, output: Output, *, part: int, judging: int) -> JudgmentEntry:
        slot = self._judgment_plan.slot(part)
        judgment = Judgment(
            id=JudgmentId(f"{output.id}_{part}_{judging}"),
            output_id=output.id,
            judge_id=self._snapshot.judges[slot.judge].id,
            repeat=slot.repeat,
            not_judged=BROKEN,
        )
        found = self._decided(unit.checks, judgment)
        return JudgmentEntry(unit.number, unit.generation, part, judging, judgment, None, found)

    def _decided(self, checks: tuple[CheckResult, ...], judgment: Judgment) -> tuple[CheckResult, ...] | None:
        """What is found of an output now that a judge has spoken; None where judges decide nothing."""
        return take_verdict(checks, judgment) if self._snapshot.judge_decides else None

    async def _generate(self, unit: CellWork) -> "_Seen | None":
        run_id = self.session.run.id
        if not self._snapshot.arms:
            return await self._hand_in(unit)
        assert unit.version is not None, "arms answer a version of a prompt"
        arm = self._snapshot.arms[unit.place.arm]
        dialogue = answer_cell(
            GenerateUnit(version=unit.version, arm=arm, case=unit.case, replicate=unit.place.replicate),
            output_id=output_id(run_id, unit.number, unit.generation),
            cell_id=cell_id(run_id, unit.number),
        )
        led = lead(dialogue, arm, boundary=self.boundary(unit.number, unit.generation))
        place = CallPlace(GENERATE, unit.number, 0, unit.generation)
        (output, answer), unwritten = await self.dialogues.converse(led, place, unit)
        # Neither a loop nor a conversation: what else has a trace brought it itself.
        is_all = output.trace is None or (answer is not None and output.trace == answer.trace)
        facts = AnswerFacts.of(answer if is_all else None)
        if unwritten.replies and self._checker.asks(unit, output):
            # Paid for: it must not be lost while somebody else is asked.
            await self.dialogues.commit(unwritten)
            unwritten = Unwritten()
        checks = await self._findings(unit, output, facts=facts)
        is_mine = await self._commit(unit, _Seen(output, checks), unwritten, answer=answer)
        return _Seen(output, checks) if is_mine else None

    async def _hand_in(self, unit: CellWork) -> "_Seen | None":
        """Take what was written elsewhere."""
        run_id = self.session.run.id
        output = take_handed_in(
            unit.case,
            output_id=output_id(run_id, unit.number, unit.generation),
            cell_id=cell_id(run_id, unit.number),
        )
        checks = await self._findings(unit, output)
        is_mine = await self._commit(unit, _Seen(output, checks), Unwritten())
        return _Seen(output, checks) if is_mine else None

    async def _check(self, unit: CellWork, output: Output) -> "_Seen":
        seen = _Seen(output, await self._findings(unit, output))
        await self._commit(unit, seen, Unwritten())
        return seen

    async def _commit(
        self, unit: CellWork, seen: "_Seen", unwritten: Unwritten, *, answer: Answer | None = None
    ) -> bool:
        """Write an output with all that is found in it without asking anyone."""
        safety = scan_output(seen.output, unit.case, self._snapshot.safety, version=unit.version)
        made = (unit.number, unit.generation, seen.output)
        return await self.dialogues.commit(
            unwritten, outputs=(OutputEntry(*made, answer, seen.checks, safety),)
        )

    async def _findings(
        self, unit: CellWork, output: Output, *, facts: AnswerFacts = _NO_FACTS
    ) -> tuple[CheckResult, ...]:
        """What checks find; it stays open until a judge has spoken where one decides."""
        found = await self._checker.check(unit, output, facts=facts)
        if not self._snapshot.judge_decides or not self._judgment_plan.parts_of(unit.number):
            return found
        return await_verdict(output, found)

    async def _judge(self, unit: CellWork, seen: "_Seen", *, part: int, judging: int) -> None:
        output = seen.output
        slot = self._judgment_plan.slot(part)
        judge = self._snapshot.judges[slot.judge]
        rubric = rubric_for(self._snapshot, unit.case, judge=judge)
        question = JudgeUnit(
            judge=judge,
            rubric=rubric,
            goal=self._snapshot.goal,
            version=self._shown_version(unit),
            case=unit.case,
            output=output,
            repeat=slot.repeat,
            wants_advice=self._snapshot.wants_advice(unit.place.case),
        )
        boundary = self.boundary(unit.number, unit.generation, part)
        judgment_id = JudgmentId(f"{output.id}_{part}_{judging}")
        dialogue = judge_output(question, judgment_id=judgment_id, boundary=boundary)
        # Only a failed output is generated again, and it has no judgments: the judging's own generation will do.
        place = CallPlace(JUDGE, unit.number, part, judging)
        judgment, unwritten = await self.dialogues.converse(dialogue, place, unit)
        # A decision counts among the checks: of what passed all else it would be a flattering quality.
        quality = None if self._snapshot.judge_decides else judgment.quality(rubric)
        found = self._decided(seen.checks, judgment)
        judged = JudgmentEntry(unit.number, unit.generation, part, judging, judgment, quality, found)
        await self.dialogues.commit(unwritten, judgments=(judged,))

    def _shown_version(self, unit: CellWork) -> PromptVersion:
        """What a judge is shown of the task: a version that came later is judged as an answer to the first one."""
        versions = self._snapshot.versions
        return versions[unit.place.version if unit.place.version < len(versions) else 0]


def is_judging(run: Run) -> bool:
    """Whether outputs are judged now: not before a person has looked at them, where that is wished."""
    return run.pause_after not in (StageName.GENERATE, StageName.CHECK)


def load_cells(work: UnitOfWork, run: Run, units: range) -> Iterator[CellWork]:
    """The unfinished cells of a range with all that is recorded about them."""
    judgment_plan, is_judged = run.snapshot.judgment_plan, is_judging(run)
    first, last = units.start, units.stop
    standings = work.results.standings(run.id, first=first, last=last)
    wanted = {number: judgment_plan.parts_of(number) if is_judged else () for number in units}
    found = _read_findings(work, run, standings)
    for number, checks in found.items():
        if not asks_judge(checks):
            wanted[number] = ()
    unfinished = [number for number in units if not _is_finished(standings.get(number), len(wanted[number]))]
    if not unfinished:
        return
    layout = CellLayout(work.waves.of_run(run.id, lane=CELLS))
    places = {number: layout.place(number) for number in unfinished}
    versions = (*run.snapshot.versions, *layout.added)
    cases = read_cases(work, run, {place.case for place in places.values()})
    judgings = work.generations.generations(run.id, StageName.JUDGE, first=first, last=last)
    recordings = {
        stage: work.ledger.answers(run.id, name, first=first, last=last)
        for stage, name in ((GENERATE, StageName.GENERATE), (JUDGE, StageName.JUDGE))
    }
    lost = work.in_flight.lost(run.id, first=first, last=last)
    for number in unfinished:
        standing = standings.get(number) or CellStanding(generation=1)
        parts = wanted[number]
        yield CellWork(
            number=number,
            place=places[number],
            case=cases[places[number].case],
            version=versions[places[number].version] if versions else None,
            generation=standing.generation,
            output=standing.output,
            has_checks=standing.has_checks,
            checks=found.get(number, ()),
            open_parts=[
                (part, judgings.get((number, part), 1)) for part in parts if part not in standing.judged
            ],
            scripts={
                **scripts_of(number, [0], recordings[GENERATE], stage=GENERATE),
                **scripts_of(number, parts, recordings[JUDGE], stage=JUDGE),
            },
            is_suspect=lost.get(number, 0) >= SUSPECT_AFTER,
            is_poison=lost.get(number, 0) >= POISON_AFTER,
        )


def read_cases(work: UnitOfWork, run: Run, wanted: Collection[int]) -> dict[int, Case]:
    """The cases from the first to the last that is wanted, by their place in the dataset."""
    first, last = min(wanted), max(wanted)
    cases = work.datasets.cases(run.snapshot.dataset.id, first=first, count=last - first + 1)
    return dict(enumerate(cases, first))


def _read_findings(
    work: UnitOfWork, run: Run, standings: Mapping[int, CellStanding]
) -> dict[int, tuple[CheckResult, ...]]:
    """What was found about answers by cell, where a judge decides by it."""
    if not run.snapshot.judge_decides:
        return {}
    made = {cell: standing.generation for cell, standing in standings.items() if standing.has_checks}
    return {one.cell: one.results for one in work.findings.of_cells(run.id, made)}


def _is_finished(standing: CellStanding | None, judges: int) -> bool:
    if standing is None or standing.output is None or not standing.has_checks:
        return False
    return standing.output.status is not OutputStatus.OK or len(standing.judged) >= judges
