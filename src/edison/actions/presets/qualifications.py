"""Examining judges: from a suite with known answers to a card for each of them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from pydantic import JsonValue

from edison.domain import (
    HANDED_IN,
    CellId,
    Contest,
    ExperimentId,
    Factors,
    JudgeSuite,
    Output,
    OutputId,
    OutputStatus,
    Policy,
    PresetName,
    PromptId,
    PromptVersion,
    PromptVersionId,
    Right,
    RunDesign,
    Snapshot,
    StageName,
    StopRule,
    SuiteJudge,
    content_hash,
    to_microusd,
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
from edison.store import LOCAL_PROJECT, CaseSpool

from ..access import verb
from ..files import SentFile, read_pieces, read_whole
from ..house import House
from ..providers.models import refuse_unlisted
from ..runs.plan import BOUNDARY, Questions, RunPlan
from ..runs.prepare import choose_forms
from .qualify_judge import SUITE
from .rank_requests import USUAL_AT_ONCE, judge_named
from .suites import SentSuite, open_suite

_SEED = 1
_SAMPLE = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class QualifyRequest:
    """An examination as people ask for it: by the names of files and judges."""

    judges: tuple[str, ...] = ()
    judges_of: Path | SentSuite | None = None
    """A suite file whose judges are examined, as it asks them."""
    suite: Path | SentFile | None = None
    people: Path | SentFile | None = None
    judgments: int = USUAL_JUDGMENTS
    seed: int = _SEED
    ties: bool = False
    budget_usd: float | None = None
    concurrency: int = USUAL_AT_ONCE
    allow_files: tuple[Path, ...] = ()
    """Folders in which files that `judges_of` names may lie, besides its own."""


@dataclass(frozen=True, slots=True)
class QualifyInput:
    """Judges and what they are examined with."""

    suite: JudgeSuite
    judges: tuple[SuiteJudge, ...]
    judgments: int
    seed: int = _SEED
    budget_microusd: int | None = None
    concurrency: int = USUAL_AT_ONCE
    providers: Mapping[str, JsonValue] = field(default_factory=dict[str, JsonValue])
    """As the file has them that the judges stand in."""


def read_qualify_request(request: QualifyRequest) -> QualifyInput:
    """Find and read the files that a request names.

    Raises:
        EdisonError: something it names is not there or cannot be read; nothing was asked.
    """
    named = tuple(judge_named(name, may_tie=request.ties) for name in request.judges)
    written = (
        None if request.judges_of is None else open_suite(request.judges_of, also=request.allow_files).suite
    )
    judges = named if written is None else (*named, *written.judges)
    if not judges:
        raise ExaminationRefused("nobody is named", "Name judges, or a suite that has some.")
    return QualifyInput(
        suite=open_judge_suite(request.suite, people=request.people),
        judges=judges,
        judgments=request.judgments,
        seed=request.seed,
        budget_microusd=to_microusd(request.budget_usd),
        concurrency=request.concurrency,
        providers={} if written is None else written.providers,
    )


def open_judge_suite(path: Path | SentFile | None, *, people: Path | SentFile | None = None) -> JudgeSuite:
    """A suite with right answers from a file, with what people chose from another.

    Args:
        path: The suite; None for the one that comes with Edison.
        people: A table of `pair`, `choice` (a, b or tie) and `person`, of pairs of the suite.
    """
    suite = starter_suite() if path is None else read_judge_suite(read_whole(path), name=path.name)
    return suite if people is None else join_people(suite, people)


def join_people(suite: JudgeSuite, people: Path | SentFile) -> JudgeSuite:
    """The same suite with what people chose, from a file."""
    pieces = read_pieces(people)
    return add_people(suite, pieces, kind=TableKind.of(people.name), name=people.name)


@verb(Right.READ)
def plan_examination(house: House, asked: QualifyInput) -> RunPlan:
    """Plan what every judge is asked about the suite; nothing is stored or paid for. Blocks; not for a loop.

    Raises:
        ModelUnknown: a provider lists its models, and a judge is not among them.
    """
    suite = asked.suite
    examined = [judge.endpoint for judge in asked.judges]
    forms = choose_forms(house, [one.provider for one in examined], written=asked.providers)
    refuse_unlisted(house, examined, forms=forms)
    plan = plan_qualification(suite, seed=asked.seed, judgments=asked.judgments)
    rubric = pin_rubric(suite.name, suite.criteria, project_id=LOCAL_PROJECT)
    assert rubric is not None, "a suite has criteria"
    examined = seat_examined(asked.judges, plan=plan, rubric=rubric)
    snapshot = Snapshot(
        goal=suite.goal,
        versions=(_task_prompt(),),
        dataset=name_dataset(suite.name, project_id=LOCAL_PROJECT, digest=digest_cells(suite)),
        cases=len(plan.cells),
        rubric=rubric,
        judges=examined.judges,
        assignments=examined.assignments,
        contest=Contest(pairs=plan.pairs) if plan.pairs else None,
        providers=forms,
    )
    spool = CaseSpool(stand_in=snapshot.dataset.id)
    with spool.closed_on_failure():
        for position, case in enumerate(plan.cells):
            spool.add(pin_case(case, dataset=snapshot.dataset, position=position))
        return RunPlan(
            experiment=_experiment(
                asked, snapshot, pairs=len(plan.pairs), experiment_id=ExperimentId(house.mint.new("exp"))
            ),
            snapshot=snapshot,
            spool=spool,
            questions=tuple(_questions(snapshot, plan)),
            seed=asked.seed,
            documents={SUITE: suite},
        )


def _experiment(
    asked: QualifyInput, snapshot: Snapshot, *, pairs: int, experiment_id: ExperimentId
) -> RunDesign:
    """The question that an examination asks: how far each judge can be relied on."""
    return RunDesign(
        id=experiment_id,
        project_id=LOCAL_PROJECT,
        name=asked.suite.name,
        goal=snapshot.goal,
        preset=PresetName.QUALIFY_JUDGE,
        factors=Factors(judges=tuple(judge.id for judge in snapshot.judges)),
        fixed=Factors(datasets=(snapshot.dataset.id,)),
        stages=(StageName.PLAN, StageName.GENERATE, StageName.CHECK, StageName.JUDGE, StageName.RANK),
        policy=Policy(
            budget_microusd=asked.budget_microusd,
            parallel=asked.concurrency,
            success_rate=0.0,
            stop=StopRule(comparisons=max(1, pairs * len(snapshot.pair_judges)), least_comparisons=0),
        ),
    )


def _task_prompt() -> PromptVersion:
    version = PromptVersion(
        id=PromptVersionId(""), prompt_id=PromptId("prm_task"), number=1, user=TASK_PROMPT
    )
    return version.model_copy(update={"id": PromptVersionId(f"ver_{content_hash(version)}")})


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
        if judge.compares:
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
            yield Questions(judge.endpoint.name, units=len(plan.pairs), asks=asks, calls_each=judge.calls)
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
            yield Questions(judge.endpoint.name, units=len(plan.verdicts), asks=asks, calls_each=judge.calls)
