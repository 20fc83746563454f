import pytest
from pydantic import ValidationError

from edison.domain import CellOutcome, JudgeAssignment, JudgmentSlot, RunReport, Snapshot
from tests.factories import a_judge, a_rubric, a_run, a_snapshot

PAIRS, STAGES, SCORES = (a_judge(mode=mode) for mode in ("pairwise", "verdict", "pointwise"))


def assessed(*assignments: JudgeAssignment) -> Snapshot:
    return a_snapshot(rubric=a_rubric(), judges=(PAIRS, STAGES, SCORES), cases=4, assignments=assignments)


def test_unless_somebody_plans_otherwise_every_judge_of_single_outputs_assesses_every_cell_once() -> None:
    snapshot = a_snapshot(rubric=a_rubric(), judges=(PAIRS, STAGES, SCORES))

    judgment_plan = snapshot.judgment_plan

    assert [judgment_plan.parts_of(cell) for cell in (0, 1, 999)] == [(1, 2)] * 3
    assert judgment_plan.wanted is None
    assert snapshot.judgments_per_cell == 2


def test_a_sitting_names_its_cells_its_judges_and_how_often() -> None:
    snapshot = assessed(
        JudgeAssignment(cells=(0, 2), judges=(1,), times=3),
        JudgeAssignment(cells=(2,), judges=(2,)),
    )

    judgment_plan = snapshot.judgment_plan

    assert judgment_plan.parts_of(0) == (1, 4, 7)
    assert judgment_plan.parts_of(1) == ()
    assert judgment_plan.parts_of(2) == (1, 4, 7, 2)
    assert judgment_plan.wanted == {0: 3, 2: 4}
    assert [judgment_plan.slot(part) for part in (1, 4, 7, 2)] == [
        JudgmentSlot(1, 0),
        JudgmentSlot(1, 1),
        JudgmentSlot(1, 2),
        JudgmentSlot(2, 0),
    ]
    assert snapshot.judgments_per_cell == 7 / 4


def test_where_nobody_sits_nothing_is_judged() -> None:
    snapshot = assessed()

    assert snapshot.judgment_plan.wanted == {}
    assert snapshot.judgments_per_cell == 0


@pytest.mark.parametrize(
    ("assignments", "reason"),
    [
        ((JudgeAssignment(cells=(0,), judges=(0,)),), "judges of single outputs"),
        ((JudgeAssignment(cells=(0,), judges=(9,)),), "judges of single outputs"),
        (
            (JudgeAssignment(cells=(0, 1), judges=(1,)), JudgeAssignment(cells=(1,), judges=(1,))),
            "assigned to a cell once",
        ),
        ((JudgeAssignment(cells=(0, 0), judges=(1,)),), "assigned to a cell once"),
    ],
    ids=["a judge of pairs", "nobody", "two sittings", "twice in one"],
)
def test_a_plan_that_contradicts_itself_is_refused(
    assignments: tuple[JudgeAssignment, ...], reason: str
) -> None:
    with pytest.raises(ValidationError, match=reason):
        assessed(*assignments)


def test_cells_that_are_pending_are_expected_to_call_for_their_share() -> None:
    run = a_run(snapshot=assessed(JudgeAssignment(cells=(0, 2), judges=(1, 2))))
    outcomes = {CellOutcome.OK: 2, CellOutcome.PENDING: 2}

    report = RunReport(run=run, planned=4, outcomes=outcomes, judgments_planned=2)

    assert report.judgments_expected == 2 + 2
