"""Writing: judges say what they would change, a refiner writes candidates, a model writes drafts."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from edison.domain import (
    DRAFT,
    DRAFT_TASK,
    EMBED,
    SUGGEST,
    SYNTHESISE,
    Arm,
    Case,
    Criterion,
    Dialogue,
    DraftMode,
    DraftTask,
    EmbedTask,
    Findings,
    Interval,
    ProjectId,
    Proposal,
    RefineTask,
    Rubric,
    RubricId,
    Run,
    Snapshot,
    StageName,
    WeakCriterion,
)
from edison.stages.draft import DraftUnit, embed_texts, write_draft
from edison.stages.refine import Guarded, SuggestUnit, SynthesisUnit, suggest_changes, write_candidate
from edison.store import CallPlace, ProposalEntry, UnitOfWork, stage_number
from edison.techniques import lead

from ..calls.conversation import Script
from ..calls.dialogues import BROKEN, NO_SCRIPTS, Unwritten
from .lane import POISON_AFTER, SUSPECT_AFTER, scripts_of
from .proposals import ProposalLane

_TASKS: Mapping[str, type[DraftTask | EmbedTask | RefineTask]] = {DRAFT: DraftTask, EMBED: EmbedTask}
"""What the waves of a lane are about; of all others it is a refinement."""
_MOST_IMPROVED = 0.5
"""The share of a text that somebody wants improved which one improvement may touch."""


@dataclass(frozen=True, slots=True)
class RefineWork:
    """One proposal that is to be made, with all that is recorded about it."""

    number: int
    place: int
    """Which unit of its wave: the judge, or the candidate."""
    task: RefineTask | DraftTask | EmbedTask
    stage: StageName = StageName.REFINE
    generation: int = 1
    scripts: Mapping[tuple[int, int], Script] = field(default_factory=lambda: NO_SCRIPTS)
    is_suspect: bool = False
    """Workers died while it was under way, again and again."""
    is_poison: bool = False
    cases: tuple[Case, ...] = ()
    """What a candidate is held against; none for what is not tried."""

    @property
    def outdated(self) -> list[tuple[StageName, int, int]]:
        """What has to be asked anew where the records no longer fit the code: stage, unit, part."""
        return [(self.stage, self.number, 0)]


class _RefineLane(ProposalLane[RefineWork]):
    """Walks proposals; what is asked, its kinds say."""

    stage: ClassVar[StageName] = StageName.REFINE

    @staticmethod
    def load(work: UnitOfWork, run: Run, units: range) -> Iterator[RefineWork]:
        return _load(work, run, units, stage=StageName.REFINE)

    async def walk(self, unit: RefineWork) -> None:
        """Ask, and commit what is proposed together with the answers behind it."""
        boundary = self.boundary(unit.number, unit.generation)
        place = CallPlace(stage_number(self.stage), unit.number, 0, unit.generation)
        dialogue = self._dialogue(unit, boundary=boundary)
        proposal, unwritten = await self.dialogues.converse(dialogue, place, unit)
        made = ProposalEntry(unit.number, unit.generation, proposal)
        await self.dialogues.commit(unwritten, proposals=(made,))

    async def give_up(self, unit: RefineWork) -> None:
        """End a proposal at which our own code fails: it must not be tried for ever, nor take others with it."""
        made = ProposalEntry(unit.number, unit.generation, Proposal(not_proposed=BROKEN))
        await self.dialogues.commit(Unwritten(), proposals=(made,))

    @abstractmethod
    def _dialogue(self, unit: RefineWork, *, boundary: str) -> Dialogue[Proposal]:
        """What is asked."""


class SuggestLane(_RefineLane):
    """Walks judges that say what they would change."""

    name: ClassVar[str] = SUGGEST

    def _dialogue(self, unit: RefineWork, *, boundary: str) -> Dialogue[Proposal]:
        snapshot = self.session.run.snapshot
        judge = snapshot.judges[snapshot.cell_judges[unit.place]]
        asked = SuggestUnit(judge, goal=snapshot.goal, rubric=_rubric(snapshot), task=_refined(unit))
        return suggest_changes(asked, boundary=boundary)


class SynthesiseLane(_RefineLane):
    """Walks candidates that are to be written."""

    name: ClassVar[str] = SYNTHESISE

    def _dialogue(self, unit: RefineWork, *, boundary: str) -> Dialogue[Proposal]:
        snapshot = self.session.run.snapshot
        refining = snapshot.refining
        assert refining is not None, "a run with such a lane refines"
        asked = SynthesisUnit(
            refining.refiner,
            goal=snapshot.goal,
            rubric=_rubric(snapshot),
            task=_refined(unit),
            place=unit.place,
            candidates=refining.candidates,
            most_changed=refining.most_changed,
            strategy=refining.strategy,
            guarded=Guarded(
                _refined(unit).version,
                most_changed=refining.most_changed,
                cases=unit.cases,
                checks=snapshot.checks,
            ),
        )
        return _led(write_candidate(asked, boundary=boundary), refining.refiner, boundary=boundary)


class DraftLane(_RefineLane):
    """Walks drafts, and edits of what a person wants improved before anything is measured."""

    name: ClassVar[str] = DRAFT
    stage: ClassVar[StageName] = StageName.DRAFT

    @staticmethod
    def load(work: UnitOfWork, run: Run, units: range) -> Iterator[RefineWork]:
        return _load(work, run, units, stage=StageName.DRAFT)

    def _dialogue(self, unit: RefineWork, *, boundary: str) -> Dialogue[Proposal]:
        assert isinstance(unit.task, DraftTask), "a wave of this lane says what is drafted"
        writer = self.session.run.snapshot.arms[0]
        if unit.task.mode is DraftMode.IMPROVE:
            asked = improvement(unit.task, writer, place=unit.place, cases=unit.cases)
            written = write_candidate(asked, boundary=boundary, is_final=True)
        else:
            written = write_draft(DraftUnit(writer, unit.task, unit.place), boundary=boundary)
        return _led(written, writer, boundary=boundary)


class EmbedLane(_RefineLane):
    """Walks batches of texts of which a provider's model makes vectors."""

    name: ClassVar[str] = EMBED
    stage: ClassVar[StageName] = StageName.DRAFT

    @staticmethod
    def load(work: UnitOfWork, run: Run, units: range) -> Iterator[RefineWork]:
        return _load(work, run, units, stage=StageName.DRAFT)

    def _dialogue(self, unit: RefineWork, *, boundary: str) -> Dialogue[Proposal]:
        del boundary
        assert isinstance(unit.task, EmbedTask), "a wave of this lane says what is embedded"
        return embed_texts(unit.task, unit.place)


