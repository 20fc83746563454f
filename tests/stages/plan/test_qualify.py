"""Planning an examination: everything once and both ways round, the rest of the judgments on asking again."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain import Display, Endpoint, JudgeAssignment, JudgeMode, JudgeSuite, SuiteJudge, Technique
from edison.stages.plan import (
    CaseDigest,
    digest_cells,
    find_examined,
    in_both_modes,
    plan_qualification,
    seat_examined,
)
from edison.stages.plan.qualifications.questions import MOST_REPEATS
from tests.factories import a_criterion, a_rubric, a_scale

STAGED = a_criterion(scale=a_scale(labels=({"value": 0, "text": "fail"}, {"value": 5, "text": "pass"})))


def a_suite(*, pairs: int = 4, verdicts: int = 2, anchors: int = 0, twins: bool = False) -> JudgeSuite:
    return JudgeSuite.model_validate(
        {
            "name": "small",
            "criteria": (STAGED,),
            "pairs": [
                {
                    "id": f"p{n}",
                    "task": f"Task {n}",
                    "a": f"One {n}.",
                    "b": f"Two {n}.",
                    "right": "ab"[n % 2],
                    "category": "edge_case",
                    "family": f"f{n // 2}" if twins else None,
                }
                for n in range(pairs)
            ],
            "verdicts": [
                {"id": f"v{n}", "task": "Why?", "answer": f"So {n}.", "right": "pass", "category": "gaming"}
                for n in range(verdicts)
            ],
            "anchors": [{"id": f"t{n}", "text": f"Text {n}.", "grade": str(n)} for n in range(anchors)],
            "grades": [str(n) for n in range(anchors)],
        }
    )


def test_the_same_seed_plans_the_same_and_another_one_another_order() -> None:
    suite = a_suite(pairs=20)

    plan = plan_qualification(suite, seed=3)

    assert plan == plan_qualification(suite, seed=3)
    assert plan.pairs != plan_qualification(suite, seed=4).pairs


@given(pairs=st.integers(0, 12), verdicts=st.integers(0, 12), judgments=st.integers(1, 120))
def test_never_more_is_asked_than_is_allowed_and_no_pair_in_one_order_only(
    pairs: int, verdicts: int, judgments: int
) -> None:
    suite = a_suite(pairs=pairs, verdicts=verdicts, anchors=3, twins=True)

    plan = plan_qualification(suite, seed=1, judgments=judgments)

    asked = Counter((pair.left, pair.right, pair.repeat) for pair in plan.pairs)
    assert plan.judgments <= judgments
    assert set(asked.values()) <= {1}
    assert all((right, left, repeat) in asked for left, right, repeat in asked)
    assert {verdict.cell for verdict in plan.verdicts} <= set(range(verdicts))


def test_with_enough_judgments_everything_is_asked_once_and_the_rest_again() -> None:
    suite = a_suite(pairs=4, verdicts=2)

    plan = plan_qualification(suite, seed=1, judgments=14)

    assert plan.judgments == 14
    assert sorted(verdict.cell for verdict in plan.verdicts) == [0, 1]
    assert Counter(pair.repeat for pair in plan.pairs) == {0: 8, 1: 4}


def test_the_same_is_not_asked_for_ever() -> None:
    plan = plan_qualification(a_suite(pairs=1, verdicts=0), seed=1)

    assert len(plan.pairs) == 2 * MOST_REPEATS


def test_families_are_asked_again_as_a_whole_and_before_single_pairs() -> None:
    suite = a_suite(pairs=6, verdicts=0, twins=True)
    single = suite.pairs[-1].model_copy(update={"id": "alone", "family": None})
    suite = JudgeSuite(name="mixed", criteria=suite.criteria, pairs=(*suite.pairs, single))

    plan = plan_qualification(suite, seed=1, judgments=14 + 9)

    again = {frozenset((pair.left, pair.right)) for pair in plan.pairs if pair.repeat == 1}
    families = [match.family for match in suite.matches if frozenset((match.a, match.b)) in again]
    assert Counter(Counter(families).values()) == {2: 2}


def test_too_large_a_suite_is_asked_in_equal_shares() -> None:
    plan = plan_qualification(a_suite(pairs=40, verdicts=20), seed=1, judgments=50)

    assert len(plan.verdicts) == 10
    assert len(plan.pairs) == 40
    assert {pair.repeat for pair in plan.pairs} == {0}


@pytest.mark.parametrize(
    ("judgments", "asked"), [(10, {0: 4, 1: 4, 2: 2}), (200, dict.fromkeys(range(5), 4))]
)
def test_without_pairs_verdicts_are_what_is_asked_again(judgments: int, asked: dict[int, int]) -> None:
    plan = plan_qualification(a_suite(pairs=0, verdicts=4), seed=1, judgments=judgments)

    assert Counter(verdict.repeat for verdict in plan.verdicts) == asked
    assert plan.pairs == ()


def test_cells_hold_their_text_and_task_and_nothing_of_what_is_right() -> None:
    plan = plan_qualification(a_suite(pairs=1, verdicts=1, anchors=2), seed=1)

    assert [cell.name for cell in plan.cells] == ["v0", "p0.a", "p0.b", "t0", "t1"]
    assert [cell.variables["text"] for cell in plan.cells][1:3] == ["One 0.", "Two 0."]
    assert [cell.variables["task"] for cell in plan.cells] == ["Why?", "Task 0", "Task 0", "", ""]
    assert [cell.anchor_grade for cell in plan.cells] == [None, None, None, "0", "1"]
    assert all(set(cell.variables) == {"text", "task"} for cell in plan.cells)
    assert all(cell.expectation is None for cell in plan.cells)


def test_a_judge_is_asked_in_both_ways_with_all_else_the_same() -> None:
    judge = SuiteJudge(
        endpoint=Endpoint.parse("sim/steady"),
        name="strict",
        instructions="Be strict.",
        mode=JudgeMode.VERDICT,
        may_abstain=True,
        may_name_several=True,
        display=Display(shuffle_stages=True),
    )

    both = in_both_modes(judge)

    assert both.of_verdicts == judge
    assert SuiteJudge.model_validate(both.of_pairs.model_dump()) == both.of_pairs
    assert (both.of_pairs.mode, both.of_pairs.instructions) == (JudgeMode.PAIRWISE, "Be strict.")


def test_a_judge_of_pairs_keeps_its_ties_for_pairs() -> None:
    judge = SuiteJudge(endpoint=Endpoint.parse("sim/steady"), mode=JudgeMode.PAIRWISE, may_tie=True)

    both = in_both_modes(judge)

    assert both.of_pairs.may_tie
    assert SuiteJudge.model_validate(both.of_verdicts.model_dump()) == both.of_verdicts


def two_profiles() -> list[SuiteJudge]:
    """Of one model."""
    endpoint = Endpoint.parse("sim/steady")
    return [SuiteJudge(endpoint=endpoint), SuiteJudge(endpoint=endpoint, thinking=Technique.DIRECT)]


def test_two_profiles_of_one_model_stay_two_judges_in_both_ways() -> None:
    plan = plan_qualification(a_suite(), seed=1)

    seated = seat_examined(two_profiles(), plan=plan, rubric=a_rubric())

    examined = find_examined(seated.judges)
    assert examined == [(0, 2), (1, 3)]
    for mine, thinking in zip(examined, (Technique.REASON_FIRST, Technique.DIRECT), strict=True):
        assert {seated.judges[index].thinking for index in mine} == {thinking}
        assert [seated.judges[index].mode for index in mine] == [JudgeMode.PAIRWISE, JudgeMode.VERDICT]
        assert len({seated.judges[index].name for index in mine}) == 1
    assert len({judge.id for judge in seated.judges}) == 4


@pytest.mark.parametrize(
    ("suite", "mode"),
    [(a_suite(verdicts=0), JudgeMode.PAIRWISE), (a_suite(pairs=0), JudgeMode.VERDICT)],
    ids=["pairs alone", "verdicts alone"],
)
def test_a_judge_is_asked_only_in_ways_that_a_suite_has_cases_for(suite: JudgeSuite, mode: JudgeMode) -> None:
    plan = plan_qualification(suite, seed=1)

    seated = seat_examined(two_profiles(), plan=plan, rubric=a_rubric())

    assert [judge.mode for judge in seated.judges] == [mode, mode]
    assert find_examined(seated.judges) == [(0,), (1,)]
    assert bool(seated.assignments) is (mode is JudgeMode.VERDICT)


def test_only_the_verdicts_that_were_planned_are_asked_for_and_as_often() -> None:
    few = plan_qualification(a_suite(pairs=40, verdicts=20), seed=1, judgments=50)
    again = plan_qualification(a_suite(pairs=0, verdicts=4), seed=1, judgments=10)

    [once] = seat_examined(two_profiles(), plan=few, rubric=a_rubric()).assignments
    assignments = seat_examined(two_profiles(), plan=again, rubric=a_rubric()).assignments

    assert once == JudgeAssignment(cells=tuple(verdict.cell for verdict in few.verdicts), judges=(2, 3))
    assert len(once.cells) == 10
    assert {assignment.times: len(assignment.cells) for assignment in assignments} == {2: 2, 3: 2}


def test_the_digest_is_that_of_the_cells_and_right_answers_are_no_part_of_it() -> None:
    suite = a_suite()
    other = suite.model_copy(
        update={"pairs": tuple(pair.model_copy(update={"right": "tie"}) for pair in suite.pairs)}
    )
    digest = CaseDigest()
    for cell in plan_qualification(suite, seed=1).cells:
        digest.add(cell)

    assert digest_cells(suite) == digest.hexdigest() == digest_cells(other)
    assert digest_cells(a_suite(pairs=3)) != digest.hexdigest()
