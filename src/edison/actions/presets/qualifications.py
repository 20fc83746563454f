"""Examining judges: from a suite with known answers to a card for each of them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from pydantic import JsonValue

from edison.domain import (
    HANDED_IN,
    Case,
    CellId,
    Contest,
    Experiment,
    ExperimentId,
    Factors,
    JudgeMode,
    JudgeSuite,
    Output,
    OutputId,
    OutputStatus,
    Policy,
    PresetName,
    PromptId,
    PromptVersion,
    PromptVersionId,
    Run,
    RunId,
    Snapshot,
    StageName,
    StopRule,
    SuiteJudge,
    content_hash,
)
from edison.errors import ExaminationRefused
from edison.formats.judge_suite.people import add_people
from edison.formats.judge_suite.suite import read_judge_suite, starter_suite
from edison.formats.reading.tables import TableKind
from edison.stages.judge import JudgeUnit, PairUnit, ask_comparison, ask_judgment
from edison.stages.plan import (
    TASK_PROMPT,
    USUAL_JUDGMENTS,
    Qualification,
    digest_cells,
    name_dataset,
    pin_case,
    pin_rubric,
    plan_qualification,
    seat_examined,
)
from edison.store import LOCAL_PROJECT

from ..files import read_pieces, read_whole
from ..house import House
from ..runs.prepare import BOUNDARY, Estimate, Questions, check_questions, choose_forms
from .rankings import judge_named
from .suites import open_suite

_SEED = 1
_SAMPLE = 6
_MICRO = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ExaminationWish:
    """An examination as people ask for it: by the names of files and judges."""

    judges: tuple[str, ...] = ()
    judges_of: Path | None = None
    """A suite file whose judges are examined, as it asks them."""
    suite: Path | None = None
    people: Path | None = None
    judgments: int = USUAL_JUDGMENTS
    seed: int = _SEED
    ties: bool = False
    budget_usd: float | None = None
    concurrency: int = 64
    allow_files: tuple[Path, ...] = ()
    """Folders in which files that `judges_of` names may lie, besides its own."""


@dataclass(frozen=True, slots=True)
class Examination:
    """Judges and what they are examined with."""

    suite: JudgeSuite
    judges: tuple[SuiteJudge, ...]
    judgments: int
    seed: int = _SEED
    budget_microusd: int | None = None
    concurrency: int = 64
    providers: Mapping[str, JsonValue] = field(default_factory=dict[str, JsonValue])
    """As the file has them that the judges stand in."""


@dataclass(frozen=True, slots=True)
class ReadyExamination:
    """An examination that passed every check that can be made before it starts; nothing of it is stored yet."""

    examination: Examination
    plan: Qualification
    snapshot: Snapshot
    estimate: Estimate


def order_examination(wish: ExaminationWish) -> Examination:
    """Find and read the files that a wish names.

    Raises:
        EdisonError: something it names is not there or cannot be read; nothing was asked.
    """
    named = tuple(judge_named(name, may_tie=wish.ties) for name in wish.judges)
    written = None if wish.judges_of is None else open_suite(wish.judges_of, also=wish.allow_files).suite
    judges = named if written is None else (*named, *written.judges)
    if not judges:
        raise ExaminationRefused("nobody is named", "Name judges, or a suite that has some.")
    return Examination(
        suite=open_judge_suite(wish.suite, people=wish.people),
        judges=judges,
        judgments=wish.judgments,
        seed=wish.seed,
        budget_microusd=None if wish.budget_usd is None else round(wish.budget_usd * _MICRO),
        concurrency=wish.concurrency,
        providers={} if written is None else written.providers,
    )


def open_judge_suite(path: Path | None, *, people: Path | None = None) -> JudgeSuite:
    """A suite with right answers from a file, with what people chose from another.

    Args:
        path: The suite; None for the one that comes with Edison.
        people: A table of `pair`, `choice` (a, b or tie) and `person`, of pairs of the suite.
    """
    suite = starter_suite() if path is None else read_judge_suite(read_whole(path), name=path.name)
    if people is None:
        return suite
    pieces = read_pieces(people)
    return add_people(suite, pieces, kind=TableKind.of(people.name), name=people.name)


def ready_examination(house: House, examination: Examination) -> ReadyExamination:
    """Make sure that judges can be examined, without storing or paying anything. Blocks; not for a loop."""
    suite = examination.suite
    plan = plan_qualification(suite, seed=examination.seed, judgments=examination.judgments)
    rubric = pin_rubric(suite.name, suite.criteria, project_id=LOCAL_PROJECT)
    assert rubric is not None, "a suite has criteria"
    bench = seat_examined(examination.judges, plan=plan, rubric=rubric)
    snapshot = Snapshot(
        goal=suite.goal,
        versions=(_task_prompt(),),
        dataset=name_dataset(suite.name, project_id=LOCAL_PROJECT, digest=digest_cells(suite)),
        cases=len(plan.cells),
        rubric=rubric,
        judges=bench.judges,
        assignments=bench.assignments,
        contest=Contest(pairs=plan.pairs) if plan.pairs else None,
        providers=choose_forms(
            house,
            [judge.endpoint.provider for judge in examination.judges],
            written=examination.providers,
        ),
    )
    estimate = check_questions(
        house,
        snapshot,
        questions=_questions(snapshot, plan),
        has_budget=examination.budget_microusd is not None,
    )
    return ReadyExamination(examination, plan, snapshot, estimate)


def start_examination(house: House, ready: ReadyExamination) -> Run:
    """Store the texts and the run, and have it driven."""
    snapshot, examination = ready.snapshot, ready.examination
    comparisons = max(1, len(ready.plan.pairs) * len(snapshot.pair_judges))
    run = Run(
        id=RunId(house.mint.new("run")),
        experiment=Experiment(
            id=ExperimentId(house.mint.new("exp")),
            project_id=LOCAL_PROJECT,
            name=examination.suite.name,
            goal=snapshot.goal,
            preset=PresetName.QUALIFY_JUDGE,
            factors=Factors(judges=tuple(judge.id for judge in snapshot.judges)),
            fixed=Factors(datasets=(snapshot.dataset.id,)),
            stages=(StageName.PLAN, StageName.GENERATE, StageName.CHECK, StageName.JUDGE, StageName.RANK),
            policy=Policy(
                budget_microusd=examination.budget_microusd,
                parallel=examination.concurrency,
                success_rate=0.0,
                stop=StopRule(comparisons=comparisons, least_comparisons=0),
            ),
        ),
        snapshot=snapshot,
        seed=examination.seed,
        began_at=house.clock.now(),
    )
    control = house.control
    with house.store.work() as work:
        work.datasets.add(snapshot.dataset, _cases(ready))
    return control.start(run)


def _task_prompt() -> PromptVersion:
    version = PromptVersion(
        id=PromptVersionId(""), prompt_id=PromptId("prm_task"), number=1, user=TASK_PROMPT
    )
    return version.model_copy(update={"id": PromptVersionId(f"ver_{content_hash(version)}")})


def _cases(ready: ReadyExamination) -> Iterator[Case]:
    for position, case in enumerate(ready.plan.cells):
        yield pin_case(case, dataset=ready.snapshot.dataset, position=position)


def _questions(snapshot: Snapshot, plan: Qualification) -> Iterator[Questions]:
    """What each judge is asked first, about a few of the texts."""
    assert snapshot.rubric is not None
    sample = [
        pin_case(case, dataset=snapshot.dataset, position=at) for at, case in enumerate(plan.cells[:_SAMPLE])
    ]
    texts = [
        Output(
            id=OutputId(f"preflight_{at}"),
            cell_id=CellId("preflight"),
            status=OutputStatus.OK,
            text=str(case.variables[HANDED_IN]),
        )
        for at, case in enumerate(sample)
    ]
    for judge in snapshot.judges:
        if judge.mode is JudgeMode.PAIRWISE:
            asks = [
                ask_comparison(
                    PairUnit(
                        judge=judge,
                        rubric=snapshot.rubric,
                        goal=snapshot.goal,
                        task=None,
                        left=left,
                        right=right,
                    ),
                    boundary=BOUNDARY,
                )
                for left, right in pairwise(texts)
            ]
            yield Questions(judge.endpoint.name, asks=asks, calls=len(plan.pairs) * judge.calls)
        else:
            asks = [
                ask_judgment(
                    JudgeUnit(
                        judge=judge,
                        rubric=snapshot.rubric,
                        goal=snapshot.goal,
                        version=snapshot.versions[0],
                        case=case,
                        output=text,
                    ),
                    boundary=BOUNDARY,
                )
                for case, text in zip(sample, texts, strict=True)
            ]
            yield Questions(judge.endpoint.name, asks=asks, calls=len(plan.verdicts) * judge.calls)
