"""What the driver does between shards: find what is missing, ask the preset what comes next, end the run."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from math import ceil

from edison.domain import DesiredState, EventType, Halt, Mint, Run, RunId, Settlement, Wave
from edison.store import Store, UnitOfWork

from ..lanes import LANES
from .preset import DrivenPreset, Next, NextWave, Presets, Results
from .story import Story

LEAST_SHARD, FIRST_SHARD, LARGEST_SHARD = 16, 256, 1024
MANY_SHARDS = 20
"""Enough of them for any number of workers to have their share; more would only cost more."""
SHARD_S = 10.0
"""A shard should take about so long: coarse enough to cost little, fine enough to be shared and paused."""


@dataclass(frozen=True, slots=True)
class Shard:
    """A range of units that one worker sees to."""

    lane: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Plan:
    """What still lacks something; nothing when superseded or done."""

    superseded: bool
    shards: list[Shard]
    concluded: int
    """How many conclusions there are; a sweep that adds none made no progress."""


class Sweeps:
    """The driver's looks and steps, with all that it takes to make them; each blocks and is for a thread."""

    def __init__(self, store: Store, *, presets: Presets, now: Callable[[], datetime], mint: Mint) -> None:
        self._store = store
        self._presets = presets
        self._now = now
        self._mint = mint

    def plan(self, run_id: RunId, epoch: int) -> Plan:
        """Cut what is missing into shards."""

        def look(work: UnitOfWork) -> Plan:
            standing = work.runs.standing(run_id)
            if standing.epoch != epoch or standing.desired is not DesiredState.RUNNING:
                return Plan(True, [], 0)
            counts, pairs = work.results.counts(run_id), work.comparisons.counts(run_id)
            concluded = sum(counts.outputs.values()) + counts.judged + counts.not_judged + pairs.asked
            return Plan(False, find_missing(work, work.runs.get(run_id)), concluded)

        return self._store.retry(look, reading=True)

    def go_on(self, run_id: RunId, epoch: int) -> Settlement:
        """Do what the preset says comes next; *not yet* unless that is the end."""

        def decide(work: UnitOfWork) -> tuple[int, Next]:
            story = self._story(work, work.runs.get(run_id))
            # A driver that died after its decision was committed asks again: there is something to do already.
            is_done = not find_missing(work, story.run)
            return len(story.waves), self._preset(story.run).next(story) if is_done else Settlement.NOT_YET

        known, decision = self._store.retry(decide, reading=True)
        if isinstance(decision, Settlement):
            return decision

        def write(work: UnitOfWork) -> None:
            run = work.runs.get(run_id)
            if run.epoch != epoch or len(work.waves.of_run(run_id)) != known:
                return
            if isinstance(decision, NextWave):
                add_wave(work, run, decision, at=self._now())
            elif not find_missing(work, run):
                work.generations.ask(run_id, decision.stage, decision.units)

        self._store.retry(write)
        return Settlement.NOT_YET

    def finish(self, run_id: RunId, epoch: int, settlement: Settlement) -> bool:
        """End the run with its results, in one transaction; False if somebody else decided otherwise meanwhile."""

        def conclude(work: UnitOfWork) -> tuple[datetime, Results]:
            story = self._story(work, work.runs.get(run_id))
            return story.at, self._preset(story.run).results(story, settlement)

        at, results = self._store.retry(conclude, reading=True)

        def end(work: UnitOfWork) -> bool:
            if not work.runs.settle(run_id, epoch=epoch, settlement=settlement, at=at):
                return False
            keep_results(work, run_id, results, settlement=settlement, at=at)
            return True

        return self._store.retry(end)

    def halt(self, run_id: RunId, epoch: int, cause: Halt) -> None:
        """Let a run stand still until a person has seen to the cause."""

        def stop(work: UnitOfWork) -> None:
            if work.runs.standing(run_id).epoch != epoch:
                return
            changed = work.runs.change(
                run_id, desired=DesiredState.PAUSED, expect=(DesiredState.RUNNING,), halted=cause
            )
            if changed is not None:
                work.events.append(run_id, EventType.RUN_PAUSED, at=self._now(), about={"cause": cause.code})

        self._store.retry(stop)

    def _preset(self, run: Run) -> DrivenPreset:
        return self._presets[run.experiment.preset]

    def _story(self, work: UnitOfWork, run: Run) -> Story:
        return Story(work, run, at=self._now(), mint=self._mint)


def add_wave(work: UnitOfWork, run: Run, planned: NextWave, *, at: datetime) -> None:
    """Plan units after all that there are."""
    waves = work.waves.of_run(run.id)
    wave = Wave(
        number=len(waves) + 1,
        lane=planned.lane,
        first_unit=waves[-1].end if waves else 0,
        units=planned.units,
        body=planned.body,
    )
    if work.waves.add(run.id, wave) and planned.event is not None:
        # Whoever is told counts the waves of this kind, not those of others before them.
        number = 1 + sum(known.lane == planned.lane for known in waves)
        work.events.append(run.id, planned.event, at=at, about={"wave": str(number)})


def keep_results(
    work: UnitOfWork,
    run_id: RunId,
    results: Results,
    *,
    settlement: Settlement,
    at: datetime,
    about: Mapping[str, str] | None = None,
) -> None:
    """Store what a run ended with, and tell of it."""
    for board in results.boards:
        work.rankings.put(board)
    if results.entry_ranking is not None:
        work.entry_rankings.put(run_id, results.entry_ranking)
    for card in results.cards:
        work.cards.put(card)
    for event, told in results.told:
        work.events.append(run_id, event, at=at, about={}, told=told)
    work.events.append(
        run_id, EventType.RUN_SETTLED, at=at, about={"settlement": settlement.value, **(about or {})}
    )


def find_missing(work: UnitOfWork, run: Run) -> list[Shard]:
    """Ranges of units that lack something, lane by lane."""
    snapshot, rate = run.snapshot, work.in_flight.rate(run.id)
    slots = run.experiment.policy.parallel * (len(snapshot.arms) + len(snapshot.judges))
    return [
        Shard(lane, first, last)
        for lane, units in _spans(work.waves.of_run(run.id))
        for first, last in LANES[lane].missing(
            work, run, units, size=shard_size(len(units), rate=rate, slots=slots)
        )
    ]


def _spans(waves: list[Wave]) -> Iterator[tuple[str, range]]:
    """Consecutive waves of one lane as one range: many of them cost one look."""
    for lane, together in groupby(waves, key=lambda wave: wave.lane):
        span = list(together)
        yield lane, range(span[0].first_unit, span[-1].end)


def shard_size(units: int, *, rate: float | None, slots: int) -> int:
    """By the measured rate of units per second, or a first guess that leaves something for other workers.

    A process has a few shards at once; together they must fill every slot.
    """
    wished = max(FIRST_SHARD, units // MANY_SHARDS) if rate is None else ceil(rate * SHARD_S)
    wished = max(wished, slots // 2)
    return max(LEAST_SHARD, min(wished, LARGEST_SHARD, ceil(units / 4)))
