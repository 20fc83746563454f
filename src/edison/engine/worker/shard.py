"""A shard: a range of units of one lane whose missing parts this process sees to."""

import asyncio
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import structlog

from edison.domain import Halt, StageName
from edison.errors import AnsweredAlready, EdisonError, RunSuperseded, TakenForDead
from edison.store import Store

from ..calls.conversation import ScriptOutdated
from ..calls.dialogues import AnsweredElsewhere
from ..calls.live import LiveTransport, OutOfBudget
from ..lanes import LANES, UnitWork
from .session import EndpointHeld, RunSession, SessionStopped

log = structlog.get_logger()


@dataclass(slots=True)
class ShardReport:
    """What the driver needs to know."""

    units: int = 0
    halts: list[Halt] = field(default_factory=list[Halt])
    budget_spent: bool = False
    superseded: bool = False

    def as_json(self) -> dict[str, object]:
        return {
            "units": self.units,
            "halts": [halt.model_dump(mode="json") for halt in self.halts],
            "budget_spent": self.budget_spent,
            "superseded": self.superseded,
        }


class ShardRunner:
    """Sees to shards of one session, each with the lane that its wave names."""

    def __init__(self, session: RunSession, store: Store, *, lane: str) -> None:
        self._session = session
        self._store = store
        self._lane = LANES[lane](session, LiveTransport(session))
        self._outdated: list[tuple[StageName, int, int]] = []

    def load(self, first: int, last: int) -> list[UnitWork]:
        """The unfinished units of a range with all that is recorded about them. Blocks; for a thread."""
        return self._store.retry(
            lambda work: list(self._lane.load(work, self._session.run, range(first, last))), reading=True
        )

    async def run(self, works: Sequence[UnitWork]) -> ShardReport:
        """Have every unit walked, and wait until all are; suspects come one after the other at the end."""
        usual = [work for work in works if not work.is_suspect]
        self._session.walk()
        await self._walk_all(usual)
        for work in works:
            if work.is_suspect:
                await self._walk_all([work])
        return ShardReport(
            units=len(works),
            halts=list(self._session.holds.values()),
            budget_spent=self._session.budget_spent,
            superseded=self._session.superseded,
        )

    async def _walk_all(self, works: Sequence[UnitWork]) -> None:
        """Hand units to the session's walkers; the first trouble of the house itself is raised when all are back."""
        if not works:
            return
        everyone_back = asyncio.get_running_loop().create_future()
        left, troubles = len(works), list[BaseException]()

        async def step(work: UnitWork) -> None:
            nonlocal left
            try:
                if not self._session.stops:
                    await self._walk(work)
            except BaseExceptionGroup as trouble:
                troubles.append(trouble)
            finally:
                left -= 1
                if left == 0 and not everyone_back.done():
                    everyone_back.set_result(None)

        for work in works:
            self._session.todo.put_nowait(partial(step, work))
        await everyone_back
        if troubles:
            raise troubles[0]

    def ask_again(self) -> None:
        """Raise the generation of units whose records no longer fit the code. Blocks; for a thread."""
        outdated, self._outdated = self._outdated, []
        for stage in {stage for stage, _, _ in outdated}:
            units = [(unit, part) for named, unit, part in outdated if named is stage]
            self._store.retry(lambda work, s=stage, u=units: work.generations.ask(self._session.run.id, s, u))

    async def _walk(self, work: UnitWork) -> None:
        """One unit; what keeps it from ending is noted, and never hurts another."""
        try:
            await self._lane.walk(work)
        except* (EndpointHeld, SessionStopped, AnsweredElsewhere, AnsweredAlready):
            pass
        except* OutOfBudget:
            self._session.budget_spent = True
        except* (RunSuperseded, TakenForDead):
            self._session.stop_sending()
        except* ScriptOutdated:
            self._outdated.extend(work.outdated)
        except* EdisonError:
            # Trouble of the house itself: the shard ends, and is taken up again when that is over.
            raise
        except* Exception as broken:
            log.error("unit.broken", run=self._session.run.id, unit=work.number, where=_places_of(broken))
            await self._lane.give_up(work)


def _places_of(broken: ExceptionGroup[Exception]) -> list[str]:
    """What failed and where, without the words that it failed at: those belong to people, not to the log."""
    return [
        f"{type(error).__name__} at {Path(frame.filename).name}:{frame.lineno}"
        for error in broken.exceptions
        for frame in traceback.extract_tb(error.__traceback__)[-1:]
    ]
