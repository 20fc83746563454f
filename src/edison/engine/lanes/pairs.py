"""A pair's way to its comparisons: every judge of pairs is asked, each on its own."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from edison.domain import Comparison, ComparisonId, Output, Pair, StageName
from edison.stages.judge import PairUnit, compare_outputs
from edison.store import CallPlace, ComparisonEntry, stage_number

from ..calls.conversation import Script
from ..calls.dialogues import BROKEN, NO_SCRIPTS, Talker, Unwritten
from ..calls.live import Transport
from ..worker.session import RunSession

JUDGE = stage_number(StageName.JUDGE)

_BOUNDARY_LENGTH = 20


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


class PairLane:
    """Walks pairs of one session; one transport for all of them."""

    def __init__(self, session: RunSession, transport: Transport) -> None:
        self._session = session
        self._talker = Talker(session, transport)
        self._snapshot = session.run.snapshot

    async def walk(self, work: PairWork) -> None:
        """Ask every judge that has not said anything yet; each comparison is committed with its answer."""
        async with asyncio.TaskGroup() as group:
            for judge, judging in work.open_judges:
                group.create_task(self._compare(work, judge=judge, judging=judging))

    async def give_up(self, work: PairWork) -> None:
        """End a pair at which our own code fails: it must not be tried for ever, nor take others with it."""
        given_up = [
            self._compared(
                work,
                judge=judge,
                judging=judging,
                comparison=Comparison(
                    id=self._name(work, judge=judge, judging=judging),
                    judge_id=self._snapshot.judges[judge].id,
                    left_id=work.left.id,
                    right_id=work.right.id,
                    repeat=work.pair.repeat,
                    not_judged=BROKEN,
                ),
            )
            for judge, judging in work.open_judges
        ]
        await self._talker.commit(Unwritten(), comparisons=given_up)

    async def _compare(self, work: PairWork, *, judge: int, judging: int) -> None:
        rubric = self._snapshot.rubric
        assert rubric is not None, "a snapshot with judges has a rubric"
        unit = PairUnit(
            judge=self._snapshot.judges[judge],
            rubric=rubric,
            goal=self._snapshot.goal,
            task=work.task,
            left=work.left,
            right=work.right,
            repeat=work.pair.repeat + judging - 1,
        )
        # Drawn from the run's seed, so that a replayed question is the same question.
        boundary = self._session.chance.stream("fence", work.number, judging, judge).token(_BOUNDARY_LENGTH)
        dialogue = compare_outputs(
            unit, comparison_id=self._name(work, judge=judge, judging=judging), boundary=boundary
        )
        place = CallPlace(JUDGE, work.number, judge, judging)
        comparison, unwritten = await self._talker.converse(dialogue, place, work)
        compared = self._compared(work, judge=judge, judging=judging, comparison=comparison)
        await self._talker.commit(unwritten, comparisons=(compared,))

    def _compared(
        self, work: PairWork, *, judge: int, judging: int, comparison: Comparison
    ) -> ComparisonEntry:
        return ComparisonEntry(work.number, judge, judging, work.wave, work.pair, comparison)

    def _name(self, work: PairWork, *, judge: int, judging: int) -> ComparisonId:
        tail = self._session.run.id.removeprefix("run_")
        return ComparisonId(f"cmp_{tail}_{work.number}_{judge}_{judging}")
