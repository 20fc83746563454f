"""A cell's way through generate, check and judge, without waiting for any other cell."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar, cast

from edison.domain import (
    Answer,
    Case,
    Dialogue,
    Failure,
    Judgment,
    JudgmentId,
    Output,
    OutputStatus,
    Place,
    StageName,
)
from edison.stages.check import check_output
from edison.stages.generate import GenerateUnit, answer_cell
from edison.stages.judge import JudgeUnit, judge_output
from edison.store import (
    Arrival,
    CallPlace,
    Ending,
    Judged,
    OutputMade,
    ReplyEntry,
    cell_id,
    output_id,
    stage_number,
)

from .conversation import Conversation, Script, Waiting
from .live import Heard, Transport
from .session import RunSession

T = TypeVar("T")

GENERATE, JUDGE = stage_number(StageName.GENERATE), stage_number(StageName.JUDGE)

_BOUNDARY_LENGTH = 20
_POISONED = Heard(
    Failure(
        code="poison_unit",
        sentence="Workers died again and again while this was under way; it is left alone. Run it again to insist.",
    ),
    None,
)
_BROKEN = "Edison itself failed at this; the log says how. Please report it."
_NO_SCRIPTS: Mapping[tuple[int, int], Script] = {}


class AnsweredElsewhere(Exception):
    """Another worker answered first, in the middle of a dialogue; the unit is taken up from there later."""


@dataclass(frozen=True, slots=True)
class CellWork:
    """One cell that is not finished, with all that is recorded about it."""

    number: int
    place: Place
    case: Case
    generation: int = 1
    output: Output | None = None
    has_checks: bool = False
    open_judges: Sequence[tuple[int, int]] = ()
    """Index and generation of each judge whose judgment is missing."""
    scripts: Mapping[tuple[int, int], Script] = field(default_factory=lambda: _NO_SCRIPTS)
    """Recorded replies by stage and part."""
    is_suspect: bool = False
    """Workers died while it was under way, again and again."""
    is_poison: bool = False


@dataclass(slots=True)
class _Unwritten:
    """What was heard since the last commit."""

    replies: list[ReplyEntry] = field(default_factory=list[ReplyEntry])
    endings: list[Ending] = field(default_factory=list[Ending])
    answer: Answer | None = None


class CellLane:
    """Walks cells of one session; one transport for all of them."""

    def __init__(self, session: RunSession, transport: Transport) -> None:
        self._session = session
        self._transport = transport
        self._snapshot = session.run.snapshot

    async def walk(self, work: CellWork) -> None:
        """Bring a cell as far as it can go; each conclusion is committed together with the answer behind it."""
        output = work.output
        if output is None:
            output = await self._generate(work)
        elif not work.has_checks:
            await self._check(work, output)
        if output is None or output.status is not OutputStatus.OK or not work.open_judges:
            return
        async with asyncio.TaskGroup() as group:
            for judge, judging in work.open_judges:
                group.create_task(self._judge(work, output, judge=judge, judging=judging))

    async def give_up(self, work: CellWork) -> None:
        """End a cell at which our own code fails: it must not be tried for ever, nor take others with it."""
        run_id = self._session.run.id
        if work.output is None:
            output = Output(
                id=output_id(run_id, work.number, work.generation),
                cell_id=cell_id(run_id, work.number),
                status=OutputStatus.ERROR,
                reason="unit_broken",
                sentence=_BROKEN,
            )
            made = OutputMade(work.number, work.generation, output, None, ())
            await self._commit(_Unwritten(), outputs=(made,))
            return
        judged = [
            Judged(
                work.number,
                work.generation,
                judge,
                judging,
                Judgment(
                    id=JudgmentId(f"{work.output.id}_{judge}_{judging}"),
                    output_id=work.output.id,
                    judge_id=self._snapshot.judges[judge].id,
                    not_judged=_BROKEN,
                ),
                None,
            )
            for judge, judging in work.open_judges
        ]
        await self._commit(_Unwritten(), judgments=judged)

    async def _generate(self, work: CellWork) -> Output | None:
        run_id = self._session.run.id
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
        output, unwritten = await self._converse(dialogue, place, work)
        checks = check_output(output, work.case, self._snapshot.checks)
        made = OutputMade(work.number, work.generation, output, unwritten.answer, checks)
        is_mine = await self._commit(unwritten, outputs=(made,))
        return output if is_mine else None

    async def _check(self, work: CellWork, output: Output) -> None:
        checks = check_output(output, work.case, self._snapshot.checks)
        made = OutputMade(work.number, work.generation, output, None, checks)
        await self._commit(_Unwritten(), outputs=(made,))

    async def _judge(self, work: CellWork, output: Output, *, judge: int, judging: int) -> None:
        rubric = self._snapshot.rubric
        assert rubric is not None, "a snapshot with judges has a rubric"
        unit = JudgeUnit(
            judge=self._snapshot.judges[judge],
            rubric=rubric,
            goal=self._snapshot.goal,
            version=self._snapshot.versions[work.place.version],
            case=work.case,
            output=output,
        )
        # Drawn from the run's seed, so that a replayed question is the same question.
        boundary = self._session.chance.stream("fence", work.number, work.generation, judge).token(
            _BOUNDARY_LENGTH
        )
        judgment_id = JudgmentId(f"{output.id}_{judge}_{judging}")
        dialogue = judge_output(unit, judgment_id=judgment_id, boundary=boundary)
        # Only a failed output is generated again, and it has no judgments: the judging's own generation will do.
        place = CallPlace(JUDGE, work.number, judge, judging)
        judgment, unwritten = await self._converse(dialogue, place, work)
        quality = judgment.quality(rubric)
        judged = Judged(work.number, work.generation, judge, judging, judgment, quality)
        await self._commit(unwritten, judgments=(judged,))

    async def _converse(
        self, dialogue: Dialogue[T], place: CallPlace, work: CellWork
    ) -> tuple[T, _Unwritten]:
        """Hold a dialogue to its end; every turn but the last is committed here, the last by the caller."""
        conversation = Conversation(dialogue, work.scripts.get((place.stage, place.part)))
        unwritten = _Unwritten()
        while not conversation.is_over:
            if unwritten.replies:
                await self._commit(unwritten)
                unwritten = _Unwritten()
            for where, waiting, heard in await self._ask_all(conversation.waits_for, place, work):
                _note(unwritten, where, waiting, heard)
                conversation.hear(waiting.branch, heard.reply)
        return cast("T", conversation.conclusion), unwritten

    async def _ask_all(
        self, waiting: Sequence[Waiting], place: CallPlace, work: CellWork
    ) -> list[tuple[CallPlace, Waiting, Heard]]:
        places = [place._replace(turn=one.turn, branch=one.branch) for one in waiting]
        if work.is_poison:
            return [(where, one, _POISONED) for where, one in zip(places, waiting, strict=True)]
        if len(waiting) == 1:
            return [(places[0], waiting[0], await self._transport.ask(waiting[0].ask, places[0]))]
        async with asyncio.TaskGroup() as group:
            tasks = [
                group.create_task(self._transport.ask(one.ask, where))
                for where, one in zip(places, waiting, strict=True)
            ]
        return [(where, one, task.result()) for where, one, task in zip(places, waiting, tasks, strict=True)]

    async def _commit(
        self,
        unwritten: _Unwritten,
        *,
        outputs: Sequence[OutputMade] = (),
        judgments: Sequence[Judged] = (),
    ) -> bool:
        """Whether it counts: another worker's answer to the same question may have come first."""
        verdict = await self._session.writer.commit(
            Arrival(
                self._session.key,
                endings=unwritten.endings,
                replies=unwritten.replies,
                outputs=outputs,
                judgments=judgments,
            )
        )
        if verdict.outdated and not outputs and not judgments:
            # In the middle of a dialogue: it goes on from the answer that was there first.
            raise AnsweredElsewhere
        return not verdict.outdated


def _note(unwritten: _Unwritten, where: CallPlace, waiting: Waiting, heard: Heard) -> None:
    attempt_id = None if heard.ending is None else heard.ending.end.attempt_id
    unwritten.replies.append(ReplyEntry(where, attempt_id, waiting.ask.fingerprint, heard.reply))
    if heard.ending is not None:
        unwritten.endings.append(heard.ending)
    if isinstance(heard.reply, Answer):
        unwritten.answer = heard.reply
