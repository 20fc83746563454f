"""Examining judges: from a suite with known answers to a card for each of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from pydantic import JsonValue

from edison.domain import (
    Case,
    CellId,
    Contest,
    Experiment,
    ExperimentId,
    Factors,
    Judge,
    JudgeCard,
    JudgeMode,
    JudgeSuite,
    Output,
    OutputId,
    OutputStatus,
    Policy,
    Preset,
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
from edison.formats.card_json import card_as_json
from edison.formats.card_text import tell_card
from edison.formats.judge_suite import read_judge_suite, starter_suite
from edison.stages.judge import JudgeUnit, PairUnit, ask_comparison, ask_judgment
from edison.stages.plan import (
    TASK_PROMPT,
    CaseDigest,
    Qualification,
    ask_both_ways,
    name_dataset,
    pin_case,
    pin_judges,
    pin_rubric,
    plan_qualification,
)
from edison.stages.rank import Evidence, SeenPair, SeenVerdict, make_card
from edison.store import LOCAL_PROJECT, UnitOfWork

from .files import read_whole
from .house import House
from .preflight import Estimate, Questions, check_questions, choose_forms

_BOUNDARY = "preflightpreflightpr"
_SEED = 1
_PAGE = 500
_SAMPLE = 6


@dataclass(frozen=True, slots=True)
class Examination:
    """Judges and what they are examined with."""

    suite: JudgeSuite
    judges: tuple[SuiteJudge, ...]
    judgments: int
    seed: int = _SEED
    budget_microusd: int | None = None
    concurrency: int = 64


@dataclass(frozen=True, slots=True)
class ReadyExamination:
    """An examination that passed every check that can be made before it starts; nothing of it is stored yet."""

    examination: Examination
    plan: Qualification
    snapshot: Snapshot
    estimate: Estimate


def open_judge_suite(path: Path | None) -> JudgeSuite:
    """A suite with right answers from a file; the one that comes with Edison where none is named."""
    return starter_suite() if path is None else read_judge_suite(read_whole(path), name=path.name)


def ready_examination(house: House, examination: Examination) -> ReadyExamination:
    """Make sure that judges can be examined, without storing or paying anything. Blocks; not for a loop."""
    suite = examination.suite
    plan = plan_qualification(suite, seed=examination.seed, judgments=examination.judgments)
    digest = CaseDigest()
    for case in plan.cells:
        digest.add(case)
    rubric = pin_rubric(suite.name, suite.criteria, project_id=LOCAL_PROJECT)
    assert rubric is not None, "a suite has criteria"
    ways = [ask_both_ways(judge) for judge in examination.judges]
    asked = [
        *(way.of_pairs for way in ways if plan.pairs),
        *(way.of_verdicts for way in ways if plan.verdicts),
    ]
    snapshot = Snapshot(
        goal=suite.goal,
        versions=(_task_prompt(),),
        dataset=name_dataset(suite.name, project_id=LOCAL_PROJECT, digest=digest.hexdigest()),
        cases=len(plan.cells),
        rubric=rubric,
        judges=tuple(pin_judges(asked, rubric=rubric)),
        judged_cells=len(suite.verdicts),
        contest=Contest(pairs=plan.pairs),
        providers=choose_forms(house, [judge.endpoint.provider for judge in examination.judges]),
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
            preset=Preset.QUALIFY_JUDGE,
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


def make_cards(house: House, run: Run, *, suite: JudgeSuite) -> list[JudgeCard]:
    """The card of every judge that was examined in a run, made from stored answers and kept."""
    with house.store.reading() as work:
        gathered = [(judge, _gather(work, run, name=judge.name)) for judge in _examined(run.snapshot.judges)]
    cards = [
        make_card(
            suite,
            evidence=evidence,
            judge=judge,
            run_id=run.id,
            made_at=house.clock.now(),
            seed=run.seed,
        )
        for judge, evidence in gathered
    ]
    with house.store.work() as work:
        for card in cards:
            work.cards.add(card)
    return cards


def show_card(card: JudgeCard) -> list[str]:
    """A card in lines for people."""
    return list(tell_card(card))


def summarise_card(card: JudgeCard) -> dict[str, JsonValue]:
    """A card for machines."""
    return card_as_json(card)


def list_cards(house: House) -> list[JudgeCard]:
    """Every card, the newest first."""
    with house.store.reading() as work:
        return work.cards.all()


def _task_prompt() -> PromptVersion:
    version = PromptVersion(
        id=PromptVersionId(""), prompt_id=PromptId("prm_task"), number=1, user=TASK_PROMPT
    )
    return version.model_copy(update={"id": PromptVersionId(f"ver_{content_hash(version)}")})


def _cases(ready: ReadyExamination) -> Iterator[Case]:
    for position, case in enumerate(ready.plan.cells):
        yield pin_case(case, dataset=ready.snapshot.dataset, position=position)


def _examined(judges: Sequence[Judge]) -> list[Judge]:
    """Each judge once: as a judge of pairs where it compared, else as one of verdicts."""
    by_endpoint: dict[str, Judge] = {}
    for judge in judges:
        by_endpoint.setdefault(judge.endpoint.name, judge)
    return list(by_endpoint.values())


def _gather(work: UnitOfWork, run: Run, *, name: str) -> Evidence:
    """Everything that one judge said, in both ways of asking."""
    judges = run.snapshot.judges
    endpoint = next(judge.endpoint for judge in judges if judge.name == name)
    mine = {index for index, judge in enumerate(judges) if judge.endpoint == endpoint}
    answered = work.ledger.answered(run.id, StageName.JUDGE)
    return Evidence(
        pairs=list(_pairs(work, run, mine)),
        verdicts=list(_verdicts(work, run, mine)),
        answered=[cost for (_, part), cost in answered.items() if part in mine],
        may_tie=any(judges[index].may_tie for index in mine),
    )


def _pairs(work: UnitOfWork, run: Run, mine: set[int]) -> Iterator[SeenPair]:
    after = (-1, -1)
    while page := work.comparisons.page(run.id, after=after, limit=_PAGE):
        for found in page:
            if found.line.judge in mine:
                yield SeenPair(found.line.left, found.line.right, found.comparison)
        after = (page[-1].line.unit, page[-1].line.judge)


def _verdicts(work: UnitOfWork, run: Run, mine: set[int]) -> Iterator[SeenVerdict]:
    ids = {run.snapshot.judges[index].id for index in mine}
    after, last = -1, run.snapshot.judged_cells or 0
    while (page := work.results.reports(run.id, after=after, limit=_PAGE)) and page[0].number < last:
        for cell in page:
            for judgment in cell.judgments:
                if judgment.judge_id in ids:
                    yield SeenVerdict(cell.number, judgment)
        after = page[-1].number


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
            text=str(case.variables["text"]),
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
                    boundary=_BOUNDARY,
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
                    boundary=_BOUNDARY,
                )
                for case, text in zip(sample, texts, strict=True)
            ]
            yield Questions(judge.endpoint.name, asks=asks, calls=len(plan.verdicts) * judge.calls)
