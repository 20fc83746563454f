"""A cell's way through generate, check and judge, without waiting for any other cell."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from edison.domain import Case, CellPosition, Judgment, JudgmentId, Output, OutputStatus, StageName
from edison.stages.check import check_output
from edison.stages.generate import GenerateUnit, answer_cell, take_handed_in
from edison.stages.judge import JudgeUnit, judge_output, rubric_for
from edison.store import CallPlace, JudgmentEntry, OutputEntry, cell_id, output_id, stage_number

from ..calls.conversation import Script
from ..calls.dialogues import BROKEN, NO_SCRIPTS, Talker, Unwritten
from ..calls.live import Transport
from ..worker.session import RunSession

GENERATE, JUDGE = stage_number(StageName.GENERATE), stage_number(StageName.JUDGE)

_BOUNDARY_LENGTH = 20


@dataclass(frozen=True, slots=True)
class CellWork:
    """One cell that is not finished, with all that is recorded about it."""

    number: int
    place: CellPosition
    case: Case
    generation: int = 1
    output: Output | None = None
    has_checks: bool = False
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


class CellLane:
    """Walks cells of one session; one transport for all of them."""

    def __init__(self, session: RunSession, transport: Transport) -> None:
        self._session = session
        self._talker = Talker(session, transport)
        self._snapshot = session.run.snapshot
        self._judgment_plan = self._snapshot.judgment_plan

    async def walk(self, work: CellWork) -> None:
        """Bring a cell as far as it can go; each conclusion is committed together with the answer behind it."""
        output = work.output
        if output is None:
            output = await self._generate(work)
        elif not work.has_checks:
            await self._check(work, output)
        if output is None or output.status is not OutputStatus.OK or not work.open_parts:
            return
        async with asyncio.TaskGroup() as group:
            for part, judging in work.open_parts:
                group.create_task(self._judge(work, output, part=part, judging=judging))

    async def give_up(self, work: CellWork) -> None:
        """End a cell at which our own code fails: it must not be tried for ever, nor take others with it."""
        run_id = self._session.run.id
        if work.output is None:
            output = Output(
                id=output_id(run_id, work.number, work.generation),
                cell_id=cell_id(run_id, work.number),
                status=OutputStatus.ERROR,
                reason="unit_broken",
                sentence=BROKEN,
            )
            made = OutputEntry(work.number, work.generation, output, None, ())
            await self._talker.commit(Unwritten(), outputs=(made,))
            return
        judged = [
            self._unjudged(work, work.output, part=part, judging=judging) for part, judging in work.open_parts
        ]
        await self._talker.commit(Unwritten(), judgments=judged)

    def _unjudged(self, work: CellWork, output: Output, *, part: int, judging: int) -> JudgmentEntry:
        seat = self._judgment_plan.slot(part)
        judgment = Judgment(
            id=JudgmentId(f"{output.id}_{part}_{judging}"),
            output_id=output.id,
            judge_id=self._snapshot.judges[seat.judge].id,
            repeat=seat.repeat,
            not_judged=BROKEN,
        )
        return JudgmentEntry(work.number, work.generation, part, judging, judgment, None)

    async def _generate(self, work: CellWork) -> Output | None:
        run_id = self._session.run.id
        if not self._snapshot.arms:
            return await self._hand_in(work)
        unit = GenerateUnit(
            version=self._snapshot.versions[work.place.version],
            arm=self._snapshot.arms[work.place.arm],
            case=work.case,
            replicate=work.place.replicate,
        )
        dialogue = answer_cell(
            unit,
            output_id=output_id(run_id, work.number, work.generation),
            cell_id=cell_id(run_id, work.number),
        )
        place = CallPlace(GENERATE, work.number, 0, work.generation)
        output, unwritten = await self._talker.converse(dialogue, place, work)
        checks = check_output(output, work.case, self._snapshot.checks)
        made = OutputEntry(work.number, work.generation, output, unwritten.answer, checks)
        is_mine = await self._talker.commit(unwritten, outputs=(made,))
        return output if is_mine else None

    async def _hand_in(self, work: CellWork) -> Output | None:
        """Take what was written elsewhere."""
        run_id = self._session.run.id
        output = take_handed_in(
            work.case,
            output_id=output_id(run_id, work.number, work.generation),
            cell_id=cell_id(run_id, work.number),
        )
        checks = check_output(output, work.case, self._snapshot.checks)
        made = OutputEntry(work.number, work.generation, output, None, checks)
        return output if await self._talker.commit(Unwritten(), outputs=(made,)) else None

    async def _check(self, work: CellWork, output: Output) -> None:
        checks = check_output(output, work.case, self._snapshot.checks)
        made = OutputEntry(work.number, work.generation, output, None, checks)
        await self._talker.commit(Unwritten(), outputs=(made,))

    async def _judge(self, work: CellWork, output: Output, *, part: int, judging: int) -> None:
        seat = self._judgment_plan.slot(part)
        judge = self._snapshot.judges[seat.judge]
        rubric = rubric_for(self._snapshot, work.case, judge=judge)
        unit = JudgeUnit(
            judge=judge,
            rubric=rubric,
            goal=self._snapshot.goal,
            version=self._snapshot.versions[work.place.version],
            case=work.case,
            output=output,
            repeat=seat.repeat,
        )
        # Drawn from the run's seed, so that a replayed question is the same question.
        boundary = self._session.chance.stream("fence", work.number, work.generation, part).token(
            _BOUNDARY_LENGTH
        )
        judgment_id = JudgmentId(f"{output.id}_{part}_{judging}")
        dialogue = judge_output(unit, judgment_id=judgment_id, boundary=boundary)
        # Only a failed output is generated again, and it has no judgments: the judging's own generation will do.
        place = CallPlace(JUDGE, work.number, part, judging)
        judgment, unwritten = await self._talker.converse(dialogue, place, work)
        quality = judgment.quality(rubric)
        judged = JudgmentEntry(work.number, work.generation, part, judging, judgment, quality)
        await self._talker.commit(unwritten, judgments=(judged,))
