"""What people may want of a run: every wish is one transaction that raises the epoch and has a new driver start."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta

from edison.domain import (
    BEING_FINISHED,
    STAGE_DONE,
    WAITS_FOR_PEOPLE,
    DesiredState,
    EventType,
    Halt,
    Mint,
    PersonAnswer,
    Run,
    RunId,
    Settlement,
    StageName,
)
from edison.errors import AnsweredBefore, RunNotMoved
from edison.store import Store, UnitOfWork

from .. import durable
from ..lanes import find_open_questions
from .preset import DrivenPreset, NextWave, Presets, Results
from .stages import tell_started
from .story import Story
from .sweep import Sweeps, add_wave, keep_results
from .tidying import tidy_queues, tidy_run

_MOST_RENEWALS, _LATELY = 10, timedelta(minutes=2)
"""A driver that has to be renewed so often in so short a time will not do better the next time."""
_LONGEST_ENDING = timedelta(minutes=1)
"""Whoever ends a run has ended it by then, or did not live to."""
_OUR_FAULT = Halt(
    code="driver_failed",
    sentence="Edison itself failed at this run again and again; the log says how. Please report it.",
)


class Control:
    """Starts, stops and resumes runs from any process; workers may all be down meanwhile."""

    def __init__(self, store: Store, *, presets: Presets, now: Callable[[], datetime], mint: Mint) -> None:
        self._store = store
        self._presets = presets
        self._now = now
        self._mint = mint
        self._client = durable.open_client(store.engine)
        self._renewals: dict[RunId, list[datetime]] = {}
        self._sweeps = Sweeps(store, presets=presets, now=now, mint=mint)

    def close(self) -> None:
        self._client.destroy()

    def start(
        self,
        run: Run,
        *,
        start_key: str | None = None,
        also: Callable[[UnitOfWork], None] | None = None,
        by: str | None = None,
    ) -> Run:
        """Store a run and have it driven, together or not at all; an equal key gives the run that is there.

        `also` stores what belongs to the run from its beginning, in the same transaction.
        """

        def begin(work: UnitOfWork) -> Run:
            budget = run.experiment.policy.budget_microusd
            if not work.runs.add(run, budget_microusd=budget, start_key=start_key):
                known = work.runs.by_start_key(start_key or "")
                return known or run
            if also is not None:
                also(work)
            work.events.append(run.id, EventType.RUN_STARTED, at=self._now(), about=_by(by))
            first = self._preset(run).next(self._story(work, run))
            if isinstance(first, NextWave):
                add_wave(work, run, first, at=self._now())
            durable.enqueue_driver(self._client, work.handle, run_id=run.id, epoch=run.epoch)
            return run

        stored = self._store.retry(begin)
        if stored is run:
            # Only now: of a run that was never stored, nobody would close it. If we die here, a worker opens it.
            durable.open_queue(self._client, run.id)
        return stored

    def tidy(self, run_id: RunId) -> None:
        """Drop what the durable library kept of a run that is over; ours is untouched."""
        tidy_run(self._store, self._client, run_id)

    def pause(self, run_id: RunId, *, by: str | None = None) -> None:
        """Begin nothing new; what is under way is answered and kept."""
        self._move(
            run_id,
            DesiredState.PAUSED,
            expect=(DesiredState.RUNNING,),
            becoming="paused",
            event=EventType.RUN_PAUSED,
            by=by,
        )

    def cancel(self, run_id: RunId, *, by: str | None = None) -> None:
        """End a run for ever; what it came to by then is kept, as if it had been finished."""

        def conclude(work: UnitOfWork) -> tuple[datetime, Results]:
            story = self._story(work, work.runs.get(run_id))
            return story.at, self._preset(story.run).results(story, Settlement.CANCELLED)

        # It may take a while to work that out, and nobody could write anything meanwhile.
        at, results = self._store.retry(conclude, reading=True)

        def end(work: UnitOfWork) -> int:
            epoch = work.runs.change(
                run_id,
                desired=DesiredState.CANCELLED,
                expect=(DesiredState.RUNNING, DesiredState.PAUSED),
            )
            if epoch is None:
                raise self._not_moved(work, run_id, "cancelled")
            work.runs.settle(run_id, epoch=epoch, settlement=Settlement.CANCELLED, at=at)
            keep_results(
                work,
                run_id,
                results,
                settlement=Settlement.CANCELLED,
                at=at,
                new_id=self._mint.new,
                about=_by(by),
            )
            return epoch

        epoch = self._store.retry(end)
        durable.cancel_driver(self._client, run_id=run_id, epoch=epoch - 1)

    def finish(
        self, run_id: RunId, *, by: str | None = None, settlement: Settlement = Settlement.STOPPED_BY_PERSON
    ) -> None:
        """End a run now with the results of what there is; nothing new is begun from here on."""

        def stop(work: UnitOfWork) -> int:
            # Whoever works on it waits for the end that follows, and does not take it for a pause.
            ending = Halt(
                code=BEING_FINISHED,
                sentence="Somebody ends it, and its results are being put together.",
                until=self._now() + _LONGEST_ENDING,
            )
            epoch = work.runs.change(
                run_id,
                desired=DesiredState.PAUSED,
                expect=(DesiredState.RUNNING, DesiredState.PAUSED),
                halted=ending,
            )
            if epoch is None:
                raise self._not_moved(work, run_id, "finished")
            return epoch

        epoch = self._store.retry(stop)
        durable.cancel_driver(self._client, run_id=run_id, epoch=epoch - 1)
        # Who dies here leaves it to the next worker that looks after runs.
        if not self._sweeps.finish(run_id, epoch, settlement, by=by):
            with self._store.reading() as work:
                raise self._not_moved(work, run_id, "finished")

    def resume(
        self,
        run_id: RunId,
        *,
        budget_microusd: int | None = None,
        by: str | None = None,
        also: Callable[[UnitOfWork], None] | None = None,
    ) -> bool:
        """Go on with a paused, halted or broke run; False when it runs already or has nothing left to do.

        What `also` writes is kept together with that, or neither of both.
        """
        durable.open_queue(self._client, run_id)

        def go_on(work: UnitOfWork) -> bool:
            if also is not None:
                also(work)
            run = work.runs.get(run_id)
            if run.settlement in (Settlement.BUDGET_SPENT, Settlement.NO_PROGRESS):
                epoch = work.runs.reopen(run_id)
            elif run.settlement.is_end or run.desired is DesiredState.RUNNING or _is_waiting(work, run):
                return False
            else:
                epoch = work.runs.change(run_id, desired=DesiredState.RUNNING, expect=(DesiredState.PAUSED,))
            if epoch is None:
                raise self._not_moved(work, run_id, "resumed")
            if budget_microusd is not None:
                work.runs.set_budget(run_id, budget_microusd)
            self._drive(work, run_id, epoch, by=by)
            if run.halted is not None and run.halted.code == STAGE_DONE:
                work.runs.go_on_after(run_id)
                tell_started(work, work.runs.get(run_id), at=self._now())
            return True

        return self._store.retry(go_on)

    def answer(self, run_id: RunId, answers: Sequence[PersonAnswer]) -> None:
        """Keep what people said; the run goes on as soon as nothing more is asked. Raises AnsweredBefore."""
        self.answer_within(run_id, lambda _: answers)

    def answer_within(self, run_id: RunId, say: Callable[[UnitOfWork], Sequence[PersonAnswer]]) -> None:
        """The same with all that belongs to it: what `say` stores is kept together with the answers, or not at all.

        The run is locked meanwhile, so that what `say` reads of it is what it answers.
        """
        durable.open_queue(self._client, run_id)

        def keep(work: UnitOfWork) -> None:
            work.runs.lock(run_id)
            answers = say(work)
            for answer in answers:
                if not work.people.add(run_id, answer):
                    raise AnsweredBefore(run_id, answer.unit)
                about = {"question": str(answer.unit), **_by(answer.by)}
                work.events.append(run_id, EventType.PERSON_ANSWERED, at=answer.at, about=about)
            halted = work.runs.standing(run_id).halted
            waited = halted is not None and halted.code == WAITS_FOR_PEOPLE
            if answers and waited and not find_open_questions(work, run_id):
                epoch = work.runs.change(run_id, desired=DesiredState.RUNNING, expect=(DesiredState.PAUSED,))
                assert epoch is not None, "a run that waits is paused, and locked"
                self._drive(work, run_id, epoch, by=answers[-1].by)

        self._store.retry(keep)

    def rerun_failed(
        self, run_id: RunId, *, by: str | None = None, also: Callable[[UnitOfWork], None] | None = None
    ) -> int:
        """Ask again for what failed, and only for that; says for how many units. Nothing is removed.

        What `also` writes is kept together with that, or neither of both.
        """
        durable.open_queue(self._client, run_id)

        def again(work: UnitOfWork) -> int:
            if also is not None:
                also(work)
            cells, judgings = work.results.failed_units(run_id)
            judgings = [*judgings, *work.comparisons.failed(run_id)]
            if not cells and not judgings:
                return 0
            run = work.runs.get(run_id)
            if not run.settlement.is_end:
                raise self._not_moved(work, run_id, "run again")
            work.generations.ask(run_id, StageName.GENERATE, [(cell, 0) for cell in cells])
            work.generations.ask(run_id, StageName.JUDGE, judgings)
            epoch = work.runs.reopen(run_id)
            if epoch is None:
                raise self._not_moved(work, run_id, "run again")
            self._drive(work, run_id, epoch, by=by)
            return len(cells) + len(judgings)

        return self._store.retry(again)

    def reconcile(self, *, only: RunId | None = None) -> None:
        """See to it that every run that should run has a driver: an upgrade or a lost row may have left it alone.

        Those that have waited for people long enough go on without an answer. Nobody goes on looking for work of the
        others.
        """
        self._lapse(only=only)
        tidy_queues(self._store, self._client, only=only)
        with self._store.reading() as work:
            wanted = [(one.run_id, one.epoch) for one in work.runs.unfinished() if only in (None, one.run_id)]
            halted = [work.runs.get(one.run_id) for one in work.runs.halted() if only in (None, one.run_id)]
        for run in halted:
            # Another worker may have seen it at the same moment.
            with suppress(RunNotMoved):
                if _was_left(run.halted, self._now()):
                    self.finish(run.id)
                elif run.is_overdue(self._now()):
                    self.finish(run.id, settlement=Settlement.DEADLINE_PASSED)
        for run_id, epoch in wanted:
            if durable.is_driven(self._client, run_id=run_id, epoch=epoch):
                continue
            if self._fails_again_and_again(run_id):
                self._give_up(run_id)
            else:
                self._renew(run_id, epoch)

    def _lapse(self, *, only: RunId | None) -> None:
        now = self._now()
        with self._store.reading() as work:
            over = [
                one.run_id
                for one in work.runs.halted()
                if only in (None, one.run_id) and _has_waited(one.halted, now)
            ]
            asked = {run_id: find_open_questions(work, run_id) for run_id in over}
        for run_id, questions in asked.items():
            late = [one.unit for one in questions if one.until is not None and one.until <= now]
            with suppress(AnsweredBefore):
                self.answer(run_id, [PersonAnswer(unit=unit, at=now) for unit in late])

    def _fails_again_and_again(self, run_id: RunId) -> bool:
        now = self._now()
        lately = [at for at in self._renewals.get(run_id, ()) if now - at < _LATELY]
        self._renewals[run_id] = [*lately, now]
        return len(lately) >= _MOST_RENEWALS

    def _give_up(self, run_id: RunId) -> None:
        """Let a run stand still whose drivers fail one after the other: that is ours to mend."""
        del self._renewals[run_id]
        self._move(
            run_id,
            DesiredState.PAUSED,
            expect=(DesiredState.RUNNING,),
            becoming="paused",
            event=EventType.RUN_PAUSED,
            halted=_OUR_FAULT,
        )

    def _renew(self, run_id: RunId, epoch: int) -> None:
        durable.open_queue(self._client, run_id)

        def renew(work: UnitOfWork) -> None:
            renewed = work.runs.renew(run_id, epoch=epoch)
            if renewed is not None:
                durable.enqueue_driver(self._client, work.handle, run_id=run_id, epoch=renewed)

        self._store.retry(renew)

    def _move(
        self,
        run_id: RunId,
        desired: DesiredState,
        *,
        expect: tuple[DesiredState, ...],
        becoming: str,
        event: EventType,
        halted: Halt | None = None,
        by: str | None = None,
    ) -> None:
        def move(work: UnitOfWork) -> int:
            epoch = work.runs.change(run_id, desired=desired, expect=expect, halted=halted)
            if epoch is None:
                raise self._not_moved(work, run_id, becoming)
            work.events.append(run_id, event, at=self._now(), about=_by(by))
            return epoch

        epoch = self._store.retry(move)
        durable.cancel_driver(self._client, run_id=run_id, epoch=epoch - 1)

    def _drive(self, work: UnitOfWork, run_id: RunId, epoch: int, *, by: str | None) -> None:
        work.events.append(run_id, EventType.RUN_RESUMED, at=self._now(), about=_by(by))
        durable.enqueue_driver(self._client, work.handle, run_id=run_id, epoch=epoch)

    def _preset(self, run: Run) -> DrivenPreset:
        return self._presets[run.experiment.preset]

    def _story(self, work: UnitOfWork, run: Run) -> Story:
        return Story(work, run, at=self._now(), mint=self._mint)

    def _not_moved(self, work: UnitOfWork, run_id: RunId, becoming: str) -> RunNotMoved:
        run = work.runs.get(run_id)
        state = run.settlement.value if run.settlement.is_end else run.desired.value
        return RunNotMoved(run_id, becoming, state)


def _by(actor: str | None) -> dict[str, str]:
    """Who wanted it; nobody where a machine did it by itself."""
    return {} if actor is None else {"by": actor}


def _has_waited(halted: Halt | None, now: datetime) -> bool:
    """Whether people have been given their time to answer."""
    return _is_over(halted, code=WAITS_FOR_PEOPLE, now=now)


def _was_left(halted: Halt | None, now: datetime) -> bool:
    """Whether somebody began to end a run and did not live to see it."""
    return _is_over(halted, code=BEING_FINISHED, now=now)


def _is_over(halted: Halt | None, *, code: str, now: datetime) -> bool:
    if halted is None or halted.code != code or halted.until is None:
        return False
    return halted.until <= now


def _is_waiting(work: UnitOfWork, run: Run) -> bool:
    """Whether only people can let it go on."""
    waits = run.halted is not None and run.halted.code == WAITS_FOR_PEOPLE
    return waits and bool(find_open_questions(work, run.id))
