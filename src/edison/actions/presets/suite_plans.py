"""From a suite to a plan: what its arms and judges will be asked, and what that takes."""

from collections.abc import Iterator, Sequence
from functools import partial

from edison.domain import (
    Arm,
    Ask,
    Case,
    CellId,
    ExperimentId,
    Judge,
    Output,
    OutputId,
    OutputStatus,
    PromptVersion,
    Right,
    RunDesign,
    SimulatedUser,
    Snapshot,
    Technique,
)
from edison.formats.words.notes import tell_kinship
from edison.stages.generate import GenerateUnit, ask_for_answer, ask_user
from edison.stages.judge import (
    JudgeUnit,
    PairUnit,
    ask_comparison,
    ask_judgment,
    rubric_for,
    rubric_to_compare,
    task_of_pair,
)
from edison.stages.plan import build_experiment, output_pair_count

from ..access import verb
from ..house import House
from ..runs.plan import BOUNDARY, SHORT_ANSWER, Questions, RunPlan, asked_of
from ..runs.prepare import choose_forms
from .suites import Pinned, SuiteFile, pin_suite

_JUDGED = 2


@verb(Right.READ)
def plan_suite(house: House, file: SuiteFile) -> RunPlan:
    """Look at every case of a suite and pin it; nothing is stored or paid for. Blocks; not for a loop."""
    suite = file.suite
    asked_at = [one.endpoint.provider for one in (*suite.arms, *suite.judges)]
    pinned = pin_suite(
        file, providers=lambda users: choose_forms(house, [*asked_at, *users], written=suite.providers)
    )
    with pinned.spool.closed_on_failure():
        return RunPlan(
            experiment=experiment_of(pinned, ExperimentId(house.mint.new("exp"))),
            snapshot=pinned.snapshot,
            spool=pinned.spool,
            questions=(*questions_about(pinned.snapshot, pinned.sample), *questions_by_meaning(pinned)),
            seed=suite.seed,
            notes=(*tell_unused(pinned), *tell_kinship(pinned.snapshot, quote=str)),
        )


def tell_unused(pinned: Pinned) -> Iterator[str]:
    """What a suite says that nothing comes of."""
    if pinned.unused:
        yield f"No prompt and no check uses what cases have as {', '.join(pinned.unused)}."
    embedder = pinned.file.suite.embedder
    if embedder is not None and pinned.snapshot.embedder is None:
        yield f"No check goes by meaning: {embedder.name} is not asked."


def questions_by_meaning(pinned: Pinned) -> Iterator[Questions]:
    """What is asked so that answers can be compared by meaning, where a provider makes the vectors."""
    if pinned.meaning is not None:
        yield from pinned.meaning.questions(cells_each=pinned.snapshot.grid.per_case)


def experiment_of(pinned: Pinned, experiment_id: ExperimentId) -> RunDesign:
    """The question that a run of it asks."""
    suite = pinned.file.suite
    project_id = pinned.file.project_id
    built = build_experiment(suite, pinned.snapshot, project_id=project_id, experiment_id=experiment_id)
    policy = built.policy.model_copy(
        update={"fail_under": suite.fail_under, "min_quality": suite.min_quality}
    )
    return built.model_copy(update={"policy": policy})


def questions_about(snapshot: Snapshot, sample: Sequence[Case]) -> Iterator[Questions]:
    """One of each kind that the run will ask."""
    cells = snapshot.grid.cells
    # As many as the longest conversation among a few cases may have.
    turns = max((case.talk.most_turns for case in sample if case.talk is not None), default=1)
    for arm in snapshot.arms:
        for versions in _asked_alike(arm, snapshot.versions):
            share = len(snapshot.arms) * len(snapshot.versions) // len(versions)
            answers = list(_answers(arm, versions, sample))
            yield asked_of(arm, arm.endpoint, answers, units=cells // share, turns=turns)
    for user in snapshot.users:
        yield Questions(
            user.name,
            units=cells,
            asks=[ask_user(one, ()) for one in _users(sample) if one.endpoint == user][:1]
            or [ask_user(SimulatedUser(goal="…", endpoint=user), ())],
            calls_each=turns,
            are_judgments=False,
        )
    for judge in snapshot.judges:
        is_pairwise = judge.compares
        yield questions_to_judge(
            judge, snapshot, sample, units=output_pair_count(snapshot) if is_pairwise else cells
        )


def questions_to_judge(judge: Judge, snapshot: Snapshot, sample: Sequence[Case], *, units: int) -> Questions:
    """What a judge will be asked about so many answers, or pairs of them."""
    about = partial(_judgings, judge, snapshot, sample[:_JUDGED])
    return Questions(
        judge.endpoint.name,
        units=units,
        asks=about(SHORT_ANSWER),
        about_answers=about,
        calls_each=judge.calls,
    )


def _users(sample: Sequence[Case]) -> Iterator[SimulatedUser]:
    for case in sample:
        if case.talk is not None and case.talk.user is not None:
            yield case.talk.user


def _asked_alike(arm: Arm, versions: Sequence[PromptVersion]) -> Iterator[Sequence[PromptVersion]]:
    """Versions about which an arm is asked equally often: a form or tools may take another question."""
    if arm.technique is Technique.DIRECT:
        yield versions
        return
    yield from ((version,) for version in versions)


def _answers(arm: Arm, versions: Sequence[PromptVersion], sample: Sequence[Case]) -> Iterator[Ask]:
    for version in versions:
        for case in sample:
            yield ask_for_answer(GenerateUnit(version=version, arm=arm, case=case))


def _judgings(judge: Judge, snapshot: Snapshot, sample: Sequence[Case], chars: int) -> list[Ask]:
    """What a judge is asked first about answers of so many characters."""
    ask = _compare if judge.compares else _judge
    return [ask(judge, snapshot, case, chars) for case in sample]


def _judge(judge: Judge, snapshot: Snapshot, case: Case, chars: int) -> Ask:
    unit = JudgeUnit(
        judge=judge,
        rubric=rubric_for(snapshot, case, judge=judge),
        goal=snapshot.goal,
        version=snapshot.versions[0],
        case=case,
        output=_answer("one", chars),
        wants_advice=snapshot.wants_advice(0),
    )
    return ask_judgment(unit, boundary=BOUNDARY)


def _compare(judge: Judge, snapshot: Snapshot, case: Case, chars: int) -> Ask:
    version = snapshot.versions[0]
    unit = PairUnit(
        judge=judge,
        rubric=rubric_to_compare(snapshot, case, judge=judge),
        goal=snapshot.goal,
        task=task_of_pair(case, left=version, right=version),
        left=_answer("one", chars),
        right=_answer("other", chars),
        expectation=case.expectation,
    )
    return ask_comparison(unit, boundary=BOUNDARY)


def _answer(name: str, chars: int) -> Output:
    return Output(
        id=OutputId(f"preflight_{name}"),
        cell_id=CellId("preflight"),
        status=OutputStatus.OK,
        text="x" * chars,
    )
