"""A shard: a range of cells whose missing parts this process sees to."""

import asyncio
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import structlog

from edison.domain import Case, Halt, OutputStatus, StageName
from edison.errors import EdisonError, RunSuperseded
from edison.store import CellStanding, Recorded, Store, UnitOfWork

from .conversation import Known, Script, ScriptOutdated
from .lane import GENERATE, JUDGE, AnsweredElsewhere, CellLane, CellWork
from .live import LiveTransport, OutOfBudget
from .session import EndpointHeld, RunSession, SessionStopped

log = structlog.get_logger()

SUSPECT_AFTER = 3
"""So many attempts that a worker did not survive make a cell a suspect: it is then tried alone."""
POISON_AFTER = 6
"""And so many, the last ones alone, end it."""


@dataclass(slots=True)
class ShardReport:
    """What the driver needs to know."""

    cells: int = 0
    halts: list[Halt] = field(default_factory=list[Halt])
    budget_spent: bool = False
    superseded: bool = False

    def as_json(self) -> dict[str, object]:
        return {
            "cells": self.cells,
            "halts": [halt.model_dump(mode="json") for halt in self.halts],
            "budget_spent": self.budget_spent,
            "superseded": self.superseded,
        }


class ShardRunner:
    """Sees to shards of one session."""

    def __init__(self, session: RunSession, store: Store) -> None:
        self._session = session
        self._store = store
        self._lane = CellLane(session, LiveTransport(session))
        self._outdated: list[tuple[StageName, int, int]] = []

    def load(self, first: int, last: int) -> list[CellWork]:
        """The unfinished cells of a range with all that is recorded about them. Blocks; for a thread."""
        return self._store.retry(lambda work: list(_load(work, self._session, first, last)), reading=True)

    async def run(self, works: Sequence[CellWork]) -> ShardReport:
        """Have every cell walked, and wait until all are; suspects come one after the other at the end."""
        usual = [work for work in works if not work.is_suspect]
        self._session.walk()
        await self._walk_all(usual)
        for work in works:
            if work.is_suspect:
                await self._walk_all([work])
        return ShardReport(
            cells=len(works),
            halts=list(self._session.holds.values()),
            budget_spent=self._session.budget_spent,
            superseded=self._session.superseded,
        )

    async def _walk_all(self, works: Sequence[CellWork]) -> None:
        """Hand cells to the session's walkers; the first trouble of the house itself is raised when all are back."""
        if not works:
            return
        everyone_back = asyncio.get_running_loop().create_future()
        left, troubles = len(works), list[BaseException]()

        async def step(work: CellWork) -> None:
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
            self._store.retry(lambda work, s=stage, u=units: work.agains.ask(self._session.run.id, s, u))

    async def _walk(self, work: CellWork) -> None:
        """One cell; what keeps it from ending is noted, and never hurts another cell."""
        try:
            await self._lane.walk(work)
        except* (EndpointHeld, SessionStopped, AnsweredElsewhere):
            pass
        except* OutOfBudget:
            self._session.budget_spent = True
        except* RunSuperseded:
            self._session.superseded = True
        except* ScriptOutdated:
            self._note_outdated(work)
        except* EdisonError:
            # Trouble of the house itself: the shard ends, and is taken up again when that is over.
            raise
        except* Exception as broken:
            log.error("cell.broken", run=self._session.run.id, cell=work.number, where=_places_of(broken))
            await self._lane.give_up(work)

    def _note_outdated(self, work: CellWork) -> None:
        if work.output is None:
            self._outdated.append((StageName.GENERATE, work.number, 0))
            return
        self._outdated.extend((StageName.JUDGE, work.number, judge) for judge, _ in work.open_judges)


def _load(work: UnitOfWork, session: RunSession, first: int, last: int) -> Iterator[CellWork]:
    run = session.run
    grid, judges = run.snapshot.grid, len(run.snapshot.judges)
    standings = work.results.standings(run.id, first=first, last=last)
    open_cells = [number for number in range(first, last) if not _is_finished(standings.get(number), judges)]
    if not open_cells:
        return
    cases = _cases(work, session, open_cells)
    judgings = work.agains.generations(run.id, StageName.JUDGE, first=first, last=last)
    scripts = {
        stage: work.ledger.answers(run.id, name, first=first, last=last)
        for stage, name in ((GENERATE, StageName.GENERATE), (JUDGE, StageName.JUDGE))
    }
    lost = work.in_flight.lost(run.id, first=first, last=last)
    for number in open_cells:
        standing = standings.get(number) or CellStanding(generation=1)
        judged = set(standing.judged)
        yield CellWork(
            number=number,
            place=grid.place(number),
            case=cases[number // grid.per_case],
            generation=standing.generation,
            output=standing.output,
            has_checks=standing.has_checks,
            open_judges=[
                (judge, judgings.get((number, judge), 1)) for judge in range(judges) if judge not in judged
            ],
            scripts=_scripts_of(number, judges, scripts),
            is_suspect=lost.get(number, 0) >= SUSPECT_AFTER,
            is_poison=lost.get(number, 0) >= POISON_AFTER,
        )


def _is_finished(standing: CellStanding | None, judges: int) -> bool:
    if standing is None or standing.output is None or not standing.has_checks:
        return False
    return standing.output.status is not OutputStatus.OK or len(standing.judged) >= judges


def _cases(work: UnitOfWork, session: RunSession, cells: list[int]) -> dict[int, Case]:
    per_case = session.run.snapshot.grid.per_case
    first, last = cells[0] // per_case, cells[-1] // per_case
    cases = work.datasets.cases(session.run.snapshot.dataset.id, first=first, count=last - first + 1)
    return dict(enumerate(cases, first))


def _scripts_of(
    number: int, judges: int, scripts: dict[int, dict[tuple[int, int], list[Recorded]]]
) -> dict[tuple[int, int], Script]:
    found: dict[tuple[int, int], Script] = {}
    for stage, part in [(GENERATE, 0), *((JUDGE, judge) for judge in range(judges))]:
        recorded = scripts[stage].get((number, part))
        if recorded:
            found[stage, part] = {
                (one.turn, one.branch): Known(one.fingerprint, one.reply) for one in recorded
            }
    return found


def _places_of(broken: ExceptionGroup[Exception]) -> list[str]:
    """What failed and where, without the words that it failed at: those belong to people, not to the log."""
    return [
        f"{type(error).__name__} at {Path(frame.filename).name}:{frame.lineno}"
        for error in broken.exceptions
        for frame in traceback.extract_tb(error.__traceback__)[-1:]
    ]