def _led(dialogue: Dialogue[Proposal], writer: Arm, *, boundary: str) -> Dialogue[Proposal]:
    return (yield from lead(dialogue, writer, boundary=boundary)).conclusion


def improvement(task: DraftTask, writer: Arm, *, place: int = 0, cases: Sequence[Case] = ()) -> SynthesisUnit:
    """What a refiner is told about a text of which nothing was measured yet, and the cases that it has to suit."""
    assert task.version is not None, "what is improved is there"
    names = task.criteria or ("It does what it is for.",)
    unknown = Interval(low=0.0, high=1.0)
    weak = tuple(WeakCriterion(name=name, mean=0.5, interval=unknown, judgments=0) for name in task.criteria)
    rubric = Rubric(
        id=RubricId("rub_improve"),
        project_id=task.project_id or ProjectId(""),
        name="improve",
        criteria=Criterion.of_case(names),
    )
    found = RefineTask(round=1, version=task.version, findings=Findings(quality=0.0, cases=0, weak=weak))
    return SynthesisUnit(
        writer,
        goal=task.goal,
        rubric=rubric,
        task=found,
        place=place,
        candidates=1,
        most_changed=_MOST_IMPROVED,
        guarded=Guarded(task.version, most_changed=_MOST_IMPROVED, cases=cases),
    )


def _load(work: UnitOfWork, run: Run, units: range, *, stage: StageName) -> Iterator[RefineWork]:
    made = work.proposals.of_units(run.id, units)
    first, last = units.start, units.stop
    generations = work.generations.generations(run.id, stage, first=first, last=last)
    recordings = work.ledger.answers(run.id, stage, first=first, last=last)
    lost = work.in_flight.lost(run.id, first=first, last=last)
    for wave in work.waves.of_run(run.id, units=units):
        task = _TASKS.get(wave.lane, RefineTask).model_validate_json(wave.body)
        cases = _CASES.get(wave.lane, _no_cases)(work, run)
        for number in range(max(first, wave.first_unit), min(last, wave.end)):
            if number in made:
                continue
            yield RefineWork(
                number=number,
                place=number - wave.first_unit,
                task=task,
                stage=stage,
                generation=generations.get((number, 0), 1),
                scripts=scripts_of(number, [0], recordings, stage=stage_number(stage)),
                is_suspect=lost.get(number, 0) >= SUSPECT_AFTER,
                is_poison=lost.get(number, 0) >= POISON_AFTER,
                cases=cases,
            )


def _cases(work: UnitOfWork, run: Run) -> tuple[Case, ...]:
    snapshot = run.snapshot
    return tuple(work.datasets.cases(snapshot.dataset.id, first=0, count=snapshot.cases))


def _cases_to_suit(work: UnitOfWork, run: Run) -> tuple[Case, ...]:
    task = work.documents.get(run.id, DRAFT_TASK, DraftTask)
    return () if task is None else task.cases


def _no_cases(*_: object) -> tuple[Case, ...]:
    return ()


_CASES = {SYNTHESISE: _cases, DRAFT: _cases_to_suit}
"""What candidates of a lane are held against."""


def _rubric(snapshot: Snapshot) -> Rubric:
    assert snapshot.rubric is not None, "a run that refines has judges, and so a rubric"
    return snapshot.rubric


def _refined(unit: RefineWork) -> RefineTask:
    assert isinstance(unit.task, RefineTask), "a wave of these lanes says what is refined"
    return unit.task
