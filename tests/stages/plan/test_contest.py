"""Contests: texts that were handed in are the cells, judges compare, and nothing else takes part."""

import pytest

from edison.domain import (
    Contest,
    ExperimentId,
    JudgeMode,
    PairingKind,
    Policy,
    PresetName,
    ProjectId,
    Snapshot,
    StageName,
    StopRule,
    SuiteJudge,
)
from edison.stages.plan import build_contest, pin_contest
from tests.factories import a_dataset, a_rubric

CONTEST = Contest(pairing=PairingKind.ROUND_ROBIN, both_orders=True)


def a_suite_judge(model: str = "judge", **changes: object) -> SuiteJudge:
    return SuiteJudge.model_validate({"endpoint": {"provider": "sim", "model": model}, **changes})


def pinned(*judges: SuiteJudge, goal: str = "") -> Snapshot:
    return pin_contest(CONTEST, dataset=a_dataset(), texts=12, rubric=a_rubric(), judges=judges, goal=goal)


def test_each_text_is_one_cell() -> None:
    snapshot = pinned(a_suite_judge(), goal="Find the best essay.")

    assert snapshot.grid.cells == 12
    assert (snapshot.arms, snapshot.versions, snapshot.contest) == ((), (), CONTEST)
    assert snapshot.goal == "Find the best essay."


@pytest.mark.parametrize(
    "profile",
    [
        {"mode": "pointwise"},
        {"mode": "pairwise", "may_tie": True},
        {"mode": "verdict", "may_abstain": True, "may_name_several": True},
        {"mode": "verdict", "display": {"shuffle_stages": True}},
    ],
)
def test_every_judge_compares_whatever_else_it_could_do(profile: dict[str, object]) -> None:
    written = a_suite_judge("judge", **profile)

    (judge,) = pinned(written).judges

    assert (judge.mode, judge.may_tie) == (JudgeMode.PAIRWISE, written.may_tie)
    assert (judge.may_abstain, judge.may_name_several) == (False, False)


def test_people_are_judges_who_are_not_asked() -> None:
    person = a_suite_judge("anna", endpoint={"provider": "people", "model": "anna", "kind": "people"})

    snapshot = pinned(a_suite_judge("one"), person, a_suite_judge("two"))

    assert len(snapshot.judges) == 3
    assert (snapshot.pair_judges, snapshot.cell_judges) == ((0, 2), ())


def test_equal_contests_have_equal_judges() -> None:
    assert pinned(a_suite_judge()).judges == pinned(a_suite_judge()).judges


def test_the_experiment_asks_which_texts_are_better() -> None:
    snapshot, policy = pinned(a_suite_judge(), goal="Best essay."), Policy(stop=StopRule(comparisons=60))

    experiment = build_contest(
        "essays",
        snapshot,
        policy=policy,
        project_id=ProjectId("prj_1"),
        experiment_id=ExperimentId("exp_1"),
    )

    assert (experiment.name, experiment.goal, experiment.preset) == (
        "essays",
        "Best essay.",
        PresetName.RANK_ENTRIES,
    )
    assert experiment.factors.datasets == (snapshot.dataset.id,)
    assert experiment.fixed.judges == tuple(judge.id for judge in snapshot.judges)
    assert experiment.fixed.rubrics == (a_rubric().id,)
    assert experiment.policy == policy
    assert experiment.stages[-2:] == (StageName.JUDGE, StageName.RANK)


def test_a_contest_of_people_alone_needs_no_rubric() -> None:
    snapshot = Snapshot(dataset=a_dataset(), cases=2, contest=CONTEST)

    experiment = build_contest(
        "essays",
        snapshot,
        policy=Policy(),
        project_id=ProjectId("prj_1"),
        experiment_id=ExperimentId("exp_1"),
    )

    assert (experiment.fixed.judges, experiment.fixed.rubrics) == ((), ())
