"""What the driver does between shards: find what is missing, ask the preset what comes next, end the run."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from math import ceil

from edison.domain import (
    PEOPLE,
    REFINEMENT,
    STAGE_DONE,
    WAITS_FOR_PEOPLE,
    AdoptedVersions,
    Autonomy,
    ContestHalted,
    DesiredState,
    EventType,
    Halt,
    Mint,
    Run,
    RunId,
    Settlement,
    StageName,
    StoredDataset,
    StoredVersion,
    Wave,
)
from edison.stages.plan import CaseDigest, name_dataset, pin_case
from edison.store import Store, UnitOfWork
from edison.text import several

from ..lanes import LANES, OpenQuestion, find_open_questions, is_judging, keep_suggestions
from .preset import DrivenPreset, Next, NextWave, Presets, Results, WrittenCases
from .stages import count_conclusions, tell_finished, tell_started
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
    waits: bool = False
    """Whether people have not answered yet."""


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
            run, waves = work.runs.get(run_id), work.waves.of_run(run_id)
            if run.is_overdue(self._now()):
                return Plan(False, [], 0)
            missing = find_missing(work, run)
            walked = [shard for shard in missing if LANES[shard.lane].is_walked]
            return Plan(False, walked, count_conclusions(work, run, waves), waits=len(walked) < len(missing))

        return self._store.retry(look, reading=True)

    def go_on(self, run_id: RunId, epoch: int) -> Settlement | Halt:
        """Do what the preset says comes next; *not yet* unless that is the end, or people wanted to look first."""

        def decide(work: UnitOfWork) -> tuple[tuple[int, Autonomy], Next | Halt]:
            story = self._story(work, work.runs.get(run_id))
            seen = len(story.waves), story.autonomy
            if story.run.is_overdue(story.at):
                return seen, Settlement.DEADLINE_PASSED
            # A driver that died after its decision was committed asks again: there is something to do already.
            is_done = not find_missing(work, story.run)
            return seen, self._decide(story) if is_done else Settlement.NOT_YET

        known, decision = self._store.retry(decide, reading=True)
        if isinstance(decision, Settlement | Halt):
            return decision

        def write(work: UnitOfWork) -> None:
            # Whoever changes what people are asked locks the run as well, and then this is decided anew.
            work.runs.lock(run_id)
            story = self._story(work, work.runs.get(run_id))
            run = story.run
            if run.epoch != epoch or (len(story.waves), story.autonomy) != known:
                return
            if isinstance(decision, NextWave):
                add_wave(work, run, decision, at=self._now())
            elif not find_missing(work, run):
                work.generations.ask(run_id, decision.stage, decision.units)

        self._store.retry(write)
        return Settlement.NOT_YET

    def finish(self, run_id: RunId, epoch: int, settlement: Settlement, *, by: str | None = None) -> bool:
        """End the run with its results, in one transaction; False if somebody else decided otherwise meanwhile."""

        def conclude(work: UnitOfWork) -> tuple[datetime, Results]:
            story = self._story(work, work.runs.get(run_id))
            return story.at, self._preset(story.run).results(story, settlement)

        at, results = self._store.retry(conclude, reading=True)

        def end(work: UnitOfWork) -> bool:
            if not work.runs.settle(run_id, epoch=epoch, settlement=settlement, at=at):
                return False
            about = None if by is None else {"by": by}
            keep_results(
                work, run_id, results, settlement=settlement, at=at, new_id=self._mint.new, about=about
            )
            return True

        return self._store.retry(end)

    def halt(self, run_id: RunId, epoch: int, cause: Halt) -> None:
        """Let a run stand still until a person has seen to the cause."""

        def stop(work: UnitOfWork) -> None:
            if work.runs.standing(run_id).epoch != epoch:
                return
            run, at = work.runs.get(run_id), self._now()
            changed = work.runs.change(
                run_id, desired=DesiredState.PAUSED, expect=(DesiredState.RUNNING,), halted=cause
            )
            if changed is None:
                return
            if cause.code == STAGE_DONE:
                tell_finished(work, run, at=at)
            work.events.append(run_id, EventType.RUN_PAUSED, at=at, about={"cause": cause.code})
            tell_halt(work, run, cause, at=at)

        self._store.retry(stop)

    def wait_for_people(self, run_id: RunId, epoch: int) -> bool:
        """Let a run stand still until people have answered; False where they have meanwhile."""

        def stop(work: UnitOfWork) -> bool:
            # Whoever brings an answer locks the run as well: one of the two sees what the other did.
            work.runs.lock(run_id)
            if work.runs.standing(run_id).epoch != epoch:
                return True
            asked = find_open_questions(work, run_id)
            if not asked:
                return False
            work.runs.change(
                run_id, desired=DesiredState.PAUSED, expect=(DesiredState.RUNNING,), halted=_waits(asked)
            )
            about = {"questions": str(len(asked))}
            work.events.append(run_id, EventType.PERSON_ASKED, at=self._now(), about=about)
            return True

        return self._store.retry(stop)

    def _decide(self, story: Story) -> Next | Halt:
        wanted = story.run.pause_after
        if wanted is not None and not is_judging(story.run):
            return _paused_after(wanted)
        decision = self._preset(story.run).next(story)
        if wanted is StageName.JUDGE and isinstance(decision, Settlement):
            return _paused_after(wanted)
        return decision

    def _preset(self, run: Run) -> DrivenPreset:
        return self._presets[run.experiment.preset]

    def _story(self, work: UnitOfWork, run: Run) -> Story:
        return Story(work, run, at=self._now(), mint=self._mint)


def _waits(asked: list[OpenQuestion]) -> Halt:
    ends = [question.until for question in asked if question.until is not None]
    are = "is" if len(asked) == 1 else "are"
    return Halt(
        code=WAITS_FOR_PEOPLE,
        sentence=f"It waits for people: {several(len(asked), 'question')} {are} open.",
        until=min(ends, default=None),
    )


def _paused_after(stage: StageName) -> Halt:
    return Halt(code=STAGE_DONE, sentence=f"It waits, so that a person may look: {stage.value} is done.")


def add_wave(work: UnitOfWork, run: Run, planned: NextWave, *, at: datetime) -> None:
    """Plan units after all that there are."""
    waves = work.waves.of_run(run.id)
    is_other_step = not waves or waves[-1].lane != planned.lane
    if is_other_step:
        tell_finished(work, run, at=at)
    wave = Wave(
        number=len(waves) + 1,
        lane=planned.lane,
        first_unit=waves[-1].end if waves else 0,
        units=planned.units,
        body=planned.body,
    )
    if not work.waves.add(run.id, wave):
        return
    if planned.lane == PEOPLE:
        keep_suggestions(work, run, wave, at=at)
    if planned.event is not None:
        # Whoever is told counts the waves of this kind, not those of others before them.
        number = 1 + sum(known.lane == planned.lane for known in waves)
        work.events.append(run.id, planned.event, at=at, about={"wave": str(number)})
    if is_other_step:
        tell_started(work, run, at=at)


def keep_results(
    work: UnitOfWork,
    run_id: RunId,
    results: Results,
    *,
    settlement: Settlement,
    at: datetime,
    new_id: Callable[[str], str],
    about: Mapping[str, str] | None = None,
) -> None:
    """Store what a run ended with, however it ended, and tell of it."""
    tell_finished(work, work.runs.get(run_id), at=at)
    if results.findings:
        work.findings.replace(run_id, results.findings)
    for board in results.boards:
        work.rankings.put(board)
    if results.entry_ranking is not None:
        work.entry_rankings.put(run_id, results.entry_ranking)
    for card in results.cards:
        work.cards.put(card)
    if results.refinement is not None:
        work.documents.put(run_id, REFINEMENT, results.refinement)
    for event, told in results.told:
        work.events.append(run_id, event, at=at, about={}, told=told)
    work.events.append(
        run_id, EventType.RUN_SETTLED, at=at, about={"settlement": settlement.value, **(about or {})}
    )
    if results.adopted is not None:
        adopt_versions(work, results.adopted, at=at, new_id=new_id, run_id=run_id)
    if results.dataset is not None:
        keep_cases(work, results.dataset)
    for suggestion in results.suggested:
        work.suggestions.add(suggestion)
        work.events.append(run_id, EventType.SUGGESTION_MADE, at=at, about={"suggestion": suggestion.id})


def adopt_versions(
    work: UnitOfWork,
    line: AdoptedVersions,
    *,
    at: datetime,
    new_id: Callable[[str], str],
    run_id: RunId | None,
) -> list[StoredVersion]:
    """Keep versions in the history of their prompt, and tell of each that is new."""
    prompt, kept = work.prompts.add_line(line, at=at, new_id=new_id)
    for one in kept:
        about = {
            "prompt": prompt.id,
            "version": one.version.id,
            "change": "version_added",
            "author": one.author,
        }
        about |= {} if run_id is None else {"run": run_id}
        work.events.append_to_project(line.project_id, EventType.PROMPT_CHANGED, at=at, about=about)
    return kept


def keep_cases(work: UnitOfWork, new: WrittenCases) -> StoredDataset:
    """Keep cases as the next version of their set, and tell of it."""
    cover = new.cover
    digest = CaseDigest()
    draft = name_dataset(cover.name, project_id=cover.project_id, digest="")
    last = work.library.find(cover.project_id, cover.name)
    before = (
        work.datasets.cases(last.dataset_id, first=0, count=last.cases) if new.is_addition and last else []
    )
    added = (pin_case(case, dataset=draft, position=len(before) + at) for at, case in enumerate(new.cases))
    pinned = [*(case.model_copy(update={"dataset_id": draft.id}) for case in before), *added]
    for case in pinned:
        digest.add_pinned(case)
    dataset = name_dataset(cover.name, project_id=cover.project_id, digest=digest.hexdigest())
    work.datasets.add(dataset, [case.model_copy(update={"dataset_id": dataset.id}) for case in pinned])
    number = last.number if last else 0
    placed = {
        "number": number + 1,
        "parent": number or None,
        "dataset_id": dataset.id,
        "cases": len(pinned),
    }
    version = cover.model_copy(update=placed)
    work.library.add(version)
    tell_dataset(work, version)
    return version


def tell_dataset(work: UnitOfWork, version: StoredDataset) -> None:
    """Tell of a new version of a set."""
    about = {
        "dataset": version.dataset_id,
        "name": version.name[:64],
        "version": str(version.number),
        "author": version.author,
    }
    work.events.append_to_project(
        version.project_id, EventType.DATASET_CHANGED, at=version.made_at, about=about
    )


def tell_halt(work: UnitOfWork, run: Run, cause: Halt, *, at: datetime) -> None:
    """Tell whoever waits for a ranking of texts that trouble holds it up; an examination is waited for by nobody."""
    contest = run.snapshot.contest
    if contest is None or contest.pairs or cause.code in (STAGE_DONE, WAITS_FOR_PEOPLE):
        return
    told = ContestHalted(
        run_id=run.id,
        experiment_id=run.experiment.id,
        code=cause.code,
        sentence=cause.sentence,
        endpoint=cause.endpoint,
    )
    work.events.append(run.id, EventType.CONTEST_HALTED, at=at, about={}, told=told)


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
